"""Duplicate deals of Hearts: the same cards are played in every seating of two players.

Deal k of a seed is hand k + 1 of the game with that seed, with all scores at 0. The pass direction cycles through left, right,
across and hold.
"""

from __future__ import annotations

from itertools import product
from typing import Literal, get_args

__all__ = ["DIRECTIONS", "KINDS", "MOST_DEALS", "Kind", "Seating", "evaluator_seed", "seatings"]

Kind = Literal["2v2", "mixed", "opposite"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Two seats for each player, all splits with one to three seats each, or the two splits with partners opposite."""
Seating = tuple[int, ...]
"""By seat: 0 for the first player, 1 for the second."""

DIRECTIONS = ("left", "right", "across", "hold")
"""Pass directions, by deal number modulo four."""
MOST_DEALS = 1 << 20
_DECISIONS = 16
"""An upper bound on the decisions of a seat in a hand (one pass and thirteen cards)."""


def seatings(kind: Kind) -> list[Seating]:
    """The 6 seatings with two seats each, all 14 in which both play, or the 2 in which both players sit opposite themselves.

    Each player gets every seat equally often, so that good cards favour neither.
    """
    if kind == "opposite":
        return [(0, 1, 0, 1), (1, 0, 1, 0)]
    every = [seating for seating in product((0, 1), repeat=4) if 0 < sum(seating) < 4]
    return [seating for seating in every if kind == "mixed" or sum(seating) == 2]


def evaluator_seed(seed: int, deal: int, seat: int, decision: int) -> int:
    """The evaluator seed for a decision.

    It does not depend on the seating, so a player against itself plays the same hand in every seating.

    Args:
        seed: The seed of the deals, below 2^27.
        deal: Number of the deal, below ``MOST_DEALS``.
        seat: The deciding seat.
        decision: Number of decisions that the seat has made in this hand.
    """
    return ((seed * MOST_DEALS + deal) * 4 + seat) * _DECISIONS + decision
