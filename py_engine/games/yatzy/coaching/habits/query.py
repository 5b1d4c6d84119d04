"""The query "quiz_fit": the habits behind answers to the quiz, and what a change of each would be worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.contract import ContractError, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.habits import quiz_table
from py_engine.games.yatzy.coaching.habits.fit import (
    BETAS,
    GRIDS,
    HABITS,
    OVER,
    card_posterior,
    chances_of,
    estimates,
    posterior_of,
)
from py_engine.games.yatzy.coaching.habits.quiz_table import QuizTable

__all__ = ["QuizFit", "QuizFitArgs"]

_MOST_ACTIONS, _MOST_QUESTIONS = 32, 60


class QuizFitArgs(Model):
    """The answers to the quiz."""

    answers: Annotated[list[Annotated[int, Field(ge=0, lt=_MOST_ACTIONS)] | None], Field(max_length=_MOST_QUESTIONS)]
    """By question, the number of the action chosen; None if it was left out."""


@dataclass(frozen=True, slots=True)
class Habit:
    """One habit."""

    name: str
    median: float
    """The best estimate, within the interval."""
    low: float
    high: float
    over: bool
    """The steadiness is more than answers can show."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one habit, all others staying as they are."""

    name: str
    value: float
    """The best value of the habit."""
    worth: float
    """Points a game."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The habits of a player."""

    answered: int
    habits: Sequence[Habit]
    score: float
    """The mean score of players with these habits."""
    changes: Sequence[Change]
    """The most valuable first."""


class QuizFit(Job[Fitted]):
    """Answers "quiz_fit".

    Raises:
        ContractError: NOT_FOUND if the quiz's table is not loaded, INVALID_PARAMS for answers to other questions.
    """

    def __init__(self, args: QuizFitArgs) -> None:
        super().__init__()
        self.args = args
        self.table = quiz_table.require()
        _check(args.answers, self.table)
        self._chances: list[Array] = []
        self._found: Fitted | None = None

    @property
    def progress(self) -> float:
        """Fraction of the questions done."""
        return 1.0 if self.done else len(self._chances) / len(self.args.answers)

    def result(self) -> Fitted | None:
        """The habits, once they are fitted."""
        return self._found

    def work(self) -> Pieces:
        """A piece for each answer."""
        for losses, answer in zip(self.table.losses, self.args.answers, strict=True):
            if answer is not None:
                self._chances.append(chances_of(losses)[..., answer])
                yield
        self._found = _fitted(posterior_of(self._chances), self.table, len(self._chances))


def _check(answers: Sequence[int | None], table: QuizTable) -> None:
    if len(answers) != len(table.losses):
        raise ContractError("INVALID_PARAMS", f"There should be {len(table.losses)} answers, one for each question.")
    for number, (answer, losses) in enumerate(zip(answers, table.losses, strict=True), 1):
        size = losses.shape[-1]
        if answer is not None and answer >= size:
            raise ContractError("INVALID_PARAMS", f"Answer {number} is {answer}, but there are {size} actions.")


def _fitted(posterior: Array, table: QuizTable, answered: int) -> Fitted:
    habits = [
        Habit(name, *estimate, name == "beta" and estimate.median > OVER)
        for name, estimate in zip(HABITS, estimates(posterior, table.masses), strict=True)
    ]
    types = card_posterior(posterior)
    means = np.array(table.means, dtype=np.float64).reshape(types.shape)
    score = float((types * means).sum())
    changes = []
    for axis, (name, grid) in enumerate(zip(HABITS, (*GRIDS[:3], np.array(BETAS, dtype=np.float64)), strict=True)):
        others = types.sum(axis=axis, keepdims=True)
        worth = (others * means).sum(axis=tuple(other for other in range(4) if other != axis))
        best = int(worth.argmax())
        changes.append(Change(name, float(grid[best]), float(worth[best]) - score))
    return Fitted(answered, habits, score, sorted(changes, key=lambda change: -change.worth))
