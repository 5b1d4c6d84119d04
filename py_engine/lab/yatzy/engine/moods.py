"""Players who choose among good moves by chance. They leave the table of decisions, so turns are solved as they are visited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS, STANDARD, Rules
from py_engine.lab.core.spread import report
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.games import FACES_5, NO_DICE, Games, joined, scored
from py_engine.lab.yatzy.engine.mood_kernels import play_turns
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import (
    DIE_STEPS,
    FINAL_TURN,
    HOLD_COUNT,
    HOLDS,
    following,
    kinds_of,
    position_of,
    thrown,
)

__all__ = ["Mood", "play_moody"]

BATCH = 200_000
"""Games at once; the more there are, the more share a position."""
_CHUNK = 256
_LANES = 2048
"""Games whose choices are made at once, in numpy."""
_CODES = np.arange(32, dtype=np.int64)
_HOLDS_OF = np.ascontiguousarray(HOLDS.T).astype(np.int64)


class Mood(NamedTuple):
    """How a player strays from the best move.

    A player of habits values a card after the turn at ``gamma`` times its worth, by the risk preference ``theta``, and looks
    ``depth`` throws ahead: 2 all that are left, 1 the next one, 0 the next one with a single category in mind.
    """

    scale: float = 0.0
    """Points: a move that loses this much is chosen half as often as the best (the levels' errors); 0 for softmax."""
    beta: float = 0.0
    """Per point: a move is chosen with weight e^(beta value)."""
    theta: float = 0.0
    gamma: float = 1.0
    depth: int = 2
    rules: Rules = STANDARD

    @property
    def name(self) -> str:
        """The player's name."""
        return f"noisy:{self.scale:g}" if self.scale else f"softmax:{self.beta:g}"


def after_values(mood: Mood) -> Array:
    """(958977,) float64: the worth in points of the card after a turn, to this player; minus infinity past the end."""
    flat = solved(Goal(mood.theta, rules=mood.rules))
    worth = np.log(flat) / mood.theta if mood.theta else flat
    return np.append(mood.gamma * worth, -np.inf)


def play_moody(mood: Mood, games: int, generator: np.random.Generator, *, compiled: bool = kernels.COMPILED) -> Games:
    """Plays games move by move, the games in one position together."""
    worth = after_values(mood)
    parts = []
    for start in range(0, games, BATCH):
        parts.append(_play(mood, worth, min(BATCH, games - start), generator, compiled=compiled))
        report(min(1.0, (start + BATCH) / games))
    return joined(parts)


def _play(mood: Mood, worth: Array, size: int, generator: np.random.Generator, *, compiled: bool) -> Games:
    closed, points = (np.empty((FINAL_TURN, size), dtype=np.uint8) for _ in range(2))
    kinds = kinds_of(mood.rules)
    positions = np.full(size, position_of(0, 0), dtype=np.int64)
    for turn in range(FINAL_TURN):
        draws = generator.integers(0, FACES_5, (3, size), dtype=np.uint16)
        choices = generator.random((3, size))
        order = np.argsort(positions, kind="stable")
        ordered = positions[order]
        first = np.concatenate([[True], ordered[1:] != ordered[:-1]])
        starts = np.append(np.flatnonzero(first), size)
        distinct = ordered[starts[:-1]]
        after = following(distinct)
        ends = worth[after[kinds.slot]] + kinds.points[:, None]
        category, roll = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
        category_of, roll_of = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
        if compiled:
            play_turns(
                ends,
                kinds.of_roll,
                HOLDS,
                HOLD_COUNT,
                DIE_STEPS,
                thrown(),
                starts,
                draws[:, order],
                choices[:, order],
                mood.scale,
                mood.beta,
                mood.theta,
                mood.depth,
                category_of,
                roll_of,
            )
        else:
            _play_turns(mood, ends, starts, draws[:, order], choices[:, order], category_of, roll_of)
        category[order], roll[order] = category_of, roll_of
        closed[turn], points[turn] = category, scored(mood.rules, category, roll)
        kind = kinds.of_roll[category, roll]
        where = np.empty(size, dtype=np.int64)
        where[order] = np.cumsum(first) - 1
        positions = after[kinds.slot[kind], where]
    return Games(closed.T.copy(), points.T.copy())


def _play_turns(  # noqa: PLR0917 - the arguments of the compiled loop
    mood: Mood, ends: Array, starts: Array, draws: Array, choices: Array, category: Array, roll: Array
) -> None:
    """See ``mood_kernels.play_turns``; in numpy, some positions at a time, and of these some games."""
    of_roll = kinds_of(mood.rules).of_roll
    for start in range(0, ends.shape[1], _CHUNK):
        stop = min(start + _CHUNK, ends.shape[1])
        near = np.ascontiguousarray(ends[:, start:stop])
        still_open = np.flatnonzero((near[of_roll[:, 0]] > -np.inf).any(axis=1))
        held = hold_values(mood, [near[of_roll[which]] for which in still_open])
        columns = np.repeat(np.arange(stop - start, dtype=np.int64), np.diff(starts[start : stop + 1]))
        first, last = int(starts[start]), int(starts[stop])
        for lane in range(first, last, _LANES):
            part = slice(lane, min(lane + _LANES, last))
            column = columns[lane - first : part.stop - first]

            def closings(now: Array, column: Array = column, near: Array = near, rows: Array = still_open) -> Array:
                return near[of_roll[rows[:, None], now], column]

            chosen, roll[part] = _choose(mood, held, closings, column, draws[:, part], choices[:, part])
            category[part] = still_open[chosen]


def _choose(  # noqa: PLR0917 - what a turn depends on
    mood: Mood,
    held: tuple[Array, Array],
    closings: Callable[[Array], Array],
    column: Array,
    draws: Array,
    choices: Array,
) -> tuple[Array, Array]:
    """(L,) int64 each: the place of the category closed among the open ones, and the roll that it is closed with."""
    throws = thrown()
    now = throws[NO_DICE, draws[0]].astype(np.int64)
    chosen = np.full(len(now), -1, dtype=np.int64)
    lanes = np.arange(len(now), dtype=np.int64)
    for stage in range(2):
        codes = _HOLDS_OF[:, now]
        values = np.where(HOLD_COUNT[now] > _CODES[:, None], held[1 - stage][codes, column], -np.inf)
        if mood.scale:
            values = np.concatenate([values, closings(now)])
        pick = _sampled(mood, values, choices[stage])
        going = chosen < 0
        chosen = np.where(going & (pick >= len(codes)), pick - len(codes), chosen)
        keep = codes[np.minimum(pick, len(codes) - 1), lanes]
        now = np.where(chosen < 0, throws[keep, draws[stage + 1]], now)
    last = _sampled(mood, closings(now), choices[2])
    return np.where(chosen < 0, last, chosen), now


def hold_values(mood: Mood, closings: Array | Sequence[Array]) -> tuple[Array, Array]:
    """(462, C) each: the worth of holding with one and with two throws left, in points, to this player.

    Args:
        mood: The player.
        closings: By category (252, C) float64: the worth of closing it with each roll; minus infinity where it is closed.
    """
    columns = closings[0].shape[1]
    space = scratch(columns)
    lattice = np.empty((LATTICE, columns), dtype=np.float64)
    if mood.depth == 0:
        best = np.full((LATTICE, columns), -np.inf, dtype=np.float64)
        for closed in closings:
            lattice[:ROLLS] = _utility(mood, closed)
            expect_throws(lattice, space)
            np.maximum(best, _points(mood, lattice), out=best)
        return best, best
    most = lattice[:ROLLS]
    most[:] = closings[0]
    for closed in closings[1:]:
        np.maximum(most, closed, out=most)
    most[:] = _utility(mood, most)
    expect_throws(lattice, space)
    last = _points(mood, lattice)
    if mood.depth == 1:
        return last, last
    hold_best(lattice, space, np.minimum if mood.theta < 0 else np.maximum)
    expect_throws(lattice, space)
    return last, _points(mood, lattice)


def _utility(mood: Mood, points: Array) -> Array:
    if not mood.theta:
        return points
    return np.where(points > -np.inf, np.exp(mood.theta * np.maximum(points, -1e3)), np.inf if mood.theta < 0 else 0.0)


def _points(mood: Mood, utility: Array) -> Array:
    if not mood.theta:
        return utility.copy()
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(utility) / mood.theta)


def _sampled(mood: Mood, values: Array, choices: Array) -> Array:
    """(L,) int64: a choice for each column of values."""
    loss = values.max(axis=0) - values
    if mood.scale:
        loss /= mood.scale
        loss *= loss
        loss += 1.0
        weights = np.divide(1.0, loss, out=loss)
    else:
        loss *= -mood.beta
        weights = np.where(values > -np.inf, np.exp(loss), 0.0)
    # Row by row, which is several times faster than np.cumsum along this axis.
    for before, row in pairwise(weights):
        np.add(row, before, out=row)
    chosen = (weights <= choices * weights[-1]).sum(axis=0)
    return np.minimum(chosen, len(values) - 1)
