"""Numbers and lists as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["amount", "listed", "number", "points", "signed"]

MINUS = "\u2212"


def number(value: float) -> str:
    """With one decimal, unless that is nought: ``2``, ``1.4``."""
    return f"{value:.1f}".removesuffix(".0")


def amount(value: float, unit: str) -> str:
    """A number and its unit, of which there may be several: ``1 point``, ``2 points``, ``1.4 points``."""
    text = number(value)
    return f"{text} {unit}" if text == "1" else f"{text} {unit}s"


def points(value: float) -> str:
    """``1 point``, ``2 points``, ``1.4 points``."""
    return amount(value, "point")


def signed(value: float) -> str:
    """With its sign and one decimal; a minus is a minus."""
    return f"{'+' if value > 0 else MINUS}{abs(value):.1f}"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
