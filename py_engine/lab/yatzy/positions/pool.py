"""A pool of decisions met under realistic play: how often, how close, of what kind, and what is at stake."""

from __future__ import annotations

from typing import NamedTuple, get_args

import numpy as np

from py_engine.core.numerics import U8, U32, Array
from py_engine.games.yatzy.coaching.classify import DecisionCode, Phase, Tension, classify
from py_engine.games.yatzy.knowledge.lattice import expect_throws, scratch
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.policies.policy import action_values, look_ahead, optimal, sample_near_best
from py_engine.games.yatzy.rules.batch import KEPT, Batch, finished, held_multisets, legal_mask, new_batch, step
from py_engine.games.yatzy.rules.tables import BONUS_AT, FACES, Rules
from py_engine.lab.core.spread import report
from py_engine.lab.yatzy.engine.human import Human
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS, position_of
from py_engine.lab.yatzy.engine.values import turn_values
from py_engine.lab.yatzy.positions.sensitivity_program import Decision

__all__ = ["Pool", "collect", "different", "pool_columns"]

_MOVES = 45
"""Moves of a game: 15 turns of at most two holds and a category."""
_CHUNK = 512
"""Decisions that are valued together."""


class Pool(NamedTuple):
    """N different decisions. All arrays are (N,): int64, or float64 for frequencies, points and deviations."""

    mask: Array
    """The closed categories."""
    upper: Array
    """The upper score, at most 63."""
    roll: Array
    """The number of the multiset of dice, see ``tables.MULTISETS``."""
    throws_left: Array
    frequency: Array
    """Times a game."""
    phase: Array
    """Numbers in ``classify.Phase``."""
    kind: Array
    """Numbers in ``classify.DecisionCode``."""
    tension: Array
    """Numbers in ``classify.Tension``."""
    best: Array
    """The best action: the code of a hold, or a category."""
    second: Array
    """The best action that is worse than that."""
    gap: Array
    """Points that the second best action loses."""
    obvious: Array
    """What a rule of thumb would do (``human:keen``)."""
    obvious_loss: Array
    """Points that it loses."""
    stake: Array
    """Standard deviation, in points, of what the throw after the best hold brings; for a category the gap."""

    def take(self, rows: Array) -> Pool:
        """Some of the decisions."""
        return Pool(*(column[rows] for column in self))

    def decision(self, row: int) -> Decision:
        """One of them."""
        return Decision(int(self.mask[row]), int(self.upper[row]), int(self.roll[row]), int(self.throws_left[row]))


def collect(rules: Rules, games: int, seed: int, scale: float) -> Pool:
    """Plays games with random errors and collects the decisions with at least two different actions.

    Args:
        rules: The house rules.
        games: Number of games.
        seed: Of dice and errors.
        scale: See ``policy.Policy``.
    """
    table = ValueTable(solved(Goal(rules=rules)), rules)
    generator = np.random.default_rng(seed)
    batch = new_batch(1, _dice(generator, games), rules)
    found: list[Array] = []
    objective = optimal(table)
    for move in range(_MOVES):
        live = np.flatnonzero(~finished(batch))
        if not live.size:
            break
        values = action_values(batch, look_ahead(batch, objective))
        found.append(_rows(batch.take(live), values[live]))
        bits = generator.integers(0, 2**32, size=games, dtype=U32)
        step(batch, sample_near_best(values, batch.dice, scale, bits), _dice(generator, games))
        report((move + 1) / _MOVES)
    rows, counts = np.unique(np.concatenate(found), axis=0, return_counts=True)
    return _valued(rows, counts / games, rules)


def _dice(generator: np.random.Generator, games: int) -> Array:
    """(games, 5) uint8: a throw of five dice for each game."""
    return generator.integers(1, FACES + 1, size=(games, 5), dtype=U8)


def _rows(batch: Batch, values: Array) -> Array:
    """(B, 7) int64: mask, upper score, roll, throws left, phase, kind, tension; of decisions with a choice."""
    classes = classify(batch, values)
    upper = np.minimum(batch.of_mover(batch.upper), BONUS_AT)
    roll = held_multisets(batch.dice, KEPT[-1])
    columns = [
        batch.of_mover(batch.closed),
        upper,
        roll,
        batch.rolls_left,
        classes.phase,
        classes.kind,
        classes.tension,
    ]
    rows = np.stack([column.astype(np.int64) for column in columns], axis=1)
    return np.asarray(rows[(classes.gap > 0) & (legal_mask(batch).sum(axis=1) > 1)])


