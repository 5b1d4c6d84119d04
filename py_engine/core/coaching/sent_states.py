"""States that come with a question, several at a time."""

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
    """How the states of a game are read that come with a question."""

    game: str
    """Its name, for sentences."""
    ruleset_id: str
    model: type[S]
    complete: Callable[[S], S]
    """Fills in what follows from the rest; raises INVALID_STATE."""
    kind: Callable[[S], object]
    """What is the same in all states of one game."""
    differs: str
    """What sets a state of another game apart, for sentences."""

    def parse(self, data: Iterable[JsonObject], first: int = 0) -> list[S]:
        """Checked and completed states.

        Args:
            data: their JSON.
            first: the number of the first one among all that were sent.

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
        """The checked and completed state of a question about one.

        Raises:
            ContractError: INVALID_STATE.
        """
        return self.parse([data])[0]

    def require_one_game(self, states: Sequence[S]) -> None:
        """Refuses states that cannot be of one game.

        Raises:
            ContractError: INVALID_PARAMS.
        """
        for index, state in enumerate(states):
            if self.kind(state) != self.kind(states[0]):
                text = f"State {index} is of another game than the first: {self.differs}."
                raise ContractError("INVALID_PARAMS", text, index=index)
