"""``honesty entropy``: frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from py_engine.core.results import Result
from py_engine.games.entropy.coaching.balance import BALANCE, WORSE_IN
from py_engine.games.entropy.coaching.named_lines import SIDES
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.grades import LIMITS
from py_engine.games.entropy.rules.tables import line_names
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
from py_engine.lab.entropy.honesty.frozen import GAMES, is_order
from py_engine.lab.entropy.honesty.truth import COACH, Played, engine, played, played_loss, searched

__all__ = ["STUDY", "graded"]

CLOCKLESS: dict[str, Any] = {"evaluator": "search", "time_budget_ms": 600_000}
SIZE = 7


def graded(task: GradeTask) -> GradedMove:
    """Grades a frozen move.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    asked = asked_of(GAMES, task, engine_of("entropy"), lambda state: "Order" if is_order(state) else "Chaos")
    one, more = (CLOCKLESS | {"max_work": times * COACH} for times in (1, 3))
    return graded_move(graded_case(GAME, asked, (one, more), _limits, _reason))


def _limits(_: Result) -> Sequence[float]:
    return LIMITS.inaccuracy, LIMITS.mistake, LIMITS.blunder


def _reason(found: Result) -> str:
    """What the first sentence is about: a line, all rows or columns, the board as it stands."""
    first = found.feedback[0]
    if first.category == BALANCE:
        return first.text.removeprefix(WORSE_IN).split(":")[0].capitalize()
    if first.category == "now":
        return first.category
    return first.text.split(":")[0] if first.category in ("line", "side") else NO_CAUSE


def cases(work: Spread, name: str, places: range, *, search: bool = True) -> Sequence[Case]:
    """The cases at some places of a set, with their truths."""
    found = graded_moves(work, graded, drawn_tasks(GAMES, name, places, engine_of("entropy")))
    others = not_picked(found)
    for each, ended in true_losses(work, played, others, engine()):
        each["case"]["truths"]["played"] = played_loss(ended)
        each["case"]["confirmed"] = _confirmed(each["case"]["reasons"][0], ended)
    if search:
        for each, values in true_losses(work, searched, others, engine_of("entropy")):
            each["case"]["truths"]["search"] = Truth(*values)
    return [each["case"] for _, each in found]


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
