"""Builds the precomputed tables of games. Valid files that exist are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypedDict

from py_engine.core.artifacts import file_name
from py_engine.lab.core.spread import Watch, Workers, report, spread
from py_engine.lab.yatzy import tables as yatzy_tables

__all__ = ["BUILDERS", "Task", "build", "precompute"]

Report = Callable[[float], None]


class Task(TypedDict):
    """One table to build."""

    ruleset_id: str
    name: str
    target: str
    """Path of the file."""


class Builder(NamedTuple):
    """A game's functions for building its tables."""

    names: Callable[[], list[str]]
    is_sound: Callable[[str, bytes], bool]
    build: Callable[[str, Path, Report], bytes]
    """Takes the name, a folder for intermediate files (``<name>.*.part.npz``), and a callback for progress (0..1)."""


BUILDERS: Mapping[str, Builder] = {
    "yatzy_v1": Builder(yatzy_tables.names, yatzy_tables.is_sound, yatzy_tables.build),
}


def build(task: Task) -> tuple[int, float]:
    """Builds a table and writes its file; returns the size in bytes and the time in seconds."""
    began = time.perf_counter()
    target = Path(task["target"])
    data = BUILDERS[task["ruleset_id"]].build(task["name"], target.parent, report)
    partial = target.with_suffix(".new")
    partial.write_bytes(data)
    partial.replace(target)
    for half_done in target.parent.glob(f"{task['name']}.*.part.npz"):
        half_done.unlink()
    return len(data), time.perf_counter() - began


def _is_there(task: Task) -> bool:
    target = Path(task["target"])
    return target.is_file() and BUILDERS[task["ruleset_id"]].is_sound(task["name"], target.read_bytes())


def precompute(folder: Path, games: list[str], processes: int, watch: Watch | None = None) -> list[Path]:
    """Builds the missing tables. After an interruption the next run resumes.

    Args:
        folder: The output folder.
        games: Ruleset ids; an empty list means all.
        processes: Number of tables built in parallel.
        watch: Called with the progress.

    Returns:
        The files of all tables, old and new.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [ruleset for ruleset in BUILDERS if not games or ruleset in games]
    tasks: list[Task] = [
        {"ruleset_id": ruleset, "name": name, "target": str(folder / file_name(ruleset, name))}
        for ruleset in wanted
        for name in BUILDERS[ruleset].names()
    ]
    missing = [task for task in tasks if not _is_there(task)]
    for done in spread(build, missing, Workers(processes), watch=watch):
        size, seconds = done.result
        print(f"{Path(missing[done.number]['target']).name}: {size:,} bytes in {seconds:.1f} s")
    files = [Path(task["target"]) for task in tasks]
    if not games:
        for stale in set(folder.glob("*.bin")) - set(files):
            stale.unlink()
    return files
