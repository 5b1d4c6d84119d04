"""``honesty hearts`` and ``honesty hearts-win``: frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from py_engine.core.results import Result
from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.knowledge.grades import LIMITS, WIN_LIMITS, kind_of
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case, Truth
from py_engine.lab.core.honesty.command import Study
from py_engine.lab.core.honesty.frozen_moves import (
    GradedMove,
    GradeTask,
    asked_of,
    drawn_tasks,
    graded_move,
    graded_moves,
    not_picked,
    true_losses,
)
from py_engine.lab.core.honesty.grading import NO_CAUSE, graded_case
from py_engine.lab.core.versions import engine_of
from py_engine.lab.hearts.honesty.frozen import GAMES, LAST_HANDS
from py_engine.lab.hearts.honesty.truth import COACH, engine, feature, played, played_loss, searched

__all__ = ["LAST_STUDY", "STUDY", "GradedCard", "HandTask", "graded"]

CLOCKLESS: dict[str, Any] = {"evaluator": "search", "time_budget_ms": 600_000, "rollouts_per_action": 10**7}
NAMED = ("hearts", "queen_chance", "moon_chance", "moon_against", "win_chance")
"""The kinds of reasons, each named like a feature."""
CERTAIN = ("trick", "itself")
"""The kinds that hold in every deal, so that games played on cannot confirm or refute them."""
GOOD = {"win_chance"}
"""Features of which more is better."""


class HandTask(GradeTask):
    """A move of a frozen hand to grade."""

    last: bool
    """Whether it is one of the hands that may end the game."""


class GradedCard(GradedMove):
    """What the coach says about it."""

    against: bool
    """Whether the first reason counts against the move."""


def graded(task: HandTask) -> GradedCard:
    """Grades a move of a frozen hand.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    asked = asked_of(LAST_HANDS if task["last"] else GAMES, task, engine_of("hearts"), _kind)
    one, more = (CLOCKLESS | {"max_work": times * COACH} for times in (1, 3))
    found = graded_case(GAME, asked, (one, more), _limits, _reason)
    first = next((item for item in found.found.feedback if item.category in NAMED), None)
    return {**graded_move(found), "against": first is not None and first.delta < 0}


def _kind(state: HeartsState) -> str:
    """The kind of the decision, as the player sees it."""
    return kind_of(GAME.rules.observe(state, state.active_player_id))


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
    moves = drawn_tasks(LAST_HANDS if last else GAMES, name, places, engine_of("hearts"))
    tasks: list[HandTask] = [{"last": last, **each} for each in moves]
    found = graded_moves(work, graded, tasks)
    others = not_picked(found)
    for each, ended in true_losses(work, played, others, engine()):
        each["case"]["truths"]["played"] = played_loss(ended)
        each["case"]["confirmed"] = _confirmed(each, ended)
    if search:
        for each, values in true_losses(work, searched, others, engine_of("hearts")):
            if values:
                each["case"]["truths"]["search"] = Truth(*values)
    return [each["case"] for _, each in found]


def _confirmed(each: GradedCard, found: Any) -> bool | None:
    """Whether games played on have the first reason on the same side; None where none is named."""
    reasons = each["case"]["reasons"]
    kind = reasons[0].split(" ")[0] if reasons else NO_CAUSE
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
