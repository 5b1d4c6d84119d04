"""Options of the evaluators that sample worlds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from py_engine.contract import Model

__all__ = ["PimcOptions", "SampledOptions", "SearchOptions"]

Worlds = Annotated[int, Field(ge=1, le=1_000_000)]


class SampledOptions(Model):
    """What they share."""

    worlds: Worlds = 2000
    """In which moves are compared, and as many again for a grade."""
    beta: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Points for each point by which the best other score is above one's own after the hand."""
    gate: Annotated[float, Field(ge=0, le=10)] = 1.5
    """Standard errors by which a move must be better than the greedy one to be preferred to it."""
    inference: bool = True
    """Whether worlds are weighted by how well they agree with what the others have played."""
    moon_trust: Annotated[float, Field(ge=0, le=1)] = 0.6
    """How many of the moons that are shot in playouts are taken to succeed: good players defend better than those there."""


class PimcOptions(Model):
    """Options of plain perfect information Monte Carlo."""

    worlds: Worlds = 100


class SearchOptions(SampledOptions):
    """Options of the search."""

    shoot: bool = True
    """Whether plans to shoot the moon are looked at."""
