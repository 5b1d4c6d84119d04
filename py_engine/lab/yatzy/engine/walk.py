"""The forward pass over a player's decisions: which positions are visited how often, and the exact distribution of points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.uppers import FIRST, POSITIONS
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    FACES,
    FIRST_OF_SIZE,
    LATTICE,
    REMOVE,
    ROLL_WEIGHTS,
    ROLLS,
    UPPER,
    Rules,
)
from py_engine.lab.core.spread import report
from py_engine.lab.yatzy.engine import kernels, turn_kernels
from py_engine.lab.yatzy.engine.decisions import Decider, Decisions, Optimal
from py_engine.lab.yatzy.engine.space import (
    DIE_STEPS,
    FINAL_TURN,
    HOLDS,
    LENGTHS,
    LEVEL,
    MASK,
    SLOTS,
    STEPS,
    UPPER_SCORE,
    Kinds,
    following,
    kinds_of,
    position_of,
)

__all__ = ["Ended", "Measure", "Visit", "distribution", "outcomes", "walk"]

Measure = str
"""What is added up on the way: "points", "upper" (points in the upper categories) or "nothing"."""


class Visit(NamedTuple):
    """The positions visited before one turn."""

    turn: int
    """Closed categories."""
    positions: Array
    """(N,) int64, ascending."""
    spread: Array
    """(N, W) float64: joint probability of the position and the measure."""
    decisions: Decisions
    """Empty after the last turn."""
    ways: Array
    """(N, K) float64: probability of each outcome of the turn (see ``space.Kinds``) in that position."""
    to: Array
    """(45, N) int32: the row of the next visit, by slot."""

    @property
    def reached(self) -> Array:
        """(N,) float64: probability of each position."""
        return self.spread.sum(axis=1)


def outcomes(
    decisions: Decisions, rules: Rules, *, rolls: bool = False, compiled: bool = kernels.COMPILED
) -> tuple[Array, Array]:
    """What comes of a turn.

    Args:
        decisions: Those of N positions.
        rules: The house rules.
        rolls: Whether the probabilities of the rolls are wanted too.
        compiled: Whether to use numba.

    Returns:
        (N, K) float64, the probability of each outcome; (2, N, 252) float64, that of each roll with one throw left and with
        none, or (2, 0, 252).
    """
    kinds = kinds_of(rules)
    count = len(decisions.close)
    ways = np.zeros((count, len(kinds.points)), dtype=np.float64)
    between = np.empty((2, count if rolls else 0, ROLLS), dtype=np.float64)
    if compiled:
        turn_kernels.spread_turns(*decisions, HOLDS, kinds.of_roll, ROLL_WEIGHTS, DIE_STEPS, ways, between)
        return ways, between
    now = np.broadcast_to(ROLL_WEIGHTS[:, None], (ROLLS, count))
    places = np.arange(ROLLS, dtype=np.int64)[:, None]
    lanes = np.arange(count, dtype=np.int64)
    for stage, held in enumerate((decisions.first, decisions.second)):
        flat = HOLDS[places, held.T].astype(np.int64) * count + lanes
        now = _thrown_on(np.bincount(flat.ravel(), now.ravel(), LATTICE * count).reshape(LATTICE, count))
        if rolls:
            between[stage] = now.T
    flat = lanes * ways.shape[1] + kinds.of_roll[decisions.close.T, places]
    ways += np.bincount(flat.ravel(), now.ravel(), ways.size).reshape(ways.shape)
    return ways, between


def _thrown_on(spread: Array) -> Array:
    """(252, N) the probabilities of rolls after throwing the missing dice of what is held (462, N)."""
    for size, by_face in enumerate(REMOVE, 1):
        first = FIRST_OF_SIZE[size]
        spread[FIRST_OF_SIZE[size - 1] : FIRST_OF_SIZE[size - 2] if size > 1 else LATTICE] /= FACES
        for which in by_face:
            spread[first : first + len(which)] += spread[which]
    return spread[:ROLLS]


def walk(
    decider: Decider,
    mask: int = 0,
    upper: int = 0,
    measure: Measure = "points",
    *,
    compiled: bool = kernels.COMPILED,
) -> Iterator[Visit]:
    """Visits all positions that a player reaches, turn by turn; the last visit is of full cards, without decisions.

    Args:
        decider: The player.
        mask: Categories closed at the start.
        upper: Upper score at the start, at most 63, which the mask allows.
        measure: What is added up.
        compiled: Whether to use numba.
    """
    kinds = kinds_of(decider.rules)
    shift = _shift(kinds, measure)
    positions = np.array([position_of(mask, upper)], dtype=np.int64)
    spread = np.ones((1, 1), dtype=np.float64)
    low, high = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    row_of = np.zeros(POSITIONS + 1, dtype=np.int32)
    turns = FINAL_TURN - mask.bit_count()
    for turn in range(mask.bit_count(), FINAL_TURN):
        decisions = decider.decide(positions)
        ways, _ = outcomes(decisions, decider.rules, compiled=compiled)
        after = following(positions)
        used = np.add.reduceat(ways, np.searchsorted(kinds.slot, np.arange(SLOTS)), axis=1).T > 0
        seen = np.zeros(POSITIONS + 1, dtype=bool)
        seen[after[used]] = True
        there = np.flatnonzero(seen)
        row_of[there] = np.arange(len(there), dtype=np.int32)
        to = row_of[after]
        yield Visit(turn, positions, spread, decisions, ways, to)
        width = int(high.max()) + int(shift.max())
        moved = np.zeros((len(there), width), dtype=np.float64)
        low_to, high_to = np.full(len(there), width, dtype=np.int64), np.zeros(len(there), dtype=np.int64)
        move = kernels.move_points if compiled else _move_points
        move(spread, low, high, ways, kinds.slot, to, shift, moved, low_to, high_to)
        positions, spread, low, high = there, moved, low_to, high_to
        report((turn + 1 - mask.bit_count()) / turns)
    none = np.zeros((len(positions), 0), dtype=np.uint8)
    yield Visit(FINAL_TURN, positions, spread, Decisions(none, none, none), none, none)


def _shift(kinds: Kinds, measure: Measure) -> Array:
    if measure == "points":
        return kinds.points
    if measure == "upper":
        return np.where(kinds.category < UPPER, kinds.points, 0)
    return np.zeros_like(kinds.points)


def _move_points(  # noqa: PLR0917 - the arguments of the compiled loop
    here: Array,
    low: Array,
    high: Array,
    ways: Array,
    slot: Array,
    to: Array,
    shift: Array,
    there: Array,
    low_to: Array,
    high_to: Array,
) -> None:
    """See ``kernels.move_points``."""
    here = here[:, : int(high.max())]
    width = here.shape[1]
    for kind, more in enumerate(shift.tolist()):
        rows = np.flatnonzero(ways[:, kind])
        if not rows.size:
            continue
        targets = to[slot[kind], rows]
        np.minimum.at(low_to, targets, low[rows] + more)
        np.maximum.at(high_to, targets, high[rows] + more)
        order = np.argsort(targets, kind="stable")
        targets, rows = targets[order], rows[order]
        moved = here[rows] * ways[rows, kind][:, None]
        starts = np.flatnonzero(np.diff(targets, prepend=-1))
        there[targets[starts], more : more + width] += np.add.reduceat(moved, starts, axis=0)


class Ended(NamedTuple):
    """The exact results of a player's games, from a position on."""

    chances: Array
    """(S,) float64: probability of each number of points still to come, bonus included."""
    bonus: float
    """Probability of an upper score of 63 or more at the end."""
    by_turn: Array
    """(15, K) float64: probability of each outcome in each turn."""
    visited: list[int]
    """Visited positions by turn, the upper scores that make no difference taken as one."""

    @property
    def mean(self) -> float:
        """The mean number of points to come."""
        return float((self.chances * np.arange(len(self.chances), dtype=np.float64)).sum())


