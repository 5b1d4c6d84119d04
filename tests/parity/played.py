"""Random games that provide positions for the parity tests."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from py_engine import bridge

Json = dict[str, Any]


class Game(NamedTuple):
    """A played game; it has one state more than actions."""

    states: list[Json]
    actions: list[Any]


def play(
    ruleset: str,
    seed: int,
    options: Json,
    most: int | None = None,
    preferred: Callable[[list[Any]], list[Any]] = lambda legal: legal,
) -> Game:
    """Plays random moves.

    Args:
        ruleset: the game's ruleset id.
        seed: the seed of the game and of its moves.
        options: options of the new game.
        most: maximum number of actions; None plays to the end.
        preferred: filters the legal actions; if none remain, all are used.
    """
    chooser = random.Random(seed)
    states = [json.loads(bridge.new_game(ruleset, seed, json.dumps(options)))]
    actions: list[Any] = []
    while not states[-1]["game_over"] and (most is None or len(actions) < most):
        text = json.dumps(states[-1])
        legal = json.loads(bridge.list_legal_actions(text, states[-1]["active_player_id"]))
        actions.append(chooser.choice(preferred(legal) or legal))
        states.append(json.loads(bridge.apply_action(text, json.dumps(actions[-1]))))
    return Game(states, actions)
