"""Feedback sentences: what the user's move gives up compared with the best one.

They come from the features of both continuations and, where an evaluator gives points by kind, from those points, so that
the words match the numbers beside them. Where the search also finds in which of them good lines after both moves agree
(``lines.Apart``), only those are named; if that leaves none that counts against the move, there is no single cause.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from py_engine.core.coaching.praise import EQUAL_MOVE, ONLY_MOVE, ahead_of_next
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import amount, listed, number, points
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD, Bullet, bullets_of, with_certain_floor
from py_engine.games.azul.coaching.causes import (
    FAIR,
    NO_CAUSE,
    NO_OTHER_CAUSE,
    SMALL,
    Cause,
    on_one_board,
    on_one_row,
    played_on,
)
from py_engine.games.azul.coaching.certain import Fact, certain_differences, deed
from py_engine.games.azul.coaching.gap import BLAME, is_close, too_close, with_gap
from py_engine.games.azul.coaching.rest import MAX_SENTENCES, MOSTLY, fitting, ranked, with_the_rest, without_cause
from py_engine.games.azul.knowledge.grades import kind_of
from py_engine.games.azul.rules.state import AzulAction, AzulRequest
from py_engine.games.azul.search.lines import Apart

__all__ = ["NEXT_AS_GOOD", "explain", "sentences"]

MAX_DIFFERENCES = 2
"""Differences between the boards that are named along with them."""
NO_BETTER = "No clearly better move was found"
NEXT_AS_GOOD = f"{NO_BETTER}; the next best is about as good."
_STARTS = "starts the next round"


def explain(request: AzulRequest, result: Result) -> Result:
    """The result with the kind of decision, and with feedback if it grades a move and its evaluator measures features."""
    result = replace(result, metadata=replace(result.metadata, decision=kind_of(request.state)))
    if result.verdict in BLAME:
        # What is blamed is not also called too close.
        result = replace(result, too_close=False)
    if not result.graded or not result.candidate(result.best_action).features:
        return result
    moves = (AzulAction.model_validate(action) for action in (result.user_action, result.best_action))
    mine, best = (deed(request.state, move) for move in moves)
    return replace(result, feedback=sentences(result, certain_differences(mine, best)))


def sentences(graded: Result, certain: Sequence[Fact] = ()) -> list[Feedback]:
    """One to three sentences on a result that grades a user's move, the most important first.

    Args:
        graded: The result.
        certain: What the move does worse than the best one by itself, which is said where no other reason is sure.
    """
    user, best = graded.candidate(graded.user_action), graded.candidate(graded.best_action)
    if graded.user_action == graded.best_action:
        return [Feedback("overall", _praise(graded), 0.0)]
    delta = graded.delta_ev or 0.0
    difference = {name: value - best.features[name] for name, value in user.features.items()}
    parts = _parts_apart(user, best)
    if parts:
        return _with_parts(graded, parts, difference, certain)
    bullets = bullets_of(difference, 0.0)
    if is_close(graded):
        return with_gap(None, bullets, graded)
    if bullets:
        return ranked(bullets)[:MAX_SENTENCES]
    text = "Both moves lead to much the same end of the round; they differ in later rounds."
    return [Feedback("overall", text, delta)]


def _with_parts(
    graded: Result, parts: dict[str, float], difference: dict[str, float], certain: Sequence[Fact]
) -> list[Feedback]:
    """The sentences where the evaluator gives points by kind."""
    delta = graded.delta_ev or 0.0
    loss, apart = -delta, graded.evidence if isinstance(graded.evidence, Apart) else None
    error = graded.delta_stderr or 0.0
    close = is_close(graded)
    if close and apart is None:
        return [Feedback("overall", too_close(graded), delta)]
    if apart is not None:
        parts, difference = _steady(parts, difference, apart)
    difference |= {
        "expected_floor_penalty": -parts["penalties"],
        "expected_adjacency_points": parts["tiling"],
        "opponent_expected_points": -parts["opponent_tiling"] - parts["opponent_penalties"],
    }
    # Points say what the floor costs: more tiles on it may cost less, or nothing at a score of 0.
    difference["expected_tiles_to_floor"] = 0.0
    bullets = bullets_of(difference, parts["bonuses"])
    if close and apart is not None:
        bullets = _plausible(bullets, loss + error)
    explained, enough = _explained(bullets, loss), _suffice(certain, loss)
    bullets = with_certain_floor(bullets, certain)
    # What a sentence on the floor line says already is not said again.
    certain = [fact for fact in certain if not (fact.floor and fact.cost)]
    explained = explained or (enough and not certain)
    board, others = on_one_row(graded, apart, bullets, close=close)
    if board is None:
        board, others = on_one_board(graded, apart, bullets)
    facts = _by_itself(certain, difference, delta, enough=enough)
    completed = [fact for fact in certain if fact.cost]
    if not close:
        cause = board or _of_rounds(parts, bullets, difference, loss)
    else:
        # Estimates of later rounds say little where the whole loss is within the error: what is certain comes first, and what
        # the moves themselves change on a row.
        direct = board if board is not None and board.direct else None
        cause = direct or (None if explained else (facts if enough else None) or board)
    if cause is None and not explained:
        cause = played_on(apart, loss, error) or facts
    if cause is None and not explained and not close:
        return _without_cause(bullets, _when_over(difference), graded)
    named = explained or cause is not None or any(bullet.certain for bullet in bullets)
    if not named:
        return [Feedback("overall", too_close(graded), delta)]
    bullets = _without_repetition(cause, others if cause is board and board is not None else bullets)
    if close:
        return with_gap(cause, bullets, graded)
    return with_the_rest(cause, bullets, [] if cause is facts else completed, graded)


def _without_cause(bullets: Sequence[Bullet], when_over: str, graded: Result) -> list[Feedback]:
    """The sentences where no single cause stands out, after what the move puts on the floor line by itself."""
    delta = graded.delta_ev or 0.0
    cause = Cause(Feedback("overall", NO_CAUSE + when_over, delta))
    bullets = _without_repetition(cause, bullets)
    if any(bullet.certain for bullet in bullets):
        return without_cause(bullets, when_over, delta)
    return fitting(cause, bullets, graded)


def _of_rounds(
    parts: dict[str, float], bullets: Sequence[Bullet], difference: dict[str, float], loss: float
) -> Cause | None:
    """Most of a loss that is in later rounds, or in the rest of this one."""
    # Beside points that this round loses, nobody would understand that it gives some back: then a last sentence sums up all else.
    balanced = any(not bullet.loss or bullet.lost > 0 for bullet in bullets)
    later = _later(parts["future"], loss, difference, balanced=balanced)
    return later or _unresolved(parts.get("unresolved", 0.0), loss)


def _without_repetition(cause: Cause | None, bullets: Sequence[Bullet]) -> list[Bullet]:
    """The bullets, without who starts the next round if the cause says that."""
    said = cause is not None and _STARTS in cause.item.text
    return [bullet for bullet in bullets if not (said and _STARTS in bullet.text)]


def _parts_apart(user: Candidate, best: Candidate) -> dict[str, float]:
    """Points by kind, user minus best; empty if the evaluator does not separate later rounds from this one."""
    mine, other = ({reason.code: reason.value for reason in each.reasons} for each in (user, best))
    codes = dict.fromkeys([*mine, *other])
    return {code: mine.get(code, 0.0) - other.get(code, 0.0) for code in codes} if "future" in mine else {}


def _steady(
    parts: dict[str, float], difference: dict[str, float], apart: Apart
) -> tuple[dict[str, float], dict[str, float]]:
    """The differences in which good lines agree; the others are 0. Those of the moves themselves stay."""
    kept = {code: value if apart.steady.get(code, 0.0) * value > 0 else 0.0 for code, value in parts.items()}
    opponent = parts["opponent_tiling"] + parts["opponent_penalties"]
    agreed = apart.steady.get("opponent_expected_points", 0.0) * opponent < 0
    kept |= {code: parts[code] if agreed else 0.0 for code in ("opponent_tiling", "opponent_penalties")}
    # The estimates follow from where all lines lead: they must be larger than their own error.
    certain = max(apart.later_error, 2 * abs(parts.get("unresolved", 0.0)))
    kept["future"] = parts["future"] if abs(parts["future"]) > certain else 0.0
    kept["unresolved"] = 0.0
    same = {name: value if apart.steady.get(name, value) else 0.0 for name, value in difference.items()}
    return kept, same


def _explained(bullets: list[Bullet], loss: float) -> bool:
    """Whether what counts against the user's move is a fair part of the loss, and no less than what is named in its favour."""
    against, gained = (math.fsum(each.weight for each in bullets if each.loss == loses) for loses in (True, False))
    return against > 0 and against >= FAIR * loss and against + POINTS_THRESHOLD >= gained


