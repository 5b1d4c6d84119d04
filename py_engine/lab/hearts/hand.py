"""Hands of Hearts played one move at a time, for players that evaluate each decision."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.rules.batch import first_leader
from py_engine.games.hearts.rules.cards import SEATS, names_of
from py_engine.games.hearts.rules.fields import DIRECTIONS
from py_engine.games.hearts.rules.play import apply_action, complete, deal, legal_actions
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsAction, HeartsState
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.latency import Latency
from py_engine.lab.core.matches import Params
from py_engine.lab.hearts import ismcts
from py_engine.lab.hearts.deals import Seating, evaluator_seed
from py_engine.lab.hearts.moons import shooting_player

__all__ = ["first_state", "play_hand"]


def first_state(seed: int, number: int) -> HeartsState:
    """The state after deal ``number`` (from 0) with all scores at 0."""
    direction = DIRECTIONS[number % len(DIRECTIONS)]
    hands = deal(seed, number + 1)
    leader = int(first_leader(hands[:, None])[0]) if direction == "hold" else 0
    state = HeartsState.model_validate(
        {
            "ruleset_id": RULESET_ID,
            "active_player_id": leader,
            "seed": seed,
            "chance_counter": number + 1,
            "pass_direction": direction,
            "hands": [names_of(hand) for hand in hands.tolist()],
            **({"leader": leader} if direction == "hold" else {}),
        }
    )
    return complete(state)


def play_hand(
    players: Sequence[Params], seating: Seating, seed: int, number: int, latency: Sequence[Latency] = ()
) -> list[int]:
    """Plays a deal and returns the points by seat.

    Args:
        players: The first and the second.
        seating: Index of the player in each seat.
        seed: The seed of the deals.
        number: The number of the deal.
        latency: Histograms of the players' decision times to add to.
    """
    state = first_state(seed, number)
    hand = state.chance_counter
    while state.chance_counter == hand:
        seat = state.active_player_id
        who = seating[seat]
        legal = legal_actions(state)
        action = legal[0]
        if len(legal) > 1:
            decision = 0 if state.phase == "pass" else 1 + len(state.trick_history)
            began = time.perf_counter()
            action = _choice(state, players[who], evaluator_seed(seed, number, seat, decision))
            if latency:
                latency[who].add(1000 * (time.perf_counter() - began))
        state = apply_action(state, HeartsAction.model_validate(action))
    return [state.scores[seat] for seat in range(SEATS)]


def _choice(state: HeartsState, params: Params, seed: int) -> Any:
    if params.get("outside") == shooting_player.PIMC_SHOOTING:
        return shooting_player.choose(state, params["simulations"], seed).model_dump(by_alias=True, exclude_none=True)
    if "outside" in params:
        return ismcts.choose(state, params["simulations"])
    return evaluated(GAME, state, {"evaluator_seed": seed, **params}).best_action
