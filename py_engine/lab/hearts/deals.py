"""Duplicate deals of Hearts: the same cards are played in every seating of two players.

Deal number k of a seed is hand number k + 1 of the game with that seed, with all scores at nothing: the pass goes left,
right, across and nowhere in turn.
"""

from __future__ import annotations

from itertools import product
from typing import Literal, get_args

__all__ = ["DIRECTIONS", "KINDS", "MOST_DEALS", "Kind", "Seating", "evaluator_seed", "seatings"]

Kind = Literal["2v2", "mixed"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Two seats for each player, or every share of the seats from one to three."""
Seating = tuple[int, ...]
"""By seat: 0 for the first player, 1 for the second."""

DIRECTIONS = ("left", "right", "across", "hold")
"""Where cards are passed, by the number of the deal."""
MOST_DEALS = 1 << 20
_DECISIONS = 16
"""More than a seat has in a hand: the pass and thirteen cards."""


def seatings(kind: Kind) -> list[Seating]:
    """The 6 seatings with two seats each, or all 14 in which both play.

    Every seat is as often the first player's as the second's, so that good cards favour nobody.
    """
    every = [seating for seating in product((0, 1), repeat=4) if 0 < sum(seating) < 4]
    return [seating for seating in every if kind == "mixed" or sum(seating) == 2]


def evaluator_seed(seed: int, deal: int, seat: int, decision: int) -> int:
    """The seed of an evaluator that decides.

    It does not depend on who sits elsewhere: a player against itself plays the same hand in every seating.

    Args:
        seed: of the deals, below 2^27.
        deal: its number, below ``MOST_DEALS``.
        seat: whose decision it is.
        decision: how many that seat has taken in this hand.
    """
    return ((seed * MOST_DEALS + deal) * 4 + seat) * _DECISIONS + decision