def _plausible(bullets: list[Bullet], most: float) -> list[Bullet]:
    """The bullets without losses of more than ``most`` that nothing named makes up for: they say too much of a small loss."""
    gained = math.fsum(bullet.weight for bullet in bullets if not bullet.loss)
    return [bullet for bullet in bullets if not bullet.loss or bullet.weight <= most + gained]


def _by_itself(certain: Sequence[Fact], difference: dict[str, float], delta: float, *, enough: bool) -> Cause | None:
    """What the move itself does; where that costs less than is lost (not ``enough``), it is no cause of it all."""
    if not certain:
        return None
    beside = "" if enough else NO_OTHER_CAUSE if any(fact.cost for fact in certain) else NO_CAUSE
    text = " ".join(fact.text for fact in certain)
    return Cause(Feedback("overall", text + _when_over(difference), delta), beside=beside)


def _suffice(certain: Sequence[Fact], loss: float) -> bool:
    """Whether what a move does by itself can cost as much as is lost."""
    cost = sum(fact.cost for fact in certain)  # same bits: whole numbers
    return cost > 0 and cost >= loss - POINTS_THRESHOLD


def _when_over(d: dict[str, float]) -> str:
    """What differs on the boards when the round is over, as far as good lines agree."""
    named = _boards(d)
    return f" When this round is over, {listed(named)}." if named else ""


