"""Builds the tables that games look up, each in a process of its own; what is there and sound is left as it is."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from py_engine.artifacts import file_name
from py_engine.lab import yatzy_tables

__all__ = ["BUILDERS", "Task", "precompute"]

Report = Callable[[float], None]
BAR = 30
POLL = 0.2
"""Seconds between two looks at how far things are."""


class Task(NamedTuple):
    """One table to build."""

    ruleset_id: str
    name: str
    target: Path


class Builder(NamedTuple):
    """How a game builds its tables."""

    names: Callable[[], list[str]]
    is_sound: Callable[[str, bytes], bool]
    build: Callable[[str, Path, Report], bytes]
    """Name, a folder for what is half done (``<name>.*.part.npz``), and whom to tell how far it is (0..1)."""


BUILDERS: Mapping[str, Builder] = {
    "yatzy_v1": Builder(yatzy_tables.names, yatzy_tables.is_sound, yatzy_tables.build),
}

_progress: Any = None


def _share(progress: Any) -> None:
    global _progress  # noqa: PLW0603 - how multiprocessing hands shared memory to its processes
    _progress = progress


def _run(numbered: tuple[int, Task]) -> tuple[int, float]:
    number, task = numbered
    began = time.perf_counter()

    def report(part: float) -> None:
        _progress[number] = part

    data = BUILDERS[task.ruleset_id].build(task.name, task.target.parent, report)
    partial = task.target.with_suffix(".new")
    partial.write_bytes(data)
    partial.replace(task.target)
    for half_done in task.target.parent.glob(f"{task.name}.*.part.npz"):
        half_done.unlink()
    return number, time.perf_counter() - began


def _is_there(task: Task) -> bool:
    return task.target.is_file() and BUILDERS[task.ruleset_id].is_sound(task.name, task.target.read_bytes())


def precompute(folder: Path, games: list[str], processes: int) -> list[Path]:
    """Builds what is missing.

    Interrupted, it keeps what is done and goes on from there the next time.

    Args:
        folder: where the files go.
        games: ruleset ids; none means all.
        processes: how many tables are built at once.

    Returns:
        The files of all tables, old and new.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [ruleset for ruleset in BUILDERS if not games or ruleset in games]
    tasks = [
        Task(ruleset, name, folder / file_name(ruleset, name))
        for ruleset in wanted
        for name in BUILDERS[ruleset].names()
    ]
    missing = [task for task in tasks if not _is_there(task)]
    if missing:
        _build(missing, processes)
    if not games:
        for stale in set(folder.glob("*.bin")) - {task.target for task in tasks}:
            stale.unlink()
    return [task.target for task in tasks]


def _build(tasks: list[Task], processes: int) -> None:
    progress = multiprocessing.Array("d", len(tasks), lock=False)
    shown = -1
    with multiprocessing.Pool(min(processes, len(tasks)), _share, (progress,)) as pool:
        done = pool.map_async(_run, enumerate(tasks), chunksize=1)
        while not done.ready():
            done.wait(POLL)
            percent = round(100 * sum(progress) / len(tasks))
            if percent != shown:
                shown = percent
                _show(percent, len(tasks))
        results = done.get()
    print()
    for number, seconds in results:
        print(f"{tasks[number].target.name}: {tasks[number].target.stat().st_size:,} bytes in {seconds:.1f} s")


def _show(percent: int, tables: int) -> None:
    filled = BAR * percent // 100
    print(f"\rComputing {tables} tables [{'#' * filled}{'.' * (BAR - filled)}] {percent:3}%", end="", flush=True)
