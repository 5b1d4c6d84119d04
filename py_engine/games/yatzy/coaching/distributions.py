"""The queries about distributions: density, statistics, score_histogram."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self, TypedDict, TypeVar

from pydantic import Field, model_validator

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.coaching.queries import CardArgs, RulesArgs
from py_engine.games.yatzy.knowledge.artifact import Facts, Pmf
from py_engine.games.yatzy.knowledge.density import DistributionJob, Summary, pmf_of, summary
from py_engine.games.yatzy.knowledge.facts import facts_from
from py_engine.games.yatzy.knowledge.solver import MAX_THETA
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, POINTS, UPPER, Rules

__all__ = [
    "AccumulatedArgs",
    "Density",
    "DensityArgs",
    "HistogramArgs",
    "ScoreHistogram",
    "Statistics",
    "StatisticsArgs",
]

_MAX_POINTS = 324


class AccumulatedArgs(CardArgs):
    """A card with all of its points."""

    accumulated_score: Annotated[int, Field(ge=0, le=_MAX_POINTS)]
    """All points so far, without the bonus."""

    @model_validator(mode="after")
    def _points_fit_the_card(self) -> Self:
        most = [int(row.max()) if self.scored_categories >> i & 1 else 0 for i, row in enumerate(POINTS[self.rules])]
        # An upper score of 63 stands for every higher one too.
        upper = self.upper_score
        if upper == BONUS_AT:
            upper = max(upper, sum(most[:UPPER]))  # same bits: whole numbers
        high = upper + sum(most[UPPER:])  # same bits: whole numbers
        if not self.upper_score <= self.accumulated_score <= high:
            problem = f"should be from {self.upper_score} to {high} with these categories and this upper score"
            raise MisfitError(problem, "accumulated_score")
        return self


class DensityArgs(AccumulatedArgs):
    """A card, and the risk preference of its player."""

    theta: Annotated[float, Field(ge=-MAX_THETA, le=MAX_THETA)] = 0.0
    """Risk preference: 0 maximizes the mean, positive values seek risk, negative ones avoid it."""


@dataclass(frozen=True, slots=True)
class DensityAnswer(Summary):
    """A distribution of the final score."""

    pmf: Pmf


class Density(Job[DensityAnswer]):
    """Answers "density"."""

    def __init__(self, args: DensityArgs) -> None:
        super().__init__()
        self._facts: Facts | None = None
        if not args.scored_categories and not args.theta:
            self._facts = require(args.rules).facts
        self._before = args.accumulated_score
        self._job = DistributionJob(args.rules, args.theta, args.scored_categories, args.upper_score)
        self._answer: DensityAnswer | None = None

    @property
    def progress(self) -> float:
        """Fraction of the work done."""
        return 1.0 if self.done else self._job.progress

    def result(self) -> DensityAnswer | None:
        """The distribution, once it is computed."""
        return self._answer

    def work(self) -> Pieces:
        """Each piece is one of ``DistributionJob``."""
        if self._facts is None:
            yield from self._job.pieces()
            pmf = pmf_of(self._job.finished, self._before)
        else:
            pmf = [[int(score) + self._before, chance] for score, chance in self._facts["pmf"]]
        about = summary(pmf)
        self._answer = DensityAnswer(about.mean, about.std_dev, about.percentiles, pmf)


class StatisticsArgs(RulesArgs):
    """The house rules of the games."""


class HistogramArgs(RulesArgs):
    """The house rules and the width of a bin in points."""

    bin_width: Annotated[int, Field(ge=1, le=50)] = 10


T = TypeVar("T")


class _FromFacts(Job[T]):
    """Answers a query from the facts of a whole game; computes them if the table has none."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._table = require(rules)
        self._job = DistributionJob(rules)
        self._answer: T | None = None

    @property
    def progress(self) -> float:
        """Fraction of the work done."""
        return 1.0 if self.done else self._job.progress

    def result(self) -> T | None:
        """The answer, once it is known."""
        return self._answer

    def work(self) -> Pieces:
        """Each piece is one of ``DistributionJob`` while the facts are missing."""
        facts = self._table.facts
        if facts is None:
            yield from self._job.pieces()
            facts = facts_from(self._job.finished, self._job.rules)
            # Stored in the table, so that the next query need not compute them again.
            self._table.facts = facts
        yield
        self._answer = self.answer(facts)

    @abstractmethod
    def answer(self, facts: Facts) -> T:
        """The answer from the facts."""


@dataclass(frozen=True, slots=True)
class CategoryStatistics:
    """Statistics of one category over a whole game."""

    name: str
    mean: float
    zero_rate: float


@dataclass(frozen=True, slots=True)
class GameStatistics(Summary):
    """Statistics of a whole game under optimal play."""

    bonus_rate: float
    categories: Sequence[CategoryStatistics]


class Statistics(_FromFacts[GameStatistics]):
    """Answers "statistics"."""

    def __init__(self, args: StatisticsArgs) -> None:
        super().__init__(args.rules)

    def answer(self, facts: Facts) -> GameStatistics:
        """Mean, standard deviation, percentiles, bonus rate, and the mean and zero rate of each category."""
        about = summary(facts["pmf"])
        rows = zip(CATEGORIES, facts["categories"], strict=True)
        categories = [CategoryStatistics(name, mean, zero) for name, (mean, zero) in rows]
        return GameStatistics(about.mean, about.std_dev, about.percentiles, facts["bonus_rate"], categories)


Bin = TypedDict("Bin", {"from": int, "to": int, "probability": float})
"""Scores from ``from`` to ``to``, both inclusive."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The probability of each bin of final scores."""

    bins: Sequence[Bin]
    """From the lowest possible score to the highest."""


class ScoreHistogram(_FromFacts[Histogram]):
    """Answers "score_histogram"."""

    def __init__(self, args: HistogramArgs) -> None:
        super().__init__(args.rules)
        self._width = args.bin_width

    def answer(self, facts: Facts) -> Histogram:
        """Bins of equal width."""
        chances: dict[int, float] = {}
        for score, chance in facts["pmf"]:
            first = int(score) // self._width * self._width
            chances[first] = chances.get(first, 0.0) + chance
        firsts = range(min(chances), max(chances) + 1, self._width)
        return Histogram(
            [{"from": first, "to": first + self._width - 1, "probability": chances.get(first, 0.0)} for first in firsts]
        )
