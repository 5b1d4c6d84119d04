"""How far a single weight must move before a decision's pick flips, found by bisection to a step of 1/4096.

A score is linear in a weight, so the current pick is the best in a single interval around the weight's value: beyond the
first change at which it is not best, it never is again. A weight of the standing acts through the strategy mode, which
likewise changes at a threshold and does not change back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from py_engine.games.swccg.policies.scoring import STEPS
from py_engine.games.swccg.policies.strategy import MODES
from py_engine.games.swccg.policies.weights import LIMIT
from py_engine.lab.swccg.score_inputs import Bools, InputTable, Ints, rounded

__all__ = ["NEVER", "Flips", "flipped_within", "flips", "quantile"]

NEVER = -1
_Same = Callable[[Ints], Bools]
"""Steps (D,) -> (D,) whether each decision is the same as at 0 steps."""


class Flips(NamedTuple):
    """The effect of moving a weight in one direction.

    Attributes:
        decisions: (K,) decisions that the weight affects, ascending.
        steps: (K,) smallest number of steps of 1/4096 that flips the pick; ``NEVER`` if none within the limits does.
        picks: (K,) the pick after the flip, among all choices; the current pick if it never flips.
    """

    decisions: Ints
    steps: Ints
    picks: Ints


def flips(table: InputTable, name: str, way: int) -> Flips:
    """The flips as one weight moves.

    Args:
        table: Decisions with scores linear in the weights.
        name: The name of the weight.
        way: 1 for up, -1 for down.
    """
    modes = table.modes()
    group = name.partition(".")[0]
    if group == "mode":
        return _of_mode(table, name, way, modes)
    return _moved(table, name, way, modes)


def _part_of(table: InputTable, name: str, modes: Ints) -> Bools:
    """(N,) whether a weight, or a mode's factor on a group, affects each contribution."""
    group, _, rest = name.partition(".")
    if group not in MODES:
        return table.weight == table.names.index(name)
    members = np.array([each.startswith(f"{rest}.") for each in table.names])
    return members[table.weight] & (modes[table.owner[table.choice]] == MODES.index(group))


def _most(value: float, way: int) -> int:
    """Number of steps to the limit of weights."""
    return max(0, int((LIMIT - way * value) * STEPS))


def _first_change(same: _Same, count: int, most: int) -> Ints:
    """(D,) the smallest number of steps at which a decision changes, by bisection; ``NEVER`` if it never does."""
    low, high = np.zeros(count, dtype=np.int64), np.full(count, most, dtype=np.int64)
    never = same(high)
    while np.any(high - low > 1):
        middle = (low + high) // 2
        holds = same(middle)
        low, high = np.where(holds, middle, low), np.where(holds, high, middle)
    return np.where(never, NEVER, high)


def _moved(table: InputTable, name: str, way: int, modes: Ints) -> Flips:
    decisions = np.unique(table.owner[table.choice[_part_of(table, name, modes)]])
    small, modes = table.taken(decisions), modes[decisions]
    part = _part_of(small, name, modes)
    owner, own = small.owner[small.choice], small.values[small.weight]
    factors = small.factors(small.values)[modes[owner], small.weight]
    all_parts = rounded(small.input * (own * factors))
    rest = small.summed(np.where(part, 0.0, all_parts), small.choice)
    amount, choice, whose = small.input[part], small.choice[part], owner[part]
    # Either the weight or the factor on it moves.
    times = factors[part] if name.partition(".")[0] not in MODES else own[part]
    value = small.value(name)

    def picks(steps: Ints) -> Ints:
        moved = value + way * steps / STEPS
        return small.picks(rest + small.summed(rounded(amount * (moved[whose] * times)), choice))

    now = picks(np.zeros(small.decisions, dtype=np.int64))
    steps = _first_change(lambda at: picks(at) == now, small.decisions, _most(value, way))
    then = picks(np.maximum(steps, 0))
    return Flips(decisions, steps, then - small.first[:-1] + table.first[:-1][decisions])


def _of_mode(table: InputTable, name: str, way: int, modes: Ints) -> Flips:
    """A weight of the standing: the mode changes at most twice, and each mode has its pick."""
    by_mode = np.array([table.picks(table.scores(table.values, np.full_like(modes, mode))) for mode in range(3)])
    every = np.arange(table.decisions)
    now = by_mode[modes, every]
    value, most = table.value(name), _most(table.value(name), way)

    def at(steps: Ints) -> Ints:
        return table.modes({name: value + way * steps / STEPS})

    once = _first_change(lambda steps: at(steps) == modes, table.decisions, most)
    second = at(np.maximum(once, 0))
    twice = _first_change(
        lambda steps: (steps < once) | (at(steps) == modes) | (at(steps) == second), table.decisions, most
    )
    twice = np.where(once == NEVER, NEVER, twice)
    third = at(np.maximum(twice, 0))
    picks = now.copy()
    steps = np.full(table.decisions, NEVER, dtype=np.int64)
    for change, mode in ((twice, third), (once, second)):
        flipped = (change != NEVER) & (by_mode[mode, every] != now)
        steps, picks = np.where(flipped, change, steps), np.where(flipped, by_mode[mode, every], picks)
    concerned = np.flatnonzero((by_mode != now).any(axis=0))
    return Flips(concerned, steps[concerned], picks[concerned])


def quantile(found: Flips, share: float) -> float | None:
    """The change at which a share of the affected decisions has flipped; None if fewer ever flip."""
    steps = np.sort(found.steps[found.steps != NEVER])
    place = max(1, int(np.ceil(share * len(found.decisions))))
    return float(steps[place - 1]) / STEPS if place <= len(steps) else None


def flipped_within(found: Flips, change: float) -> int:
    """Number of decisions that flip when the weight moves by up to ``change`` points."""
    return int(np.count_nonzero((found.steps != NEVER) & (found.steps <= change * STEPS)))
