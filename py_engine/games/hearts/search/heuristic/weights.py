"""Weights of the static evaluation, in points.

They are fitted by least squares to two million positions between tricks, in hands of greedy players who play one card in
twenty at random; the target is the number of points that a player takes until the end of the hand. They explain 40 % of the
variance. Classes of suits are those of ``policies.weights``: clubs and diamonds; spades while another seat may hold the
queen, while the player holds her, and once she is gone; hearts.
"""

from __future__ import annotations

__all__ = ["CARD", "LEFT", "LENGTH", "LEVELS", "ROW_LIMITS", "TO_LEAD"]

LEVELS = 5
"""Number of steps in the share of the others' cards of a suit that are lower than a card; each step is one fifth."""
ROW_LIMITS = (3, 6, 9)
"""Numbers of cards in the other hands above which the next row applies."""
# fmt: off
CARD = (
    (  # clubs and diamonds
        -0.46, -0.14, 0.04, 0.33, 0.68,
        -0.63, -0.22, 0.13, 0.4, 0.76,
        -0.65, -0.15, 0.23, 0.53, 0.87,
        -0.67, -0.36, -0.09, 0.18, 0.46,
        0.2,
    ),
    (  # spades, the queen out
        -0.83, -0.46, -0.66, -0.21, 1.74,
        -0.61, -0.39, -0.15, 0.13, 1.47,
        -0.5, -0.27, -0.07, 0.22, 1.93,
        -0.46, -0.39, -0.16, 0.15, 2.66,
        0.0,
    ),
    (  # spades, the queen held
        -1.06, -0.66, -0.32, 0.16, 1.2,
        -0.48, -0.42, -0.41, 0.33, 1.28,
        -0.13, -0.06, 0.13, 0.86, 1.53,
        1.15, 0.98, 1.12, 1.2, 2.86,
        0.79,
    ),
    (  # spades, the queen gone
        -0.38, -0.34, -0.2, -0.11, 0.1,
        -0.53, -0.39, -0.26, -0.08, 0.03,
        -0.58, -0.5, -0.21, -0.04, 0.04,
        -0.65, -0.25, -0.41, -0.27, 0.11,
        -0.01,
    ),
    (  # hearts
        -0.53, -0.35, -0.23, 0.08, 0.5,
        -0.74, -0.49, -0.12, 0.22, 0.88,
        -1.03, -0.53, 0.02, 0.64, 1.29,
        -1.54, -0.74, 0.23, 1.24, 2.45,
        -0.18,
    ),
)
"""By class; by number of the others' cards in the suit and the share that is lower; the last entry if there are none."""
LENGTH = (
    (0.43, 1.09, 1.64, 2.0, 1.92, 1.86, 1.75),
    (-0.71, 0.68, 0.87, 0.63, 0.19, -0.43, -0.54),
    (0.0, 6.05, 4.07, 2.14, 1.2, -0.04, -0.95),
    (-2.73, -2.01, -1.44, -1.03, -0.53, -0.2, 0.11),
    (-0.59, 0.71, 1.22, 0.95, 1.3, 1.04, 0.73),
)
"""By class and number of cards held in the suit; the last entry for six or more."""
LEFT = (0.0, 1.32, 1.02, 0.9, 0.8, 0.74, 0.68, 0.58, 0.43, 0.25, -0.03, -0.4, -0.94, 0.0)
# fmt: on
"""By number of cards left in hand after the trick."""
TO_LEAD = (2.16, -0.139)
"""Cost of having to lead, and its change per card left."""
