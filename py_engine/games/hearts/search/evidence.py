"""The evidence that a search result carries for its feedback sentences."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.games.hearts.knowledge.facts import Facts

__all__ = ["Evidence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the feedback needs besides the result's own fields."""

    facts: Facts
    """What the player knows."""
    solved: bool
    """Whether the values come from solved worlds, which assume that everybody plays for the fewest points."""
    error_share: float = 0.0
    """Square of the standard error of a mean over the worlds, as a share of the variance in a single one; 0 if exact."""
