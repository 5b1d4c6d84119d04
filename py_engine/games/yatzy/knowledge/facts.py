"""Statistics of a whole game: the distribution of its final score, and the mean and zero rate of each category."""

from __future__ import annotations

from collections.abc import Callable

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.artifact import Facts
from py_engine.games.yatzy.knowledge.density import DistributionJob, pmf_of
from py_engine.games.yatzy.knowledge.forward import ForwardResult
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.rules.tables import Rules

__all__ = ["facts_from", "facts_of"]

_SLICE = 200.0


def facts_from(result: ForwardResult, rules: Rules) -> Facts:
    """The facts of a whole game."""
    outcomes = outcomes_of(rules)
    points = result.outcomes * outcomes.points
    zero = result.outcomes * (outcomes.points == 0)
    return {
        "pmf": pmf_of(result, 0),
        "categories": [[float(points[part].sum()), float(zero[part].sum())] for part in outcomes.slices],
        "bonus_rate": result.bonus,
    }


def facts_of(rules: Rules, report: Callable[[float], None] | None = None, flat: Array | None = None) -> Facts:
    """The facts of a game, which are stored with the table of its rules.

    Args:
        rules: The house rules.
        report: Called with the fraction done.
        flat: (958976,) float64, the values, not rounded; None to solve the game first.
    """
    job = DistributionJob(rules, flat=flat)
    while not job.done:
        job.step(_SLICE)
        if report is not None:
            report(job.progress)
    return facts_from(job.finished, rules)
