"""Weights of the rules of thumb, in points.

Least squares over 0 positions between the tricks of hands of greedy players who play one card in twenty at random: the
points that a player then takes until the end of the hand. They explain 40 % of the variance. Classes of suits are those of
``weights``: clubs and diamonds; spades while another seat may hold the queen, while the player holds her, once she is gone;
hearts.
"""

from __future__ import annotations

__all__ = ["CARD", "LEFT", "LENGTH", "LEVELS", "SHORT_ROOM", "TO_LEAD"]

LEVELS = 5
"""Steps in the share of the others' cards of a suit that are lower than a card: the last one is a fifth, up to all."""
SHORT_ROOM = (3, 6, 9)
"""More cards than each of these in the other hands are another row."""
# fmt: off
CARD = (
    (  # clubs and diamonds
        -0.55, -0.19, 0.0, 0.19, 0.58,
        -0.72, -0.29, 0.0, 0.33, 0.65,
        -0.75, -0.23, 0.1, 0.45, 0.77,
        -0.78, -0.46, -0.26, 0.08, 0.41,
        0.1,
    ),
    (  # spades, the queen out
        -0.74, -0.33, -0.67, 0.11, 1.84,
        -0.46, -0.36, -0.05, 0.1, 1.56,
        -0.34, -0.18, 0.09, 0.26, 2.13,
        -0.24, -0.16, -0.06, 0.28, 2.71,
        0.0,
    ),
    (  # spades, the queen held
        -1.01, -0.67, -0.13, 0.24, 1.36,
        -0.59, -0.35, -0.09, 0.45, 1.43,
        -0.15, -0.01, 0.34, 0.99, 1.7,
        1.47, 0.93, 1.07, 1.35, 2.95,
        0.88,
    ),
    (  # spades, the queen gone
        -0.3, -0.29, -0.09, 0.01, 0.17,
        -0.42, -0.29, -0.16, -0.03, 0.11,
        -0.43, -0.38, -0.15, 0.09, 0.11,
        -0.76, -0.39, -0.32, 0.01, 0.28,
        0.06,
    ),
    (  # hearts
        -0.54, -0.33, -0.26, 0.12, 0.51,
        -0.75, -0.51, -0.16, 0.24, 0.93,
        -1.05, -0.6, 0.04, 0.65, 1.31,
        -1.49, -0.82, 0.22, 1.26, 2.38,
        -0.18,
    ),
)
"""By class; by the others' cards of the suit and the share that is lower; the last entry where nobody else has the suit."""
LENGTH = (
    (0.22, 0.95, 1.61, 2.04, 2.03, 2.11, 2.09),
    (-0.28, 1.02, 1.0, 0.58, -0.07, -0.81, -1.46),
    (0.0, 6.3, 4.41, 2.24, 1.14, -0.12, -1.25),
    (-2.32, -1.72, -1.22, -0.93, -0.54, -0.35, -0.07),
    (-0.47, 0.83, 1.28, 0.97, 1.27, 0.95, 0.7),
)
"""By class and the cards held in a suit, the last entry for six and more."""
LEFT = (0.0, 1.23, 0.94, 0.84, 0.76, 0.72, 0.68, 0.59, 0.49, 0.32, 0.08, -0.29, -0.83, 0.0)
# fmt: on
"""By the cards in hand."""
TO_LEAD = (2.11, -0.14)
"""To lead a trick; and more for each card left."""
