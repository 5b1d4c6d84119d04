"""``honesty hearts`` and ``honesty hearts-win``: frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypedDict

from py_engine.core.results import Result
from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.knowledge.grades import LIMITS, WIN_LIMITS, kind_of
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case, Truth
from py_engine.lab.core.honesty.command import Study
from py_engine.lab.core.honesty.grading import NO_CAUSE, Asked, graded_case
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.honesty.frozen import GAMES, LAST_HANDS
from py_engine.lab.hearts.honesty.truth import COACH, TruthTask, engine, feature, played, played_loss, searched

__all__ = ["LAST_STUDY", "STUDY", "GradeTask", "Graded", "graded"]

CLOCKLESS: dict[str, Any] = {"evaluator": "search", "time_budget_ms": 600_000, "rollouts_per_action": 10**7}
NAMED = ("hearts", "queen_chance", "moon_chance", "moon_against", "win_chance")
"""The kinds of reasons, each named like a feature."""
CERTAIN = ("trick", "itself")
"""The kinds that hold whatever the others have; games played on do not say more about them."""
GOOD = {"win_chance"}
"""Features of which more is better."""


class GradeTask(TypedDict):
    """A frozen move to grade."""

    last: bool
    set: str
    place: list[int]
    engine: str


class Graded(TypedDict):
    """What the coach says about a frozen move: a case without truths, and the pick."""

    case: Case
    pick: Any
    move: Any
    against: bool
    """Whether the first reason counts against the move."""


def graded(task: GradeTask) -> Graded:
    """Grades a frozen move.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("hearts"))
    frozen = LAST_HANDS if task["last"] else GAMES
    here = frozen.decision(task["set"], task["place"])
    observed = GAME.rules.observe(here.state, here.state.active_player_id)
    name = f"{task['set']} {task['place'][0]}.{task['place'][1]}"
    asked = Asked(name, here.state, here.action, kind_of(observed), here.third)
    one, more = (CLOCKLESS | {"max_work": times * COACH} for times in (1, 3))
    found = graded_case(GAME, asked, (one, more), _limits, _reason)
    first = next((item for item in found.found.feedback if item.category in NAMED), None)
    against = first is not None and first.delta < 0
    return {"case": found.case, "pick": found.pick, "move": found.found.user_action, "against": against}


def _limits(found: Result) -> Sequence[float]:
    limits = LIMITS if found.win_probability is None else WIN_LIMITS
    return limits.inaccuracy, limits.mistake, limits.blunder


def _reason(found: Result) -> str:
    """The kind of the first reason, with its direction."""
    if found.user_action == found.best_action:
        return NO_CAUSE
    for item in found.feedback:
        if item.category in CERTAIN:
            return item.category
        if item.category in NAMED:
            return f"{item.category} {'-' if item.delta < 0 else '+'}"
    return NO_CAUSE


def cases(last: bool, work: Spread, name: str, places: range, *, search: bool = True) -> Sequence[Case]:
    """The cases at some places of a set, with their truths."""
    frozen = LAST_HANDS if last else GAMES
    asked: list[GradeTask] = [
        {"last": last, "set": name, "place": list(each), "engine": engine_of("hearts")}
        for each in frozen.drawn(name, places.stop)[places.start :]
    ]
    found: list[Graded] = [done.result for done in work(graded, asked)]
    others = [(task, each) for task, each in zip(asked, found, strict=True) if not each["case"]["pick"]]
    for (_, each), done in zip(others, work(played, _tasks(others, engine())), strict=True):
        each["case"]["truths"]["played"] = played_loss(done.result)
        each["case"]["confirmed"] = _confirmed(each, done.result)
    if search:
        for (_, each), done in zip(others, work(searched, _tasks(others, engine_of("hearts"))), strict=True):
            if done.result:
                each["case"]["truths"]["search"] = Truth(*done.result)
    return [each["case"] for each in found]


def _tasks(others: Sequence[tuple[GradeTask, Graded]], version: str) -> list[TruthTask]:
    return [
        {
            "last": task["last"],
            "set": task["set"],
            "place": task["place"],
            "pick": each["pick"],
            "move": each["move"],
            "engine": version,
        }
        for task, each in others
    ]


def _confirmed(each: Graded, found: Any) -> bool | None:
    """Whether games played on have the first reason on the same side; None where none is named."""
    kind = each["case"]["reasons"][0].split(" ")[0]
    if kind in (NO_CAUSE, *CERTAIN):
        return None
    # A reason about the player's own moon is about all that the player takes.
    about = "expected_points" if kind == "moon_chance" else kind
    worse = feature(found, about) * (-1 if about in GOOD else 1) > 0
    return worse == each["against"]


STUDY = Study(
    "hearts", "Hearts: frozen moves of the levels Casual and Skilled", 1.0, partial(cases, False),
    partial(cases, False, search=False),
)  # fmt: skip
LAST_STUDY = Study(
    "hearts-win", "Hearts: the same in hands that may end the game", 10.0, partial(cases, True),
    partial(cases, True, search=False), "points of a hundred",
)  # fmt: skip
