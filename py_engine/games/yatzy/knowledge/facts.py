"""What to expect of a whole game: the statistics of the final score, its histogram, and what each category brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.queries import RulesArgs
from py_engine.games.yatzy.knowledge.density import PlayOut, pmf_of, summary
from py_engine.games.yatzy.knowledge.forward import Played
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.tables import CATEGORIES, Rules

__all__ = ["GameFacts", "HistogramArgs", "ScoreHistogram", "Statistics", "StatisticsArgs", "facts_of"]

_SLICE = 200.0


class StatisticsArgs(RulesArgs):
    """The house rules of the games."""


class HistogramArgs(RulesArgs):
    """The house rules, and how wide a bin is."""

    bin_width: Annotated[int, Field(ge=1, le=50)] = 10


class GameFacts(Job[Any]):
    """What is known of games under optimal play: a job that takes it from the table, or finds it.

    Its result is ``{"pmf": [[score, probability]], "categories": [[mean, zero rate]], "bonus_rate"}``.
    """

    def __init__(self, rules: Rules, known: dict[str, Any] | None = None, flat: Array | None = None) -> None:
        super().__init__()
        self._rules = rules
        self._facts = known or None
        self._play = PlayOut(rules, flat=flat)

    @property
    def progress(self) -> float:
        """Part of the work that is done."""
        return 1.0 if self.done else self._play.progress

    def result(self) -> dict[str, Any] | None:
        """The facts, once they are known."""
        return self._facts

    def work(self) -> Pieces:
        """A piece is one of the play-out's."""
        if self._facts is None:
            yield from self._play.pieces()
            self._facts = _facts(self._play.played, self._rules)


def _facts(played: Played, rules: Rules) -> dict[str, Any]:
    outcomes = outcomes_of(rules)
    points = played.outcomes * outcomes.points
    zero = played.outcomes * (outcomes.points == 0)
    return {
        "pmf": pmf_of(played, 0),
        "categories": [[float(points[part].sum()), float(zero[part].sum())] for part in outcomes.slices],
        "bonus_rate": played.bonus,
    }


def facts_of(rules: Rules, report: Callable[[float], None] | None = None, flat: Array | None = None) -> dict[str, Any]:
    """The facts of a game, see ``GameFacts``, to be kept with the table of its rules.

    Args:
        rules: the house rules.
        report: called with the part that is done.
        flat: (958976,) float64, the values, not rounded; without them the game is solved first.
    """
    job = GameFacts(rules, flat=flat)
    while not job.done:
        job.step(_SLICE)
        if report is not None:
            report(job.progress)
    return job.result() or {}


class _FromFacts(Job[Any]):
    """An answer that the facts of a game hold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._table = require(rules)
        self._job = GameFacts(rules, self._table.facts)
        self._answer: dict[str, Any] | None = None

    @property
    def progress(self) -> float:
        """Part of the work that is done."""
        return 1.0 if self.done else self._job.progress

    def result(self) -> dict[str, Any] | None:
        """The answer, once it is known."""
        return self._answer

    def work(self) -> Pieces:
        """A piece is one of the facts'."""
        facts = (yield from self._job.pieces()) or {}
        # A table without facts learns them, so that no other question plays the game out again.
        self._table.facts.update(facts)
        self._answer = self.answer(facts)

    def answer(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The answer from the facts."""
        raise NotImplementedError


class Statistics(_FromFacts):
    """The answer to "statistics"."""

    def __init__(self, args: StatisticsArgs) -> None:
        super().__init__(args.rules)

    def answer(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Mean, standard deviation, percentiles, bonus rate, and mean and zero rate of each category."""
        rows = zip(CATEGORIES, facts["categories"], strict=True)
        return {
            **summary(facts["pmf"]),
            "bonus_rate": facts["bonus_rate"],
            "categories": [{"name": name, "mean": mean, "zero_rate": zero} for name, (mean, zero) in rows],
        }


class ScoreHistogram(_FromFacts):
    """The answer to "score_histogram"."""

    def __init__(self, args: HistogramArgs) -> None:
        super().__init__(args.rules)
        self._width = args.bin_width

    def answer(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Bins of ``from`` to ``to``, both within, from the lowest score that can be to the highest."""
        bins: dict[int, float] = {}
        for score, chance in facts["pmf"]:
            first = int(score) // self._width * self._width
            bins[first] = bins.get(first, 0.0) + chance
        last = max(bins)
        return {
            "bins": [
                {"from": first, "to": first + self._width - 1, "probability": bins.get(first, 0.0)}
                for first in range(min(bins), last + 1, self._width)
            ]
        }
