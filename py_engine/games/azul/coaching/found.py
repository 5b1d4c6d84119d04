"""What explains a loss, where the evaluator gives points by kind: what is said first, and the differences beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import amount, listed, points
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD, Bullet, bullets_of, with_certain_floor
from py_engine.games.azul.coaching.causes import (
    FAIR,
    MOSTLY,
    NO_CAUSE,
    NO_OTHER_CAUSE,
    Cause,
    on_one_board,
    on_one_row,
    played_on,
)
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.outcome import is_exact
from py_engine.games.azul.coaching.shown import covered, shown_rows
from py_engine.games.azul.search.lines import Apart
from py_engine.games.azul.search.sides import WHOLE

__all__ = ["Found", "found_of", "parts_apart", "without_repetition"]

MADE_UP = "made_up"
"""The category of what this round gains and later rounds lose again."""
MAX_DIFFERENCES = 2
"""Differences between the boards that are named along with them."""
_STARTS = "starts the next round"


class Found(NamedTuple):
    """What explains a loss."""

    cause: Cause | None
    """What is said first, if that is none of the bullets."""
    bullets: list[Bullet]
    completed: Sequence[Fact]
    """What the best move completes by itself, if that is not the cause."""
    explained: bool
    """Whether the bullets explain the loss, or the cause does."""
    when_over: str
    """How the boards differ when the round is over, as a sentence after a space; empty where good lines agree in nothing."""


def found_of(
    graded: Result, parts: dict[str, float], difference: dict[str, float], certain: Sequence[Fact], *, close: bool
) -> Found:
    """What explains a loss.

    Args:
        graded: The result.
        parts: Points by kind, user minus best; see ``parts_apart``.
        difference: Features, user minus best.
        certain: What the move does worse than the best one by itself.
        close: Whether the card leaves open whether the move is worse.
    """
    loss, error = -(graded.delta_ev or 0.0), graded.delta_stderr or 0.0
    apart = graded.evidence if isinstance(graded.evidence, Apart) else None
    if apart is not None and is_exact(graded):
        apart = _exact(apart, parts, difference, -loss)
    parts = _without_eaten(parts, difference["expected_floor_penalty"])
    floor = -parts["penalties"]
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
    # Tiles on the floor line that cost nothing more in the end explain nothing.
    explained = _explained(bullets, loss)
    enough = _suffice([fact for fact in certain if not fact.floor or floor > 0], loss)
    bullets = with_certain_floor(bullets, certain, floor)
    # What a sentence on the floor line says already is not said again.
    certain = [fact for fact in certain if not (fact.floor and fact.cost)]
    explained = explained or (enough and not certain)
    board, others = on_one_row(graded, apart, bullets, close=close)
    if board is None:
        board, others = on_one_board(graded, apart, bullets)
        board = _with_its_rows(board, graded)
    facts = _by_itself(certain, difference, -loss, enough=enough)
    completed = [fact for fact in certain if fact.cost]
    if not close:
        cause = board or _of_rounds(graded, parts, bullets, difference)
    else:
        # Estimates of later rounds say little where the whole loss is within the error: what is certain comes first, and what
        # the moves themselves change on a row.
        direct = board if board is not None and board.direct else None
        cause = direct or (None if explained else (facts if enough else None) or board)
    if cause is None and not explained:
        cause = _with_shown(played_on(apart, loss, error), graded) or facts
    kept = without_repetition(cause, others if cause is board and board is not None else bullets)
    kept = [_made_up_for(each, apart) for each in kept]
    beside = [] if cause is facts else completed
    return Found(cause, kept, beside, explained or cause is not None, _when_over(difference))


def _exact(apart: Apart, parts: dict[str, float], difference: dict[str, float], whole: float) -> Apart:
    """How two moves differ whose lines end the game and are the best play: nothing is left to agree in, and no row is a mean."""
    opponent = parts["opponent_tiling"] + parts["opponent_penalties"] - difference.get("opponent_bonus_points", 0.0)
    sides = {"own": whole - opponent, "opponent": opponent, "start": 0.0, WHOLE: whole}
    return Apart(parts | difference, 0.0, sides, *apart.shown)


def _made_up_for(bullet: Bullet, apart: Apart | None) -> Bullet:
    """The bullet; what an opponent scores less this round is no gain where good lines agree that the board makes up for it."""
    theirs = 0.0 if apart is None else apart.sides.get("opponent", 0.0)
    if bullet.category != "denial" or bullet.loss or bullet.covers or theirs >= 0:
        return bullet
    text = f"Your move leaves your opponent {points(bullet.weight)} less this round, but their board makes up for that later."
    return Bullet(MADE_UP, text, bullet.delta, 0.0, loss=True, lost=0.0)


def _with_its_rows(board: Cause | None, graded: Result) -> Cause | None:
    """What is lost on one board alone, with where that is in the lines shown if nothing of it is said to be in this round."""
    if board is None or len(board.covers) != 1 or "," in board.item.text:
        return board
    ((own, _),) = board.covers
    where = shown_rows(graded, -board.lost, {(not own, None)})
    return board._replace(item=replace(board.item, text=board.item.text + where))


def _with_shown(cause: Cause | None, graded: Result) -> Cause | None:
    """A cause that says nothing of a board, with where the loss is in the lines shown."""
    if cause is None:
        return None
    text = cause.item.text + shown_rows(graded, graded.delta_ev or 0.0, set())
    return cause._replace(item=replace(cause.item, text=text))


def _of_rounds(
    graded: Result, parts: dict[str, float], bullets: Sequence[Bullet], difference: dict[str, float]
) -> Cause | None:
    """Most of a loss that is in later rounds, or in the rest of this one."""
    # Beside points that this round loses, nobody would understand that it gives some back: then a last sentence sums up all else.
    balanced = any(not bullet.loss or bullet.lost > 0 for bullet in bullets)
    loss = -(graded.delta_ev or 0.0)
    later = _later(parts["future"], loss, difference, balanced=balanced)
    if later is not None and not _when_over(difference):
        # A row counts with all rounds, so that rows explain the whole where nothing else is named of this round.
        amount = parts["future"] if any(bullet.lost for bullet in bullets) else -loss
        where = shown_rows(graded, amount, covered(None, bullets))
        later = later._replace(item=replace(later.item, text=later.item.text + where))
    return later or _unresolved(parts.get("unresolved", 0.0), loss)


def without_repetition(cause: Cause | None, bullets: Sequence[Bullet]) -> list[Bullet]:
    """The bullets, without who starts the next round if the cause says that."""
    said = cause is not None and _STARTS in cause.item.text
    return [bullet for bullet in bullets if not (said and _STARTS in bullet.text)]


def parts_apart(user: Candidate, best: Candidate) -> dict[str, float]:
    """Points by kind, user minus best; empty if the evaluator does not separate later rounds from this one."""
    mine, other = ({reason.code: reason.value for reason in each.reasons} for each in (user, best))
    codes = dict.fromkeys([*mine, *other])
    return {code: mine.get(code, 0.0) - other.get(code, 0.0) for code in codes} if "future" in mine else {}


def _without_eaten(parts: dict[str, float], floor: float) -> dict[str, float]:
    """The parts, without those of the floor line and of own tiles where a score of 0 mixes them.

    A score cannot fall below 0: with equal floor lines, the move that scores more loses more of it there. Of the floor line no more is
    left than its tiles cost; what that leaves makes up for points of tiles, which then have no sentence either.

    Args:
        parts: Points by kind, user minus best.
        floor: What the user's floor line costs more by its tiles alone.
    """
    charged = parts["penalties"]
    kept = min(max(charged, min(0.0, -floor)), max(0.0, -floor))
    return parts if kept == charged else parts | {"penalties": kept, "tiling": 0.0}


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
