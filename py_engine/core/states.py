"""States that somebody sends with a question, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from py_engine.core.contract import ContractError, GameState, JsonObject
from py_engine.core.validation import parse_model

__all__ = ["checked_states"]

StateT = TypeVar("StateT", bound=GameState)


def checked_states(
    data: Iterable[JsonObject],
    first: int,
    *,
    game: str,
    ruleset_id: str,
    model: type[StateT],
    complete: Callable[[StateT], StateT],
) -> list[StateT]:
    """Checked and completed states of one game.

    Args:
        data: their JSON.
        first: the number of the first one among all that were sent.
        game: the game's name, for sentences.
        ruleset_id: the game's.
        model: of its states.
        complete: fills in what follows from the rest.

    Raises:
        ContractError: INVALID_STATE.
    """
    states = []
    for index, each in enumerate(data, first):
        if each.get("ruleset_id") != ruleset_id:
            raise ContractError("INVALID_STATE", f"State {index} is not a state of {game}.", index=index)
        states.append(complete(parse_model(model, each, "INVALID_STATE", f"state {index}")))
    return states
