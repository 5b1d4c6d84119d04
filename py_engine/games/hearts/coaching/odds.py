"""Chances as text, for feedback sentences."""

from __future__ import annotations

__all__ = ["chances", "percent"]


def percent(chance: float) -> str:
    """A chance in whole per cent; never 0 % or 100 % unless it is exactly that."""
    if 0.0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1.0:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


def chances(user: float, best: float) -> str:
    """``22 % against 9 %``; with one decimal if both would read the same."""
    both = percent(user), percent(best)
    if both[0] == both[1]:
        both = f"{100 * user:.1f} %", f"{100 * best:.1f} %"
    return f"{both[0]} against {both[1]}"
