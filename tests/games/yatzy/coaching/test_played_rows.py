"""The query for the points in the rows of games that were played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from py_engine import bridge
from py_engine.core.results import to_json
from py_engine.games.yatzy.coaching.played_rows import PlayedRows, PlayedRowsArgs
from tests.bridge.asking import refused

Json = dict[str, Any]


def whole_game(options: Json) -> tuple[list[Json], list[Json]]:
    """A game in which the first open row is filled at once."""
    states = [json.loads(bridge.new_game("yatzy_v1", 5, json.dumps(options)))]
    actions: list[Json] = []
    while not states[-1]["game_over"]:
        actions.append({"score": next(iter(states[-1]["points"]))})
        states.append(json.loads(bridge.apply_action(json.dumps(states[-1]), json.dumps(actions[-1]))))
    return states, actions


def asked(*games: Json) -> list[Json | None]:
    answer: list[Json | None] = to_json(PlayedRows(PlayedRowsArgs.model_validate({"games": list(games)})).run())[
        "games"
    ]
    return answer


@pytest.mark.parametrize("players", [1, 2])
def test_rows_are_those_of_the_final_cards(players: int) -> None:
    states, actions = whole_game({"players": players})
    text = json.loads(bridge.query("yatzy_v1", "write_game", json.dumps({"states": states, "actions": actions})))[
        "text"
    ]
    by_moves, by_text = asked({"initial": states[0], "actions": actions}, {"text": text})
    assert by_moves == by_text
    assert by_moves is not None
    assert by_moves["over"] is True
    for card, player in zip(by_moves["players"], states[-1]["players"], strict=True):
        assert card == {**player["scores"], "bonus": player["bonus"]}
        assert sum(card.values()) == player["total"]


def test_faulty_games_are_left_out() -> None:
    states, actions = whole_game({"players": 1})
    twice = [actions[0], actions[0]]
    found = asked(
        {"initial": states[0], "actions": twice},
        {"initial": {}, "actions": []},
        {"text": "no game"},
        {"initial": states[0], "actions": actions[:3]},
        {"initial": states[0], "actions": [{"jump": 1}]},
    )
    assert [each if each is None else each["over"] for each in found] == [None, None, None, False, None]


def test_a_game_is_given_once() -> None:
    for game in ({}, {"initial": {}, "text": ""}):
        refusal = refused("INVALID_PARAMS", "query", "yatzy_v1", "played_rows", {"games": [game]})
        assert refusal["error"].endswith("games.0.initial should be a position or a text, not both.")
