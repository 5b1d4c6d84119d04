"""Solved tables for any risk preference, kept in the cache by the hash of what determines them."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.solver import MAX_THETA, Objective, Solver
from py_engine.games.yatzy.knowledge.turn import closings
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVELS, POSITIONS
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    COUNTS,
    FULL,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    STANDARD,
    Rules,
)
from py_engine.lab.core.commands import KEPT
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.spread import report
from py_engine.lab.core.versions import job_version
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.space import DIE_STEPS, MASK, STEPS, UPPER_SCORE, position_of
from py_engine.lab.yatzy.tables import solve_resumably

__all__ = ["FOLDER", "Goal", "luckiest", "solve", "solved"]

FOLDER = KEPT / "yatzy"
"""The cache; a test may change it."""
_IN_MEMORY = 12
_CHUNK = 768
_memory: OrderedDict[str, Array] = OrderedDict()


class Goal(NamedTuple):
    """What a player maximizes: the mean of e^(theta x), of x itself for theta 0, or the score with the luckiest dice."""

    theta: float = 0.0
    luckiest: bool = False
    rules: Rules = STANDARD

    @property
    def name(self) -> str:
        """The goal as a file name."""
        how = "max" if self.luckiest else f"theta{self.theta:g}"
        return how + "_fh5" * self.rules.five_of_a_kind_is_full_house + "_2p4" * self.rules.four_of_a_kind_is_two_pairs


def key_of(goal: Goal) -> str:
    """The hash of the goal and the sources that determine its table."""
    asked = [goal.theta, goal.luckiest, list(goal.rules), job_version(__name__)]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]


def solved(goal: Goal) -> Array:
    """(958976,) float64: the table of a goal, from memory, from the cache, or solved now and kept.

    Raises:
        LabError: theta is out of range.
    """
    if abs(goal.theta) > MAX_THETA:
        raise LabError(f"theta should be from {-MAX_THETA} to {MAX_THETA}.")
    key = key_of(goal)
    if key not in _memory:
        _memory[key] = _kept(goal, key)
        while len(_memory) > _IN_MEMORY:
            _memory.popitem(last=False)
    _memory.move_to_end(key)
    return _memory[key]


def _kept(goal: Goal, key: str) -> Array:
    target = FOLDER / f"{goal.name}.{key}.npy"
    if target.is_file():
        flat: Array = np.load(target)
        if flat.shape == (POSITIONS,):
            return flat
    FOLDER.mkdir(parents=True, exist_ok=True)
    flat = solve(goal, FOLDER / f"{goal.name}.{key}.part.npz")
    partial = target.with_suffix(".new")
    with partial.open("wb") as file:
        np.save(file, flat)
    partial.replace(target)
    (FOLDER / f"{goal.name}.{key}.part.npz").unlink(missing_ok=True)
    return flat


def solve(goal: Goal, half_done: Path | None = None, *, compiled: bool = kernels.COMPILED) -> Array:
    """Solves a goal.

    Args:
        goal: The goal.
        half_done: The file from which an interrupted solution in numpy resumes; the compiled one takes two seconds.
        compiled: Whether to use numba.
    """
    if compiled:
        return _compiled(goal)
    if goal.luckiest:
        return luckiest(goal.rules)
    solver = Solver(goal.rules, goal.theta)
    if half_done is None:
        solver.run()
    else:
        solve_resumably(solver, half_done, report)
    return np.concatenate([array.ravel() for array in solver.values])


def _compiled(goal: Goal) -> Array:
    objective = Objective(goal.theta)
    sign = -1.0 if goal.theta < 0 else 1.0
    flat = np.full(POSITIONS, np.nan, dtype=np.float64)
    ends = objective.worth(np.array([0, BONUS], dtype=np.int64))
    flat[[position_of(FULL, 0), position_of(FULL, BONUS_AT)]] = sign * ends
    order = np.array(sorted(range(FULL), key=lambda mask: -mask.bit_count()), dtype=np.int64)
    kernels.solve_masks(
        flat,
        FIRST,
        np.array([len(levels) for levels in LEVELS], dtype=np.int64),
        order,
        STEPS,
        COUNTS[:ROLLS].astype(np.int64),
        objective.worth(POINTS[goal.rules]),
        ROLL_WEIGHTS,
        DIE_STEPS,
        bool(goal.theta),
        goal.luckiest,
    )
    return sign * flat


def luckiest(rules: Rules, mask: int = 0) -> Array:
    """The most points that can still be scored, in numpy; of positions with these categories closed, the others stay NaN."""
    flat = np.full(POSITIONS, np.nan, dtype=np.float64)
    flat[[position_of(FULL, 0), position_of(FULL, BONUS_AT)]] = [0.0, float(BONUS)]
    table = ValueTable(flat, rules)
    filled = np.bitwise_count(MASK)
    for closed in range(len(CATEGORIES) - 1, -1, -1):
        here = np.flatnonzero((filled == closed) & (MASK & mask == mask))
        for start in range(0, len(here), _CHUNK):
            part = here[start : start + _CHUNK]
            best = closings(table, MASK[part].astype(np.int64), UPPER_SCORE[part].astype(np.int64)).max(axis=0)
            flat[part] = best.max(axis=0)
    return flat
