"""A lower bound on the standard errors of samples, so that a sample whose worlds all agree is not taken for the whole.

If an event was seen in none of n independent worlds, its probability is below 3/n with 95 % confidence (the rule of three;
J. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983). A world of a kind not yet seen
can shift the difference between two moves by the points still in play, R. The mean is then off by at most 3R/n, and half of
that is taken as the standard error, as two standard errors make up a 95 % interval.
"""

from __future__ import annotations

from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.cards import DECK, HEARTS, QUEEN_OF_SPADES, SUIT_MASKS

__all__ = ["fewest_worlds", "least_error", "points_in_play"]

RULE_OF_THREE = 3.0
QUEEN_POINTS = 13


def points_in_play(facts: Facts) -> int:
    """Points of the hearts and the queen of spades that have not been taken yet."""
    left = int(DECK) & ~facts.gone
    return (left & SUIT_MASKS[HEARTS]).bit_count() + QUEEN_POINTS * (left >> QUEEN_OF_SPADES & 1)


def least_error(worlds: float, points: float) -> float:
    """The smallest standard error of a mean over a sample.

    Args:
        worlds: Effective number of independent worlds.
        points: Points in play, in the unit of the values.
    """
    return RULE_OF_THREE / 2 * points / max(1.0, worlds)


def fewest_worlds(error: float, points: float) -> int:
    """The number of worlds at which ``least_error`` falls to a standard error."""
    return int(RULE_OF_THREE / 2 * points / error) + 1
