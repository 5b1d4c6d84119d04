"""What the moves of a laboratory's game are numbered by, one at a time or many games at once."""

from __future__ import annotations

__all__ = ["MOST_MOVES", "evaluator_seed"]

MOST_MOVES = 1000
"""Players who never end a game are stopped; it counts as it stands."""


def evaluator_seed(seed: int, move: int) -> int:
    """The seed of the evaluator that chooses a game's move."""
    return seed * MOST_MOVES + move