def _boards(d: dict[str, float]) -> list[str]:
    """What differs on the boards when the round is over, to the user's disadvantage."""
    ways = [
        "your opponent starts the next round" if d["starts_next_round"] < 0 else None,
        _fewer("you have {} fewer on unfinished lines", -d["tiles_on_unfinished_lines"]),
        _fewer("your fullest column has {} fewer", -d["tiles_in_fullest_column"]),
        _fewer("your most frequent colour has {} fewer on the wall", -d["tiles_of_fullest_color"]),
        _fewer("your opponent has {} more on unfinished lines", d["opponent_tiles_on_unfinished_lines"]),
    ]
    return [way for way in ways if way is not None][:MAX_DIFFERENCES]


def _later(future: float, loss: float, d: dict[str, float], *, balanced: bool) -> Cause | None:
    """The loss in later rounds and how the boards differ by then; None unless it is most of the whole loss.

    Where it is more than the whole, and no other sentence says what makes up for it (``balanced``), this one does.
    """
    if -future < max(POINTS_THRESHOLD, MOSTLY * loss):
        return None
    back = -future - loss
    but = "" if balanced or back < POINTS_THRESHOLD else f" This round gives back {points(back)}."
    text = f"It costs an estimated {points(-future)} in later rounds.{but}" + _when_over(d)
    return Cause(Feedback("overall", text, future), -future)


def _unresolved(rest: float, loss: float) -> Cause | None:
    """The estimated loss in the rest of this round; None unless it is most of the whole loss."""
    if -rest < max(POINTS_THRESHOLD, MOSTLY * loss):
        return None
    text = f"It costs an estimated {points(-rest)} in the rest of this round."
    return Cause(Feedback("overall", text, rest), -rest)


def _fewer(text: str, tiles: float) -> str | None:
    return text.format(amount(tiles, "tile")) if tiles > 0 else None


def _praise(graded: Result) -> str:
    """The sentence on a user's move that is the best: how far ahead of the next one it is."""
    if len(graded.candidates) < 2:
        return ONLY_MOVE
    lead, error = graded.best_action_ev - graded.candidates[1].ev, graded.delta_stderr or 0.0
    if not lead:
        return EQUAL_MOVE
    if lead < SMALL:
        return NEXT_AS_GOOD
    if lead < error:
        return f"{NO_BETTER}; the next best is {points(lead)} behind, give or take {number(2 * error)}."
    return ahead_of_next(lead, error)
