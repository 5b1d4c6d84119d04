"""Deploying: the source document's worked example, and every factor of what to deploy and where by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.swccg.cards import CardFacts
from py_engine.games.swccg.context import Position
from py_engine.games.swccg.decisions import Decision, Option
from py_engine.games.swccg.evaluators.battle_ground import pilots_of
from py_engine.games.swccg.evaluators.deploy import DeployEvaluator
from py_engine.games.swccg.evaluators.deploy_where import is_pilot, matches, weapon_fits
from py_engine.games.swccg.scoring import Contribution
from tests.engine.swccg_table import Table, all_of, exact, fact, said, weight

EVALUATOR = DeployEvaluator()
VADER = fact(
    "1_168",
    title="•Darth Vader",
    power=6.0,
    ability=6.0,
    deploy=6.0,
    forfeit=8.0,
    unique=True,
    icons=("Pilot", "Warrior"),
    matching=("Vader's Custom TIE",),
    matching_weapon=("Vader's Lightsaber",),
)
TROOPER = fact("1_194", title="Stormtrooper", power=1.0, ability=1.0, deploy=1.0, icons=("Warrior",))
DROID = fact("1_1", title="Droid", power=2.0, deploy=2.0)
OTHER = fact("1_9", title="Somebody", power=3.0, ability=2.0, deploy=3.0)
CUSTOM = fact("1_303", "Starship", title="•Vader's Custom TIE", power=3.0, deploy=2.0, unique=True)
FIGHTER = fact("1_304", "Starship", title="TIE Fighter", power=2.0, deploy=1.0, forfeit=2.0)
CRUISER = fact("1_301", "Starship", title="•Devastator", power=9.0, deploy=8.0, icons=("Pilot",))
SABER = fact("1_324", "Weapon", title="•Vader's Lightsaber", subtype="Character")
BLASTER = fact("1_317", "Weapon", title="Blaster", subtype="Character")
SITE = fact("7_1", "Location", title="Farm", subtype="Site", dark_icons=2, light_icons=1)
EFFECT = fact("1_230", "Effect", title="•Effect")


def what(table: Table, card: CardFacts | None, action: str = "Deploy") -> dict[str, Contribution]:
    """What is said of deploying a card from hand."""
    return said(EVALUATOR, table.actions((table.hand(card), action)))["0"]


def where(table: Table, card: CardFacts | None, card_id: str) -> dict[str, Contribution]:
    """What is said of deploying a card to a place."""
    return said(EVALUATOR, table.where(card, card_id))[card_id]


def at(table: Table, card: CardFacts, place: int) -> dict[str, Contribution]:
    return where(table, card, f"9{place}")


def site(mine: float | None = None, theirs: float | None = None, light: int = 2) -> Table:
    """A table with one site."""
    table = Table(force=20, reserve=20)
    table.location(dark=1, light=light)
    table.power(0, mine, theirs)
    return table


# --- The document ---


@pytest.mark.parametrize(("own", "other", "score"), [(None, None, 38.0), (4.0, 12.0, 50.0), (12.0, 4.0, 38.0)])
def test_the_documents_example(own: float | None, other: float | None, score: float) -> None:
    table = Table(force=10, reserve=40)
    table.location(dark=1, light=1)
    table.power(0, own, other)
    position = table.actions((table.hand(VADER), "Deploy"))
    action = all_of(position, "document").best
    assert (action.choice.answer, action.score) == ("0", score)
    names = {each.weight_name for each in action.contributions if each.value}
    assert names <= {f"deploy.{name}" for name in DOCUMENT}


DOCUMENT = ("efficiency", "unique", "high_power", "high_ability", "character", "power_deficit")


def test_the_factors_of_the_document() -> None:
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


def test_a_card_that_costs_nothing_counts_as_one_force() -> None:
    assert what(Table(force=9), fact("2_2", power=2.0, ability=1.0, deploy=0.0))["efficiency"].input == 3


def test_a_cost_that_is_no_number_is_said() -> None:
    found = what(Table(force=9), fact("2_3", power=2.0, ability=1.0))
    assert "efficiency" not in found
    assert found["unknown_cost"].value == 0


def test_behind_on_power_the_power_of_a_card_counts() -> None:
    table = site(2, 5)
    found = what(table, TROOPER)["power_deficit"]
    assert (found.input, found.value) == (1, 2)
    assert found.label == "Behind on power by 3 (2 against 5): it brings 1"
    assert "power_deficit" not in what(site(5, 5), TROOPER)
    assert "power_deficit" not in what(site(2, 5), EFFECT)


# --- What to deploy ---


def test_a_location_counts_by_its_icons() -> None:
    found = what(Table(force=0), SITE)
    assert found["location"].value == weight("deploy.location")
    assert found["own_icons"].value == 2 * weight("deploy.own_icons")
    assert found["their_icons"].value == weight("deploy.their_icons")
    light = what(Table("light", force=0), SITE)
    assert light["own_icons"].input == 1
    assert "unknown_icons" in what(Table(None), SITE)


def test_cards_that_stay_on_the_table() -> None:
    found = what(Table(force=3), EFFECT)
    assert found["support"].value == weight("deploy.support")
    assert "by_text" in found
    assert what(Table(force=3), fact("3_3", "Device"))["device"].value == weight("deploy.device")


def test_force_that_is_left() -> None:
    assert "force_left" not in what(Table(force=8), VADER)
    assert what(Table(force=7), VADER)["force_left"].value == weight("deploy.force_left")
    assert what(Table(force=6), VADER)["force_left"].value == 2 * weight("deploy.force_left")


def test_a_card_that_costs_more_than_there_is() -> None:
    found = what(Table(force=5), VADER)
    assert found["unaffordable"].value == weight("deploy.unaffordable")
    assert "force_left" not in found
    assert "unknown_force" in what(Table(), VADER)


def test_a_weapon_wants_somebody_to_use_it() -> None:
    table = site()
    assert what(table, SABER)["no_carrier"].value == weight("deploy.no_carrier")
    table.put(TROOPER, 0)
    assert "carrier" in what(table, SABER)
    assert "no_carrier" not in what(table, SABER)
    table.put(VADER, 0)
    assert what(table, SABER)["matching"].value == weight("deploy.matching")
    assert what(site(), fact("4_4", "Weapon", subtype="Automated"))["weapon"].value == weight("deploy.weapon")
    assert "no_carrier" not in what(site(), fact("4_4", "Weapon", subtype="Automated"))


def test_a_ship_wants_a_pilot() -> None:
    assert what(Table(force=9), FIGHTER)["unpiloted"].value == weight("deploy.unpiloted")
    assert "unpiloted" not in what(Table(force=9), CRUISER)
    table = Table(force=9)
    table.hand(VADER)
    assert "pilot" in what(table, FIGHTER)
    assert "unpiloted" not in what(table, FIGHTER)
    assert "matching" not in what(table, FIGHTER)
    assert what(table, CUSTOM)["matching"].value == weight("deploy.matching")
    assert "matching" in what(table, VADER)


def test_the_best_place_counts_half() -> None:
    table = site(None, None)
    table.location("Better", dark=1, light=3)
    found = what(table, VADER)
    best = at(table, VADER, 1)
    points = sum(each.value for code, each in best.items() if code != "chosen")
    assert (found["place"].input, found["place"].value) == (points, points * weight("deploy.place"))
    assert found["place"].label == "Best at Better: controls the place: a Force drain of 3"


def test_only_fitting_places_are_thought_of() -> None:
    table = Table(force=20)
    table.location(dark=0, light=3)
    table.location("Space", subtype="System", dark=2, light=2)
    assert "no_place" in what(table, VADER)
    assert what(table, CRUISER)["place"].label.startswith("Best at Space")


def test_a_pilot_may_go_aboard() -> None:
    table = Table(force=20)
    space = table.location(subtype="System", dark=1, light=1)
    table.put(CUSTOM, space)
    table.power(space, 0.0)
    assert (
        what(table, VADER)["place"].label == "Best at Vader's Custom TIE: pilots Vader's Custom TIE: its power 3 counts"
    )


def test_an_unknown_card_is_judged_only_by_coming_to_the_table() -> None:
    found = what(Table(force=5), None)
    assert [(each.code, each.value) for each in found.values()] == [("unknown_card", weight("deploy.unknown"))]


def test_a_card_that_brings_another_one() -> None:
    table = site()
    source = table.put(EFFECT, zone="SIDE_OF_TABLE")
    position = table.actions((source, "Deploy site from Reserve Deck"), (source, "Deploy card from Lost Pile"))
    found = said(EVALUATOR, position)
    assert found["0"]["from_pile"].value == weight("deploy.from_pile")
    assert found["0"]["location"].value == weight("deploy.location")
    assert "location" not in found["1"]
    assert "support" not in found["0"]
    played = said(EVALUATOR, table.actions((table.hand(EFFECT), "Deploy a Wookiee from Reserve Deck")))["0"]
    assert "from_pile" in played
    table.facts[VADER.blueprint_id] = VADER
    nowhere = Option("0", "Deploy", "999", "1_168", action="Deploy")
    assert (
        "high_power" in said(EVALUATOR, table.position(Decision("CARD_ACTION_CHOICE", "deploy", "", (nowhere,))))["0"]
    )
    moved = table.put(VADER, zone="STACKED")
    assert "high_power" in said(EVALUATOR, table.actions((moved, "Deploy")))["0"]
    reacts = said(EVALUATOR, table.actions((table.hand(VADER), "Deploy as 'react'"), kind="response"))["0"]
    assert reacts["high_power"].value == 10


def test_a_card_out_of_a_pile_counts_by_what_it_is() -> None:
    table = site()
    table.facts |= {card.blueprint_id: card for card in (VADER, SITE)}
    options = (Option("temp0", "Vader", None, "1_168"), Option("temp1", "Farm", None, "7_1"))
    decision = Decision("ARBITRARY_CARDS", "take", "Choose card to deploy from Reserve Deck", options, 1, 1)
    found = said(EVALUATOR, table.position(decision))
    assert found["temp0"]["high_power"].value == 10
    # What it costs and what a location brings is said with the choice of the card.
    assert "force_left" not in found["temp0"]
    assert found["temp1"] == {}


@pytest.mark.parametrize(
    ("kind", "text"),
    [("take", "Choose card to take into hand"), ("start", "Choose card to deploy"), ("lose", "Choose Force to lose")],
)
def test_other_questions_are_left_alone(kind: str, text: str) -> None:
    options = (Option("temp0", "Vader", None, "1_168"),)
    assert said(EVALUATOR, Table().position(Decision("ARBITRARY_CARDS", kind, text, options, 1, 1))) == {}
    assert said(EVALUATOR, Table().where(VADER, text="Choose where to move it using landspeed")) == {}


# --- Where to deploy ---


def test_every_place_starts_from_the_card_having_been_chosen() -> None:
    assert at(site(), VADER, 0)["chosen"].value == weight("where.chosen")
    assert "unknown_card" in where(site(), None, "90")


def test_ahead_of_the_opponent() -> None:
    found = at(site(None, 4), VADER, 0)
    assert found["ahead"].value == 2 * weight("where.ahead")
    assert found["ahead"].label == "Power there 6 with it against 4"
    assert found["stops_drain"].value == weight("where.stops_drain")
    # A lead counts up to 6, and only what the card adds to it.
    assert at(site(5, 4), VADER, 0)["ahead"].input == 5
    assert "stops_drain" not in at(site(5, 4), VADER, 0)


def test_more_than_enough_is_wasted() -> None:
    found = at(site(10, 4), VADER, 0)
    assert found["stacked"].value == weight("where.stacked")
    assert "ahead" not in found
    assert at(site(6, None), VADER, 0)["stacked"].value == weight("where.stacked")


def test_behind_the_opponent() -> None:
    alone = at(site(None, 9), VADER, 0)
    assert alone["outmatched"].value == 3 * weight("where.outmatched")
    assert at(site(None, 40), VADER, 0)["outmatched"].input == 8
    joined = at(site(1, 9), VADER, 0)
    assert joined["still_behind"].value == 2 * weight("where.still_behind")
    assert joined["closes"].value == 6 * weight("where.closes")
    assert "outmatched" not in joined
    assert "turns" not in joined
    assert "equal" in at(site(None, 6), VADER, 0)


def test_a_fight_that_turns() -> None:
    found = at(site(2, 4), VADER, 0)
    assert found["turns"].value == weight("where.turns")
    assert found["closes"].input == 2
    assert found["ahead"].input == 4
    assert "turns" not in at(site(4, 4), VADER, 0)
    level = at(site(2, 8), VADER, 0)
    assert "closes" in level
    assert not {"turns", "ahead", "still_behind"} & set(level)
    assert "closes" not in at(site(2, 8), fact("2_7", power=0.0, ability=1.0), 0)
    assert "ahead" not in at(site(4, 2), fact("2_7", power=0.0, ability=1.0), 0)


def test_an_empty_place_is_worth_its_drain() -> None:
    assert at(site(), VADER, 0)["drain"].value == 2 * weight("where.drain")
    assert at(site(light=0), VADER, 0)["idle"].value == weight("where.idle")
    table = Table(force=9)
    table.location()
    assert at(table, VADER, 0)["unknown_icons"].value == 0


def test_without_ability_there_is_no_presence() -> None:
    found = at(site(), DROID, 0)
    assert found["no_presence"].value == weight("where.no_presence")
    assert "drain" not in found
    assert "drain" in at(site(), fact("1_1", power=2.0, icons=("Presence",)), 0)
    assert "stops_drain" not in at(site(None, 1), DROID, 0)


def test_a_weak_card_should_not_stand_alone() -> None:
    assert at(site(), TROOPER, 0)["alone"].value == 3 * weight("where.alone")
    assert "alone" not in at(site(), VADER, 0)
    assert "alone" not in at(site(), fact("2_9", power=1.0, ability=4.0), 0)
    assert "alone" not in at(site(2, None), TROOPER, 0)
    assert at(site(2, None), TROOPER, 0)["reinforces"].value == weight("where.reinforces")


def test_power_next_door_is_a_danger() -> None:
    table = site()
    beside = table.location(dark=1, light=1)
    table.power(beside, None, 9)
    found = at(table, VADER, 0)
    assert found["exposed"].value == 3 * weight("where.exposed")
    between = site()
    for place, power in ((between.location(dark=1, light=1), None), (between.location(dark=1, light=1), 9)):
        between.power(place, None, power)
    between.power(0, None, 8)
    assert at(between, VADER, 1)["exposed"].input == 3
    between.board.power["opponent"] = {0: 8.0}
    assert at(between, VADER, 1)["exposed"].input == 2
    far = site()
    far.power(far.location(system="Hoth", dark=1, light=1), None, 9)
    assert "exposed" not in at(far, VADER, 0)
    above = site()
    above.power(above.location(subtype="System", dark=1, light=1), None, 9)
    assert "exposed" not in at(above, VADER, 0)


def test_ability_for_a_battle_destiny() -> None:
    table = site(3, None)
    table.put(OTHER, 0)
    assert at(table, fact("2_8", power=1.0, ability=2.0), 0)["destiny"].value == weight("where.destiny")
    assert "destiny" not in at(table, TROOPER, 0)
    table.put(VADER, 0)
    assert "destiny" not in at(table, fact("2_8", power=1.0, ability=2.0), 0)
    strangers = site(3, None)
    strangers.put(None, 0)
    assert "destiny" not in at(strangers, VADER, 0)


def test_a_starship_belongs_in_space() -> None:
    assert at(site(), CRUISER, 0)["landed"].value == weight("where.landed")
    table = Table()
    table.location(subtype="System", dark=1, light=1)
    assert "landed" not in at(table, CRUISER, 0)


def ship(facts: CardFacts | None) -> tuple[Table, str]:
    table = Table(force=9)
    space = table.location(subtype="System", dark=1, light=1)
    return table, table.put(facts, space)


def test_a_pilot_for_a_ship_without_one() -> None:
    table, card = ship(FIGHTER)
    assert where(table, VADER, card)["pilots"].value == weight("where.pilots")
    assert "matching" not in where(table, VADER, card)
    own, tie = ship(CUSTOM)
    assert where(own, VADER, tie)["matching"].value == weight("where.matching")


def test_a_second_pilot_and_a_passenger_do_not_fight() -> None:
    table, card = ship(FIGHTER)
    table.put(fact("2_5", power=1.0, ability=2.0, icons=("Pilot",)), on=card)
    found = where(table, VADER, card)
    assert found["power_unused"].value == 6 * weight("where.power_unused")
    assert "has a pilot" in found["power_unused"].label
    empty, other = ship(FIGHTER)
    empty.put(fact("3_3", "Device", icons=("Pilot",)), on=other)
    empty.put(None, on=other)
    assert "it is no pilot" in where(empty, TROOPER, other)["power_unused"].label
    unknown, stranger = ship(None)
    assert "pilots" not in where(unknown, VADER, stranger)


def test_a_weapon_on_its_carrier() -> None:
    table = site()
    vader, droid = table.put(VADER, 0), table.put(DROID, 0)
    armed = table.put(TROOPER, 0)
    table.put(BLASTER, on=armed)
    table.put(fact("3_3", "Device"), on=vader)
    table.put(None, on=vader)
    found = said(EVALUATOR, table.where(SABER, vader, droid, armed))
    assert found[vader]["matching"].value == weight("where.matching")
    assert found[droid]["no_carrier"].value == weight("where.no_carrier")
    assert found[armed]["carrier"].value == weight("where.carrier")
    assert found[armed]["armed"].value == weight("where.armed")
    assert not {"armed", "target"} & set(found[vader])
    table.power(0, 9, 3)
    assert where(table, SABER, vader)["target"].value == weight("where.target")


def test_where_an_effect_goes_is_left_to_its_text() -> None:
    found = where(site(), EFFECT, "90")
    assert set(found) == {"chosen", "by_text"}
    table = site()
    theirs = table.put(VADER, 0, "opponent")
    assert "by_text" in where(table, BLASTER, theirs)


def test_a_location_that_replaces_another() -> None:
    table = Table()
    table.location("Farm", dark=1, light=2)
    # One own icon more, and one of the opponent's less.
    assert at(table, SITE, 0)["converts"].value == 2 * weight("where.converts")


def test_a_location_beside_others() -> None:
    own, theirs, empty = site(3, None), site(None, 3), site()
    assert at(own, SITE, 0)["near_own"].value == weight("where.near_own")
    assert at(theirs, SITE, 0)["near_theirs"].value == weight("where.near_theirs")
    assert "row" in at(empty, SITE, 0)


# --- What belongs together ---


def test_matches_hold_from_either_side() -> None:
    assert matches(VADER, CUSTOM)
    assert matches(CUSTOM, VADER)
    assert matches(SABER, VADER)
    assert not matches(BLASTER, VADER)


def test_who_can_use_what() -> None:
    assert weapon_fits(BLASTER, TROOPER)
    assert not weapon_fits(BLASTER, DROID)
    assert weapon_fits(fact("5_1", "Weapon", subtype="Starship"), FIGHTER)
    assert not weapon_fits(fact("5_1", "Weapon", subtype="Starship"), TROOPER)
    assert is_pilot(VADER)
    assert not is_pilot(CRUISER)
    assert (pilots_of(CRUISER), pilots_of(FIGHTER), pilots_of(VADER)) == (1, 0, 0)


CARDS = (VADER, TROOPER, DROID, CUSTOM, FIGHTER, CRUISER, SABER, BLASTER, SITE, EFFECT, None)


@settings(max_examples=80)
@given(data=st.data())
def test_scores_are_the_sums_of_their_reasons(data: st.DataObject) -> None:
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
