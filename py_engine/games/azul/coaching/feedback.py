"""Feedback sentences: what the user's move gives up compared with the best one.

They come from the features of both continuations and, where an evaluator gives points by kind, from those points, so that
the words match the numbers beside them. Where the search also finds in which of them good lines after both moves agree
(``lines.Apart``), only those are named; if that leaves none that counts against the move, there is no single cause.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from py_engine.core.coaching.praise import EQUAL_MOVE, ONLY_MOVE, ahead_of_next
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import amount, listed, points
from py_engine.games.azul.rules.play import apply_action
from py_engine.games.azul.rules.state import AzulAction, AzulRequest, AzulState
from py_engine.games.azul.search.lines import Apart

__all__ = ["explain", "sentences"]

POINTS_THRESHOLD = 0.5
COMPLETIONS_THRESHOLD = 0.1
POINTS_PER_COMPLETION = 2.0
"""Weight of a completed line against points when differences are ranked."""
MAX_SENTENCES = 3
SMALL = 0.05
"""Points that are written as 0."""
FAIR = 0.25
"""Smallest share of the loss that the named differences must add up to; with less they do not explain it."""
MOSTLY = 0.5
"""Share of the loss from which later rounds are named first."""
MAX_DIFFERENCES = 2
"""Differences between the boards that are named along with them."""


def explain(request: AzulRequest, result: Result) -> Result:
    """The result with feedback added, if it grades a move and its evaluator measures features."""
    if not result.graded or not result.candidate(result.best_action).features:
        return result
    return replace(result, feedback=sentences(result, lambda action: _floored(request.state, action)))


def _floored(state: AzulState, action: JsonValue) -> int:
    """How many tiles a move itself puts on the floor line."""
    draft = apply_action(state, AzulAction.model_validate(action)).last_events[0]
    count = draft.get("to_floor", 0)
    return count if isinstance(count, int) else 0


def sentences(graded: Result, floored: Callable[[JsonValue], int] = lambda _action: 0) -> list[Feedback]:
    """One to three sentences on a result that grades a user's move, the most important first.

    Args:
        graded: The result.
        floored: How many tiles an action itself puts on the floor line.
    """
    user, best = graded.candidate(graded.user_action), graded.candidate(graded.best_action)
    if graded.user_action == graded.best_action:
        return [Feedback("overall", _praise(graded), 0.0)]
    delta, stderr = graded.delta_ev or 0.0, graded.delta_stderr or 0.0
    difference = {name: value - best.features[name] for name, value in user.features.items()}
    later = None
    if parts := _parts_apart(user, best):
        loss = -delta
        if loss <= stderr:
            return [Feedback("overall", _too_close(loss), delta)]
        if isinstance(graded.evidence, Apart):
            parts, difference = _steady(parts, difference, graded.evidence)
        difference |= {
            "expected_floor_penalty": -parts["penalties"],
            "expected_adjacency_points": parts["tiling"],
            "opponent_expected_points": -parts["opponent_tiling"] - parts["opponent_penalties"],
        }
        # Points say what the floor costs: more tiles on it may cost less, or nothing at a score of 0.
        difference["expected_tiles_to_floor"] = 0.0
        later = _later(parts["future"], loss, difference) or _unresolved(parts.get("unresolved", 0.0), loss)
    bullets = _bullets(difference, parts.get("bonuses", 0.0))
    if parts and later is None and not _explained(bullets, -delta):
        floors = floored(graded.user_action), floored(graded.best_action)
        return [Feedback("overall", _no_single_cause(difference, *floors), delta)]
    if not bullets and later is None:
        text = "Both moves lead to much the same end of the round; they differ in later rounds."
        return [Feedback("overall", text, delta)]
    # Losses first; what the move gains in return may follow.
    ranked = sorted(bullets, key=lambda b: (not b.loss, -b.weight))
    items = [Feedback(bullet.category, bullet.text, bullet.delta) for bullet in ranked]
    return ([] if later is None else [later]) + items[: MAX_SENTENCES - (later is not None)]


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


def _too_close(loss: float) -> str:
    if loss < SMALL:
        return "Too close to call: both moves are about as good."
    return f"Too close to call: the gap to the best move, {points(loss)}, is within the error."


def _explained(bullets: list[_Bullet], loss: float) -> bool:
    """Whether what counts against the user's move is a fair part of the loss."""
    return math.fsum(bullet.weight for bullet in bullets if bullet.loss) >= FAIR * loss


