"""Builds Yatzy's value tables, one for each set of house rules, with the facts of a whole game.

The table of the quiz is copied: it is made by ``yatzy quiz --table``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from py_engine.core.contract import ContractError
from py_engine.games.yatzy.coaching.habits import quiz_table
from py_engine.games.yatzy.knowledge.artifact import decode, table_name
from py_engine.games.yatzy.knowledge.facts import facts_of
from py_engine.games.yatzy.knowledge.origin import origin
from py_engine.games.yatzy.knowledge.solver import Solver, Values
from py_engine.games.yatzy.knowledge.values import BONUS_STEP, packed
from py_engine.games.yatzy.rules.tables import ALL_RULES, BONUS, Rules

__all__ = ["QUIZ_TABLE", "build", "is_sound", "names", "solve_resumably", "values_file"]

Report = Callable[[float], None]
QUIZ_TABLE = Path(__file__).with_name("habits") / "quiz_table.bin"
"""What ``yatzy quiz --table`` wrote; making it takes too long for a build."""
SAVE_EVERY = 2.0
"""Seconds between saves of the partial solution, from which an interrupted build resumes."""
SHARES = (0.22, 0.44)
"""Progress after the first and the second solution; the rest is for the facts."""


def names() -> list[str]:
    """The names of the tables."""
    return [*(table_name(rules) for rules in ALL_RULES), quiz_table.NAME]


def is_sound(name: str, data: bytes) -> bool:
    """Whether the bytes are that table, complete and of this version."""
    if name == quiz_table.NAME:
        return data == QUIZ_TABLE.read_bytes()
    try:
        table = decode(data, _rules(name))
    except ContractError:
        return False
    return table.origin == origin() and table.bonus is not None and table.facts is not None


def build(name: str, folder: Path, report: Report) -> bytes:
    """The bytes of a table's file, solved in ``folder``."""
    if name == quiz_table.NAME:
        return QUIZ_TABLE.read_bytes()
    rules = _rules(name)
    # Partial solutions of another version of the rules or the solver have other names.
    made = origin()[:12]
    values = solve_resumably(Solver(rules), folder / f"{name}.{made}.part.npz", lambda part: report(SHARES[0] * part))
    bonus = Solver(rules, bonus=BONUS + BONUS_STEP)
    between = SHARES[1] - SHARES[0]
    more = solve_resumably(
        bonus, folder / f"{name}.{made}.bonus.part.npz", lambda part: report(SHARES[0] + between * part)
    )
    flat = np.concatenate([array.ravel() for array in values])
    facts = facts_of(rules, lambda part: report(SHARES[1] + (1 - SHARES[1]) * part), flat)
    for stale in folder.glob(f"{name}.*.values.npy"):
        stale.unlink()
    np.save(values_file(folder, rules), flat)
    return packed(values, rules, more, facts)


def values_file(folder: Path, rules: Rules) -> Path:
    """The file beside a built table with its values in float64, which the table itself rounds."""
    return folder / f"{table_name(rules)}.{origin()[:12]}.values.npy"


def _rules(name: str) -> Rules:
    """The house rules of a table."""
    return next(rules for rules in ALL_RULES if table_name(rules) == name)


def solve_resumably(solver: Solver, half_done: Path, report: Report) -> Values:
    """Solves, resuming from an interrupted run if there is one."""
    if half_done.is_file():
        with np.load(half_done) as kept:
            solver.values = [kept[str(mask)] for mask in range(len(solver.values))]
    saved = time.monotonic()
    while not solver.done:
        solver.step(200)
        report(solver.progress)
        if time.monotonic() - saved > SAVE_EVERY:
            _save(solver.values, half_done)
            saved = time.monotonic()
    _save(solver.values, half_done)
    return solver.values


def _save(values: Values, target: Path) -> None:
    """Writes a partial solution beside the target and renames it, so that an interruption leaves a whole file."""
    partial = target.with_suffix(".new")
    with partial.open("wb") as file:
        np.savez(file, allow_pickle=False, **{str(mask): array for mask, array in enumerate(values)})
    partial.replace(target)
