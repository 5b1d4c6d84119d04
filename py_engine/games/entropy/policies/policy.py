"""Policies over a batch, for either side: random, or greedy for the score or V, one or two plies deep.

============  =======================================  ==============================================
policy        Order                                    Chaos
============  =======================================  ==============================================
``random``    any legal move                           any empty cell
``greedy``    highest score after its move             lowest score after its placement
``greedy2``   highest score after Chaos's worst cell,  lowest score after Order's best reply
              averaged over the draw
``ev2``       the same with V                          lowest V after Order's best reply, of the ten
                                                       cells with the lowest V before it
``value``     highest V after its move                 lowest V after its placement
============  =======================================  ==============================================
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.boards import (
    LineWorth,
    Placements,
    best_replies,
    by_expectation,
    by_score,
    line_worths,
    placements,
    slide_gains,
)
from py_engine.games.entropy.rules.batch import CHAOS, ORDER, Batch, is_over, legal_mask, unplaced
from py_engine.games.entropy.rules.slides import slides_of

__all__ = ["POLICIES", "Policy", "action_values", "choose", "counted_values", "placement_values"]

Policy = Literal["random", "greedy", "greedy2", "ev2", "value"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
PROMISING = 10
"""Number of cells for which ``ev2`` considers Order's replies."""
TIE = 1e-9
"""Points: rounding differences between sums in different order."""


def action_values(batch: Batch, policy: Policy) -> Array:
    """(B, actions) float64: the policy's values from the view of the player to move; -inf for illegal actions.

    In points, except for ``random``, which values every legal action at 0.
    """
    return counted_values(batch, policy)[0]


def counted_values(batch: Batch, policy: Policy) -> tuple[Array, int]:
    """The values of ``action_values``, and the number of boards that were valued for them."""
    legal = legal_mask(batch)
    values, boards = np.where(legal, 0.0, -np.inf), 0
    if policy == "random":
        return values, boards
    for side, valued in ((ORDER, _order_values), (CHAOS, _chaos_values)):
        where = np.flatnonzero((batch.turn == side) & ~is_over(batch))
        if where.size:
            boards += valued(batch.take(where), policy, values, where)
    return values, boards


def choose(batch: Batch, bits: Array, policy: Policy) -> Array:
    """(B,) intp: an action for each position, none of which may be finished; ties are broken by the random bits.

    Args:
        batch: The positions.
        bits: (B,) uint32 random bits.
        policy: The policy. Passing is chosen only by ``random``, or if every slide is worse.
    """
    values = action_values(batch, policy)
    best = values >= values.max(axis=1, keepdims=True) - TIE
    if policy != "random":
        best[:, -1] &= best.sum(axis=1, dtype=np.int32) == 1
    count = best.sum(axis=1, dtype=np.int64)
    nth = (bits.astype(np.int64) * count) >> 32
    chosen: Array = (best.cumsum(axis=1, dtype=np.int64) > nth[:, None]).argmax(axis=1)
    return chosen


def _worth(batch: Batch, policy: Policy) -> LineWorth:
    return by_score(batch.size) if policy.startswith("greedy") else by_expectation(unplaced(batch), batch.size)


def _chaos_values(batch: Batch, policy: Policy, values: Array, where: Array) -> int:
    """Fills in the values of placements; ``where`` gives the rows of ``values``. Returns the number of boards valued."""
    answered = {"greedy2": batch.geometry.cells, "ev2": PROMISING}.get(policy, 0)
    placed, after, boards = placement_values(batch, _worth(batch, policy), answered)
    values[where[placed.board], placed.cell] = -after
    return boards


def placement_values(batch: Batch, worth: LineWorth, answered: int) -> tuple[Placements, Array, int]:
    """All placements of positions with Chaos to move, (P,) float64 the value of the board after each, and the boards valued.

    Args:
        batch: The positions.
        worth: The value of lines.
        answered: The number of cells, those with the lowest values, for which Order's best reply is considered.
    """
    placed = placements(batch.codes, batch.occupied, batch.token, batch.geometry)
    of = placed.board

    def at(index: Array) -> LineWorth:
        return lambda codes, board: worth(codes, index.take(board))

    after, boards = line_worths(placed.codes, at(of)).sum(axis=1), of.size
    if answered:
        looked = _lowest(after, of, answered)
        replied, replies = best_replies(placed.codes[looked], placed.occupied[looked], at(of[looked]), batch.geometry)
        # The other cells count as no better for Chaos than the worst of these.
        worst = np.full(batch.count, -np.inf, dtype=np.float64)
        np.maximum.at(worst, of[looked], replied)
        after = worst[of]
        after[looked] = replied
        boards += replies
    return placed, after, boards


