"""``honesty yatzy`` and ``honesty yatzy-win``: frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from py_engine.core.results import Result
from py_engine.games.yatzy.game import GAME
from py_engine.games.yatzy.knowledge.grades import KINDS, LIMITS, WIN_LIMITS
from py_engine.games.yatzy.rules.batch import THROWS
from py_engine.games.yatzy.rules.state import YatzyState
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
from py_engine.lab.yatzy.honesty.frozen import ALONE, TWO
from py_engine.lab.yatzy.honesty.truth import engine, lost

__all__ = ["STUDY", "WIN_STUDY", "GameTask", "graded"]

ROUNDING = 1 / 1024
"""The grain of the coach's table: stated values are exact to this, in points, or points of a hundred."""


class GameTask(GradeTask):
    """A frozen move to grade."""

    two: bool
    """Whether it is a game of two, in which chances to win count."""


def graded(task: GameTask) -> GradedMove:
    """Grades a frozen move.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    asked = asked_of(TWO if task["two"] else ALONE, task, engine_of("yatzy"), _kind)
    params = {"evaluator": "win" if task["two"] else "exact", "time_budget_ms": 600_000, "shortlist_size": 0}
    limits = WIN_LIMITS if task["two"] else LIMITS
    edges = limits.inaccuracy, limits.mistake, limits.blunder
    return graded_move(graded_case(GAME, asked, (params, params), lambda _: edges, _reason))


def _kind(state: YatzyState) -> str:
    """The name of the kind of decision."""
    return KINDS[THROWS - 1 - state.rolls_left].name


def _reason(found: Result) -> str:
    """The kind of the first sentence."""
    first = found.feedback[0]
    return NO_CAUSE if first.category == "overall" else first.category


def cases(two: bool, work: Spread, name: str, places: range) -> Sequence[Case]:
    """The cases at some places of a set, with their truths."""
    moves = drawn_tasks(TWO if two else ALONE, name, places, engine_of("yatzy"))
    tasks: list[GameTask] = [{"two": two, **each} for each in moves]
    found = graded_moves(work, graded, tasks)
    for each, loss in true_losses(work, lost, not_picked(found), engine()):
        if loss is not None:
            each["case"]["truths"]["exact"] = Truth(loss, ROUNDING)
    return [each["case"] for _, each in found]


STUDY = Study("yatzy", "Yatzy for points: frozen moves of Beginner and Strong", 0.25, partial(cases, False))
WIN_STUDY = Study(
    "yatzy-win", "Yatzy of two: the same by chances to win", 5.0, partial(cases, True), unit="points of a hundred"
)