def _no_single_cause(d: dict[str, float], floored: int, floored_by_best: int) -> str:
    """What is said where good lines agree in no difference; what the move itself does to the floor line is certain."""
    named = _boards(d)
    text = "By learnt value: no single cause."
    if floored > floored_by_best:
        best = amount(floored_by_best, "tile") if floored_by_best else "none"
        text += f" The move itself puts {amount(floored, 'tile')} on your floor line, the best move {best}."
    return text + (f" When this round is over, {listed(named)}." if named else "")


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


def _later(future: float, loss: float, d: dict[str, float]) -> Feedback | None:
    """The loss in later rounds and how the boards differ by then; None unless it is most of the whole loss."""
    if -future < max(POINTS_THRESHOLD, MOSTLY * loss):
        return None
    named = _boards(d)
    text = f"It costs an estimated {points(-future)} in later rounds."
    return Feedback("overall", text + (f" When this round is over, {listed(named)}." if named else ""), future)


def _unresolved(rest: float, loss: float) -> Feedback | None:
    """The estimated loss in the rest of this round; None unless it is most of the whole loss."""
    if -rest < max(POINTS_THRESHOLD, MOSTLY * loss):
        return None
    text = f"It costs an estimated {points(-rest)} in the rest of this round."
    return Feedback("overall", text, rest)


def _fewer(text: str, tiles: float) -> str | None:
    return text.format(amount(tiles, "tile")) if tiles > 0 else None


class _Bullet(NamedTuple):
    """A difference large enough to name; ``loss`` if it counts against the user's move."""

    category: str
    text: str
    delta: float
    weight: float
    loss: bool


def _praise(graded: Result) -> str:
    """The sentence on a user's move that is the best: how far ahead of the next one it is."""
    if len(graded.candidates) < 2:
        return ONLY_MOVE
    if graded.too_close:
        return "No clearly better move was found; the next best is about as good."
    lead = graded.best_action_ev - graded.candidates[1].ev
    return ahead_of_next(lead) if lead else EQUAL_MOVE


def _bullets(d: dict[str, float], bonuses: float) -> list[_Bullet]:
    """The differences (user minus best) above their thresholds; ``bonuses`` are those of the end of the game, in points."""
    bullets = [
        _counted(
            "floor_penalty",
            d["expected_floor_penalty"],
            "Your move is expected to cost {} more on the floor line this round.",
            "In its favour: your move costs {} less on the floor line.",
            "point",
        ),
        _counted(
            "wasted_tiles",
            d["expected_tiles_to_floor"],
            "By the end of the round it leaves {} more on your floor.",
            "In its favour: it leaves {} fewer on your floor.",
            "tile",
            weight=0.8,
        ),
        _counted(
            "line_completion",
            -bonuses,
            "The best move gains {} more from rows, columns and colours.",
            "In its favour: your move gains {} more from rows, columns and colours.",
            "point",
        )
        or _counted(
            "line_completion",
            -d["expected_completions"],
            "The best move completes {} more this round.",
            "In its favour: your move completes {} more this round.",
            "pattern line",
            threshold=COMPLETIONS_THRESHOLD,
            weight=POINTS_PER_COMPLETION,
        ),
        _counted(
            "adjacency",
            -d["expected_adjacency_points"],
            "The best move scores {} more when tiles go to the wall.",
            "In its favour: your move scores {} more when tiles go to the wall.",
            "point",
        ),
        _counted(
            "denial",
            d["opponent_expected_points"],
            "Your move leaves your opponent {} more this round than the best one.",
            "In its favour: your move leaves your opponent {} less.",
            "point",
        ),
        _token(d["takes_first_player_token"]),
    ]
    return [bullet for bullet in bullets if bullet is not None]


def _counted(
    category: str,
    worse: float,
    loss: str,
    gain: str,
    unit: str,
    *,
    threshold: float = POINTS_THRESHOLD,
    weight: float = 1.0,
) -> _Bullet | None:
    """A bullet on a measured difference, if it is above the threshold; ``worse`` is how much worse the user's move is."""
    if abs(worse) <= threshold:
        return None
    text = (loss if worse > 0 else gain).format(amount(abs(worse), unit))
    delta = -worse if category in {"line_completion", "adjacency"} else worse
    return _Bullet(category, text, delta, abs(worse) * weight, worse > 0)


def _token(difference: float) -> _Bullet | None:
    """A bullet on the first-player token, always of weight 1."""
    if not difference:
        return None
    taken = "Your move takes the first-player token, which fills a place on your floor; the best one leaves it."
    left = "The best move takes the first-player token and so starts the next round."
    return _Bullet("first_player_token", taken if difference > 0 else left, difference, 1.0, loss=True)
