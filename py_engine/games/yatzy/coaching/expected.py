"""What remains for the players of many positions at once, and the states of a game that a query brings."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.contract import ContractError, JsonObject
from py_engine.core.numerics import Array
from py_engine.core.states import checked_states
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.policies.policy import action_values, look_ahead, optimal, position_values
from py_engine.games.yatzy.rules.batch import Batch
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import YatzyState
from py_engine.games.yatzy.rules.tables import BONUS_AT, RULESET_ID

__all__ = ["Expected", "expected_remaining", "parse_states", "remaining", "require_one_game"]


class Expected(NamedTuple):
    """What remains for the players to move, in B positions."""

    now: Array
    """(B,) float64: with the dice that lie there."""
    start: Array
    """(B,) float64: before the first throw of the turn."""
    actions: Array
    """(B, 47) float64: after each action; minus infinity where it is illegal."""


def expected_remaining(batch: Batch, table: ValueTable) -> Expected:
    """What remains for the players to move."""
    prospects = look_ahead(batch, optimal(table))
    start = remaining(batch, batch.turn, table)
    return Expected(position_values(batch, prospects, start), start, action_values(batch, prospects))


def remaining(batch: Batch, player: Array | int, table: ValueTable) -> Array:
    """(B,) float64: what remains for a player between turns."""
    lanes = np.arange(batch.size, dtype=np.intp)
    return table.look_up(batch.closed[player, lanes], np.minimum(batch.upper[player, lanes], BONUS_AT))


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
