"""Sentences that explain the measured difference between two moves.

Each part (``measured.parts``) is what the move gives up against the best one; the largest come first, and they add up to the
whole difference. If none is significant, the sentence says that there is no single cause. The remainder comes last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from py_engine.core.coaching.closeness import AS_GOOD, CLOSE, OPENINGS, opening
from py_engine.core.grading import LEAST, is_clear
from py_engine.core.results import Feedback, Result
from py_engine.core.text import amount, number, points
from py_engine.games.hearts.coaching.by_itself import by_itself, in_trick
from py_engine.games.hearts.coaching.certain import are_equal, nothing_left
from py_engine.games.hearts.coaching.measured.best_move import NOTHING_LEFT, best_move
from py_engine.games.hearts.coaching.measured.pair import Move, Pair
from py_engine.games.hearts.coaching.measured.parts import (
    UNSAID,
    WORTH_REPORTING,
    Part,
    chosen_parts,
    is_about_winning,
    named_parts,
    of_points,
    of_winning,
    rest_of,
    rest_text,
    unsaid,
)
from py_engine.games.hearts.coaching.odds import POINTS_OF_A_WIN, doubt_of, odds_of, odds_of_both, wins_of
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.state import HeartsAction
from py_engine.games.hearts.search.evidence import NONE, Beside, Correction

__all__ = ["measured_feedback"]

SENTENCES = 3
"""Maximum number of sentences."""
BLAME = ("inaccuracy", "mistake", "blunder")
"""Verdicts of which no card says that the moves are too close to call."""
UNNAMED = 0.8
"""Share of what counts against a move, from which parts that leave more unnamed are no reasons where the whole is within its error."""
SURELY = 0.95
"""The probability to be worse from which a move is not called as good where it gives up half of a small chance."""
MOST_OF_LITTLE = "Little is left to win, and this move gives up most of it"
CERTAIN = ("trick", "itself")
"""Categories of sentences on what is certain, or on a plan, beside the values."""
BEST_PLAY = "if everybody plays for the fewest points"
"""The assumption behind the values of solved worlds."""
_USUAL = Rules()


class _Accuracy(NamedTuple):
    """What is known of the measured difference besides its features; see ``Evidence``."""

    error_share: float
    correction: Correction
    errors: Mapping[str, float]


def measured_feedback(
    result: Result,
    rules: Rules = _USUAL,
    facts: Facts | None = None,
    *,
    solved: bool = False,
    error_share: float = 0.0,
    correction: Correction = NONE,
    errors: Mapping[str, float] | None = None,
    behind: JsonValue = None,
    probable: Beside | None = None,
) -> list[Feedback]:
    """What the user's move gives up against the best one, in one to three sentences.

    Args:
        result: The result of a grading.
        rules: The rules of the hand, for the value of a moon.
        facts: What the player knows; if given, a certainty about the current trick comes first.
        solved: Whether the values come from solved worlds; then the first sentence states the assumption behind them.
        error_share: How exact the measured features are; see ``Evidence``.
        correction: What the difference consists of besides them; see ``Evidence``.
        errors: How exact the differences in features are; see ``Evidence``.
        behind: The runner-up of a user's move that is the best, if there is one; see ``Evidence``.
        probable: A move before it that is probably worse, if there is one; see ``Evidence``.

    Returns:
        Feedback whose ``delta`` is user minus best in points (one point per percentage point of the chance to win, where
        the game is at stake); the deltas add up to ``delta_ev``, the mean over the same worlds.
    """
    accuracy = _Accuracy(error_share, correction, errors or {})
    if result.user_action == result.best_action:
        items = best_move(result, _rivals(result, accuracy, behind, probable), rules, facts)
    else:
        items = _items(result, rules, facts, accuracy)
    if solved and len(result.candidates) > 1 and not _is_certain(result, facts):
        # The assumption goes with the values, not with what is certain.
        place = next((place for place, item in enumerate(items) if item.category not in CERTAIN), len(items) - 1)
        items[place] = replace(items[place], text=f"{items[place].text.removesuffix('.')}, {BEST_PLAY}.")
    return items


def _is_certain(result: Result, facts: Facts | None) -> bool:
    """Whether the card needs no assumption: the cards of the moves that it is on are interchangeable, or none counts any more."""
    if facts is None or nothing_left(facts):
        return facts is not None
    best = result.user_action == result.best_action
    moves = [each.action for each in result.candidates] if best else [result.user_action, result.best_action]
    plays = [HeartsAction.model_validate(move).play for move in moves]
    return are_equal(facts, [card for card in plays if card is not None])


def _rivals(result: Result, accuracy: _Accuracy, behind: JsonValue, probable: Beside | None) -> list[Pair]:
    """The moves of which a best move's card may say what they would cost, that which is nearer first, and the best one."""
    sides = [] if probable is None else [probable]
    if behind is not None:
        sides.append(Beside(behind, accuracy.correction, accuracy.errors))
    best = Move.of(result.candidate(result.best_action))
    return [
        Pair(Move.of(result.candidate(side.action)), best, accuracy.error_share, side.correction, side.errors)
        for side in sides
    ]


