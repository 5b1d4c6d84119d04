"""Parallel map of a job over tasks: in this process, in several processes, or on a Dask cluster.

A job is a module-level function; its tasks and results are JSON data, so that they can be sent and stored. A long job
may report its progress with ``report``.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from py_engine.core.results import to_json
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.ledger import Ledger, fingerprint

__all__ = ["Done", "Job", "Progress", "Watch", "Work", "Workers", "report", "spread", "stage"]

Job = Callable[[Any], Any]
Work = Callable[[Job, Sequence[Any]], list[Any]]
"""Maps a job over tasks and returns the results in order."""
Watch = Callable[["Progress"], None]
_Finished = Generator[tuple[int, Any], None, None]
"""Task numbers and results, in the order of completion."""
_Tick = Callable[[Mapping[int, float]], None]
"""Receives the fraction done of each running task, by task number."""

POLL = 0.2
"""Seconds between two updates of the progress."""
AHEAD = 4
"""Tasks queued per process."""
CONNECT = "10s"
MISSING = "A cluster needs dask.distributed, which is not installed; the extra py_engine[lab] brings it."


@dataclass(frozen=True, slots=True)
class Workers:
    """The number of processes on this machine, or the address of a cluster's scheduler."""

    processes: int = 1
    cluster: str | None = None


class Done(NamedTuple):
    """The result of a finished task."""

    number: int
    """The task's index."""
    result: Any


class Progress(NamedTuple):
    """The progress over all tasks."""

    done: int
    total: int
    kept: int
    """Tasks done by an earlier run."""
    part: float
    """Fraction done, 0..1, including running tasks; it never decreases."""
    seconds: float
    """Time since the start."""


class _Tally:
    """Counts finished tasks and passes changes to the watch."""

    def __init__(self, total: int, kept: int, watch: Watch | None) -> None:
        self.total, self.kept, self.done, self.watch = total, kept, kept, watch
        self.began = time.monotonic()
        self.parts: Mapping[int, float] = {}
        self.most = 0.0

    def tick(self, parts: Mapping[int, float]) -> None:
        """Updates the fractions done of the running tasks, by task number."""
        self.parts = parts
        part = (self.done + sum(parts.values())) / max(1, self.total)
        # The sum can decrease by rounding, or because a job reports less than before.
        self.most = min(1.0, max(self.most, part))
        if self.watch is not None:
            self.watch(Progress(self.done, self.total, self.kept, self.most, time.monotonic() - self.began))

    def count(self, number: int, times: int) -> None:
        """Counts a task and its duplicates, ``times`` in all, as done."""
        self.done += times
        self.tick({other: part for other, part in self.parts.items() if other != number})


def spread(
    job: Job,
    tasks: Sequence[Any],
    workers: Workers,
    *,
    ledger: Ledger | None = None,
    in_order: bool = True,
    watch: Watch | None = None,
) -> Generator[Done, None, None]:
    """Maps the job over the tasks; equal tasks are computed once.

    When interrupted or closed, it ends its processes; finished results are in the ledger.

    Args:
        job: The function.
        tasks: Its arguments.
        workers: Where to run it.
        ledger: Stores results, so that later runs reuse them.
        in_order: Whether results come in the order of the tasks, or as soon as they are available.
        watch: Called with the progress.

    Raises:
        LabError: the cluster cannot be reached.
    """
    places: dict[str, list[int]] = {}
    for index, task in enumerate(tasks):
        places.setdefault(fingerprint(job, task), []).append(index)
    known = {} if ledger is None else {key: ledger.found[key] for key in places if key in ledger.found}
    missing = [key for key in places if key not in known]
    tally = _Tally(len(tasks), sum(len(places[key]) for key in known), watch)

    def finished() -> Iterator[Done]:
        for key, result in known.items():
            yield from (Done(index, result) for index in places[key])
        tally.tick({})
        working = _working(job, [tasks[places[key][0]] for key in missing], workers, tally.tick)
        try:
            for number, answer in working:
                key, result = missing[number], to_json(answer)
                if ledger is not None:
                    ledger.add(key, tasks[places[key][0]], result)
                tally.count(number, len(places[key]))
                yield from (Done(index, result) for index in places[key])
        finally:
            working.close()

    coming = finished()
    yield from _ordered(coming) if in_order else coming


def _ordered(coming: Iterator[Done]) -> Iterator[Done]:
    waiting: dict[int, Done] = {}
    following = 0
    for each in coming:
        waiting[each.number] = each
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def _working(job: Job, tasks: Sequence[Any], workers: Workers, tick: _Tick) -> _Finished:
    if not tasks:
        return _here(job, tasks, tick)
    if workers.cluster is not None:
        return _on_cluster(job, tasks, workers.cluster)
    if workers.processes > 1 and len(tasks) > 1:
        return _in_processes(job, tasks, workers.processes, tick)
    return _here(job, tasks, tick)


_listener: Callable[[float], None] | None = None


def report(part: float) -> None:
    """Reports the fraction done of the running task, 0..1; ignored on a cluster."""
    if _listener is not None:
        _listener(part)


@contextmanager
def stage(start: float, end: float) -> Generator[None, None, None]:
    """Takes reports within as the part of the task from ``start`` to ``end``."""
    outer = _listener
    if outer is not None:
        _listen(lambda part: outer(start + (end - start) * part))
    try:
        yield
    finally:
        _listen(outer)


def _listen(listener: Callable[[float], None] | None) -> None:
    global _listener  # noqa: PLW0603 - one listener per process, so that jobs need no extra argument
    _listener = listener


def _here(job: Job, tasks: Sequence[Any], tick: _Tick) -> _Finished:
    number = 0

    def listener(part: float) -> None:
        tick({number: part})

    try:
        for number, task in enumerate(tasks):
            _listen(listener)
            yield number, job(task)
    finally:
        _listen(None)


def _in_processes(job: Job, tasks: Sequence[Any], processes: int, tick: _Tick) -> _Finished:
    parts = multiprocessing.Array("d", len(tasks), lock=False)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(processes, len(tasks)), initializer=_begin, initargs=(parts,))
    to_come = iter(enumerate(tasks))
    running: dict[Future[Any], int] = {}
    try:
        while True:
            for number, task in islice(to_come, AHEAD * processes - len(running)):
                running[pool.submit(_numbered, job, number, task)] = number
            if not running:
                break
            ended, _ = wait(running, POLL, FIRST_COMPLETED)
            tick({number: parts[number] for number in running.values()})
            for future in ended:
                yield running.pop(future), future.result()
    finally:
        if running:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
                process.join()
        pool.shutdown()


_parts: Any = None


def _begin(parts: Any) -> None:
    """Initialises a worker process; Ctrl-C is left to the parent process."""
    global _parts  # noqa: PLW0603 - how multiprocessing passes shared memory to its processes
    _parts = parts
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _numbered(job: Job, number: int, task: Any) -> Any:
    def listener(part: float) -> None:
        _parts[number] = part

    _listen(listener)
    return job(task)


def _on_cluster(job: Job, tasks: Sequence[Any], address: str) -> _Finished:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise LabError(MISSING) from None
    try:
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LabError(f"There is no Dask scheduler at {address}: {error}") from None
    with client:
        futures = client.map(job, tasks, pure=False)
        numbers = {future.key: number for number, future in enumerate(futures)}
        try:
            for future, result in distributed.as_completed(futures, loop=client.loop, with_results=True):
                yield numbers[future.key], result
        finally:
            client.cancel(futures)
