"""Chances as text, for feedback sentences."""

from __future__ import annotations

from py_engine.core.text import percent

__all__ = ["chances"]


def chances(user: float, best: float) -> str:
    """``22% against 9%``; with one decimal if both would read the same."""
    both = percent(user), percent(best)
    if both[0] == both[1]:
        both = f"{100 * user:.1f}%", f"{100 * best:.1f}%"
    return f"{both[0]} against {both[1]}"
