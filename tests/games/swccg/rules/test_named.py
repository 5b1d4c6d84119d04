"""Card titles: the loaded cards supply those missing in the log, in either order of loading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from py_engine.games.swccg.rules.board import Board, Card
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.decisions import named, read_decision
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import START, load, query
from tests.games.swccg.logs import (
    DARK,
    Action,
    Shown,
    action_choice,
    arbitrary_cards,
    card_selection,
    choose,
    hint,
    message,
    put_in_play,
)

VADER, WAR_ROOM = "1_168", "1_287"
"""Cards of the small test database; the log below names neither before its first decision."""
LOG = [
    *START,
    put_in_play(20, VADER, "AT_LOCATION", location=0),
    choose("Choose Deploy action or Pass", [Action("Deploy", 12), Action("Use it", 10)]),
    card_selection(DARK, "Choose target", [20, 10]),
    arbitrary_cards(DARK, "Choose card to take into hand", [VADER, Shown(WAR_ROOM), "9_9"]),
    action_choice(DARK, "Required responses", [Action("Lose 1 Force", blueprint_id=VADER)]),
    message(f"{DARK} deploys {hint(VADER, 'The Lord')}"),
    choose("Choose Deploy action or Pass", [Action("Deploy", 12)]),
]


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def everything_about(found: dict[str, Any]) -> str:
    """The states of all decisions and the review of a replay, as JSON."""
    replay_id = found["replay_id"]
    states = [query("decision_state", replay_id=replay_id, index=row["index"]) for row in found["decisions"]]
    return json.dumps([states, query("review", replay_id=replay_id)])


def texts(replay_id: str) -> list[list[str]]:
    states = [query("decision_state", replay_id=replay_id, index=index) for index in range(5)]
    return [[option["text"] for option in state["decision"]["options"]] for state in states]


def test_titles_are_independent_of_loading_order() -> None:
    found = load(LOG)
    bare, bare_rows = everything_about(found), json.dumps(found["decisions"])
    assert texts(found["replay_id"])[0] == ["Deploy card 1_168", "card 1_287: Use it"]
    with cards.loaded():
        later = everything_about(found)
        again = load(LOG)
        assert everything_about(again) == later != bare
        assert texts(found["replay_id"]) == [
            ["Deploy •Darth Vader", "•Death Star: War Room: Use it"],
            ["•Darth Vader at •Death Star: War Room", "•Death Star: War Room"],
            ["•Darth Vader", "•Death Star: War Room", "card 9_9"],
            ["•Darth Vader: Lose 1 Force"],
            # The title in the log takes precedence over the database.
            ["Deploy The Lord"],
        ]
        rows = json.dumps(load(LOG)["decisions"])
    # Without the cards, everything is as before, whenever the replay was read.
    assert everything_about(again) == everything_about(found) == bare
    assert json.dumps(load(LOG)["decisions"]) == bare_rows
    assert rows != bare_rows


def asked(decision_type: str, **parameters: list[str]) -> tuple[list[str], list[str]]:
    """Option texts from the log alone, and with the titles of the loaded cards."""
    board = Board()
    board.put(Card("1", VADER, "AT_LOCATION", "seat", -5))
    event = Event("D", {"decisionType": decision_type, "text": "?"}, parameters)
    decision = read_decision(event, board, {}, "Deploy")
    loaded = named(decision, board, {})
    return [each.text for each in decision.options], [each.text for each in loaded.options]


def test_server_texts_of_cards_are_kept() -> None:
    with cards.loaded():
        shown = {"cardId": ["temp0", "temp1"], "blueprintId": [VADER, VADER], "cardText": ["Somebody", ""]}
        assert asked("ARBITRARY_CARDS", **shown) == (
            ["Somebody", "card 1_168"],
            ["Somebody", "•Darth Vader"],
        )


def test_negative_location_index_is_ignored() -> None:
    assert asked("CARD_SELECTION", cardId=["1"])[0] == ["card 1_168"]


def test_option_texts_are_limited_with_titles() -> None:
    with cards.loaded():
        for found in asked("CARD_ACTION_CHOICE", actionId=["0"], cardId=["1"], actionText=["x" * 5_000]):
            assert [len(text) for text in found] == [2_000]
    board = Board()
    event = Event("D", {"decisionType": "T" * 900, "text": "?" * 9_000}, {"cardId": ["1"]})
    decision = read_decision(event, board, {}, None)
    assert (len(decision.decision_type), len(decision.text)) == (60, 2_000)
    actions = {"actionId": ["0"], "cardId": ["7" * 900], "actionText": ["Use it"]}
    event = Event("D", {"decisionType": "ACTION_CHOICE", "text": "?"}, actions)
    assert [each.card_id for each in read_decision(event, board, {}, None).options] == [None]
