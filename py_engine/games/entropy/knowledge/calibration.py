"""How far expected final scores and sums over a game are off, as measured.

``python -m py_engine.lab entropy-sums`` measures it. A search to a fixed depth takes Chaos's replies to be better than they
prove: the final scores of games were higher than expected at their start, by about the same in each part of the game. What is
left varies from game to game; the part that the errors of the losses do not explain counts as the error of the luck. Games
in which the next token is shown were not measured: their forecasts do not rise, and the error of their luck is taken to be the same.
"""

from __future__ import annotations

__all__ = ["luck_variance", "rise"]

_RISES = {7: 12.0, 5: 2.7}
"""Points from the start to the end of a game, by board size: 52 games of 7x7 and 48 of 5x5."""
_LUCK_VARIANCES = {7: 0.9, 5: 0.25}
"""Squared points per draw, by board size; over a game they come to 6.6 and 2.5 points."""


def rise(size: int, empty: int) -> float:
    """What the final score is above the value of a position, on average, in points.

    Args:
        size: The size of the board.
        empty: Number of empty cells.
    """
    return _RISES[size] * max(0, empty - 1) / (size * size - 1)


def luck_variance(size: int) -> float:
    """Variance of the error in the luck of one draw, in squared points."""
    return _LUCK_VARIANCES[size]
