"""Formatting of numbers and lists for sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["amount", "listed", "number", "points", "signed"]

MINUS = "\u2212"


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
    """The value with its sign and one decimal; negative numbers get a true minus sign."""
    return f"{'+' if value > 0 else MINUS}{abs(value):.1f}"


def listed(words: Sequence[str]) -> str:
    """The words as a list in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
