"""Jobs over frozen moves: a study grades them, and works out the true loss of those that are not the coach's pick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypedDict, TypeVar

from py_engine.core.request import A, S
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case
from py_engine.lab.core.honesty.frozen import Frozen
from py_engine.lab.core.honesty.grading import Asked, Graded
from py_engine.lab.core.spread import Job
from py_engine.lab.core.versions import require_same

__all__ = [
    "GradeTask",
    "GradedMove",
    "asked_of",
    "drawn_tasks",
    "graded_move",
    "graded_moves",
    "not_picked",
    "true_losses",
]


class GradeTask(TypedDict):
    """A frozen move to grade."""

    set: str
    place: list[int]
    engine: str
    """The version of the engine that grades."""


class GradedMove(TypedDict):
    """What the coach says about a frozen move: a case without truths, the coach's pick, and the move, as JSON data."""

    case: Case
    pick: Any
    move: Any


T = TypeVar("T", bound=GradeTask)
G = TypeVar("G", bound=GradedMove)


def drawn_tasks(frozen: Frozen[S, A], name: str, places: range, engine: str) -> list[GradeTask]:
    """The tasks for the moves at some places of a set, to be graded by a version of the engine."""
    return [
        {"set": name, "place": list(each), "engine": engine} for each in frozen.drawn(name, places.stop)[places.start :]
    ]


def asked_of(frozen: Frozen[S, A], task: GradeTask, engine: str, group: Callable[[S], str]) -> Asked:
    """The decision of a task.

    Args:
        frozen: The frozen games.
        task: The task.
        engine: The version of the engine here.
        group: The group of a position in the tables.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine)
    here = frozen.decision(task["set"], task["place"])
    game, move = task["place"]
    return Asked(f"{task['set']} {game}.{move}", here.state, here.action, group(here.state), here.third)


def graded_move(found: Graded) -> GradedMove:
    """A graded move as JSON data."""
    return {"case": found.case, "pick": found.pick, "move": found.found.user_action}


def graded_moves(work: Spread, job: Callable[[T], G], tasks: Sequence[T]) -> list[tuple[T, G]]:
    """The tasks with their graded moves."""
    return [(task, done.result) for task, done in zip(tasks, work(job, tasks), strict=True)]


def not_picked(found: Sequence[tuple[T, G]]) -> list[tuple[T, G]]:
    """The graded moves that differ from the coach's pick, which alone can lose something."""
    return [(task, each) for task, each in found if not each["case"]["pick"]]


def true_losses(work: Spread, job: Job, found: Sequence[tuple[T, G]], engine: str) -> Iterator[tuple[G, Any]]:
    """Graded moves with what a job finds about their loss, each as soon as possible.

    Args:
        work: A map over tasks.
        job: Its tasks are those of the moves, with the coach's pick and the move.
        found: The moves.
        engine: The version of what determines true losses.
    """
    tasks: list[Mapping[str, Any]] = [
        {**task, "pick": each["pick"], "move": each["move"], "engine": engine} for task, each in found
    ]
    for (_, each), done in zip(found, work(job, tasks), strict=True):
        yield each, done.result
