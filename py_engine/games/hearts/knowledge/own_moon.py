"""How often a plan to shoot the moon succeeds, given in what share of playouts it did.

Real opponents defend better than those of playouts, who defend in half of the worlds and see no plan, and the player does not
see the other hands. A logistic model is fitted to 2,700 plans in 1,200 recorded hands; ``python -m py_engine.lab hearts-moons
fit`` prints its numbers.
"""

from __future__ import annotations

from py_engine.core.numerics import exponential

__all__ = ["CERTAIN", "NOTED", "ODDS", "own_moon_chance"]

ODDS = (-3.62, 4.26, -0.07, 0.53, 0.23)
"""Log odds: a constant, and slopes by the share of playouts, the tricks played, whether the share is 1, and both of these."""
CERTAIN = 0.995
"""Share of playouts that counts as all of them."""
NOTED = "Moon plan: "
"""How the note on such a plan begins; its chance follows. A phone shows it whole beside three cards."""


def own_moon_chance(share: float, tricks: int) -> float:
    """The chance that a plan to shoot the moon succeeds; 0 if no playout did.

    Args:
        share: The share of playouts in which it did.
        tricks: Number of completed tricks.
    """
    if share == 0:
        return 0.0
    constant, by_share, by_trick, certain, certain_by_trick = ODDS
    odds = constant + by_share * share + by_trick * tricks
    if share >= CERTAIN:
        odds += certain + certain_by_trick * tricks
    return 1 / (1 + exponential(-odds))
