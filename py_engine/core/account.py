"""What every game's account of luck and skill is asked."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from py_engine.core.contract import ContractError, EvaluatorParams, JsonObject, Model

__all__ = ["AccountArgs"]


class AccountArgs(Model):
    """A game's states and the actions between them; ``deltas`` are the known losses of the actions.

    Without ``deltas`` every decision is graded by the account; a null in ``deltas`` leaves one out.
    """

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=2000)]
    actions: Annotated[list[JsonObject | str], Field(max_length=2000)]
    deltas: list[float | None] | None = None
    opening: bool = False
    """Whether the first state begins the game, so that its own chance counts."""
    params: EvaluatorParams | None = None
    """How decisions are graded; a game whose grades are exact needs none."""

    def check(self) -> None:
        """Raises INVALID_PARAMS when the lists do not fit each other."""
        if len(self.states) != len(self.actions) + 1:
            raise ContractError("INVALID_PARAMS", "There should be one state more than actions.")
        if self.deltas is not None and len(self.deltas) != len(self.actions):
            raise ContractError("INVALID_PARAMS", "There should be as many deltas as actions.")
