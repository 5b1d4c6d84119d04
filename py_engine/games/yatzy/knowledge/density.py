"""The exact distribution of the final score from any position, under the best play for a given taste for risk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.artifact import Pmf
from py_engine.games.yatzy.knowledge.forward import Forward, Played
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.knowledge.solver import Objective, Solver
from py_engine.games.yatzy.rules.tables import CATEGORIES, STANDARD, Rules

__all__ = ["PERCENTILES", "PlayOut", "Summary", "category_split", "pmf_of", "summary"]

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_SOLVING = 0.35
"""Part of the work of a play-out that is the solution."""
_ROUNDING = 1e-12
"""What a sum of probabilities may lack of a percentile and still reach it."""


class PlayOut(Job[Played]):
    """Solves what can follow a position, and plays it out.

    Args:
        rules: the house rules.
        theta: see ``solver.Objective``.
        mask: closed categories.
        upper: upper score, at most 63, which the mask allows.
        flat: (958976,) float64, the values, where they are known.
        count: see ``Forward``.
    """

    def __init__(
        self,
        rules: Rules = STANDARD,
        theta: float = 0.0,
        mask: int = 0,
        upper: int = 0,
        *,
        flat: Array | None = None,
        count: bool = True,
    ) -> None:
        super().__init__()
        self.rules, self.theta, self.mask, self.upper, self.flat = rules, theta, mask, upper, flat
        self._counts = count
        self._solver: Solver | None = None
        self._forward: Forward | None = None
        self._share = _SOLVING if flat is None else 0.0

    @property
    def progress(self) -> float:
        """Part of the work that is done."""
        if self._forward is not None:
            return self._share + (1 - self._share) * self._forward.progress
        return self._share * self._solver.progress if self._solver is not None else 0.0

    @property
    def played(self) -> Played:
        """What came of it; only when it is done."""
        found = self.result()
        if found is None:
            raise ValueError("it has not been played out yet")
        return found

    def result(self) -> Played | None:
        """What came of it, once it is done."""
        return None if self._forward is None else self._forward.played

    def work(self) -> Pieces:
        """A piece is one of the solver's, or one of the play-out's."""
        if self.flat is None:
            self._solver = Solver(self.rules, self.theta, closed=self.mask)
            yield from self._solver.pieces()
            self.flat = np.concatenate([array.reshape(-1) for array in self._solver.values])
            yield
        self._forward = Forward(self.rules, Objective(self.theta), self.flat, self.mask, self.upper, count=self._counts)
        yield
        yield from self._forward.work()


def pmf_of(played: Played, before: int) -> Pmf:
    """The distribution of a game's final score.

    Args:
        played: a game that was played out.
        before: points before it.
    """
    scores = np.flatnonzero(played.distribution > 0).tolist()
    return [[score + before, float(played.distribution[score])] for score in scores]


@dataclass(frozen=True, slots=True)
class Summary:
    """A distribution in a few numbers."""

    mean: float
    std_dev: float
    percentiles: Mapping[str, int]
    """``pX`` is the smallest score whose cumulative probability reaches X %."""


def summary(pmf: Pmf) -> Summary:
    """Mean, standard deviation and percentiles."""
    scores = np.array([score for score, _ in pmf], dtype=np.float64)
    chances = np.array([chance for _, chance in pmf], dtype=np.float64)
    mean = float((scores * chances).sum())
    away = scores - mean
    reached = np.cumsum(chances)
    last = len(pmf) - 1
    places = [min(last, int(np.searchsorted(reached, x / 100 - _ROUNDING))) for x in PERCENTILES]
    return Summary(
        mean,
        float(np.sqrt((away * away * chances).sum())),
        {f"p{x}": int(pmf[place][0]) for x, place in zip(PERCENTILES, places, strict=True)},
    )


def category_split(
    mask: int, upper: int, rules: Rules = STANDARD, flat: Array | None = None
) -> tuple[dict[str, float], float]:
    """What each open category is expected to bring under optimal play, and the probability of the bonus.

    The expected points and 50 times that probability add up to the value of the position.

    Args:
        mask: closed categories.
        upper: upper score, at most 63, which the mask allows.
        rules: the house rules.
        flat: (958976,) float64, the values, such as ``ValueTable.flat``; without them what follows is solved first.

    Returns:
        Expected points by category, in order, and the probability.
    """
    play = PlayOut(rules, 0.0, mask, upper, flat=flat, count=False)
    play.run()
    outcomes = outcomes_of(rules)
    points = play.played.outcomes * outcomes.points
    expected: dict[str, float] = {}
    for i, name in enumerate(CATEGORIES):
        if not mask >> i & 1:
            expected[name] = float(points[outcomes.slices[i]].sum())
    return expected, play.played.bonus