def _valued(rows: Array, frequency: Array, rules: Rules) -> Pool:
    """The pool of decisions, with the values of their actions.

    Args:
        rows: (N, 7) int64: different decisions, see ``_rows``.
        frequency: (N,) float64: times a game.
        rules: The house rules.
    """
    flat = solved(Goal(rules=rules))
    positions = np.array([position_of(int(mask), int(upper)) for mask, upper in rows[:, :2]], dtype=np.int64)
    human = Human("keen", rules)
    count = len(rows)
    best, second, obvious = (np.zeros(count, dtype=np.int64) for _ in range(3))
    gap, loss, stake = (np.zeros(count) for _ in range(3))
    for start in range(0, count, _CHUNK):
        here = slice(start, min(start + _CHUNK, count))
        distinct, where = np.unique(positions[here], return_inverse=True)
        found = turn_values(flat, rules, distinct)
        thumb = human.decide(distinct)
        squares = _spread(found.turn.rolls)
        for row, column in zip(range(here.start, here.stop), where.tolist(), strict=True):
            roll, left = int(rows[row, 2]), int(rows[row, 3])
            codes = HOLDS[roll, : HOLD_COUNT[roll]].astype(np.int64)
            values = found.turn.held[left - 1][codes, column] if left else found.closed[:, roll, column]
            order = np.argsort(-values, kind="stable")
            worse = order[values[order] < values[order[0]] - 1e-9]
            best[row], second[row] = order[0], worse[0] if len(worse) else order[0]
            gap[row] = values[best[row]] - values[second[row]]
            obvious[row] = (thumb.first if left else thumb.close)[column, roll]
            loss[row] = values[best[row]] - values[obvious[row]]
            stake[row] = squares[left - 1][codes[best[row]], column] if left else gap[row]
    keep = np.isfinite(gap) & (gap > 0)
    mask, upper, roll, left, phase, kind, tension = rows.T
    pool = Pool(mask, upper, roll, left, frequency, phase, kind, tension, best, second, gap, obvious, loss, stake)
    return pool.take(np.flatnonzero(keep))


def _spread(rolls: tuple[Array, Array, Array]) -> tuple[Array, Array]:
    """(462, C) each: the standard deviation of the value after the throw that follows each hold."""
    found = []
    for values in rolls[:2]:
        moments = []
        for power in (values, values * values):
            lattice = np.empty((462, values.shape[1]), dtype=np.float64)
            lattice[:252] = power
            expect_throws(lattice, scratch(values.shape[1]))
            moments.append(lattice)
        found.append(np.sqrt(np.maximum(moments[1] - moments[0] ** 2, 0.0)))
    return found[0], found[1]


def different(pool: Pool, score: Array, count: int, per_class: int) -> Array:
    """The rows with the highest scores, no two of which are alike.

    Decisions are alike if they have the same dice held and let go of by the best action, in the same phase; and at most
    ``per_class`` have the same phase, kind and tension.
    """
    chosen: list[int] = []
    seen: set[tuple[int, ...]] = set()
    classes: dict[tuple[int, ...], int] = {}
    for row in np.argsort(-score, kind="stable").tolist():
        alike = (int(pool.phase[row]), int(pool.roll[row]), int(pool.best[row]), int(pool.kind[row] == 2))
        group = (int(pool.phase[row]), int(pool.kind[row]), int(pool.tension[row]))
        if alike in seen or classes.get(group, 0) >= per_class:
            continue
        seen.add(alike)
        classes[group] = classes.get(group, 0) + 1
        chosen.append(row)
        if len(chosen) == count:
            break
    return np.array(chosen, dtype=np.int64)


def pool_columns(pool: Pool) -> dict[str, Array]:
    """The pool as columns, classes as words."""
    words = {"phase": get_args(Phase), "kind": get_args(DecisionCode), "tension": get_args(Tension)}
    return {
        name: np.array(words[name])[column] if name in words else column
        for name, column in zip(Pool._fields, pool, strict=True)
    }
