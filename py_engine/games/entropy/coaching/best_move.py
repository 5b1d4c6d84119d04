"""What is said of the best move: how far ahead of the next one it is, and what the runner-up would cost, on which line."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from py_engine.core.coaching.praise import ahead_of, as_good_as, hardly_worse
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import LEAST, ROUNDING, SHOWN
from py_engine.core.results import Feedback
from py_engine.core.text import listed, number, points
from py_engine.games.entropy.coaching.balance import cancels
from py_engine.games.entropy.coaching.named_lines import AS_IT_STANDS, GAIN, MIN_LINE_GAP, named_lines, rest_text
from py_engine.games.entropy.rules.state import EntropyAction, action_data
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines

__all__ = ["best_move", "move_words"]

NO_BETTER = "Nothing is clearly better"
NAMED_LEVEL = 3
"""Moves that are worth the same, as many of which are named; of more, the first is."""


def best_move(compared: LineComparison, rival: MoveLines, level: Sequence[JsonValue] = ()) -> list[Feedback]:
    """The sentences on a user's move that is the best.

    Args:
        compared: The moves.
        rival: The next move.
        level: The other moves that are worth the same, the next one included if it is.
    """
    best, behind = compared.best, compared.behind
    lead, runner_up = best.ev - rival.ev, None
    # A lead that is no smaller is said of the next move already.
    if behind is not None and (behind.action == rival.action or number(best.ev - behind.ev) != number(lead)):
        words = _words_of(behind)
        runner_up = RunnerUp(
            f"{words[0].upper()}{words[1:]}",
            best.ev - behind.ev,
            behind.action == rival.action,
            _cause(behind, best),
            exact=best.exact,
        )
    return of_best(_praise(lead, compared.error, rival, level), runner_up)


def move_words(data: JsonValue) -> str:
    """A move as the subject of a sentence: ``sliding a1-b1``, ``placing it on c4``, ``passing``."""
    action = EntropyAction.model_validate(data)
    if action.cell is not None:
        return f"placing it on {action.cell}"
    return "passing" if action.origin is None else f"sliding {action.origin}-{action.to}"


def _words_of(move: MoveLines) -> str:
    return move_words(action_data(move.action, len(move.points) // 2))


def _cause(behind: MoveLines, best: MoveLines) -> str:
    """The line, or lines together, on which a move is clearly behind the best one, and what all else adds to that or takes from it where that is much.

    Empty where none is.
    """
    named = [item for item in named_lines(behind, best, close=False) if item.category != AS_IT_STANDS]
    if not named:
        return ""
    loss = best.ev - behind.ev
    # What makes up for the line is named with it.
    causes = named[:1] + [item for item in named if item.category == GAIN]
    rest = -loss
    for item in causes:
        rest -= item.delta
    if cancels(loss, rest):
        return ""
    texts = [item.text for item in causes]
    return " ".join([*texts, rest_text(rest)] if abs(rest) >= MIN_LINE_GAP else texts)


def _praise(lead: float, error: float, rival: MoveLines, level: Sequence[JsonValue]) -> str:
    """The sentence on how far the best move is ahead of the next one."""
    following = _words_of(rival)
    if lead < LEAST:
        if error:
            return f"{NO_BETTER}; {following} is about as good."
        return _as_good(following, level) if lead < ROUNDING else hardly_worse(following)
    if lead < error:
        return f"{NO_BETTER}; {following} is {points(lead)} behind, give or take {number(SHOWN * error)}."
    return ahead_of(following, lead, error)


def _as_good(following: str, level: Sequence[JsonValue]) -> str:
    """The sentence for the best move beside the others that are worth the same."""
    if len(level) < 2:
        return as_good_as(following)
    all_level = [move_words(each) for each in level]
    those = all_level if len(level) <= NAMED_LEVEL else [following, f"{len(level) - 1} other moves"]
    return f"Nothing is better; {listed(those)} are just as good."
