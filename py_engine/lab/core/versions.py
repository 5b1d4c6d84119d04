"""Versions of the engine, as hashes of its sources, so that results of different versions are not mixed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from py_engine.core.provenance import PACKAGE, STOPS, provenance, source_hash
from py_engine.lab.core.errors import LabError

__all__ = ["SPREAD_BY", "engine_of", "job_version", "require_same", "version"]

SPREAD_BY = STOPS | {f"py_engine.lab.core.{name}" for name in ("commands", "errors", "ledger", "spread", "versions")}
"""Modules that affect no result: those that distribute work and store results, and ``STOPS``."""
_ENGINE = frozenset({"py_engine.core", "py_engine.games"})


def version(*modules: str, but: Iterable[str] = (), data: Iterable[Path] = ()) -> str:
    """A short hash of the sources of some modules and of what they import.

    Args:
        modules: Their names.
        but: Further modules and packages that do not affect the results.
        data: Other files that affect the results.
    """
    return provenance(*modules, stops=SPREAD_BY.union(but), data=data)[:16]


@cache
def engine_of(game: str) -> str:
    """The version of a game's engine, including the data files that it ships.

    Args:
        game: The name of the game's folder.
    """
    files = (path for path in (PACKAGE / "games" / game).rglob("*") if path.is_file())
    data = [path for path in files if path.suffix not in {".py", ".pyc"}]
    return version(f"py_engine.games.{game}.game", data=data)


@cache
def job_version(module: str) -> str:
    """The version of a job's laboratory code: its module and what that imports from the laboratory.

    The version of the engine is in the job's tasks, see ``engine_of``.
    """
    if module.startswith(f"{PACKAGE.name}."):
        return version(module, but=_ENGINE)
    file = getattr(sys.modules.get(module), "__file__", None)
    return "" if file is None else source_hash(Path(file))


def require_same(asked: str, here: str) -> None:
    """Raises an error if a worker's version is not the requested one.

    Raises:
        LabError: the versions differ.
    """
    if asked != here:
        raise LabError("A worker has another version of the engine: install the same one everywhere.")