def _items(result: Result, rules: Rules, facts: Facts | None, accuracy: _Accuracy) -> list[Feedback]:
    whole = result.delta_ev or 0.0
    user, best = (Move.of(result.candidate(action)) for action in (result.user_action, result.best_action))
    pair = Pair(user, best, *accuracy)
    close = result.verdict not in BLAME and (result.too_close or result.verdict == "undecided" or -whole < LEAST)
    parts = of_winning(pair) if is_about_winning(result) else of_points(pair, rules, whole)
    plan = (
        [] if any(part.category == "moon_chance" for part in parts) else _plans(pair, winning=is_about_winning(result))
    )
    sure = plan or in_trick(facts, pair.user.action, pair.best.action)
    # What is certain leads where no reason decides; another sample of deals says the same.
    if not sure and (close or not any(part.delta < 0 for part in parts)) and pair.best.candidate.note is None:
        sure = by_itself(facts, pair.user.action, pair.best.action)
    if facts is not None and nothing_left(facts):
        return [Feedback("overall", f"As good as {best.named}{NOTHING_LEFT}.", whole)]
    if close:
        return _with_gap(sure, parts, result, pair)
    if sure and not parts:
        does = "That costs" if pair.both_plans else "Small things together cost"
        return [*sure, Feedback("overall", f"{does} {points(-whole)} against {pair.best.named}.", whole)]
    return [*sure, *_sentences(parts, whole, pair, SENTENCES - len(sure))]


def _with_gap(sure: list[Feedback], parts: list[Part], result: Result, pair: Pair) -> list[Feedback]:
    """What is clear about two moves, and that the whole difference is within its error.

    Nothing but that where a move is as good as another to within what counts at all.
    """
    whole, text = result.delta_ev or 0.0, _close(result, pair.best)
    if not text.startswith(OPENINGS):
        return [Feedback("overall", text, whole)]
    # A chance to win is the difference itself, and no cause of it.
    every = [] if is_about_winning(result) else parts
    parts = chosen_parts(every, SENTENCES - 1 - len(sure))
    if not _come_to(parts, whole) and not _come_to(every, whole):
        parts = []
    said = [*sure, *named_parts(parts, pair)]
    if said:
        text = f"All in all {text[0].lower()}{text[1:]}"
    if parts and abs(rest_of(parts, whole)) >= UNSAID:
        text = f"{rest_text(rest_of(parts, whole), unsaid(parts, every, pair))} {text}"
    return [*said, Feedback("overall", text, rest_of(parts, whole))]


def _come_to(parts: list[Part], whole: float) -> bool:
    """Whether parts count against a move and leave little of its difference unnamed."""
    against = rest_of([part for part in parts if part.delta < 0], 0.0)
    return against > 0 and abs(rest_of(parts, whole)) <= UNNAMED * against


def _plans(pair: Pair, *, winning: bool) -> list[Feedback]:
    """That one of two moves is a plan to shoot the moon, or both."""
    user, best = pair.user.candidate, pair.best.candidate
    if pair.both_plans:
        both = "passes" if pair.best.action.play is None else "moves"
        odds = odds_of_both(user, best, pair.best.by, winning=winning)
        return [Feedback("itself", f"Both {both} go for the moon: {odds}", 0.0)]
    if not pair.of_plans:
        return []
    text = (
        f"The best {pair.best.kind} goes for the moon: {odds_of(best, winning=winning)}"
        if best.note
        else f"Goes for the moon: {odds_of(user, winning=winning)}"
    )
    return [Feedback("itself", text, 0.0)]


def _close(result: Result, best: Move) -> str:
    loss, error = -(result.delta_ev or 0.0), 2 * (result.delta_stderr or 0.0)
    if loss < LEAST and (not result.too_close or loss + error < LEAST):
        return f"As good as {best.named}." if loss + error == 0 else f"Hardly worse than {best.named}."
    unit = "percentage point" if is_about_winning(result) else "point"
    start = opening(result.verdict, loss, error / 2)
    # A chance is shown in tenths at best.
    nothing = number(loss) == "0" or (is_about_winning(result) and loss < 2 * LEAST)
    if nothing and not _gives_up_half(result):
        if start != AS_GOOD and loss > 0 and is_clear(loss, error / 2):
            return f"Hardly worse than {best.named}."
        start = AS_GOOD if start == AS_GOOD else f"{CLOSE}: as good"
        return f"{start} as {best.named}{f', give or take {amount(error, unit)}' if error >= LEAST else ''}."
    if is_about_winning(result):
        own = result.candidate(result.user_action)
        odds = f"{wins_of(own, best.candidate)} {best.by}"
        if start == AS_GOOD and _gives_up_half(result):
            return f"{MOST_OF_LITTLE}: it wins in {odds}."
        mine = f"your {best.kind}"
        return f"{start}: {mine} wins in {odds}{doubt_of(error, own, best.candidate) if error >= LEAST else ''}."
    doubt = f", give or take {number(error)}" if error >= LEAST else ""
    return f"{start}: {points(loss)} worse than {best.named}{doubt}."


def _gives_up_half(result: Result) -> bool:
    """Whether the move surely gives up half or more of what is left to win."""
    left = 1 + result.best_action_ev / POINTS_OF_A_WIN
    if not is_about_winning(result):
        return False
    surely = result.worse is None or result.worse >= SURELY
    return surely and 0 < left <= 2 * (result.win_loss or 0.0)


def _sentences(parts: list[Part], whole: float, pair: Pair, max_sentences: int) -> list[Feedback]:
    """The largest parts and the remainder as feedback; the first sentence names the best move."""
    ranked = chosen_parts(parts, max_sentences)
    rest = rest_of(ranked, whole)
    if abs(rest) >= WORTH_REPORTING and len(ranked) == max_sentences > 1:
        # The remainder needs the place of the smallest part, so that the sentences add up.
        ranked = chosen_parts(parts, max_sentences - 1)
        rest = rest_of(ranked, whole)
    if not ranked:
        text = f"No single cause: small things together cost {points(-whole)} against {pair.best.named}."
        return [Feedback("overall", text, whole)]
    items = named_parts(ranked, pair)
    if abs(rest) >= WORTH_REPORTING and len(items) < max_sentences:
        items.append(Feedback("overall", rest_text(rest, unsaid(ranked, parts, pair)), rest))
    return items
