"""``honesty yatzy`` and ``honesty yatzy-win``: frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypedDict

from py_engine.core.results import Result
from py_engine.games.yatzy.game import GAME
from py_engine.games.yatzy.knowledge.grades import KINDS, LIMITS, WIN_LIMITS
from py_engine.games.yatzy.rules.batch import THROWS
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case, Truth
from py_engine.lab.core.honesty.command import Study
from py_engine.lab.core.honesty.grading import NO_CAUSE, Asked, graded_case
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.yatzy.honesty.frozen import ALONE, TWO
from py_engine.lab.yatzy.honesty.truth import TruthTask, engine, lost

__all__ = ["STUDY", "WIN_STUDY", "GradeTask", "Graded", "graded"]

ROUNDING = 1 / 1024
"""The grain of the coach's table: stated values are exact to this, in points, or points of a hundred."""


class GradeTask(TypedDict):
    """A frozen move to grade."""

    two: bool
    set: str
    place: list[int]
    engine: str


class Graded(TypedDict):
    """What the coach says about a frozen move: a case without truths, and the pick."""

    case: Case
    pick: Any
    move: Any


def graded(task: GradeTask) -> Graded:
    """Grades a frozen move.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("yatzy"))
    here = (TWO if task["two"] else ALONE).decision(task["set"], task["place"])
    name = f"{task['set']} {task['place'][0]}.{task['place'][1]}"
    asked = Asked(name, here.state, here.action, KINDS[THROWS - 1 - here.state.rolls_left].name, here.third)
    params = {"evaluator": "win" if task["two"] else "exact", "time_budget_ms": 600_000, "shortlist_size": 0}
    limits = WIN_LIMITS if task["two"] else LIMITS
    edges = limits.inaccuracy, limits.mistake, limits.blunder
    found = graded_case(GAME, asked, (params, params), lambda _: edges, _reason)
    return {"case": found.case, "pick": found.pick, "move": found.found.user_action}


def _reason(found: Result) -> str:
    """The kind of the first sentence."""
    first = found.feedback[0]
    return NO_CAUSE if first.category == "overall" else first.category


def cases(two: bool, work: Spread, name: str, places: range) -> Sequence[Case]:
    """The cases at some places of a set, with their truths."""
    frozen = TWO if two else ALONE
    asked: list[GradeTask] = [
        {"two": two, "set": name, "place": list(each), "engine": engine_of("yatzy")}
        for each in frozen.drawn(name, places.stop)[places.start :]
    ]
    found: list[Graded] = [done.result for done in work(graded, asked)]
    others = [(task, each) for task, each in zip(asked, found, strict=True) if not each["case"]["pick"]]
    tasks: list[TruthTask] = [
        {
            "two": two,
            "set": task["set"],
            "place": task["place"],
            "pick": each["pick"],
            "move": each["move"],
            "engine": engine(),
        }
        for task, each in others
    ]
    for (_, each), done in zip(others, work(lost, tasks), strict=True):
        if done.result is not None:
            each["case"]["truths"]["exact"] = Truth(done.result, ROUNDING)
    return [each["case"] for each in found]


STUDY = Study("yatzy", "Yatzy for points: frozen moves of Beginner and Strong", 0.25, partial(cases, False))
WIN_STUDY = Study(
    "yatzy-win", "Yatzy of two: the same by chances to win", 5.0, partial(cases, True), unit="points of a hundred"
)
