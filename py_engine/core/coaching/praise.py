"""Sentences on a graded move that are the same in all games."""

from __future__ import annotations

from py_engine.core.text import points

__all__ = ["EQUAL_MOVE", "ONLY_MOVE", "SMALL_DIFFERENCES", "ahead_of_next"]

ONLY_MOVE = "This was the only move."
EQUAL_MOVE = "Nothing is better; another move is just as good."
SMALL_DIFFERENCES = "Many small differences add up."


def ahead_of_next(lead: float) -> str:
    """The sentence for the best move, which is ``lead`` points better than the next."""
    return f"This is the best move, {points(lead)} ahead of the next."
