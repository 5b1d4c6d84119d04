"""Evaluator of where to deploy: every factor by itself, and matching cards."""

from __future__ import annotations

from py_engine.games.swccg.policies.evaluators.battle.ground import pilots_of
from py_engine.games.swccg.policies.evaluators.deploy.where import is_pilot, matches, weapon_fits
from py_engine.games.swccg.rules.cards import CardFacts
from tests.games.swccg.deploying import (
    BLASTER,
    CRUISER,
    CUSTOM,
    DROID,
    EFFECT,
    EVALUATOR,
    FIGHTER,
    OTHER,
    SABER,
    SITE,
    TROOPER,
    VADER,
    at,
    site,
    where,
)
from tests.games.swccg.table import Table, fact, findings, weight

# --- Where to deploy ---


def test_every_deploy_location_counts_the_chosen_card() -> None:
    assert at(site(), VADER, 0)["chosen"].value == weight("where.chosen")
    assert "unknown_card" in where(site(), None, "90")


def test_deploying_ahead_of_the_opponent_counts_the_lead() -> None:
    found = at(site(None, 4), VADER, 0)
    assert found["ahead"].value == 2 * weight("where.ahead")
    assert found["ahead"].label == "Power there 6 with this card against 4"
    assert found["stops_drain"].value == weight("where.stops_drain")
    # A lead counts up to 6, and only the part that the card adds.
    assert at(site(5, 4), VADER, 0)["ahead"].input == 5
    assert "stops_drain" not in at(site(5, 4), VADER, 0)


def test_deploying_where_power_is_enough_is_penalised() -> None:
    found = at(site(10, 4), VADER, 0)
    assert found["stacked"].value == weight("where.stacked")
    assert "ahead" not in found
    assert at(site(6, None), VADER, 0)["stacked"].value == weight("where.stacked")


def test_deploying_behind_the_opponent_is_penalised() -> None:
    alone = at(site(None, 9), VADER, 0)
    assert alone["outmatched"].value == 3 * weight("where.outmatched")
    assert at(site(None, 40), VADER, 0)["outmatched"].input == 8
    joined = at(site(1, 9), VADER, 0)
    assert joined["still_behind"].value == 2 * weight("where.still_behind")
    assert joined["closes"].value == 6 * weight("where.closes")
    assert "outmatched" not in joined
    assert "turns" not in joined
    assert "equal" in at(site(None, 6), VADER, 0)


def test_deploying_can_turn_a_deficit_into_a_lead() -> None:
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


def test_empty_location_is_worth_its_drain() -> None:
    assert at(site(), VADER, 0)["drain"].value == 2 * weight("where.drain")
    assert at(site(light=0), VADER, 0)["idle"].value == weight("where.idle")
    table = Table(force=9)
    table.location()
    assert at(table, VADER, 0)["unknown_icons"].value == 0


def test_card_without_ability_has_no_presence() -> None:
    found = at(site(), DROID, 0)
    assert found["no_presence"].value == weight("where.no_presence")
    assert "drain" not in found
    assert "drain" in at(site(), fact("1_1", power=2.0, icons=("Presence",)), 0)
    assert "stops_drain" not in at(site(None, 1), DROID, 0)


def test_opponent_without_presence_has_no_drain_to_stop() -> None:
    table = site(None, 2)
    assert "stops_drain" in at(table, VADER, 0)
    table.put(DROID, 0, "opponent")
    assert "stops_drain" not in at(table, VADER, 0)
    table.put(TROOPER, 0, "opponent")
    assert "stops_drain" in at(table, VADER, 0)


def test_weak_card_alone_is_penalised() -> None:
    assert at(site(), TROOPER, 0)["alone"].value == 3 * weight("where.alone")
    assert "alone" not in at(site(), VADER, 0)
    assert "alone" not in at(site(), fact("2_9", power=1.0, ability=4.0), 0)
    assert "alone" not in at(site(2, None), TROOPER, 0)
    assert at(site(2, None), TROOPER, 0)["reinforces"].value == weight("where.reinforces")


def test_opposing_power_at_an_adjacent_site_is_penalised() -> None:
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


