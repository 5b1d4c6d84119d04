"""How far a weight must move, alone, before a decision's pick flips: to the step of 1/4096, by bisection.

A score is linear in a weight, so that the pick of now is the best in one interval around the weight's value: beyond the
first change at which it is not, it never is again. What a weight of the standing does is to change the mode, and the mode
too changes at one place and is not the same beyond.
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
"""Steps (D,) -> whether what is asked about is as it is at 0 steps, by decision."""


class Flips(NamedTuple):
    """What moving a weight one way does.

    Attributes:
        decisions: (K,) those in which the weight has a part, ascending.
        steps: (K,) of 1/4096, the least at which the pick is another; ``NEVER`` within the weights' limits.
        picks: (K,) what is picked then, among all choices; now's where it never flips.
    """

    decisions: Ints
    steps: Ints
    picks: Ints


def flips(table: InputTable, name: str, way: int) -> Flips:
    """When picks flip as one weight moves.

    Args:
        table: of decisions whose score is linear in the weights.
        name: of the weight.
        way: 1 up, -1 down.
    """
    modes = table.modes()
    group = name.partition(".")[0]
    if group == "mode":
        return _of_mode(table, name, way, modes)
    return _moved(table, name, way, modes)


def _part_of(table: InputTable, name: str, modes: Ints) -> Bools:
    """(N,) the contributions that a weight, or a mode's factor on a group, has a part in."""
    group, _, rest = name.partition(".")
    if group not in MODES:
        return table.weight == table.names.index(name)
    members = np.array([each.startswith(f"{rest}.") for each in table.names])
    return members[table.weight] & (modes[table.owner[table.choice]] == MODES.index(group))


def _most(value: float, way: int) -> int:
    """Steps to the limit of weights."""
    return max(0, int((LIMIT - way * value) * STEPS))


def _first_change(same: _Same, count: int, most: int) -> Ints:
    """(D,) the least steps at which what holds at 0 no longer does, ``NEVER`` where it holds up to the most."""
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
    # One of the two moves: the weight, or the factor on it.
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
    """A weight of the standing: the mode changes once or twice, and each mode has its pick."""
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
    """The change at which that share of the decisions concerned have flipped; None where fewer ever do."""
    steps = np.sort(found.steps[found.steps != NEVER])
    place = max(1, int(np.ceil(share * len(found.decisions))))
    return float(steps[place - 1]) / STEPS if place <= len(steps) else None


def flipped_within(found: Flips, change: float) -> int:
    """How many decisions flip when the weight moves by up to so many points."""
    return int(np.count_nonzero((found.steps != NEVER) & (found.steps <= change * STEPS)))
