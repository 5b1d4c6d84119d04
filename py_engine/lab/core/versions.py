"""Which version of the engine a result is of, so that one of another version is not taken for this one's."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from py_engine.core.provenance import PACKAGE, STOPS, provenance, source_hash
from py_engine.lab.core.errors import LabError

__all__ = ["SPREAD_BY", "engine_of", "job_version", "require_same", "version"]

SPREAD_BY = STOPS | {f"py_engine.lab.core.{name}" for name in ("commands", "errors", "ledger", "spread", "versions")}
"""Where and how work is done, and where results are kept, besides what decides none at all."""
_ENGINE = frozenset({"py_engine.core", "py_engine.games"})


def version(*modules: str, but: Iterable[str] = (), data: Iterable[Path] = ()) -> str:
    """A short hash of the sources of some modules and of what they import.

    Args:
        modules: their names.
        but: modules and packages that decide nothing here, besides those that spread the work.
        data: files that decide results too.
    """
    return provenance(*modules, stops=SPREAD_BY.union(but), data=data)[:16]


@cache
def engine_of(game: str) -> str:
    """The version of a game's engine, with the values that it ships.

    Args:
        game: its folder's name among the games.
    """
    files = (path for path in (PACKAGE / "games" / game).rglob("*") if path.is_file())
    data = [path for path in files if path.suffix not in {".py", ".pyc"}]
    return version(f"py_engine.games.{game}.game", data=data)


@cache
def job_version(module: str) -> str:
    """The version of the laboratory's part in a job: of its module and of what that imports from the laboratory.

    The engine's part stands in the job's tasks, see ``engine_of``.
    """
    if module.startswith(f"{PACKAGE.name}."):
        return version(module, but=_ENGINE)
    file = getattr(sys.modules.get(module), "__file__", None)
    return "" if file is None else source_hash(Path(file))


def require_same(asked: str, here: str) -> None:
    """Refuses work whose results would be of another version than the one that asks for them.

    Raises:
        LabError: the versions differ.
    """
    if asked != here:
        raise LabError("A worker has another version of the engine: install the same one everywhere.")