def _lowest(values: Array, group: Array, most: int) -> Array:
    """Indices, ascending, of the ``most`` lowest values of each group; groups are contiguous."""
    order = np.argsort(values, kind="stable")
    order = order[np.argsort(group[order], kind="stable")]
    grouped = group[order]
    starts = np.flatnonzero(np.concatenate([[True], grouped[1:] != grouped[:-1]]))
    rank = np.arange(grouped.size, dtype=np.intp) - np.repeat(starts, np.diff(np.append(starts, grouped.size)))
    kept: Array = np.sort(order[rank < most], kind="stable")
    return kept


def _order_values(batch: Batch, policy: Policy, values: Array, where: Array) -> int:
    """Fills in the values of slides and passing; ``where`` gives the rows of ``values``. Returns the number of boards valued."""
    g = batch.geometry
    if policy in {"greedy2", "ev2"}:
        return _two_plies(batch, policy, values, where)
    slides = slides_of(batch.codes, batch.occupied, g)
    worth = _worth(batch, policy)
    worths = line_worths(batch.codes, worth)
    values[where, -1] = worths.sum(axis=1)
    values[where[slides.board], g.cells + slides.slide] = worths.sum(axis=1)[slides.board] + slide_gains(
        slides, worths, worth
    )
    return slides.slide.size + batch.count


def _two_plies(batch: Batch, policy: Policy, values: Array, where: Array) -> int:
    """Fills in each move's value after Chaos's worst placement, averaged over the next token; the number of boards valued."""
    g, boards = batch.geometry, 0
    for row in range(batch.count):
        slides = slides_of(batch.codes[row : row + 1], batch.occupied[row : row + 1], g)
        codes = np.repeat(batch.codes[row : row + 1], slides.slide.size + 1, axis=0)
        moved = np.arange(slides.slide.size, dtype=np.intp)
        for lines, after in zip(slides.lines, slides.codes, strict=True):
            codes[moved, lines] = after
        occupied = np.repeat(batch.occupied[row], slides.slide.size + 1)
        occupied[:-1] ^= g.start_bit[slides.slide] | g.cell_bit[g.end[slides.slide]]
        numbers = np.append(g.cells + slides.slide, g.cells + g.slides)
        position = batch.take(np.array([row], dtype=np.intp))
        values[where[row], numbers], placed = _after_chaos(codes, occupied, position, policy)
        boards += placed
    return boards


def _after_chaos(codes: Array, occupied: Array, position: Batch, policy: Policy) -> tuple[Array, int]:
    """(A,) float64 the lowest value of boards (A, lines) after a placement, averaged over the next token; the boards valued."""
    chances, boards = _draw_chances(position), 0
    total = np.zeros(len(codes), dtype=np.float64)
    for color in np.flatnonzero(chances):
        after = position.take(np.zeros(1, dtype=np.intp))
        after.bag[0, color] -= position.next_token[0] == 0
        after.next_token[0] = 0
        worth = _worth(after, policy)
        placed = placements(codes, occupied, np.full(len(codes), color, dtype=np.uint8), position.geometry)
        lowest = np.full(len(codes), np.inf, dtype=np.float64)
        np.minimum.at(lowest, placed.board, line_worths(placed.codes, worth).sum(axis=1))
        total += chances[color] * lowest
        boards += placed.board.size
    return total, boards


def _draw_chances(position: Batch) -> Array:
    """(8,) float64: probability of each colour as the next token, with Order to move."""
    if position.next_token[0]:
        known = np.zeros(position.bag.shape[1], dtype=np.float64)
        known[position.next_token[0]] = 1.0
        return known
    bag = position.bag[0].astype(np.float64)
    chances: Array = bag / bag.sum()
    return chances
