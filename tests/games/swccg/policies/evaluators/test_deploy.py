"""Evaluator of deployments: the source document's worked example, and every factor of a card by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.deploying import (
    BLASTER,
    CRUISER,
    CUSTOM,
    DROID,
    EFFECT,
    EVALUATOR,
    FIGHTER,
    SABER,
    SITE,
    TROOPER,
    VADER,
    at,
    site,
    what,
)
from tests.games.swccg.table import Table, all_of, exact, fact, findings, weight

# --- The document ---


@pytest.mark.parametrize(("own", "other", "score"), [(None, None, 38.0), (4.0, 12.0, 50.0), (12.0, 4.0, 38.0)])
def test_document_profile_scores_the_worked_example(own: float | None, other: float | None, score: float) -> None:
    table = Table(force=10, reserve=40)
    table.location(dark=1, light=1)
    table.power(0, own, other)
    position = table.actions((table.hand(VADER), "Deploy"))
    action = all_of(position, "document").best
    assert (action.choice.answer, action.score) == ("0", score)
    names = {each.weight_name for each in action.contributions if each.value}
    assert names <= {f"deploy.{name}" for name in DOCUMENT}


DOCUMENT = ("efficiency", "unique", "high_power", "high_ability", "character", "power_deficit")


def test_document_factors_of_deploying() -> None:
    found = what(Table(force=20), VADER)
    assert found["efficiency"].input == 2
    assert [found[code].value for code in ("efficiency", "unique", "high_power", "high_ability", "character")] == [
        10,
        5,
        10,
        8,
        5,
    ]
    weak = what(Table(force=20), TROOPER)
    assert not {"unique", "high_power", "high_ability", "power_deficit"} & set(weak)
    assert weak["efficiency"].label == "Power 1 and ability 1 for 1 Force"


def test_document_profile_is_aware_of_resources() -> None:
    table = Table(force=5, reserve=40)
    table.location(dark=1, light=1)
    scored = all_of(table.actions((table.hand(VADER), "Deploy")), "document")
    deploy = next(action for action in scored.actions if not action.choice.passes)
    assert [each.value for each in deploy.contributions if each.code == "unaffordable"] == [-100]
    assert scored.best.choice.passes


def test_document_profile_deploys_where_power_is_needed() -> None:
    table = Table(force=20, reserve=20)
    for mine, theirs in ((6.0, 2.0), (1.0, 5.0), (None, None)):
        table.power(table.location(dark=1, light=1), mine, theirs)
    position = table.where(VADER, "90", "91", "92")
    scored = all_of(position, "document")
    assert (scored.best.choice.answer, scored.best.score) == ("91", 10.0)
    assert all(each.code != "needed" for action in all_of(position).actions for each in action.contributions)


def test_free_card_counts_as_one_force() -> None:
    assert what(Table(force=9), fact("2_2", power=2.0, ability=1.0, deploy=0.0))["efficiency"].input == 3


def test_cost_that_is_not_a_number_is_noted() -> None:
    found = what(Table(force=9), fact("2_3", power=2.0, ability=1.0))
    assert "efficiency" not in found
    assert found["unknown_cost"].value == 0


def test_power_counts_when_behind_on_power() -> None:
    table = site(2, 5)
    found = what(table, TROOPER)["power_deficit"]
    assert (found.input, found.value) == (1, 2)
    assert found.label == "Behind on power by 3 (2 against 5): it adds 1"
    assert "power_deficit" not in what(site(5, 5), TROOPER)
    assert "power_deficit" not in what(site(2, 5), EFFECT)


# --- What to deploy ---


def test_deploying_a_location_counts_icons() -> None:
    found = what(Table(force=0), SITE)
    assert found["location"].value == weight("deploy.location")
    assert found["own_icons"].value == 2 * weight("deploy.own_icons")
    assert found["their_icons"].value == weight("deploy.their_icons")
    light = what(Table("light", force=0), SITE)
    assert light["own_icons"].input == 1
    assert "unknown_icons" in what(Table(None), SITE)


def test_effects_and_devices_count() -> None:
    found = what(Table(force=3), EFFECT)
    assert found["support"].value == weight("deploy.support")
    assert "by_text" in found
    assert what(Table(force=3), fact("3_3", "Device"))["device"].value == weight("deploy.device")


def test_deploying_keeps_two_force() -> None:
    assert "force_left" not in what(Table(force=8), VADER)
    assert what(Table(force=7), VADER)["force_left"].value == weight("deploy.force_left")
    assert what(Table(force=6), VADER)["force_left"].value == 2 * weight("deploy.force_left")


def test_unaffordable_card_is_penalised() -> None:
    found = what(Table(force=5), VADER)
    assert found["unaffordable"].value == weight("deploy.unaffordable")
    assert "force_left" not in found
    assert "unknown_force" in what(Table(), VADER)


def test_weapon_needs_a_user() -> None:
    table = site()
    assert what(table, SABER)["no_carrier"].value == weight("deploy.no_carrier")
    table.put(TROOPER, 0)
    assert "carrier" in what(table, SABER)
    assert "no_carrier" not in what(table, SABER)
    table.put(VADER, 0)
    assert what(table, SABER)["matching"].value == weight("deploy.matching")
    assert what(site(), fact("4_4", "Weapon", subtype="Automated"))["weapon"].value == weight("deploy.weapon")
    assert "no_carrier" not in what(site(), fact("4_4", "Weapon", subtype="Automated"))


def test_ship_needs_a_pilot() -> None:
    assert what(Table(force=9), FIGHTER)["unpiloted"].value == weight("deploy.unpiloted")
    assert "unpiloted" not in what(Table(force=9), CRUISER)
    table = Table(force=9)
    table.hand(VADER)
    assert "pilot" in what(table, FIGHTER)
    assert "unpiloted" not in what(table, FIGHTER)
    assert "matching" not in what(table, FIGHTER)
    assert what(table, CUSTOM)["matching"].value == weight("deploy.matching")
    assert "matching" in what(table, VADER)


def test_best_location_counts_half() -> None:
    table = site(None, None)
    table.location("Better", dark=1, light=3)
    found = what(table, VADER)
    best = at(table, VADER, 1)
    points = sum(each.value for code, each in best.items() if code != "chosen")
    assert (found["place"].input, found["place"].value) == (points, points * weight("deploy.place"))
    assert found["place"].label == "Best at Better: controls the location: a Force drain of 3"


def test_only_legal_locations_are_considered() -> None:
    table = Table(force=20)
    table.location(dark=0, light=3)
    table.location("Space", subtype="System", dark=2, light=2)
    assert "no_place" in what(table, VADER)
    assert what(table, CRUISER)["place"].label.startswith("Best at Space")


def test_pilot_may_deploy_aboard_a_ship() -> None:
    table = Table(force=20)
    space = table.location(subtype="System", dark=1, light=1)
    table.put(CUSTOM, space)
    table.power(space, 0.0)
    assert (
        what(table, VADER)["place"].label == "Best at Vader's Custom TIE: pilots Vader's Custom TIE: its power 3 counts"
    )


def test_unknown_card_has_a_flat_value() -> None:
    found = what(Table(force=5), None)
    assert [(each.code, each.value) for each in found.values()] == [("unknown_card", weight("deploy.unknown"))]


def test_action_that_deploys_another_card() -> None:
    table = site()
    source = table.put(EFFECT, zone="SIDE_OF_TABLE")
    position = table.actions((source, "Deploy site from Reserve Deck"), (source, "Deploy card from Lost Pile"))
    found = findings(EVALUATOR, position)
    assert found["0"]["from_pile"].value == weight("deploy.from_pile")
    assert found["0"]["location"].value == weight("deploy.location")
    assert "location" not in found["1"]
    assert found["1"]["unknown_card"].value == weight("deploy.unknown")
    assert "support" not in found["0"]
    played = findings(EVALUATOR, table.actions((table.hand(EFFECT), "Deploy a Wookiee from Reserve Deck")))["0"]
    assert "from_pile" in played
    table.facts[VADER.blueprint_id] = VADER
    nowhere = Option("0", "Deploy", "999", "1_168", action="Deploy")
    assert (
        "high_power"
        in findings(EVALUATOR, table.position(Decision("CARD_ACTION_CHOICE", "deploy", "", (nowhere,))))["0"]
    )
    moved = table.put(VADER, zone="STACKED")
    assert "high_power" in findings(EVALUATOR, table.actions((moved, "Deploy")))["0"]
    reacts = findings(EVALUATOR, table.actions((table.hand(VADER), "Deploy as 'react'"), kind="response"))["0"]
    assert reacts["high_power"].value == 10


def test_card_from_a_pile_counts_its_own_factors() -> None:
    table = site()
    table.facts |= {card.blueprint_id: card for card in (VADER, SITE)}
    options = (Option("temp0", "Vader", None, "1_168"), Option("temp1", "Farm", None, "7_1"))
    decision = Decision("ARBITRARY_CARDS", "take", "Choose card to deploy from Reserve Deck", options, 1, 1)
    found = findings(EVALUATOR, table.position(decision))
    assert found["temp0"]["high_power"].value == 10
    assert "unaffordable" not in found["temp0"]
    assert found["temp1"]["own_icons"].value == 2 * weight("deploy.own_icons")
    table.board.piles["seat"].force = 5
    assert "unaffordable" in findings(EVALUATOR, table.position(decision))["temp0"]
    free = replace(decision, text="Choose card to deploy for free from Reserve Deck")
    assert "unaffordable" not in findings(EVALUATOR, table.position(free))["temp0"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [("take", "Choose card to take into hand"), ("start", "Choose card to deploy"), ("lose", "Choose Force to lose")],
)
def test_deploy_evaluator_ignores_other_decisions(kind: str, text: str) -> None:
    options = (Option("temp0", "Vader", None, "1_168"),)
    assert findings(EVALUATOR, Table().position(Decision("ARBITRARY_CARDS", kind, text, options, 1, 1))) == {}
    assert findings(EVALUATOR, Table().where(VADER, text="Choose where to move it using landspeed")) == {}


CARDS = (VADER, TROOPER, DROID, CUSTOM, FIGHTER, CRUISER, SABER, BLASTER, SITE, EFFECT, None)


@settings(max_examples=80)
@given(data=st.data())
def test_scores_are_sums_of_their_reasons(data: st.DataObject) -> None:
    table = Table(force=data.draw(st.none() | st.integers(0, 20)), reserve=data.draw(st.integers(0, 20)))
    powers = st.none() | st.integers(0, 12).map(float)
    for _ in range(data.draw(st.integers(1, 4))):
        subtype = data.draw(st.sampled_from(["Site", "System"]))
        dark = data.draw(st.sampled_from([None, 0, 2]))
        table.power(table.location(subtype=subtype, dark=dark, light=dark), data.draw(powers), data.draw(powers))
    for _ in range(data.draw(st.integers(0, 4))):
        table.put(data.draw(st.sampled_from(CARDS)), data.draw(st.integers(0, len(table.board.locations) - 1)))
    exact(all_of(_question(data, table)))


def _question(data: st.DataObject, table: Table) -> Position:
    card = data.draw(st.sampled_from(CARDS))
    if data.draw(st.booleans()):
        return table.actions((table.hand(card), "Deploy"), (table.hand(VADER), "Deploy"))
    return table.where(card, *table.board.cards)


def test_pilot_deployed_with_its_ship_has_no_location() -> None:
    table = Table(force=9)
    table.location(dark=1, light=1)
    pilot = table.hand(fact("1_9", power=3.0, ability=3.0, deploy=3.0, icons=("Pilot",)))
    for text, expected in (
        ("Choose card to deploy", True),
        ("Choose a pilot from hand to simultaneously deploy aboard", False),
    ):
        asked = table.position(Decision("CARD_SELECTION", "target", text, (table.option(pilot),), 0, 1))
        assert ("place" in findings(EVALUATOR, asked)[pilot]) is expected
