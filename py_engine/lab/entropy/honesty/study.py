"""``honesty entropy``: frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, TypedDict

from py_engine.core.results import Result
from py_engine.games.entropy.coaching.feedback import SIDES
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.grades import LIMITS
from py_engine.games.entropy.rules.tables import line_names
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case, Truth
from py_engine.lab.core.honesty.command import Study
from py_engine.lab.core.honesty.grading import NO_CAUSE, Asked, graded_case
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.entropy.honesty.frozen import GAMES, is_order
from py_engine.lab.entropy.honesty.truth import COACH, Played, TruthTask, engine, played, played_loss, searched

__all__ = ["STUDY", "GradeTask", "Graded", "graded"]

CLOCKLESS: dict[str, Any] = {"evaluator": "search", "time_budget_ms": 600_000}
SIZE = 7


class GradeTask(TypedDict):
    """A frozen move to grade."""

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
    require_same(task["engine"], engine_of("entropy"))
    here = GAMES.decision(task["set"], task["place"])
    name = f"{task['set']} {task['place'][0]}.{task['place'][1]}"
    asked = Asked(name, here.state, here.action, "Order" if is_order(here.state) else "Chaos", here.third)
    one, more = (CLOCKLESS | {"max_work": times * COACH} for times in (1, 3))
    found = graded_case(GAME, asked, (one, more), _limits, _reason)
    return {"case": found.case, "pick": found.pick, "move": found.found.user_action}


def _limits(_: Result) -> Sequence[float]:
    return LIMITS.inaccuracy, LIMITS.mistake, LIMITS.blunder


def _reason(found: Result) -> str:
    """What the first sentence is about: a line, all rows or columns, the board as it stands."""
    first = found.feedback[0]
    if first.category == "now":
        return first.category
    return first.text.split(":")[0] if first.category in ("line", "side") else NO_CAUSE


def cases(work: Spread, name: str, places: range, *, search: bool = True) -> Sequence[Case]:
    """The cases at some places of a set, with their truths."""
    asked: list[GradeTask] = [
        {"set": name, "place": list(each), "engine": engine_of("entropy")}
        for each in GAMES.drawn(name, places.stop)[places.start :]
    ]
    found: list[Graded] = [done.result for done in work(graded, asked)]
    others = [(task, each) for task, each in zip(asked, found, strict=True) if not each["case"]["pick"]]
    for (_, each), done in zip(others, work(played, _tasks(others, engine())), strict=True):
        each["case"]["truths"]["played"] = played_loss(done.result)
        each["case"]["confirmed"] = _confirmed(each["case"]["reasons"][0], done.result)
    if search:
        for (_, each), done in zip(others, work(searched, _tasks(others, engine_of("entropy"))), strict=True):
            each["case"]["truths"]["search"] = Truth(*done.result)
    return [each["case"] for each in found]


def _tasks(others: Sequence[tuple[GradeTask, Graded]], version: str) -> list[TruthTask]:
    return [
        {"set": task["set"], "place": task["place"], "pick": each["pick"], "move": each["move"], "engine": version}
        for task, each in others
    ]


def _confirmed(reason: str, found: Played) -> bool | None:
    """Whether what is named ends with less after the move in games played on; None where that is not named, or they do not say."""
    names = [each.label for each in line_names(SIZE)]
    about = reason.removesuffix(" together")
    if about in SIDES:
        first = SIZE * SIDES.index(about)
        named = [*range(first, first + SIZE)]
    else:
        named = [names.index(name) for name in about.split(" and ") if name in names]
    if not named:
        return None
    gap = math.fsum(found["lines"][line][0] for line in named)
    error = math.sqrt(math.fsum(found["lines"][line][1] ** 2 for line in named))
    return None if abs(gap) < error else gap < 0


STUDY = Study(
    "entropy",
    "Entropy: frozen moves of the levels Intermediate and Strong",
    2.0,
    cases,
    partial(cases, search=False),
)
