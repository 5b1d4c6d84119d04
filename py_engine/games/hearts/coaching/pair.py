"""The graded move of Hearts beside the best one: their words, features, and how exact these are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.results import Candidate
from py_engine.games.hearts.knowledge.naming import card_words, cards_words
from py_engine.games.hearts.rules.state import HeartsAction
from py_engine.games.hearts.search.evidence import NONE, Correction

__all__ = ["Move", "Pair"]

HEARTS_SPREAD = 4.0
"""Standard deviation of the difference in hearts between two moves in a single world; most decisions are below it."""
POINTS_SPREAD = 7.0
"""The same for the points of the hand."""


class Move(NamedTuple):
    """A candidate of the result with its parsed action."""

    candidate: Candidate
    action: HeartsAction

    @property
    def named(self) -> str:
        """The move in words."""
        if self.action.play is not None:
            return card_words(self.action.play)
        return f"passing {cards_words(self.passed)}"

    @property
    def passed(self) -> list[str]:
        """The passed cards; empty for a play."""
        return [*(self.action.passed or ())]


class Pair(NamedTuple):
    """The user's move and the best one."""

    user: Move
    best: Move
    error_share: float = 0.0
    """See ``Evidence``."""
    correction: Correction = NONE
    """See ``Evidence``."""

    def of(self, feature: str) -> tuple[float, float]:
        """A feature of the user's move and of the best one."""
        return self.user.candidate.features[feature], self.best.candidate.features[feature]

    def clear_chance(self, user: float, best: float) -> bool:
        """Whether two chances differ by two standard errors.

        The error is that of independent samples, which is an upper bound: both moves were measured in the same worlds.
        """
        variance = 0.0
        for chance in (user, best):
            variance += max(0.0, chance * (1.0 - chance)) * self.error_share
        return abs(user - best) >= 2 * float(np.sqrt(variance))

    def hearts_error(self) -> float:
        """Standard error of the difference in hearts."""
        return HEARTS_SPREAD * float(np.sqrt(self.error_share))

    def points_error(self) -> float:
        """Standard error of the difference in points."""
        return POINTS_SPREAD * float(np.sqrt(self.error_share))
