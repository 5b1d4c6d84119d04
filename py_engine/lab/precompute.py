"""Builds the tables that games look up; what is there and sound is left as it is."""

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
    """The file."""


class Builder(NamedTuple):
    """How a game builds its tables."""

    names: Callable[[], list[str]]
    is_sound: Callable[[str, bytes], bool]
    build: Callable[[str, Path, Report], bytes]
    """Name, a folder for what is half done (``<name>.*.part.npz``), and whom to tell how far it is (0..1)."""


BUILDERS: Mapping[str, Builder] = {
    "yatzy_v1": Builder(yatzy_tables.names, yatzy_tables.is_sound, yatzy_tables.build),
}


def build(task: Task) -> tuple[int, float]:
    """Writes a table's file; its bytes, and the seconds that it took."""
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
    """Builds what is missing.

    Interrupted, it keeps what is done and goes on from there the next time.

    Args:
        folder: where the files go.
        games: ruleset ids; none means all.
        processes: how many tables are built at once.
        watch: is told how far things are.

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
