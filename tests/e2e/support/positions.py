"""Positions and games made with the Python engine, outside the browser."""

from __future__ import annotations

import json
import random
from typing import Any

from py_engine import bridge

RULESET = "azul_v1_2p"
State = dict[str, Any]
Action = dict[str, Any]


def legal_actions(state: State) -> list[Action]:
    """The legal actions of the player to move."""
    actions: list[Action] = json.loads(bridge.list_legal_actions(json.dumps(state), state["active_player_id"]))
    return actions


def after(state: State, action: Action) -> State:
    """The position after an action."""
    following: State = json.loads(bridge.apply_action(json.dumps(state), json.dumps(action)))
    return following


def replayed(record: dict[str, Any]) -> State:
    """The final position of a copied game."""
    state: State = record["initial_state"]
    for action in record["actions"]:
        state = after(state, action)
    return state


def position(plies: int, seed: int = 3) -> State:
    """A position after random plies, which use the floor only when nothing else is legal."""
    chooser = random.Random(seed)
    state: State = json.loads(bridge.new_game(RULESET, seed, "{}"))
    for _ in range(plies):
        legal = legal_actions(state)
        state = after(state, chooser.choice([each for each in legal if each["destination"] != "Floor"] or legal))
    return state


def game(plies: int, seed: int = 3) -> dict[str, Any]:
    """The record of a game of random plies, one player's made by a person."""
    chooser = random.Random(seed)
    start: State = json.loads(bridge.new_game(RULESET, seed, "{}"))
    state, actions = start, []
    for _ in range(plies):
        actions.append(chooser.choice(legal_actions(state)))
        state = after(state, actions[-1])
    record = {"format": "hindsight-game", "version": 1, "ruleset_id": RULESET, "initial_state": start}
    return record | {"actions": actions, "cursor": plies, "seats": [None, "careful"], "from_start": True}


def illegal_drop(state: State) -> tuple[str, str, str]:
    """An illegal move: source and colour of tiles, and a line that cannot take them."""
    legal = legal_actions(state)
    for action in legal:
        lines = {
            each["destination"]["PatternLine"]
            for each in legal
            if each["destination"] != "Floor" and (each["source"], each["color"]) == (action["source"], action["color"])
        }
        if len(lines) < 5:
            source = "C" if action["source"] == "Center" else f"F{action['source']['Factory']}"
            return source, action["color"], str(min(set(range(5)) - lines))
    raise AssertionError("every placement is legal in this position")
