"""Solved tables of Yatzy for the tests, each solved once per checkout until a source that determines it changes.

What the site's build has solved from the same sources is taken from there.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

from build_tools.paths import TABLES
from py_engine.core import artifacts
from py_engine.core.contract import ContractError
from py_engine.core.numerics import Array
from py_engine.core.provenance import STOPS, provenance
from py_engine.games.yatzy.knowledge.artifact import Facts, decode, table_name
from py_engine.games.yatzy.knowledge.facts import facts_of
from py_engine.games.yatzy.knowledge.origin import origin
from py_engine.games.yatzy.knowledge.solver import Solver, Values
from py_engine.games.yatzy.knowledge.uppers import SIZES
from py_engine.games.yatzy.knowledge.values import ValueTable, packed
from py_engine.games.yatzy.rules.tables import LOWER_MASKS, RULESET_ID, STANDARD, Rules
from py_engine.lab.yatzy.tables import values_file


@cache
def solved(rules: Rules) -> ValueTable:
    """The solver's table in float64; its artifact is saved where ``require`` finds it."""

    def solve(path: Path) -> None:
        built = values_file(TABLES, rules)
        if built.is_file():
            shutil.copyfile(built, path)
            return
        solver = Solver(rules)
        solver.run()
        np.save(path, ValueTable.solved(solver.values, rules).flat)

    with _alone():
        table = ValueTable(np.load(_kept(f"{table_name(rules)}.{_key()}.npy", solve)), rules)
        if not any(_is_ours(data, rules) for data in artifacts.found(RULESET_ID, table.name)):
            artifacts.keep(RULESET_ID, table.name, packed(by_mask(table.flat), rules))
    table.flat.setflags(write=False)
    return table


@cache
def facts() -> Facts:
    """The facts of a whole game under the standard rules."""
    flat = solved(STANDARD).flat

    def find(path: Path) -> None:
        path.write_text(json.dumps(_built_facts() or facts_of(STANDARD, flat=flat)))

    with _alone():
        known: Facts = json.loads(_kept(f"facts.{_key()}.{origin()[:12]}.json", find).read_text())
    return known


def by_mask(flat: Array) -> Values:
    """A flat array of values in the solver's layout."""
    parts = np.split(flat, np.cumsum(SIZES)[:-1])
    return [part.reshape(LOWER_MASKS, -1) for part in parts]


def _key() -> str:
    """Hash of the sources that determine the values, fewer than those of a table with its facts."""
    return provenance("py_engine.games.yatzy.knowledge.solver", stops=STOPS | {"py_engine.core.evaluation"})[:12]


def _built_facts() -> Facts | None:
    """The facts in the table that the site's build made, if it is there and from the same sources."""
    path = TABLES / artifacts.file_name(RULESET_ID, table_name(STANDARD))
    table = decode(path.read_bytes(), STANDARD) if path.is_file() else None
    return table.facts if table is not None and table.origin == origin() else None


def _is_ours(data: bytes, rules: Rules) -> bool:
    """Whether ``require`` would accept these bytes."""
    try:
        return decode(data, rules).origin == origin()
    except ContractError:
        return False


def _folder() -> Path:
    folder = Path(os.environ["XDG_CACHE_HOME"], "solved")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """The cached file of this name, made if it does not exist."""
    path = _folder() / name
    if not path.is_file():
        unfinished = path.with_stem("unfinished")
        make(unfinished)
        unfinished.replace(path)
    return path


@contextmanager
def _alone() -> Iterator[None]:
    """A lock between processes, so that the first one makes a file and the others find it."""
    with (_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
