"""What to expect of a whole game: the distribution of its final score, and what each category brings."""

from __future__ import annotations

from collections.abc import Callable

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.artifact import Facts
from py_engine.games.yatzy.knowledge.density import PlayOut, pmf_of
from py_engine.games.yatzy.knowledge.forward import Played
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.rules.tables import Rules

__all__ = ["facts_from", "facts_of"]

_SLICE = 200.0


def facts_from(played: Played, rules: Rules) -> Facts:
    """The facts of a whole game that was played out."""
    outcomes = outcomes_of(rules)
    points = played.outcomes * outcomes.points
    zero = played.outcomes * (outcomes.points == 0)
    return {
        "pmf": pmf_of(played, 0),
        "categories": [[float(points[part].sum()), float(zero[part].sum())] for part in outcomes.slices],
        "bonus_rate": played.bonus,
    }


def facts_of(rules: Rules, report: Callable[[float], None] | None = None, flat: Array | None = None) -> Facts:
    """The facts of a game, to be kept with the table of its rules.

    Args:
        rules: the house rules.
        report: called with the part that is done.
        flat: (958976,) float64, the values, not rounded; without them the game is solved first.
    """
    play = PlayOut(rules, flat=flat)
    while not play.done:
        play.step(_SLICE)
        if report is not None:
            report(play.progress)
    return facts_from(play.played, rules)
