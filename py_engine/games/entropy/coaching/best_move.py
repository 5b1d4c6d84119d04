"""What is said of the best move: how far ahead of the next one it is, and what the runner-up would cost, on which line."""

from __future__ import annotations

from py_engine.core.coaching.praise import ahead_of, as_good_as, hardly_worse
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import LEAST, ROUNDING, SHOWN
from py_engine.core.results import Feedback
from py_engine.core.text import number, points
from py_engine.games.entropy.coaching.balance import cancels
from py_engine.games.entropy.coaching.named_lines import AS_IT_STANDS, GAIN, MIN_LINE_GAP, named_lines, rest_text
from py_engine.games.entropy.rules.state import EntropyAction, action_data
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines

__all__ = ["best_move", "move_words"]

NO_BETTER = "Nothing is clearly better"


def best_move(compared: LineComparison, rival: MoveLines) -> list[Feedback]:
    """The sentences on a user's move that is the best; ``rival`` is the next one."""
    best, behind = compared.best, compared.behind
    runner_up = None
    if behind is not None:
        words = move_words(behind)
        runner_up = RunnerUp(
            f"{words[0].upper()}{words[1:]}",
            best.ev - behind.ev,
            behind.action == rival.action,
            _cause(behind, best),
        )
    return of_best(_praise(best.ev - rival.ev, compared.error, move_words(rival)), runner_up)


def move_words(move: MoveLines) -> str:
    """A move as the subject of a sentence: ``sliding a1-b1``, ``placing it on c4``, ``passing``."""
    action = EntropyAction.model_validate(action_data(move.action, len(move.points) // 2))
    if action.cell is not None:
        return f"placing it on {action.cell}"
    return "passing" if action.origin is None else f"sliding {action.origin}-{action.to}"


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
    return " ".join([*texts, rest_text(rest, alone=False)] if abs(rest) >= MIN_LINE_GAP else texts)


def _praise(lead: float, error: float, following: str) -> str:
    """The sentence on how far the best move is ahead of the next one (``following``)."""
    if lead < LEAST:
        if error:
            return f"{NO_BETTER}; {following} is about as good."
        return as_good_as(following) if lead < ROUNDING else hardly_worse(following)
    if lead < error:
        return f"{NO_BETTER}; {following} is {points(lead)} behind, give or take {number(SHOWN * error)}."
    return ahead_of(following, lead, error)
