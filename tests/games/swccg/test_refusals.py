"""Bad input to SWCCG: refused, or read with a warning, in one sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from py_engine.games.swccg.rules.cards import LIBRARY
from tests.bridge.asking import ask, refused
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import DEPLOY, LOG, RULESET, START, Json, load, query, state_at
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    base64_of,
    card_selection,
    game_replay,
    message,
    participants,
    put_in_play,
)


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with cards.loaded():
        yield


def test_load_cards_lists_each_skipped_card() -> None:
    found = query("load_cards", dark_json={"cards": [cards.VADER, {"front": {}}, 7, {"gempId": "1_1"}]})
    assert found["taken"] == {"dark": 1}
    assert [row["index"] for row in found["skipped"]] == [1, 2, 3]
    assert all(row["reason"].endswith(".") for row in found["skipped"])
    refused("INVALID_PARAMS", "query", RULESET, "load_cards", {"dark_json": {"no": "cards"}})
    refused("INVALID_JSON", "query", RULESET, "load_cards", {"light_json": "not json"})
    refused("INVALID_PARAMS", "query", RULESET, "load_cards", {})


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"xml": ""},
        {"xml": "hello"},
        {"xml": "<html><body/></html>"},
        {"xml": "<gameReplay/>"},
        {"xml": "<!DOCTYPE x [<!ENTITY a 'b'>]><gameReplay>&a;</gameReplay>"},
        {"data_base64": "no base64!"},
        {"data_base64": ""},
        {"data_base64": base64_of(b"\x78\x9c not zlib after all")},
        {"xml": "<gameReplay/>", "data_base64": "AA=="},
        {"xml": game_replay([participants(DARK, DARK, LIGHT), message("no decision")])},
    ],
)
def test_load_replay_refuses_other_files_and_keeps_loaded_ones(args: Json) -> None:
    kept = load()["replay_id"]
    refused("INVALID_PARAMS", "query", RULESET, "load_replay", args)
    assert query("decision_state", replay_id=kept, index=0)["index"] == 0


def test_truncated_replay_keeps_decisions_before_the_cut() -> None:
    text = game_replay(LOG)
    found = query("load_replay", xml=text[: text.index("Optional responses")])
    assert [row["index"] for row in found["decisions"]] == [0, 1]
    assert [warning["code"] for warning in found["warnings"]] == ["damaged"]


def test_decision_without_options_warns_and_cannot_be_evaluated() -> None:
    events = [*START, card_selection(DARK, "Choose Force to lose", [], 1, 1), DEPLOY]
    found = load(events)
    assert [warning["code"] for warning in found["warnings"]] == ["no_options"]
    state = query("decision_state", replay_id=found["replay_id"], index=0)
    assert ask("list_legal_actions", state, 0) == []
    refused("NO_LEGAL_ACTIONS", "evaluate_best_move", state, 0, {"evaluator_seed": 1})
    assert len(query("review", replay_id=found["replay_id"])["decisions"]) == 1


def test_unknown_events_and_missing_player_give_warnings() -> None:
    odd = '<ge type="NEW"/>'
    found = load([odd, *START[1:], DEPLOY])
    assert {warning["code"] for warning in found["warnings"]} == {"unknown_events", "no_player"}
    assert all(warning["text"].endswith(".") for warning in found["warnings"])
    assert found["seat"] == DARK


def test_cards_missing_from_the_database_are_named_in_a_warning() -> None:
    stranger = put_in_play(99, "999_9", "HAND")
    assert [warning["code"] for warning in load([*START, stranger, DEPLOY])["warnings"]] == ["unknown_cards"]
    assert "999_9" in load([*START, stranger, DEPLOY])["warnings"][0]["text"]
    context = {"hand": [{"cardId": "12", "blueprintId": "999_9"}]}
    assert [row["code"] for row in query("parse_decision", xml=DEPLOY, context=context)["warnings"]] == [
        "unknown_cards"
    ]
    LIBRARY.clear()
    assert load([*START, stranger, DEPLOY])["warnings"] == []


def test_single_decision_without_options_gives_a_warning() -> None:
    state = query("parse_decision", xml=card_selection(DARK, "Choose Force to lose", [], 2, 3))
    assert [row["code"] for row in state["warnings"]] == ["no_options"]
    assert "at least 2" in state["warnings"][0]["text"]


@pytest.mark.parametrize(
    ("answer", "index", "reason"),
    [
        ("9", 0, "UNKNOWN_OPTION"),
        ("11", 1, "INVALID_SELECTION"),
        ("10,10", 1, "INVALID_SELECTION"),
        ("5", 3, "OUT_OF_RANGE"),
        ("x", 3, "OUT_OF_RANGE"),
        ("", 3, "NO_PASS"),
        ("2", 4, "UNKNOWN_OPTION"),
        ("temp1", 5, "INVALID_SELECTION"),
    ],
)
def test_illegal_answers_give_a_reason(answer: str, index: int, reason: str) -> None:
    state = state_at(index)
    error = refused("ACTION_FAILED", "grade_user_action", state, 0, {"answer": answer}, {"evaluator_seed": 1})
    assert error["context"]["reason"] == reason


def test_unknown_replays_and_decisions_are_not_found() -> None:
    refused("NOT_FOUND", "query", RULESET, "decision_state", {"replay_id": "0" * 64, "index": 0})
    refused("NOT_FOUND", "query", RULESET, "decision_state", {"replay_id": load()["replay_id"], "index": 6})
    refused("NOT_FOUND", "query", RULESET, "review", {"replay_id": "x"})
    refused("INVALID_PARAMS", "query", RULESET, "review", {"replay_id": load()["replay_id"], "weights": {"no": 1.0}})
    refused("INVALID_PARAMS", "query", RULESET, "parse_decision", {"xml": "<gameReplay/>"})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["active_player_id"], 1),
        (["seat"], 7),
        (["game_over"], True),
        (["decision", "options"], [{"answer": "1", "text": ""}, {"answer": "1", "text": ""}]),
        (["decision", "options"], [{"answer": "1,2", "text": ""}]),
        (["board", "cards"], [{"card_id": "1", "blueprint_id": "", "zone": ""}] * 2),
        (["unknown"], 1),
    ],
)
def test_contradictory_states_are_refused(path: list[str], value: Any) -> None:
    state = state_at(0)
    part = state
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    refused("INVALID_STATE", "evaluate_best_move", state, 0, {"evaluator_seed": 1})
