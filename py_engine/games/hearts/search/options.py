"""Options of the evaluators that sample worlds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from py_engine.core.contract import Model

__all__ = ["PimcOptions", "SampledOptions", "SearchOptions"]

Worlds = Annotated[int, Field(ge=1, le=100_000)]


class SampledOptions(Model):
    """What they share."""

    worlds: Worlds = 10_000
    """In which moves are compared at most, and as many again for a grade: what ``rollouts_per_action`` is to others."""
    beta: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Points for each point by which the best other score is above one's own after the hand."""
    gate: Annotated[float, Field(ge=0, le=10)] = 1.5
    """Standard errors by which a move must be better than the greedy one to be preferred to it."""
    inference: bool = True
    """Whether worlds are weighted by how well they agree with what the others have played."""
    moon_trust: Annotated[float, Field(ge=0, le=1)] = 0.8
    """How many of the moons that are shot in playouts are taken to succeed: good players defend better than those there."""


class PimcOptions(Model):
    """Options of plain perfect information Monte Carlo."""

    worlds: Worlds = 100


class SearchOptions(SampledOptions):
    """Options of the search."""

    depth: Annotated[int, Field(ge=1, le=3)] = 1
    """Plies that are searched full width before playouts, the card itself included; passes are played out at once."""
    shoot: bool = True
    """Whether plans to shoot the moon are looked at."""
    endgame_cards: Annotated[int, Field(ge=0, le=6)] = 6
    """From so many cards in a hand on, cards are valued exactly as far as the budget carries."""
    max_enumerated_worlds: Annotated[int, Field(ge=0, le=10_000)] = 512
    """More worlds are not gone through one by one, but sampled."""
    max_unseen_states: Annotated[int, Field(ge=0, le=100_000_000)] = 100_000
    """More worlds than this are not an endgame, however few cards there are."""
    paranoid_threshold: Annotated[float, Field(ge=0, le=1)] = 0.5
    """In an endgame the others are taken to play against the player alone when a moon is this likely."""
