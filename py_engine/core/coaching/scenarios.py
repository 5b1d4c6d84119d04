"""Positions worth practising: the filter of a request, and the search for a position."""

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
"""A set of matching positions, in the form that a game collects them."""


class GapFilter(Model):
    """Limits on the lead of the best action over the next worse one, in the game's unit; null for the default limit."""

    min_value_gap: Annotated[float, Field(ge=0)] | None = None
    max_value_gap: Annotated[float, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _limits_fit(self) -> Self:
        low, high = self.min_value_gap, self.max_value_gap
        if low is not None and high is not None and low > high:
            raise MisfitError("is larger than max_value_gap", "min_value_gap")
        return self

    def limits(self, usual: tuple[float, float]) -> tuple[float, float]:
        """The smallest and largest lead, given the defaults for both."""
        low, high = self.min_value_gap, self.max_value_gap
        usual_low, usual_high = usual
        if low is None:
            low = usual_low if high is None or high > usual_low else 0.0
        if high is None:
            high = usual_high if low < usual_high else float("inf")
        return low, high


class ScenarioJob(Job[S]):
    """Plays until a matching position comes up; ``work`` sets ``found`` or raises ``nothing_found``.

    Args:
        attempts: Maximum number of attempts.
    """

    def __init__(self, attempts: int) -> None:
        super().__init__()
        self.attempts = attempts
        self.attempt = 0
        self.found: S | None = None

    @property
    def progress(self) -> float:
        """The fraction of the attempts used, or 1 when done."""
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
        attempts: How often it tries, at most.
        attempt: Plays the game with this number; None when no position of it fits.
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
    """Plays a batch of games at once and picks one of the matching positions.

    Args:
        attempts: Maximum number of batches.
        games: Games per batch.
        seed: Determines the position found.
    """

    def __init__(self, attempts: int, games: int, seed: int) -> None:
        super().__init__(attempts)
        self.games, self.seed = games, seed

    @abstractmethod
    def play(self, generator: np.random.Generator, matches: list[M]) -> Pieces:
        """Plays a batch of games and adds matching positions to ``matches``."""

    @abstractmethod
    def picked(self, matches: list[M], generator: np.random.Generator) -> S:
        """Picks one of the matching positions."""

    def work(self) -> Pieces:
        """Plays batches until a position matches; the pieces are those of ``play``."""
        for attempt in range(self.attempts):
            self.attempt = attempt
            generator = seeded(Domain.SCENARIO, self.seed, attempt)
            matches: list[M] = []
            yield from self.play(generator, matches)
            if matches:
                self.found = self.picked(matches, generator)
                return
        raise nothing_found(self.attempts * self.games)


def nothing_found(tried: int, what: str = "games") -> ContractError:
    """The error when no position matched in ``tried`` games (or deals)."""
    text = f"No position of this kind came up in {tried} {what}; relax the filters or try another seed."
    return ContractError("GENERATION_FAILED", text, attempts=tried)
