"""The query "quiz_fit": the habits behind answers to the quiz, and what a change of each would be worth."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from py_engine.core.contract import Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.coaching.habits.fit import (
    BETAS,
    GRIDS,
    HABITS,
    OVER,
    TYPES,
    card_posterior,
    chances_of,
    estimates,
    posterior_of,
)

__all__ = ["STEPS", "QuizFit", "QuizFitArgs", "packed_losses"]

STEPS = 64
"""Losses are whole numbers of steps in a point."""
_TABLES = TYPES[0] * TYPES[1] * TYPES[2]
_CARDS = _TABLES * len(BETAS)
_MOST_ACTIONS, _MOST_QUESTIONS = 32, 60


class QuizFitArgs(Model):
    """The questions as the page has them, and the answers."""

    sizes: Annotated[
        list[Annotated[int, Field(ge=2, le=_MOST_ACTIONS)]], Field(min_length=1, max_length=_MOST_QUESTIONS)
    ]
    """By question, the number of actions."""
    losses: Annotated[str, Field(max_length=1_000_000)]
    """See ``packed_losses``."""
    answers: list[Annotated[int, Field(ge=0, lt=_MOST_ACTIONS)] | None]
    """By question, the number of the action chosen; None if it was left out."""
    masses: Annotated[list[Annotated[float, Field(gt=0, lt=1)]], Field(min_length=4, max_length=4)] = [0.95] * 4
    """See ``estimates``."""
    means: Annotated[list[Annotated[float, Field(ge=0, le=374)]], Field(min_length=_CARDS, max_length=_CARDS)]
    """The mean scores of the 648 player types."""

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if len(self.answers) != len(self.sizes):
            raise MisfitError(f"should be {len(self.sizes)} answers, one for each question", "answers")
        for number, (answer, size) in enumerate(zip(self.answers, self.sizes, strict=True)):
            if answer is not None and answer >= size:
                raise MisfitError(f"is {answer}, but there are {size} actions", "answers", number)
        if _unpacked(self.losses, _TABLES * sum(self.sizes)) is None:  # same bits: whole numbers
            raise MisfitError("are not the losses of these questions", "losses")
        return self


def packed_losses(losses: Sequence[Array]) -> str:
    """The losses (6, 6, 3, A) of several decisions as text: whole steps, low bytes and high bytes, zlib, base64."""
    steps = [np.minimum(np.rint(each * STEPS), 65_535).astype(np.uint16).ravel() for each in losses]
    flat = np.concatenate(steps)
    planes = np.concatenate([(flat & 255).astype(np.uint8), (flat >> 8).astype(np.uint8)])
    return base64.b64encode(zlib.compress(planes.tobytes(), 9)).decode("ascii")


def _unpacked(text: str, count: int) -> Array | None:
    """(count,) float64: the losses in points; None if there is another number of them."""
    try:
        data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), 2 * count + 1)
    except (binascii.Error, zlib.error, ValueError):
        return None
    if len(data) != 2 * count:
        return None
    planes = np.frombuffer(data, dtype=np.uint8).reshape(2, count).astype(np.float64)
    return np.asarray((planes[0] + 256.0 * planes[1]) / STEPS)


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
    """Answers "quiz_fit"."""

    def __init__(self, args: QuizFitArgs) -> None:
        super().__init__()
        self.args = args
        self._chances: list[Array] = []
        self._found: Fitted | None = None

    @property
    def progress(self) -> float:
        """Fraction of the questions done."""
        return 1.0 if self.done else len(self._chances) / len(self.args.sizes)

    def result(self) -> Fitted | None:
        """The habits, once they are fitted."""
        return self._found

    def work(self) -> Pieces:
        """A piece for each answer."""
        args = self.args
        losses = _unpacked(args.losses, _TABLES * sum(args.sizes))  # same bits: whole numbers
        assert losses is not None  # noqa: S101 # the arguments were checked
        start = 0
        for size, answer in zip(args.sizes, args.answers, strict=True):
            part = losses[start : start + _TABLES * size].reshape(*TYPES, size)
            start += _TABLES * size
            if answer is not None:
                self._chances.append(chances_of(part)[..., answer])
                yield
        self._found = _fitted(posterior_of(self._chances), args, len(self._chances))


def _fitted(posterior: Array, args: QuizFitArgs, answered: int) -> Fitted:
    habits = [
        Habit(name, *estimate, name == "beta" and estimate.median > OVER)
        for name, estimate in zip(HABITS, estimates(posterior, args.masses), strict=True)
    ]
    types = card_posterior(posterior)
    means = np.array(args.means, dtype=np.float64).reshape(types.shape)
    score = float((types * means).sum())
    changes = []
    for axis, (name, grid) in enumerate(zip(HABITS, (*GRIDS[:3], np.array(BETAS, dtype=np.float64)), strict=True)):
        others = types.sum(axis=axis, keepdims=True)
        worth = (others * means).sum(axis=tuple(other for other in range(4) if other != axis))
        best = int(worth.argmax())
        changes.append(Change(name, float(grid[best]), float(worth[best]) - score))
    return Fitted(answered, habits, score, sorted(changes, key=lambda change: -change.worth))
