"""The graded move of Hearts beside the best one: their words, features, and how exact these are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
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


CLEARLY = 2.0
"""Standard errors from which a difference is named."""
STEADY = 0.25
"""Points below which differences between sampled deals are not named, however many deals there are."""


class Move(NamedTuple):
    """A candidate of the result with its parsed action."""

    candidate: Candidate
    action: HeartsAction

    @classmethod
    def of(cls, candidate: Candidate) -> Move:
        """The move of a candidate."""
        return cls(candidate, HeartsAction.model_validate(candidate.action))

    @property
    def kind(self) -> str:
        """``pass`` or ``move``."""
        return "pass" if self.action.play is None else "move"

    @property
    def by(self) -> str:
        """The move as what brings a chance: ``with 4♣``, ``by passing 2♣, 3♦ and A♥``."""
        return f"{'by' if self.action.play is None else 'with'} {self.named}"

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
    errors: Mapping[str, float] = MappingProxyType({})
    """See ``Evidence``."""

    @property
    def of_plans(self) -> bool:
        """Whether one of the moves is a plan to shoot the moon, and the other is none."""
        return (self.user.candidate.note is None) != (self.best.candidate.note is None)

    @property
    def both_plans(self) -> bool:
        """Whether both moves are plans to shoot the moon."""
        return self.user.candidate.note is not None and self.best.candidate.note is not None

    def of(self, feature: str) -> tuple[float, float]:
        """A feature of the user's move and of the best one."""
        return self.user.candidate.features[feature], self.best.candidate.features[feature]

    def least(self, feature: str, worth: float, least: float) -> float:
        """Points from which a difference in a feature is named.

        Once it is named, a larger sample of deals should not name others before it, so there is a limit that does not depend on their number.

        Args:
            feature: The feature.
            worth: Points for each unit of it.
            least: Points below which nothing is named.
        """
        share = self.correction.playouts
        steady = STEADY * share if feature in self.errors else 0.0
        return max(least, steady, CLEARLY * worth * share * self._error(feature))

    def clear_chance(self, feature: str) -> bool:
        """Whether two chances differ clearly, however little they are worth."""
        user, best = self.of(feature)
        return abs(user - best) >= CLEARLY * self._error(feature)

    def _error(self, feature: str) -> float:
        """Standard error of a difference; if it was not measured, that of independent samples, though both moves were in the same worlds."""
        if feature in self.errors:
            return self.errors[feature]
        if feature == "hearts":
            return HEARTS_SPREAD * float(np.sqrt(self.error_share))
        variance = 0.0
        for chance in self.of(feature):
            variance += max(0.0, chance * (1.0 - chance)) * self.error_share
        return float(np.sqrt(variance))

    def points_error(self) -> float:
        """Standard error of the difference in points."""
        return POINTS_SPREAD * float(np.sqrt(self.error_share))
