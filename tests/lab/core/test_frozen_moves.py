"""Jobs over frozen moves: what their tasks say, and which moves get a true loss."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import pytest

from py_engine.lab.core.errors import LabError
from py_engine.lab.core.honesty.frozen_moves import (
    GradeTask,
    asked_of,
    drawn_tasks,
    graded_moves,
    not_picked,
    true_losses,
)
from py_engine.lab.core.spread import Done, Job
from py_engine.lab.entropy.honesty.frozen import GAMES


def here(job: Job, tasks: Sequence[Any]) -> Generator[Done, None, None]:
    """A map in this process."""
    yield from (Done(number, job(task)) for number, task in enumerate(tasks))


def by_parity(task: GradeTask) -> Any:
    """Calls moves at even places the coach's pick."""
    at = task["place"][1]
    return {"case": {"pick": at % 2 == 0}, "pick": "best", "move": at}


def test_tasks_name_the_drawn_places_without_the_skipped_ones() -> None:
    found = drawn_tasks(GAMES, "tuning", range(1, 4), "v1")
    assert [task["place"] for task in found] == [list(place) for place in GAMES.drawn("tuning", 4)[1:]]
    assert {(task["set"], task["engine"]) for task in found} == {("tuning", "v1")}


def test_a_task_asks_about_the_move_of_its_place_and_the_version_it_names() -> None:
    (task,) = drawn_tasks(GAMES, "tuning", range(1), "v1")
    asked = asked_of(GAMES, task, "v1", lambda state: f"seat {state.active_player_id}")
    decision = GAMES.decision("tuning", task["place"])
    assert (asked.state, asked.action, asked.third) == (decision.state, decision.action, decision.third)
    assert asked.name == "tuning {}.{}".format(*task["place"])
    assert asked.group == f"seat {decision.state.active_player_id}"
    with pytest.raises(LabError):
        asked_of(GAMES, task, "v2", lambda _: "")


def test_only_moves_that_are_not_the_pick_get_a_true_loss() -> None:
    tasks = drawn_tasks(GAMES, "tuning", range(12), "v1")
    others = not_picked(graded_moves(here, by_parity, tasks))
    odd = [task for task in tasks if task["place"][1] % 2]
    assert 0 < len(odd) < len(tasks)
    assert [task for task, _ in others] == odd
    found = list(true_losses(here, lambda task: task, others, "v2"))
    assert [each["move"] for each, _ in found] == [task["place"][1] for task in odd]
    assert [asked for _, asked in found] == [
        task | {"engine": "v2", "pick": "best", "move": task["place"][1]} for task in odd
    ]
