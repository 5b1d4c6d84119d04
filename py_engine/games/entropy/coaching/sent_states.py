"""States of one game that somebody sends with a question."""

from __future__ import annotations

from py_engine.core.contract import ContractError, JsonObject
from py_engine.core.states import checked_states
from py_engine.games.entropy.rules.play import complete
from py_engine.games.entropy.rules.state import RULESET_ID, EntropyState

__all__ = ["parse_states", "require_one_game"]


def parse_states(data: list[JsonObject], first: int = 0) -> list[EntropyState]:
    """Checked states.

    Args:
        data: their JSON.
        first: the number of the first one among all that were sent.

    Raises:
        ContractError: INVALID_STATE.
    """
    return checked_states(data, first, game="Entropy", ruleset_id=RULESET_ID, model=EntropyState, complete=complete)


def require_one_game(states: list[EntropyState]) -> None:
    """Refuses states that cannot be of one game.

    Raises:
        ContractError: INVALID_PARAMS when their options differ.
    """
    for index, state in enumerate(states):
        if (state.size, state.next_token_known) != (states[0].size, states[0].next_token_known):
            text = f"State {index} is of another game than the first: another board, or another option."
            raise ContractError("INVALID_PARAMS", text, index=index)
