"""States of one game that somebody sends, and what each is worth as a final score."""

from __future__ import annotations

import numpy as np

from py_engine.core.contract import ContractError, JsonObject
from py_engine.core.numerics import descending
from py_engine.core.states import checked_states
from py_engine.games.entropy.coaching.final_score import worth_of_boards, worth_with_token
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import CHAOS, unplaced
from py_engine.games.entropy.rules.play import complete
from py_engine.games.entropy.rules.state import RULESET_ID, EntropyState, to_batch
from py_engine.games.entropy.search.lookahead import Boards, after_slides, draws_from

__all__ = ["expected_score", "parse_states", "require_one_game"]

LOOKED_AT = 4
"""Moves of Order's that are looked at for a forecast."""


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


def expected_score(state: EntropyState) -> float:
    """The expected final score; on Order's turn, after the best of the moves that look best by the lines alone."""
    if state.game_over:
        return float(state.score)
    batch = to_batch([state])
    if state.active_player_id == CHAOS:
        here = batch.codes[0], int(batch.occupied[0])
        return worth_with_token(*here, unplaced(batch)[0], int(batch.token[0]), batch.size)
    g, values = batch.geometry, line_values(batch.size)
    known = int(batch.next_token[0])
    _, after = after_slides(Boards(batch.codes, batch.occupied), g)
    tokens = int(np.bitwise_count(batch.occupied[0]))
    which = np.zeros(after.codes.size, dtype=np.intp)
    lines = values.worth(after.codes.ravel(), tokens, unplaced(batch), which).reshape(after.codes.shape)
    best = descending(lines.sum(axis=1))[:LOOKED_AT]
    return float(worth_of_boards(after.take(best), draws_from(batch.bag[0], known), batch.size).max())
