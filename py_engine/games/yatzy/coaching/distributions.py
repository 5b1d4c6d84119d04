"""Questions about distributions: density, statistics, score_histogram."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict, TypeVar

from pydantic import Field

from py_engine.core.evaluation import Job, Pieces
from py_engine.games.yatzy.coaching.queries import CardArgs, RulesArgs
from py_engine.games.yatzy.knowledge.artifact import Facts, Pmf
from py_engine.games.yatzy.knowledge.density import PlayOut, Summary, pmf_of, summary
from py_engine.games.yatzy.knowledge.facts import facts_from
from py_engine.games.yatzy.knowledge.solver import MOST_THETA
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.tables import CATEGORIES, Rules

__all__ = ["Density", "DensityArgs", "HistogramArgs", "ScoreHistogram", "Statistics", "StatisticsArgs"]

_MOST_POINTS = 324


class DensityArgs(CardArgs):
    """From which position, and for which player."""

    accumulated_score: Annotated[int, Field(ge=0, le=_MOST_POINTS)]
    """All points so far, without the bonus."""
    theta: Annotated[float, Field(ge=-MOST_THETA, le=MOST_THETA)] = 0.0
    """0 plays for the mean, more takes risks, less avoids them."""


@dataclass(frozen=True, slots=True)
class DensityAnswer(Summary):
    """A distribution of the final score."""

    pmf: Pmf


class Density(Job[DensityAnswer]):
    """The answer to "density"."""

    def __init__(self, args: DensityArgs) -> None:
        super().__init__()
        self._facts: Facts | None = None
        if not args.scored_categories and not args.theta:
            self._facts = require(args.rules).facts
        self._before = args.accumulated_score
        self._play = PlayOut(args.rules, args.theta, args.scored_categories, args.upper_score)
        self._answer: DensityAnswer | None = None

    @property
    def progress(self) -> float:
        """Part of the work that is done."""
        return 1.0 if self.done else self._play.progress

    def result(self) -> DensityAnswer | None:
        """The distribution, once it is found."""
        return self._answer

    def work(self) -> Pieces:
        """A piece is one of the play-out's."""
        if self._facts is None:
            yield from self._play.pieces()
            pmf = pmf_of(self._play.played, self._before)
        else:
            pmf = [[int(score) + self._before, chance] for score, chance in self._facts["pmf"]]
        about = summary(pmf)
        self._answer = DensityAnswer(about.mean, about.std_dev, about.percentiles, pmf)


class StatisticsArgs(RulesArgs):
    """The house rules of the games."""


class HistogramArgs(RulesArgs):
    """The house rules, and how wide a bin is."""

    bin_width: Annotated[int, Field(ge=1, le=50)] = 10


T = TypeVar("T")


class _FromFacts(Job[T]):
    """An answer that the facts of a game hold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._table = require(rules)
        self._play = PlayOut(rules)
        self._answer: T | None = None

    @property
    def progress(self) -> float:
        """Part of the work that is done."""
        return 1.0 if self.done else self._play.progress

    def result(self) -> T | None:
        """The answer, once it is known."""
        return self._answer

    def work(self) -> Pieces:
        """A piece is one of the play-out's, where the table does not know the facts."""
        facts = self._table.facts
        if facts is None:
            yield from self._play.pieces()
            facts = facts_from(self._play.played, self._play.rules)
            # The table learns them, so that no other question plays the game out again.
            self._table.facts = facts
        yield
        self._answer = self.answer(facts)

    @abstractmethod
    def answer(self, facts: Facts) -> T:
        """The answer from the facts."""


@dataclass(frozen=True, slots=True)
class CategoryStatistics:
    """What a category brings in a whole game."""

    name: str
    mean: float
    zero_rate: float


@dataclass(frozen=True, slots=True)
class GameStatistics(Summary):
    """What to expect of a whole game under optimal play."""

    bonus_rate: float
    categories: Sequence[CategoryStatistics]


class Statistics(_FromFacts[GameStatistics]):
    """The answer to "statistics"."""

    def __init__(self, args: StatisticsArgs) -> None:
        super().__init__(args.rules)

    def answer(self, facts: Facts) -> GameStatistics:
        """Mean, standard deviation, percentiles, bonus rate, and mean and zero rate of each category."""
        about = summary(facts["pmf"])
        rows = zip(CATEGORIES, facts["categories"], strict=True)
        categories = [CategoryStatistics(name, mean, zero) for name, (mean, zero) in rows]
        return GameStatistics(about.mean, about.std_dev, about.percentiles, facts["bonus_rate"], categories)


Bin = TypedDict("Bin", {"from": int, "to": int, "probability": float})
"""Scores ``from`` to ``to``, both within."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often final scores fall into each bin."""

    bins: Sequence[Bin]
    """From the lowest score that can be to the highest."""


class ScoreHistogram(_FromFacts[Histogram]):
    """The answer to "score_histogram"."""

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
