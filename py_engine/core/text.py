"""Formatting of numbers and lists for sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["amount", "listed", "lowered", "number", "percent", "points", "signed"]

MINUS = "\u2212"
_NO_NAMES = frozenset(
    """
    A All An Another By Either Expects Gives Goes In It Its Keeping Keeps Leaves Lets Line Neither No Passing Placing Played Playing Risks
    Scoring Shoots Sliding Striking Takes Taking That The These This Throwing Your
    Column Row
    """.split()
)
"""First words of sentences and of moves that are no names. A card of Yatzy also begins with a category, which keeps its capital."""


def number(value: float) -> str:
    """The value with one decimal, which is left out when it is 0: ``2``, ``1.4``."""
    return f"{value:.1f}".removesuffix(".0")


def amount(value: float, unit: str) -> str:
    """A number with its unit, in the plural unless it is 1: ``1 point``, ``2 points``, ``1.4 points``."""
    text = number(value)
    return f"{text} {unit}" if text == "1" else f"{text} {unit}s"


def points(value: float) -> str:
    """A number of points: ``1 point``, ``2 points``, ``1.4 points``."""
    return amount(value, "point")


def signed(value: float) -> str:
    """The value with one decimal and its sign, a true minus if negative; what rounds to 0.0 has none."""
    text = f"{abs(value):.1f}"
    if text == "0.0":
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def percent(probability: float) -> str:
    """A probability in whole per cent; 0% and 100% only if exact, otherwise ``<1%`` and ``>99%``."""
    whole = int(100 * probability + 0.5)
    if whole <= 0 < probability:
        return "<1%"
    if whole >= 100 and probability < 1:
        return ">99%"
    return f"{whole}%"


def listed(words: Sequence[str]) -> str:
    """The words as a list in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def lowered(text: str) -> str:
    """The text as it goes on in a sentence: a first word that is no name starts with a small letter."""
    first = text.split(maxsplit=1)[0].rstrip(",:;")
    return f"{text[0].lower()}{text[1:]}" if first in _NO_NAMES else text
