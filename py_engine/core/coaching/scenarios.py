"""Positions worth practising: how they are asked for, and the search for one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Annotated, Generic, Self, TypeVar

import numpy as np
from pydantic import Field, model_validator

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import ContractError, Model, SafeInt
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.request import S
from py_engine.core.validation import MisfitError

__all__ = ["Attempts", "GapFilter", "ScenarioJob", "SeededScenario", "SideBySide", "nothing_found"]

M = TypeVar("M")
"""Fitting positions that came up together."""


class GapFilter(Model):
    """How much the best action leads the next one that is not as good, in the game's unit; null takes the usual limit."""

    min_value_gap: Annotated[float, Field(ge=0)] | None = None
    max_value_gap: Annotated[float, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _limits_fit(self) -> Self:
        low, high = self.min_value_gap, self.max_value_gap
        if low is not None and high is not None and low > high:
            raise MisfitError("is larger than max_value_gap", "min_value_gap")
        return self

    def limits(self, usual: tuple[float, float]) -> tuple[float, float]:
        """The least and the largest lead, where the usual ones are these."""
        low, high = self.min_value_gap, self.max_value_gap
        usual_low, usual_high = usual
        if low is None:
            low = usual_low if high is None or high > usual_low else 0.0
        if high is None:
            high = usual_high if low < usual_high else float("inf")
        return low, high


class ScenarioJob(Job[S]):
    """Plays until a fitting position comes up; ``work`` sets ``found``, or raises ``nothing_found``.

    Args:
        attempts: how often it tries at the most.
    """

    def __init__(self, attempts: int) -> None:
        super().__init__()
        self.attempts = attempts
        self.attempt = 0
        self.found: S | None = None

    @property
    def progress(self) -> float:
        """Part of the attempts that are used up, or 1."""
        return 1.0 if self.done else self.attempt / self.attempts

    def result(self) -> S | None:
        """The state, once found."""
        return self.found


class SeededScenario(Model):
    """Params of a search that nothing can be asked of: the seed decides what is found."""

    ruleset_id: str
    seed: SafeInt


class Attempts(ScenarioJob[S]):
    """Tries one game after the other; a piece is an attempt.

    Args:
        attempts: how often it tries, at most.
        attempt: plays the game with this number; None when no position of it fits.
    """

    def __init__(self, attempts: int, attempt: Callable[[int], S | None]) -> None:
        super().__init__(attempts)
        self._try = attempt

    def work(self) -> Pieces:
        """Tries until a position fits."""
        for attempt in range(self.attempts):
            self.attempt, self.found = attempt, self._try(attempt)
            if self.found is not None:
                return
            yield
        raise nothing_found(self.attempts)


class SideBySide(ScenarioJob[S], Generic[S, M]):
    """Plays games side by side, and picks one of the fitting positions.

    Args:
        attempts: how often it tries at the most.
        games: how many are played side by side.
        seed: decides what is found.
    """

    def __init__(self, attempts: int, games: int, seed: int) -> None:
        super().__init__(attempts)
        self.games, self.seed = games, seed

    @abstractmethod
    def play(self, generator: np.random.Generator, met: list[M]) -> Pieces:
        """Plays the games, and notes the fitting positions."""

    @abstractmethod
    def picked(self, met: list[M], generator: np.random.Generator) -> S:
        """One of the positions that came up."""

    def work(self) -> Pieces:
        """A piece is one of ``play``."""
        for attempt in range(self.attempts):
            self.attempt = attempt
            generator = seeded(Domain.SCENARIO, self.seed, attempt)
            met: list[M] = []
            yield from self.play(generator, met)
            if met:
                self.found = self.picked(met, generator)
                return
        raise nothing_found(self.attempts * self.games)


def nothing_found(tried: int, what: str = "games") -> ContractError:
    """The refusal when no position fits after so many games (or deals)."""
    text = f"No position of this kind came up in {tried} {what}; ask for less, or try another seed."
    return ContractError("GENERATION_FAILED", text, attempts=tried)
