"""Options of the evaluators that sample worlds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from py_engine.core.contract import Model
from py_engine.core.validation import MisfitError

__all__ = ["PimcOptions", "SampledOptions", "SearchOptions"]

Worlds = Annotated[int, Field(ge=1, le=1_000_000)]


class SampledOptions(Model):
    """Options shared by all sampling evaluators."""

    worlds: Worlds = 1_000_000
    """Maximum number of worlds to compare moves in, and again for a grade; ``rollouts_per_action`` in other games."""
    beta: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Points added per point by which the lowest score of the others exceeds the player's own after the hand."""
    gate: Annotated[float, Field(ge=0, le=10)] = 1.5
    """Standard errors by which a plan to shoot the moon must beat avoiding points after the same move."""
    inference: bool = True
    """Whether worlds are weighted by how likely they make what the others played and passed."""
    moon_trust: Annotated[float, Field(ge=0, le=1)] = 0.8
    """Share of the moons shot in playouts that count as successful, because good players defend better."""


class PimcOptions(Model):
    """Options of plain perfect information Monte Carlo."""

    worlds: Worlds = 100


class SearchOptions(SampledOptions):
    """Options of the search."""

    depth: Annotated[int, Field(ge=1, le=3)] = 1
    """Plies of full-width search before playouts, including the card itself; passes are always played out directly."""
    shoot: bool = True
    """Whether to consider plans to shoot the moon."""
    defend: bool = True
    """Whether players in playouts defend against moons."""
    perturb: bool = True
    """Whether they draw their cards by the learnt policy, but for greedy players; if not, all follow the greedy one, which is predictable."""
    search_passes: bool = True
    """Whether passes are searched; otherwise the greedy policy passes."""
    endgame_cards: Annotated[int, Field(ge=0, le=6)] = 6
    """Maximum number of cards in a hand for exact values, if the budget allows."""
    max_enumerated_worlds: Annotated[int, Field(ge=0, le=10_000)] = 4096
    """Maximum number of worlds to enumerate; more are sampled."""
    max_unseen_states: Annotated[int, Field(ge=0, le=100_000_000)] = 100_000
    """Maximum number of worlds for exact values, however few cards are left."""
    paranoid_threshold: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Chance that some seat shoots the moon from which the others are assumed to play against the player (paranoid search)."""

    @model_validator(mode="after")
    def _effective(self) -> SearchOptions:
        """Refuses options of endings if no ending is solved."""
        if self.endgame_cards == 0:
            given = self.model_fields_set & {"max_enumerated_worlds", "max_unseen_states"}
            if self.depth == 1:
                given |= self.model_fields_set & {"paranoid_threshold"}
            if given:
                raise MisfitError("has no effect when endgame_cards is 0", min(given))
        return self
