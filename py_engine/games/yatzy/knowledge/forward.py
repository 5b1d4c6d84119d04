"""The exact distribution of points under a fixed policy, by propagating probabilities forward (the policy's Markov chain).

Positions are visited turn by turn, and only those the policy reaches. Each holds the distribution of the points scored so
far; every outcome of a turn (see ``policy_columns``) adds it to the next position, shifted by the points scored and
weighted by the outcome's probability.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from py_engine.core.evaluation import Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.blocks import BlockLayout, block_layouts
from py_engine.games.yatzy.knowledge.policy_columns import UPPER_OUTCOMES, TurnColumns
from py_engine.games.yatzy.knowledge.solver import Objective
from py_engine.games.yatzy.knowledge.uppers import LEVEL_OF, LEVELS, POSITIONS
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    FACES,
    LOWER_MASKS,
    UPPER,
    UPPER_MASKS,
    Rules,
)

__all__ = ["ForwardPass", "ForwardResult"]

COLUMNS = 256
"""Approximate number of positions whose turns are played at once."""
LOWER = len(CATEGORIES) - UPPER


class ForwardResult(NamedTuple):
    """The result of a forward pass."""

    distribution: Array
    """(S,) float64: probability of each number of points still to come, bonus included."""
    outcomes: Array
    """(K,) float64: probability of closing a category with given points, see ``Outcomes``."""
    bonus: float
    """Probability of the bonus."""


class _Group(NamedTuple):
    """The positions of one block that are reached."""

    lower: int
    rows: Array
    """(R,) int64."""
    spread: Array
    """(R, W) float64: joint probability of the position and the points so far."""


class ForwardPass:
    """Propagates probabilities from a position to the end of the game.

    Args:
        rules: The house rules.
        objective: What the player maximizes.
        flat: (958976,) float64, the values of positions as in ``values.ValueTable``; only those reachable from the
            first position are read. None for a player who considers the points of the current turn only.
        mask: Categories closed at the start.
        upper: Upper score at the start, at most 63, which the mask allows.
        count: Whether points are tracked; if not, there is no distribution of them.
    """

    def __init__(
        self,
        rules: Rules,
        objective: Objective,
        flat: Array | None,
        mask: int = 0,
        upper: int = 0,
        *,
        count: bool = True,
    ) -> None:
        self._layouts = block_layouts(mask & (UPPER_MASKS - 1))
        widest = max(len(layout.merged) for layout in self._layouts if layout is not None)
        self._turn = TurnColumns(rules, objective, COLUMNS + widest, strict=flat is None)
        if flat is None:
            flat = np.full(1, 1.0 if objective.theta else 0.0, dtype=np.float64)
        self._table = np.full(POSITIONS + 1, self._turn.worst, dtype=np.float64)
        np.add(flat, self._turn.lift, out=self._table[:POSITIONS])
        self._count = int(count)
        self._outcomes = np.zeros(len(self._turn.outcomes.points), dtype=np.float64)
        self._most = [int(self._turn.outcomes.points[part].max()) for part in self._turn.outcomes.slices]
        self._start_lower = mask >> UPPER
        self._upper = upper
        self._next: dict[int, Array] = {}
        """The blocks of the next turn that are being filled, by lower mask: (N, W) float64."""
        self._complete: list[_Group] = []
        """The finished blocks of the next turn, reduced to the rows that are reached."""
        self._first_turn = mask.bit_count()
        rows = [len(layout.merged) for layout in self._layouts if layout is not None]
        self._total = sum(rows) << (LOWER - self._start_lower.bit_count())  # same bits: whole numbers
        self._enter(mask, upper)
        self.progress = 0.0
        self.result: ForwardResult | None = None
        """None until the pass is done."""

    def _layout(self, lower: int, turn: int) -> BlockLayout:
        layout = self._layouts[turn - lower.bit_count()]
        assert layout is not None  # noqa: S101 # for mypy
        return layout

    def _width(self, lower: int, layout: BlockLayout) -> int:
        scored = [self._most[UPPER + i] for i in range(LOWER) if (lower & ~self._start_lower) >> i & 1]
        return self._count * (sum(scored) + layout.span) + 1  # same bits: whole numbers

    def _target(self, lower: int, turn: int) -> Array:
        if lower not in self._next:
            layout = self._layout(lower, turn)
            self._next[lower] = np.zeros((len(layout.merged), self._width(lower, layout)), dtype=np.float64)
        return self._next[lower]

    def _enter(self, mask: int, upper: int) -> None:
        upper_mask, lower = mask & (UPPER_MASKS - 1), mask >> UPPER
        spread = self._target(lower, mask.bit_count())
        layout = self._layout(lower, mask.bit_count())
        level = LEVELS[upper_mask][LEVEL_OF[upper_mask, upper]]
        row = int(np.flatnonzero((layout.upper_mask == upper_mask) & (layout.uppers == level))[0])
        spread[row, self._count * (upper - int(level))] = 1.0

    def work(self) -> Pieces:
        """Each piece plays the turns of some positions, or propagates one category or block."""
        for turn in range(self._first_turn, len(CATEGORIES)):
            here = self._reached()
            while here:
                batch = _batch(here)
                ways = self._play(batch, turn)
                yield
                yield from self._close_lower(batch, ways, turn)
                yield from self._close_upper(batch, ways, turn)
                done = sum(len(self._layout(group.lower, turn).merged) for group in batch)  # same bits: whole numbers
                self.progress = min(1.0, self.progress + done / self._total)
        self._finish()

    def _reached(self) -> list[_Group]:
        """The positions of the next turn, those with the most lower categories closed first."""
        for lower in sorted(self._next):
            self._finish_block(lower)
        here, self._complete = self._complete, []
        here.sort(key=lambda group: (group.lower.bit_count(), group.spread.shape[1], group.lower), reverse=True)
        return here

    def _finish_block(self, lower: int) -> None:
        """Finishes a block of the next turn: reduces it to the rows that are reached."""
        spread = self._next.pop(lower)
        rows = np.flatnonzero(spread.any(axis=1))
        self._complete.append(_Group(lower, rows, spread[rows]))

    def _play(self, batch: list[_Group], turn: int) -> Array:
        """(K, C) float64: the probability of each outcome; the columns are the positions of the groups in order."""
        columns = sum(len(group.rows) for group in batch)  # same bits: whole numbers
        after = np.empty((UPPER_OUTCOMES + LOWER, columns), dtype=np.float64)
        is_open = np.zeros(len(CATEGORIES), dtype=bool)
        for (lower, rows, _), part in zip(batch, _parts(batch), strict=True):
            layout = self._layout(lower, turn)
            places = layout.after_first[:, rows] + lower * layout.after_stride[:, rows]
            after[:UPPER_OUTCOMES, part] = self._table[places]
            is_open[:UPPER] |= (places[::FACES] < POSITIONS).any(axis=1)
            opened = lower | 1 << np.arange(LOWER, dtype=np.int64)
            there = layout.first[rows] + opened[:, None] * layout.stride[rows]
            there[opened == lower] = POSITIONS
            is_open[UPPER:] |= opened != lower
            after[UPPER_OUTCOMES:, part] = self._table[there]
        return self._turn.play(after, np.flatnonzero(is_open).tolist())

    def _close_lower(self, batch: list[_Group], ways: Array, turn: int) -> Pieces:
        """Propagates the outcomes that close a lower category."""
        outcomes = self._turn.outcomes
        width = max(group.spread.shape[1] for group in batch)
        parts = _parts(batch)
        spread = np.zeros((width, ways.shape[1]), dtype=np.float64)
        for group, part in zip(batch, parts, strict=True):
            spread[: group.spread.shape[1], part] = group.spread.T
        self._outcomes += (ways * spread.sum(axis=0)).sum(axis=1)
        live = np.any(ways, axis=1)
        for i in range(LOWER):
            chosen = [n for n, group in enumerate(batch) if not group.lower >> i & 1]
            if not chosen:
                continue
            first, last = parts[chosen[0]].start, parts[chosen[-1]].stop
            here = np.ascontiguousarray(spread[:, first:last])
            space = np.empty_like(here)
            these = outcomes.slices[UPPER + i]
            points = (self._count * outcomes.points[these]).tolist()
            moved = np.zeros((width + points[-1], last - first), dtype=np.float64)
            for outcome, shift in enumerate(points, these.start):
                if live[outcome]:
                    np.multiply(here, ways[outcome, first:last], out=space)
                    there = moved[shift : shift + width]
                    np.add(there, space, out=there)
            for n in chosen:
                group, part = batch[n], parts[n]
                target = self._target(group.lower | 1 << i, turn + 1)
                target[group.rows] += moved[: target.shape[1], part.start - first : part.stop - first].T
            yield

    def _close_upper(self, batch: list[_Group], ways: Array, turn: int) -> Pieces:
        """Propagates the outcomes that close an upper category, which finishes these blocks of the next turn."""
        for group, part in zip(batch, _parts(batch), strict=True):
            if turn - group.lower.bit_count() < UPPER:
                self._close_upper_of(group, ways[:UPPER_OUTCOMES, part], turn)
                self._finish_block(group.lower)
                yield

    def _close_upper_of(self, group: _Group, ways: Array, turn: int) -> None:
        lower, rows, spread = group
        layout, target = self._layout(lower, turn), self._target(lower, turn + 1)
        exact = self._width(lower, layout) - self._count * layout.span
        merged = layout.merged[rows]
        to, into = layout.target[:, rows], layout.entry[:, rows]
        live = ways > 0
        way, row = np.nonzero(live & (to >= 0) & ~merged)
        moved = np.take(spread[:, :exact], row, axis=0, mode="clip")
        moved *= ways[way, row][:, None]
        to_rows = to[way, row]
        ends = np.searchsorted(way, np.arange(UPPER_OUTCOMES + 1, dtype=np.int64)).tolist()
        for first, last in pairwise(ends):
            if first < last:
                target[to_rows[first:last], :exact] += moved[first:last]
        way, row = np.nonzero(live & (into >= 0))
        if len(way):
            place = into[way, row]
            moved = spread[row, :exact] * ways[way, row][:, None]
            _add_shifted(target, layout.entry_row[place], self._count * layout.entry_shift[place], moved)
        way, row = np.nonzero(live & merged)
        if len(way):
            moved = spread[row] * ways[way, row][:, None]
            _add_shifted(target, to[way, row], self._count * (way // FACES + 1) * (way % FACES), moved)

    def _finish(self) -> None:
        """Reads the result from the last block, which has one row without the bonus and one with it."""
        ((_, rows, spread),) = self._reached()
        uppers = self._layout(LOWER_MASKS - 1, len(CATEGORIES)).uppers[rows].tolist()
        total = np.zeros(spread.shape[1] + BONUS_AT + BONUS, dtype=np.float64)
        bonus = 0.0
        for upper, row in zip(uppers, spread, strict=True):
            first = self._count * (upper + (BONUS if upper else 0) - self._upper)
            cut = max(0, -first)
            total[first + cut : first + len(row)] += row[cut:]
            if upper:
                bonus = float(row.sum())
        self.result = ForwardResult(total, self._outcomes, bonus)
        self.progress = 1.0


def _batch(groups: list[_Group]) -> list[_Group]:
    """Pops about ``COLUMNS`` positions from the end of the list."""
    batch = [groups.pop()]
    while groups and sum(len(group.rows) for group in batch) < COLUMNS:  # same bits: whole numbers
        batch.append(groups.pop())
    return batch


def _parts(batch: list[_Group]) -> list[slice]:
    """The columns of each group."""
    ends = list(accumulate((len(group.rows) for group in batch), initial=0))
    return [slice(first, last) for first, last in pairwise(ends)]


def _add_shifted(target: Array, rows: Array, shifts: Array, moved: Array) -> None:
    """Adds each row of ``moved`` (M, W) to a row of ``target``, shifted; only zeros fall off the end."""
    width = min(moved.shape[1], target.shape[1])
    places = shifts[:, None] + np.arange(width, dtype=np.int64)
    np.minimum(places, target.shape[1] - 1, out=places)
    places += (rows * target.shape[1])[:, None]
    np.add.at(target.reshape(-1), places.reshape(-1), moved[:, :width].reshape(-1))
