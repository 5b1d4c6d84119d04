"""Parsing of the states in query arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from py_engine.core.contract import ContractError, JsonObject
from py_engine.core.request import S
from py_engine.core.validation import parse_model

__all__ = ["SentStates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentStates(Generic[S]):
    """A parser for the states of a game in query arguments."""

    game: str
    """The game's name, for error messages."""
    ruleset_id: str
    model: type[S]
    complete: Callable[[S], S]
    """Fills in derived fields; raises INVALID_STATE."""
    kind: Callable[[S], object]
    """A key that is equal for all states of the same game."""
    differs: str
    """How states of different games differ, for error messages."""

    def parse(self, data: Iterable[JsonObject], first: int = 0) -> list[S]:
        """Parses, checks and completes states.

        Args:
            data: Their JSON.
            first: The index of the first one, for error messages.

        Raises:
            ContractError: INVALID_STATE.
        """
        states = []
        for index, each in enumerate(data, first):
            if each.get("ruleset_id") != self.ruleset_id:
                text = f"State {index} is not a state of {self.game}."
                raise ContractError("INVALID_STATE", text, index=index)
            states.append(self.complete(parse_model(self.model, each, "INVALID_STATE", f"state {index}")))
        return states

    def parse_one(self, data: JsonObject) -> S:
        """Parses, checks and completes the state of a query about a single one.

        Raises:
            ContractError: INVALID_STATE.
        """
        return self.parse([data])[0]

    def require_one_game(self, states: Sequence[S]) -> None:
        """Raises an error if states cannot be of the same game.

        Raises:
            ContractError: INVALID_PARAMS.
        """
        for index, state in enumerate(states):
            if self.kind(state) != self.kind(states[0]):
                text = f"State {index} is of another game than the first: {self.differs}."
                raise ContractError("INVALID_PARAMS", text, index=index)
