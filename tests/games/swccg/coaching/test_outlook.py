"""The outlook of a state: drains, battle odds and the next destiny, compared with the reasons of the coach."""

from __future__ import annotations

import json
from typing import Any

import pytest

from build_tools.paths import SAMPLE_CARDS
from tests.bridge.asking import ask
from tests.games.swccg import cards
from tests.games.swccg.sampled import sample

Json = dict[str, Any]
RULESET = "swccg_gemp_v1"


def query(name: str, **args: Any) -> Json:
    return dict(ask("query", RULESET, name, args))


@pytest.fixture(scope="module")
def states() -> list[Json]:
    """The states of all decisions of the sample, with its cards."""
    with cards.loaded():
        sides = json.loads(SAMPLE_CARDS.read_text("utf-8"))
        query("load_cards", dark_json=sides["dark"], light_json=sides["light"])
        loaded = query("load_replay", xml=sample().xml)
        return [
            query("decision_state", replay_id=loaded["replay_id"], index=row["index"]) for row in loaded["decisions"]
        ]


def test_drains_are_the_other_sides_icons_where_one_side_is_alone(states: list[Json]) -> None:
    found = set()
    for state in states:
        power = {each["index"]: each["power"] for each in state["board"]["locations"]}
        icons = {each["index"]: state["cards"].get(each["blueprint_id"]) for each in state["board"]["locations"]}
        for place in query("outlook", state=state)["locations"]:
            here, facts = power[place["index"]], icons[place["index"]]
            fought = (state["board"]["battle"] or {}).get("location") == place["index"]
            assert (place["battle"] is not None) == (None not in here.values() and not fought)
            if place["drain"] is not None:
                assert here["opponent"] is None
                assert place["drain"] == facts["light_icons"]
                found.add("seat")
            if place["their_drain"] is not None:
                assert here["seat"] is None
                assert place["their_drain"] == facts["dark_icons"]
                found.add("opponent")
    assert found == {"seat", "opponent"}


def test_odds_and_destiny_add_up(states: list[Json]) -> None:
    battles = 0
    for state in states:
        seen = query("outlook", state=state)
        draws = [seen["destiny"]] if seen["destiny"] is not None else []
        for place in seen["locations"]:
            if (battle := place["battle"]) is not None:
                battles += 1
                assert 0 <= battle["win"] + battle["lose"] <= 1 + 1e-3
                draws += [battle["seat"]["destiny"], battle["opponent"]["destiny"]]
        for each in draws:
            assert abs(sum(each["chances"]) - 1) < 0.01
            assert each["totals"] == sorted(each["totals"])
    assert battles > 0


def test_battle_odds_are_those_in_the_reasons_of_the_coach(states: list[Json]) -> None:
    compared = 0
    for state in states:
        battles = [each["battle"] for each in query("outlook", state=state)["locations"] if each["battle"]]
        if state["decision"]["kind"] == "battle" and len(battles) == 1:
            result = ask("evaluate_best_move", state, 0, {"evaluator_seed": 1, "shortlist_size": 0})
            reasons = [each for candidate in result["candidates"] for each in candidate["reasons"]]
            inputs = [each["input"] for each in reasons if each["code"] == "win_chance"]
            compared += len(inputs)
            assert all(abs(each - (battles[0]["win"] - battles[0]["lose"])) < 0.001 for each in inputs)
    assert compared > 0


def test_nothing_is_claimed_about_battles_and_destiny_without_card_facts(states: list[Json]) -> None:
    contested = draws = 0
    for state in states:
        lent, seen = query("outlook", state=state), query("outlook", state=state | {"cards": {}})
        assert seen["destiny"] is None
        draws += lent["destiny"] is not None
        for place, known in zip(seen["locations"], lent["locations"], strict=True):
            assert place["battle"] is None
            assert place["unknown"] == (known["battle"] is not None)
            assert not known["unknown"]
            contested += place["unknown"]
    assert contested > 0
    assert draws > 0


def test_an_unknown_card_in_a_fight_is_counted_and_said_to_be_assumed(states: list[Json]) -> None:
    assumed = set()
    for state in states:
        fights = {each["index"] for each in query("outlook", state=state)["locations"] if each["battle"]}
        for card in state["board"]["cards"]:
            if card["location"] in fights and card["zone"] == "AT_LOCATION":
                facts = {name: each for name, each in state["cards"].items() if name != card["blueprint_id"]}
                places = query("outlook", state=state | {"cards": facts})["locations"]
                (battle,) = (each["battle"] for each in places if each["index"] == card["location"])
                owner, other = battle[card["owner"]], battle["opponent" if card["owner"] == "seat" else "seat"]
                copies = sum(
                    each["blueprint_id"] == card["blueprint_id"] and each["location"] == card["location"]
                    for each in state["board"]["cards"]
                )
                assert owner["assumed"] == copies
                assert other["assumed"] == 0
                assumed.add(card["owner"])
    assert assumed == {"seat", "opponent"}
