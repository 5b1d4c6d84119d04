"""What a result of the search hands on to the sentences about it."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.games.hearts.knowledge.facts import Facts

__all__ = ["Evidence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Besides the result's own fields."""

    facts: Facts
    """What the player knows."""
    solved: bool
    """Whether values are those of solved worlds, which hold if everybody plays for the fewest points."""
