"""Players who choose among good moves by chance. They leave the table of decisions, so turns are solved as they are visited."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.rules.tables import CATEGORIES, FIRST_OF_SIZE, LATTICE, ROLLS, STANDARD, Rules
from py_engine.lab.core.spread import report
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.games import FACES_5, NO_DICE, Games, joined, scored
from py_engine.lab.yatzy.engine.mood_kernels import play_turns
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import (
    ADDED,
    FINAL_TURN,
    HOLD_COUNT,
    HOLDS,
    REMOVED,
    following,
    kinds_of,
    position_of,
    thrown,
)

__all__ = ["Mood", "play_moody"]

BATCH = 200_000
"""Games at once; the more there are, the more share a position."""
_CHUNK = 256
_CODES = np.arange(32, dtype=np.int64)


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
        distinct, where = np.unique(positions, return_inverse=True)
        after = following(distinct)
        ends = worth[after[kinds.slot]] + kinds.points[:, None]
        category, roll = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
        order = np.argsort(where, kind="stable")
        if compiled:
            starts = np.searchsorted(where[order], np.arange(len(distinct) + 1, dtype=np.int64))
            play_turns(
                ends,
                kinds.of_roll,
                HOLDS,
                HOLD_COUNT,
                ADDED,
                REMOVED,
                np.array(FIRST_OF_SIZE, dtype=np.int64),
                thrown(),
                order,
                starts,
                draws,
                choices,
                mood.scale,
                mood.beta,
                mood.theta,
                mood.depth,
                category,
                roll,
            )
        else:
            _play_turns(mood, ends, order, where, draws, choices, category, roll)
        closed[turn], points[turn] = category, scored(mood.rules, category, roll)
        kind = kinds.of_roll[category, roll]
        positions = after[kinds.slot[kind], where]
    return Games(closed.T.copy(), points.T.copy())


def _play_turns(  # noqa: PLR0917 - the arguments of the compiled loop
    mood: Mood, ends: Array, order: Array, where: Array, draws: Array, choices: Array, category: Array, roll: Array
) -> None:
    """See ``mood_kernels.play_turns``; in numpy, some positions at a time."""
    kinds, throws = kinds_of(mood.rules), thrown()
    sorted_where = where[order]
    for start in range(0, ends.shape[1], _CHUNK):
        stop = min(start + _CHUNK, ends.shape[1])
        lanes = order[np.searchsorted(sorted_where, start) : np.searchsorted(sorted_where, stop)]
        column = where[lanes] - start
        closings = ends[kinds.of_roll, start:stop]
        held = hold_values(mood, closings)
        now = throws[NO_DICE, draws[0, lanes]].astype(np.int64)
        chosen = np.full(len(lanes), -1, dtype=np.int64)
        for stage in range(2):
            codes = HOLDS[now].astype(np.int64)
            values = np.where(HOLD_COUNT[now][:, None] > _CODES, held[1 - stage][codes, column[:, None]], -np.inf)
            if mood.scale:
                values = np.concatenate([values, closings[:, now, column].T], axis=1)
            pick = _sampled(mood, values, choices[stage, lanes])
            going = chosen < 0
            chosen = np.where(going & (pick >= 32), pick - 32, chosen)
            keep = codes[np.arange(len(lanes)), np.minimum(pick, 31)]
            now = np.where(chosen < 0, throws[keep, draws[stage + 1, lanes]], now)
        last = _sampled(mood, closings[:, now, column].T, choices[2, lanes])
        category[lanes], roll[lanes] = np.where(chosen < 0, last, chosen), now


def hold_values(mood: Mood, closings: Array) -> tuple[Array, Array]:
    """(462, C) each: the worth of holding with one and with two throws left, in points, to this player.

    Args:
        mood: The player.
        closings: (15, 252, C) worth of closing each category; minus infinity for closed ones.
    """
    columns = closings.shape[2]
    space = scratch(columns)
    lattice = np.empty((LATTICE, columns), dtype=np.float64)
    if mood.depth == 0:
        best = np.full((LATTICE, columns), -np.inf, dtype=np.float64)
        for which in range(len(CATEGORIES)):
            lattice[:ROLLS] = _utility(mood, closings[which])
            expect_throws(lattice, space)
            np.maximum(best, _points(mood, lattice), out=best)
        return best, best
    lattice[:ROLLS] = _utility(mood, closings.max(axis=0))
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
    """(B,) int64: a choice for each row of values."""
    loss = values.max(axis=1, keepdims=True) - values
    weights = 1.0 / (1.0 + (loss / mood.scale) ** 2) if mood.scale else np.exp(-mood.beta * loss)
    cumulative = np.cumsum(weights, axis=1)
    point = choices * cumulative[:, -1]
    return np.minimum((cumulative <= point[:, None]).sum(axis=1), values.shape[1] - 1)
