"""A single decision with an optional context: what is given is in the state, and odd contexts do no harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.results import to_json
from py_engine.games.swccg.knowledge.reader.single import ParseDecisionArgs, parse_decision
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.convert import position_of, state_of
from py_engine.games.swccg.rules.state import SwccgState
from tests.bridge.asking import ask, refused
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import RULESET, evaluated, query
from tests.games.swccg.logs import DARK, FACE_DOWN_DARK, FACE_DOWN_LIGHT, LIGHT, PILES, card_selection, choose
from tests.games.swccg.reference import CASES, REFERENCE, case, needs_reference

TARGET = card_selection(DARK, "Choose target", [5, 6])
HAND_BY_WORDS = ("One more card on the table, not from hand",)
"""Labels that mention the hand although it is unknown: a card is deployed from elsewhere."""
BOTH = {DARK: {"HAND": 1}, LIGHT: {"HAND": 1}}


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def parsed(xml: str = TARGET, **context: Any) -> dict[str, Any]:
    """The state of a decision, asserting that it can be evaluated."""
    state = dict(query("parse_decision", xml=xml, context=context))
    evaluated(state)
    return state


# --- The row of locations, and power ---


def powers(state: dict[str, Any]) -> dict[int, tuple[float | None, float | None]]:
    return {
        place["index"]: (place["power"]["seat"], place["power"]["opponent"]) for place in state["board"]["locations"]
    }


def test_power_without_locations_is_in_the_state() -> None:
    power: dict[str, Any] = {
        "darkPower": {"locationIndex0": "3", "locationIndex1": "-1", "locationIndex11": "½"},
        "lightPower": {"locationIndex0": "-1", "locationIndex1": 2.5, "locationIndex11": "0"},
    }
    state = parsed(side="dark", zones=BOTH, **power)
    assert powers(state) == {0: (3.0, None), 1: (None, 2.5), 11: (0.5, 0.0)}
    assert "power" not in state["lacks"]
    # The locations exist, but their cards are unknown.
    assert "board" in state["lacks"]
    assert powers(parsed(side="light", zones=BOTH, **power)) == {0: (None, 3.0), 1: (2.5, None), 11: (0.0, 0.5)}


def test_unknown_power_is_listed_as_lacking() -> None:
    power: dict[str, Any] = {"darkPower": {"locationIndex0": "3"}, "lightPower": {"locationIndex0": "4"}}
    assert "power" in parsed(side="dark")["lacks"]
    assert "power" in parsed(**power)["lacks"]
    assert powers(parsed(**power)) == {0: (None, None)}
    assert "power" not in parsed(side="dark", **power)["lacks"]


def test_given_locations_are_in_the_row() -> None:
    place = {"cardId": "5", "blueprintId": "1_287", "zone": "LOCATIONS", "title": "•Death Star: War Room"}
    power: dict[str, Any] = {"darkPower": {f"locationIndex{index}": "1" for index in range(3)}}
    state = parsed(side="dark", referenced=[{**place, "locationIndex": 1}], **power)
    assert [each["card_id"] for each in state["board"]["locations"]] == ["location 0", "5", "location 2"]
    assert powers(state) == dict.fromkeys(range(3), (1.0, None))
    assert "board" not in state["lacks"]
    # Without an index it is put at the only index with power, if there is just one.
    assert parsed(referenced=[place], darkPower={"locationIndex4": "1"})["board"]["locations"][0]["card_id"] == "5"
    several = parsed(referenced=[place], **power)
    assert {each["card_id"] for each in several["board"]["locations"]} == {"location 0", "location 1", "location 2"}
    at = {"cardId": "6", "blueprintId": "9_9", "zone": "AT_LOCATION", "locationIndex": "2"}
    beside = parsed(referenced=[{**place, "locationIndex": 2}, at])
    assert [option["text"] for option in beside["decision"]["options"]] == [
        "•Death Star: War Room",
        "card 9_9 at •Death Star: War Room",
    ]
    nameless = parsed(referenced=[at])
    assert nameless["decision"]["options"][1]["text"] == "card 9_9 at location 2"


@pytest.mark.parametrize("index", [-5, -1, 200, 1_000_000, "x", "2.5", 1.5, True, None, [0], {}])
def test_invalid_location_indices_are_ignored(index: Any) -> None:
    state = parsed(referenced=[{"cardId": "5", "blueprintId": "1_1", "locationIndex": index}])
    assert state["board"]["locations"] == []
    assert [card["location"] for card in state["board"]["cards"]] == [None]


@needs_reference
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:4])
def test_reference_contexts_give_power_and_generation(path: Path) -> None:
    xml, context = case(path)
    state = parsed(xml, **context)
    own, other = ("dark", "light") if context["seat"].startswith("Dark") else ("light", "dark")
    found = powers(state)
    assert len(found) == len(context["darkPower"])
    for side, which in ((own, 0), (other, 1)):
        for name, power in context[f"{side}Power"].items():
            expected = None if power == "-1" else float(power)
            assert found[int(name.removeprefix("locationIndex"))][which] == expected
    assert ("power" in state["lacks"]) == all(power == (None, None) for power in found.values())
    assert state["board"]["force_generation"] == {
        "seat": float(context[f"{own}ForceGeneration"]),
        "opponent": float(context[f"{other}ForceGeneration"]),
    }
    bare = query("parse_decision", xml=xml)
    assert bare["decision"]["kind"] == state["decision"]["kind"] or context["phase"].startswith("Play starting cards")


@needs_reference
def test_single_decision_claims_nothing_about_its_position() -> None:
    """No label claims anything about the standing, hands or the start of the game beyond the question itself."""
    LIBRARY.load("dark", json.loads((REFERENCE / "cards.json").read_text("utf-8")))
    for path in CASES:
        state = query("parse_decision", xml=case(path)[0])
        found = evaluated(state)
        standing, labels = found["metadata"]["strategy"], reasons(found)
        assert found["metadata"]["failed"] == []
        assert standing["mode"] == "even"
        assert all("unknown" in each["label"] for each in standing["reasons"])
        assert not any(" from hand" in each or " in hand" in each for each in labels if each not in HAND_BY_WORDS)
        assert "to start" in state["decision"]["text"] or not any("starting card" in each for each in labels)
        for each in found["candidates"]:
            assert each["ev"] == float(sum(Fraction(reason["value"]) for reason in each["reasons"]))


def reasons(found: dict[str, Any]) -> set[str]:
    """The labels of all reasons in an evaluation."""
    return {reason["label"] for each in found["candidates"] for reason in each["reasons"]}


# --- Which side the seat plays ---


@pytest.mark.parametrize(
    ("context", "side"),
    [
        ({"side": "light"}, "light"),
        ({"side": "neither"}, None),
        ({"hand": [{"cardId": "1", "blueprintId": "1_168"}]}, "dark"),
        ({"hand": [{"cardId": "1", "blueprintId": "1_19"}]}, "light"),
        ({"hand": [{"cardId": "1", "blueprintId": "1_168"}, {"cardId": "2", "blueprintId": "1_19"}]}, None),
        ({"hand": [{"cardId": "1", "blueprintId": "9_9"}]}, None),
        ({"referenced": [{"cardId": "1", "blueprintId": "1_19", "owner": LIGHT}]}, "dark"),
        ({"referenced": [{"cardId": "1", "blueprintId": "1_19", "owner": DARK}]}, "light"),
        ({"referenced": [{"cardId": "1", "blueprintId": "1_19"}]}, None),
        ({"referenced": [{"cardId": "1", "blueprintId": FACE_DOWN_LIGHT, "owner": LIGHT}]}, "dark"),
        ({"hand": [{"cardId": "1", "blueprintId": FACE_DOWN_DARK}]}, "dark"),
        # A single name proves nothing; both names together do.
        ({"seat": "DarkHelmet"}, None),
        ({"seat": "DarkHelmet", "zones": {"DarkHelmet": {}, "Luke": {}}}, None),
        ({"seat": "DarkHelmet", "zones": {"DarkHelmet": {}, "LightYear": {}}}, "dark"),
        ({"seat": "LightYear", "zones": {"DarkHelmet": {}, "LightYear": {}}}, "light"),
        ({"seat": "darkling", "zones": {"darkling": {}, "lightning": {}}}, None),
        ({"seat": "DarkA", "zones": {"DarkA": {}, "DarkB": {}}}, None),
        ({"seat": "Eve", "zones": {"DarkA": {}, "LightB": {}}}, None),
    ],
)
def test_side_is_given_or_deduced_but_not_guessed(context: dict[str, Any], side: str | None) -> None:
    with cards.loaded():
        assert parsed(**context)["side"] == side


# --- Limits ---


@pytest.mark.parametrize("key", ["seat", "turnPlayer"])
def test_too_long_names_are_refused(key: str) -> None:
    args = {"xml": TARGET, "context": {key: "n" * 300}}
    assert key in refused("INVALID_PARAMS", "query", RULESET, "parse_decision", args)["error"]


LONG = "x" * 300
odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1_000_000, 1_000_000),
    st.sampled_from(
        [0.5, 1e300, -1.0, "", "0", "3", "-1", "½", "*", "199", "200", "5000", "999999999999", LONG, "HAND"]
    ),
)
odd_texts = st.one_of(
    st.none(), st.sampled_from(["", "5", "6", "1_1", "-1_1", "LOCATIONS", "AT_LOCATION", LONG, "y" * 5_000, DARK])
)
odd_cards = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(("cardId", "blueprintId", "title", "zone", "owner"), odd_texts),
            "locationIndex": odd,
        },
    ),
    max_size=4,
)
odd_power = st.dictionaries(
    st.sampled_from(["locationIndex0", "locationIndex7", "locationIndex200", "locationIndex-1", "x"]), odd
)
odd_contexts = st.fixed_dictionaries(
    {},
    optional={
        "phase": odd_texts,
        "side": st.sampled_from(["dark", "light", "x", None]),
        "zones": st.dictionaries(
            st.sampled_from([DARK, LIGHT, LONG, ""]), st.dictionaries(st.sampled_from(PILES), odd)
        ),
        "darkPower": odd_power,
        "lightPower": odd_power,
        "darkForceGeneration": odd,
        "hand": odd_cards,
        "referenced": odd_cards,
        "lastMessages": st.lists(st.sampled_from(["", LONG, "z" * 9_000]), max_size=20),
    },
)
questions = st.sampled_from(
    [
        TARGET,
        choose("Choose Deploy action or Pass"),
        choose("q" * 9_000),
        TARGET.replace("CARD_SELECTION", "T" * 500),
        TARGET.replace(DARK, LONG),
        TARGET.replace('value="6"', f'value="{LONG}"'),
    ]
)


@settings(max_examples=150, deadline=None)
@given(questions, odd_contexts)
def test_any_context_gives_a_state_that_round_trips(xml: str, context: dict[str, Any]) -> None:
    args = ParseDecisionArgs.model_validate_json(json.dumps({"xml": xml, "context": context}))
    state = parse_decision(args)
    read = SwccgState.model_validate_json(json.dumps(to_json(state)))
    assert state_of(position_of(read), None, None) == replace(state, warnings=())
    assert isinstance(ask("list_legal_actions", to_json(state), 0), list)