def test_deploying_ability_for_a_battle_destiny_counts() -> None:
    table = site(3, None)
    table.put(OTHER, 0)
    assert at(table, fact("2_8", power=1.0, ability=2.0), 0)["destiny"].value == weight("where.destiny")
    assert "destiny" not in at(table, TROOPER, 0)
    table.put(VADER, 0)
    assert "destiny" not in at(table, fact("2_8", power=1.0, ability=2.0), 0)
    unidentified = site(3, None)
    unidentified.put(None, 0)
    assert "destiny" not in at(unidentified, VADER, 0)


def test_starship_at_a_site_is_penalised() -> None:
    assert at(site(), CRUISER, 0)["landed"].value == weight("where.landed")
    table = Table()
    table.location(subtype="System", dark=1, light=1)
    assert "landed" not in at(table, CRUISER, 0)


def ship(facts: CardFacts | None) -> tuple[Table, str]:
    table = Table(force=9)
    space = table.location(subtype="System", dark=1, light=1)
    return table, table.put(facts, space)


def test_pilot_for_an_unpiloted_ship_counts() -> None:
    table, card = ship(FIGHTER)
    assert where(table, VADER, card)["pilots"].value == weight("where.pilots")
    assert "matching" not in where(table, VADER, card)
    own, tie = ship(CUSTOM)
    assert where(own, VADER, tie)["matching"].value == weight("where.matching")


def test_power_of_second_pilots_and_passengers_is_unused() -> None:
    table, card = ship(FIGHTER)
    table.put(fact("2_5", power=1.0, ability=2.0, icons=("Pilot",)), on=card)
    found = where(table, VADER, card)
    assert found["power_unused"].value == 6 * weight("where.power_unused")
    assert "already has a pilot" in found["power_unused"].label
    empty, other = ship(FIGHTER)
    empty.put(fact("3_3", "Device", icons=("Pilot",)), on=other)
    empty.put(None, on=other)
    assert "it is not a pilot" in where(empty, TROOPER, other)["power_unused"].label
    unknown, stranger = ship(None)
    assert "pilots" not in where(unknown, VADER, stranger)


def test_weapon_carriers_are_compared() -> None:
    table = site()
    vader, droid = table.put(VADER, 0), table.put(DROID, 0)
    armed = table.put(TROOPER, 0)
    table.put(BLASTER, on=armed)
    table.put(fact("3_3", "Device"), on=vader)
    table.put(None, on=vader)
    found = findings(EVALUATOR, table.where(SABER, vader, droid, armed))
    assert found[vader]["matching"].value == weight("where.matching")
    assert found[droid]["no_carrier"].value == weight("where.no_carrier")
    assert found[armed]["carrier"].value == weight("where.carrier")
    assert found[armed]["armed"].value == weight("where.armed")
    assert not {"armed", "target"} & set(found[vader])
    table.power(0, 9, 3)
    assert where(table, SABER, vader)["target"].value == weight("where.target")


def test_location_of_an_effect_is_not_judged() -> None:
    found = where(site(), EFFECT, "90")
    assert set(found) == {"chosen", "by_text"}
    table = site()
    theirs = table.put(VADER, 0, "opponent")
    assert "by_text" in where(table, BLASTER, theirs)


def test_replacing_a_location_counts_icons() -> None:
    table = Table()
    table.location("Farm", dark=1, light=2)
    # One more own icon, and one fewer of the opponent's.
    assert at(table, SITE, 0)["converts"].value == 2 * weight("where.converts")


def test_location_next_to_own_or_opposing_cards() -> None:
    own, theirs, empty = site(3, None), site(None, 3), site()
    assert at(own, SITE, 0)["near_own"].value == weight("where.near_own")
    assert at(theirs, SITE, 0)["near_theirs"].value == weight("where.near_theirs")
    assert "row" in at(empty, SITE, 0)


# --- Matching cards ---


def test_matches_is_symmetric() -> None:
    assert matches(VADER, CUSTOM)
    assert matches(CUSTOM, VADER)
    assert matches(SABER, VADER)
    assert not matches(BLASTER, VADER)


def test_weapon_fits_and_pilot_icons() -> None:
    assert weapon_fits(BLASTER, TROOPER)
    assert not weapon_fits(BLASTER, DROID)
    assert weapon_fits(fact("5_1", "Weapon", subtype="Starship"), FIGHTER)
    assert not weapon_fits(fact("5_1", "Weapon", subtype="Starship"), TROOPER)
    assert is_pilot(VADER)
    assert not is_pilot(CRUISER)
    assert (pilots_of(CRUISER), pilots_of(FIGHTER), pilots_of(VADER)) == (1, 0, 0)