def distribution(decider: Decider, mask: int = 0, upper: int = 0, *, compiled: bool = kernels.COMPILED) -> Ended:
    """The exact results of a player from a position on; see ``walk``.

    For a player who plays best there is a faster way, with numba and without it.
    """
    if isinstance(decider, Optimal):
        return (_compiled_best if compiled else _best)(decider, mask, upper)
    by_turn = _nothing_closed(decider.rules)
    visited = []
    last = None
    for visit in walk(decider, mask, upper, compiled=compiled):
        visited.append(len(visit.positions))
        if visit.turn < FINAL_TURN:
            by_turn[visit.turn] = visit.reached @ visit.ways
        last = visit
    assert last is not None  # noqa: S101 # for mypy
    return _ended(last.positions, last.spread, by_turn, visited)


def _best(player: Optimal, mask: int, upper: int) -> Ended:
    """The results of a player who plays best, in numpy; the points are those of ``DistributionJob``."""
    goal = player.goal
    job = DistributionJob(goal.rules, goal.theta, mask, upper, flat=player.flat)
    job.run()
    by_turn = _nothing_closed(goal.rules)
    visited = []
    for visit in walk(player, mask, upper, "nothing", compiled=False):
        visited.append(len(visit.positions))
        if visit.turn < FINAL_TURN:
            by_turn[visit.turn] = visit.reached @ visit.ways
    return Ended(job.finished.distribution, job.finished.bonus, by_turn, visited)


