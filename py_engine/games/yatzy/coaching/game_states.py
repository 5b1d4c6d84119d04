"""The states of a game that come with a question."""

from __future__ import annotations

from py_engine.core.contract import ContractError, JsonObject
from py_engine.core.states import checked_states
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import YatzyState
from py_engine.games.yatzy.rules.tables import RULESET_ID

__all__ = ["parse_states", "require_one_game"]


def parse_states(data: list[JsonObject], first: int = 0) -> list[YatzyState]:
    """Checked states.

    Args:
        data: their JSON.
        first: the number of the first one among all that were sent.

    Raises:
        ContractError: INVALID_STATE.
    """
    return checked_states(data, first, game="Yatzy", ruleset_id=RULESET_ID, model=YatzyState, complete=complete)


def require_one_game(states: list[YatzyState]) -> None:
    """Refuses states that cannot be of one game.

    Raises:
        ContractError: INVALID_PARAMS when their options differ, or how many play.
    """
    for index, state in enumerate(states):
        if (state.options, len(state.players)) != (states[0].options, len(states[0].players)):
            text = f"State {index} is of another game than the first: other options, or other players."
            raise ContractError("INVALID_PARAMS", text, index=index)
