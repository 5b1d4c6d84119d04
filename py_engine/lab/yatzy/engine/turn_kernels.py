"""Compiled loops over the turns of a player who plays best: decisions, what comes of them, and the points so far.

They play a block of positions at a time, so that everything about its turns stays in the processor's cache. ``play_turns``
does all of this at once and keeps no decisions; the others are for those who want these. See ``kernels``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS
from py_engine.lab.yatzy.engine.kernels import add_shifted, compiled, expect_throws, hold_columns
from py_engine.lab.yatzy.engine.space import DieSteps

__all__ = ["Aim", "choose_closings", "play_turns", "spread_turns"]

BLOCK = 8
"""Positions whose turns are played together; what a turn needs of them then fits the smallest cache."""
_LOW = (1 << 13) - 1
"""The bits of a value that are replaced by an index, as in ``knowledge.policy_columns``, so that one maximum finds both."""
_UNREACHABLE = 1e299
"""Values beyond this, or of 0, mark closed categories."""
_SLOTS = 45
"""``space.SLOTS`` as a constant of the compiled code: 6 faces with 0 to 5 dice each, and 9 lower categories."""


class Aim(NamedTuple):
    """What a player who plays best wants from a turn."""

    slot: Array
    """(K,) int64: see ``space.Kinds``."""
    of_roll: Array
    """(15, 252) int64: see ``space.Kinds``."""
    worth: Array
    """(K,) float64: what each outcome is worth."""
    multiply: bool
    """Whether the worth is multiplied with what follows, instead of added."""
    more: bool
    """Whether a higher value is better."""
    most_dice: bool
    """Whether the hold of the most dice wins a tie, instead of that of the fewest."""


@compiled
def _choose(
    after: Array,
    aim: Aim,
    die_steps: DieSteps,
    values: Array,
    marked: Array,
    closed: Array,
    second: Array,
    first: Array,
) -> None:
    """The best decisions of a block, with the ties of ``knowledge.policy_columns``: see there for what is lifted and marked.

    It goes backward: from the outcomes to the best category of each roll, then to the best hold before each of two throws.
    Marked values are multiplied by -1 where lower ones are better, so that the best is always the maximum.

    Args:
        after: (45, BLOCK) float64: the lifted values of what follows; the worst value where a category is closed.
        aim: What the player wants.
        die_steps: See ``space.DIE_STEPS``.
        values: (462, BLOCK) float64, working space.
        marked: Likewise.
        closed: (252, BLOCK) int64, filled: the outcome of closing the best category with each roll.
        second: (252, BLOCK) int64, filled: the number of the multiset held with one throw left.
        first: (252, BLOCK) int64, filled: with two.
    """
    kinds = len(aim.slot)
    bits, value_bits = marked.view(np.int64), values.view(np.int64)
    ends = np.empty((kinds, BLOCK), dtype=np.float64)
    tags = np.empty((kinds, BLOCK), dtype=np.float64)
    end_bits, tag_bits = ends.view(np.int64), tags.view(np.int64)
    first_wins, last_wins = (_LOW, 0) if aim.more else (0, _LOW)
    if aim.most_dice:
        last_wins = first_wins
    sign = 1.0 if aim.more else -1.0
    is_open = np.zeros(_SLOTS, dtype=np.bool_)
    for place in range(_SLOTS):
        for j in range(BLOCK):
            if 0.0 < after[place, j] < _UNREACHABLE:
                is_open[place] = True
    # What each outcome is worth with what follows it, and the same marked with the outcome.
    for kind in range(kinds):
        for j in range(BLOCK):
            value = after[aim.slot[kind], j]
            ends[kind, j] = value * aim.worth[kind] if aim.multiply else value + aim.worth[kind]
            tag_bits[kind, j] = (end_bits[kind, j] & ~_LOW) | (kind ^ first_wins)
            tags[kind, j] *= sign
    # The best category of each roll.
    for row in range(ROLLS):
        for j in range(BLOCK):
            marked[row, j] = -np.inf
    for which in range(15):
        if not is_open[aim.slot[aim.of_roll[which, 0]]]:
            continue
        for row in range(ROLLS):
            kind = aim.of_roll[which, row]
            for j in range(BLOCK):
                marked[row, j] = max(marked[row, j], tags[kind, j])
    for row in range(ROLLS):
        for j in range(BLOCK):
            kind = (bits[row, j] & _LOW) ^ first_wins
            closed[row, j] = kind
            values[row, j] = ends[kind, j]
    # The best hold of each roll, with one throw left and then with two.
    for stage in range(2):
        expect_throws(values, die_steps.added, BLOCK, False)
        for row in range(LATTICE):
            for j in range(BLOCK):
                bits[row, j] = (value_bits[row, j] & ~_LOW) | (row ^ last_wins)
                marked[row, j] *= sign
        hold_columns(marked, die_steps, BLOCK)
        held = second if stage == 0 else first
        for row in range(ROLLS):
            for j in range(BLOCK):
                number = (bits[row, j] & _LOW) ^ last_wins
                held[row, j] = number
                marked[row, j] = values[number, j]
        for row in range(ROLLS):
            for j in range(BLOCK):
                values[row, j] = marked[row, j]


@compiled
def _throw(held: Array, die_steps: DieSteps, now: Array, spread: Array) -> None:
    """The probability of each roll after a throw.

    Args:
        held: (252, BLOCK) int64: the number of the multiset that is held of each roll.
        die_steps: See ``space.DIE_STEPS``.
        now: (252, BLOCK) float64, replaced: the probability of each roll.
        spread: (462, BLOCK) float64, working space.
    """
    first_of_size = die_steps.first_of_size
    # The missing dice fall one at a time, faces being equally likely: from the empty multiset upward, each multiset passes
    # a sixth of its chance to each multiset with one die more.
    spread[:] = 0.0
    for row in range(ROLLS):
        for j in range(BLOCK):
            spread[held[row, j], j] += now[row, j]
    for size in range(5):
        for row in range(first_of_size[size], first_of_size[size - 1] if size else LATTICE):
            for j in range(BLOCK):
                spread[row, j] /= 6.0
        for row in range(first_of_size[size + 1], first_of_size[size]):
            for n in range(5):
                other = die_steps.removed[row, n]
                if other < 0:
                    break
                for j in range(BLOCK):
                    spread[row, j] += spread[other, j]
    for row in range(ROLLS):
        for j in range(BLOCK):
            now[row, j] = spread[row, j]


@compiled
def choose_closings(
    after: Array,
    aim: Aim,
    category: Array,
    code_of: Array,
    die_steps: DieSteps,
    close: Array,
    second: Array,
    first: Array,
) -> None:
    """The best decisions of N positions; see ``_choose``.

    Args:
        after: (45, N) float64.
        aim: What the player wants.
        category: (K,) see ``space.Kinds``.
        code_of: See ``space.CODE_OF``.
        die_steps: See ``space.DIE_STEPS``.
        close: (N, 252) uint8, filled: the category.
        second: (N, 252) uint8, filled: the code of the hold with one throw left.
        first: (N, 252) uint8, filled: with two.
    """
    count = after.shape[1]
    here = np.empty((_SLOTS, BLOCK), dtype=np.float64)
    values = np.empty((LATTICE, BLOCK), dtype=np.float64)
    marked = np.empty((LATTICE, BLOCK), dtype=np.float64)
    chosen = np.empty((3, ROLLS, BLOCK), dtype=np.int64)
    closed, later, sooner = chosen
    for start in range(0, count, BLOCK):
        for place in range(_SLOTS):
            for j in range(BLOCK):
                here[place, j] = after[place, min(start + j, count - 1)]
        # The last block repeats the last position.
        _choose(here, aim, die_steps, values, marked, closed, later, sooner)
        for j in range(min(BLOCK, count - start)):
            for row in range(ROLLS):
                close[start + j, row] = category[closed[row, j]]
                second[start + j, row] = code_of[row, later[row, j]]
                first[start + j, row] = code_of[row, sooner[row, j]]


@compiled
def spread_turns(
    close: Array,
    second: Array,
    first: Array,
    holds: Array,
    of_roll: Array,
    weights: Array,
    die_steps: DieSteps,
    ways: Array,
    rolls: Array,
) -> None:
    """The probability of each outcome of a turn, given its decisions.

    Args:
        close: (N, 252) uint8: the category of each roll.
        second: (N, 252) uint8: the code of the hold with one throw left.
        first: (N, 252) uint8: with two.
        holds: See ``space.HOLDS``.
        of_roll: (15, 252).
        weights: (252,) probability of each first roll.
        die_steps: See ``space.DIE_STEPS``.
        ways: (N, K) float64, filled with zeros; added to.
        rolls: (2, N, 252) float64, filled: the probability of each roll with one and with no throw left; or (2, 0, 252).
    """
    count = len(close)
    spread = np.empty((LATTICE, BLOCK), dtype=np.float64)
    now = np.empty((ROLLS, BLOCK), dtype=np.float64)
    held = np.empty((ROLLS, BLOCK), dtype=np.int64)
    for start in range(0, count, BLOCK):
        columns = min(BLOCK, count - start)
        for row in range(ROLLS):
            for j in range(BLOCK):
                now[row, j] = weights[row]
        for stage in range(2):
            codes = first if stage == 0 else second
            for j in range(BLOCK):
                for row in range(ROLLS):
                    held[row, j] = holds[row, codes[min(start + j, count - 1), row]]
            _throw(held, die_steps, now, spread)
            if rolls.shape[1]:
                for row in range(ROLLS):
                    for j in range(columns):
                        rolls[stage, start + j, row] = now[row, j]
        for j in range(columns):
            for row in range(ROLLS):
                ways[start + j, of_roll[close[start + j, row], row]] += now[row, j]


@compiled
def _follow(
    position: int,
    mask: int,
    level: int,
    first_position: Array,
    lengths: Array,
    steps: Array,
    closed_slot: int,
    to: Array,
) -> None:
    """The positions that follow one, by slot: closing each upper category with 0 to 5 dice, then each lower category.

    Args:
        position: The position.
        mask: Its closed categories.
        level: See ``space.LEVEL``.
        first_position: (65,) the first position of each upper mask.
        lengths: (64,) levels by upper mask.
        steps: See ``space.STEPS``.
        closed_slot: What stands for a closed category.
        to: (45,) int64, filled: by slot.
    """
    # Positions are numbered by upper mask, then lower mask, then level; see ``space.position_of``.
    upper_mask, lower = mask & 63, mask >> 6
    for face in range(6):
        then = upper_mask | 1 << face
        for dice in range(6):
            next_position = closed_slot
            if then != upper_mask:
                next_position = first_position[then] + lower * lengths[then] + steps[upper_mask, face, dice, level]
            to[6 * face + dice] = next_position
    for i in range(9):
        to[36 + i] = closed_slot if lower >> i & 1 else position + (1 << i) * lengths[upper_mask]


@compiled
def play_turns(
    positions: Array,
    order: Array,
    spread: Array,
    low: Array,
    high: Array,
    masks: Array,
    levels: Array,
    first_position: Array,
    lengths: Array,
    steps: Array,
    table: Array,
    aim: Aim,
    shift: Array,
    weights: Array,
    die_steps: DieSteps,
    row_of: Array,
    positions_to: Array,
    spread_to: Array,
    low_to: Array,
    high_to: Array,
    outcomes: Array,
) -> int:
    """Plays one turn in all positions, and moves the distributions of points to those that follow.

    Args:
        positions: (N,) int64.
        order: (N,) int64: the order in which they are played; it is fastest if the same categories are open in neighbours.
        spread: (N, W) float64: joint probability of position and points.
        low: (N,) the first points that can be.
        high: (N,) one more than the last.
        masks: (958976,) closed categories of every position.
        levels: (958976,) see ``space.LEVEL``.
        first_position: (65,) the first position of each upper mask.
        lengths: (64,) levels by upper mask.
        steps: See ``space.STEPS``.
        table: (958977,) float64: lifted values of all positions; the last is the worst value.
        aim: What the player wants.
        shift: (K,) the points of each outcome.
        weights: (252,) probability of each first roll.
        die_steps: See ``space.DIE_STEPS``.
        row_of: (958977,) int32, -1 everywhere; filled: the row of each position that follows.
        positions_to: (M,) int64, filled: the positions that follow; M is enough for all there may be.
        spread_to: (M, W') float64, zeros; filled.
        low_to: (M,) int64, filled.
        high_to: (M,) int64, filled.
        outcomes: (K,) float64, added to: the probability of each outcome.

    Returns:
        The number of positions that follow.
    """
    count, kinds, closed_slot = len(positions), len(aim.slot), len(table) - 1
    to = np.empty((_SLOTS, BLOCK), dtype=np.int64)
    after = np.empty((_SLOTS, BLOCK), dtype=np.float64)
    values = np.empty((LATTICE, BLOCK), dtype=np.float64)
    marked = np.empty((LATTICE, BLOCK), dtype=np.float64)
    now = np.empty((ROLLS, BLOCK), dtype=np.float64)
    ways = np.empty((BLOCK, kinds), dtype=np.float64)
    chosen = np.empty((3, ROLLS, BLOCK), dtype=np.int64)
    closed, second, first = chosen
    found = 0
    for start in range(0, count, BLOCK):
        for j in range(BLOCK):
            position = positions[order[min(start + j, count - 1)]]
            _follow(position, masks[position], levels[position], first_position, lengths, steps, closed_slot, to[:, j])
            for place in range(_SLOTS):
                after[place, j] = table[to[place, j]]
        # The decisions of the block, then the chances of its outcomes.
        _choose(after, aim, die_steps, values, marked, closed, second, first)
        for row in range(ROLLS):
            for j in range(BLOCK):
                now[row, j] = weights[row]
        _throw(first, die_steps, now, values)
        _throw(second, die_steps, now, values)
        ways[:] = 0.0
        for row in range(ROLLS):
            for j in range(BLOCK):
                ways[j, closed[row, j]] += now[row, j]
        # The distribution of points of each position is added, shifted, to those of the positions that follow.
        for j in range(min(BLOCK, count - start)):
            row = order[start + j]
            here = spread[row, low[row] : high[row]]
            reached = here.sum()
            for kind in range(kinds):
                chance = ways[j, kind]
                if chance == 0.0:
                    continue
                outcomes[kind] += chance * reached
                position = to[aim.slot[kind], j]
                target = row_of[position]
                begin, end = low[row] + shift[kind], high[row] + shift[kind]
                if target < 0:
                    # The position is reached for the first time.
                    target = found
                    found += 1
                    row_of[position] = target
                    positions_to[target] = position
                    low_to[target], high_to[target] = begin, end
                low_to[target] = min(low_to[target], begin)
                high_to[target] = max(high_to[target], end)
                add_shifted(chance, here, spread_to[target, begin:end])
    return found