def _compiled_best(player: Optimal, mask: int, upper: int) -> Ended:
    """The results of a player who plays best; decisions and their outcomes are not kept."""
    kinds = kinds_of(player.rules)
    by_turn = _nothing_closed(player.rules)
    filled = np.bincount(np.bitwise_count(MASK), minlength=FINAL_TURN + 1)
    positions = np.array([position_of(mask, upper)], dtype=np.int64)
    spread = np.ones((1, 1), dtype=np.float64)
    low, high = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    row_of = np.full(POSITIONS + 1, -1, dtype=np.int32)
    visited = [1]
    turns = FINAL_TURN - mask.bit_count()
    for turn in range(mask.bit_count(), FINAL_TURN):
        most = int(filled[turn + 1])
        there = np.empty(most, dtype=np.int64)
        moved = np.zeros((most, int(high.max()) + int(kinds.points.max())), dtype=np.float64)
        low_to, high_to = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
        row_of[:] = -1
        found = turn_kernels.play_turns(
            positions,
            np.argsort(positions),
            spread,
            low,
            high,
            MASK,
            LEVEL,
            FIRST,
            LENGTHS,
            STEPS,
            player.lifted,
            player.aim,
            kinds.points,
            ROLL_WEIGHTS,
            DIE_STEPS,
            row_of,
            there,
            moved,
            low_to,
            high_to,
            by_turn[turn],
        )
        positions, spread, low, high = there[:found], moved[:found], low_to[:found], high_to[:found]
        visited.append(found)
        report((turn + 1 - mask.bit_count()) / turns)
    return _ended(positions, spread, by_turn, visited)


def _nothing_closed(rules: Rules) -> Array:
    return np.zeros((FINAL_TURN, len(kinds_of(rules).points)), dtype=np.float64)


def _ended(positions: Array, spread: Array, by_turn: Array, visited: list[int]) -> Ended:
    """The results, from the points before the bonus at each full card."""
    won = UPPER_SCORE[positions] >= BONUS_AT
    chances = np.zeros(spread.shape[1] + BONUS, dtype=np.float64)
    chances[: spread.shape[1]] += spread[~won].sum(axis=0)
    chances[BONUS:] += spread[won].sum(axis=0)
    return Ended(chances, float(spread[won].sum()), by_turn, visited)
