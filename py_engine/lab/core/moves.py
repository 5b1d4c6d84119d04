"""Numbering of moves in the laboratory's games, shared by single and batched play."""

from __future__ import annotations

__all__ = ["MAX_MOVES", "evaluator_seed"]

MAX_MOVES = 1000
"""Maximum number of moves in a game; a game that reaches it is stopped and counts as it stands."""


def evaluator_seed(seed: int, move: int) -> int:
    """The evaluator's seed for a move, from the game's seed and the number of the move."""
    return seed * MAX_MOVES + move
