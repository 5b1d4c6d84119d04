"""Evaluator of moves: origin, destination and boarding, each factor by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.swccg.policies.evaluators.move.evaluator import MoveEvaluator
from py_engine.games.swccg.policies.scoring import Contribution
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.texts import effects_of
from tests.games.swccg.table import Table, all_of, exact, fact, findings, weight

EVALUATOR = MoveEvaluator()
VADER = fact("1_168", title="•Darth Vader", power=6.0, ability=6.0, icons=("Pilot", "Warrior"))
TROOPER = fact("1_194", title="Stormtrooper", power=1.0, ability=1.0)
FIGHTER = fact("1_304", "Starship", title="TIE Fighter", power=2.0)
CRUISER = fact("1_301", "Starship", title="•Devastator", power=9.0, icons=("Pilot",))
WALK = "Move using landspeed"


def two_sites(first: float | None, second: float | None = None, **theirs: float) -> Table:
    """Two adjacent sites, with the opponent's power given as ``here`` and ``there``."""
    table = Table(force=5, reserve=10)
    for name, power in (("here", first), ("there", second)):
        place = table.location(name.title(), dark=1, light=2)
        table.power(place, power, theirs.get(name))
    return table


def findings_on(table: Table, card_id: str, action: str = WALK) -> dict[str, Contribution]:
    return findings(EVALUATOR, table.actions((card_id, action), kind="move"))["0"]


def moved(table: Table, facts: CardFacts = VADER, action: str = WALK) -> dict[str, Contribution]:
    """The findings on moving a card away from the first site."""
    return findings_on(table, table.put(facts, 0), action)


def to(table: Table, facts: CardFacts = VADER, place: int = 1) -> dict[str, Contribution]:
    """The findings on a destination, when the decision is where to move."""
    card_id = f"9{place}"
    table.put(facts, 0)
    position = table.where(facts, card_id, text="Choose where to move it using landspeed, or click 'Done' to cancel")
    return findings(EVALUATOR, position)[card_id]


# --- The origin ---


def test_move_costs_force() -> None:
    assert moved(two_sites(6))["cost"].value == weight("move.cost")
    assert "cost" not in moved(two_sites(6), action="Embark")
    assert "cost" not in moved(two_sites(6), action="Ship-dock")


def test_move_gives_up_a_drain() -> None:
    found = moved(two_sites(6))["gives_up"]
    assert (found.value, found.label) == (2 * weight("move.gives_up"), "Gives up a Force drain of 2 at Here")
    company = two_sites(12)
    company.put(VADER, 0)
    assert "gives_up" not in moved(company)


def test_cards_without_presence_hold_nothing_after_a_move() -> None:
    droid = fact("1_1", title="Droid", power=2.0)
    for icons, held in (((), False), (("Presence",), True)):
        alone, contested = two_sites(8), two_sites(8, here=1.0)
        for table in (alone, contested):
            table.put(replace(droid, icons=icons), 0)
        assert ("gives_up" in moved(alone)) is not held
        assert ("opens" in moved(contested)) is not held


def test_move_escapes_superior_power() -> None:
    found = moved(two_sites(6, here=9.0))
    assert found["flees"].value == 3 * weight("move.flees")
    assert found["opens"].value == weight("move.opens")
    assert found["opens"].label == "Leaves Here to the opponent: a Force drain of 1"
    strong = moved(two_sites(6, here=4.0))
    assert "flees" not in strong
    assert "opens" in strong


def test_move_weakens_the_cards_that_stay() -> None:
    table = two_sites(7, here=5.0)
    table.put(TROOPER, 0)
    found = moved(table)
    # 1 power stays against 5, where there were 7.
    assert found["weakens"].value == 4 * weight("move.weakens")
    assert "opens" not in found
    behind = two_sites(7, here=8.0)
    behind.put(TROOPER, 0)
    assert moved(behind)["weakens"].input == 6
    ahead = two_sites(11, here=5.0)
    ahead.put(TROOPER, 0)
    assert "weakens" not in moved(ahead)


def test_move_leaving_a_weak_card_is_penalised() -> None:
    table = two_sites(7)
    table.put(TROOPER, 0)
    assert moved(table)["leaves_weak"].value == 3 * weight("move.leaves_weak")
    strong = two_sites(10)
    strong.put(VADER, 0)
    assert "leaves_weak" not in moved(strong)


def test_move_losing_battle_destiny_is_penalised() -> None:
    table = two_sites(7)
    table.put(TROOPER, 0)
    assert moved(table)["destiny_lost"].value == weight("move.destiny_lost")
    assert "destiny_lost" not in moved(table, TROOPER)
    assert "destiny_lost" not in moved(two_sites(6))


# --- The destination ---


def test_move_counts_its_best_destination() -> None:
    table = two_sites(6)
    table.location("Far", dark=1, light=5)
    found = moved(table)["place"]
    assert found.label == "Best destination There: controls the location: a Force drain of 2"
    points = 2 * weight("move.drain") + weight("move.destiny")
    assert (found.input, found.value) == (points, points * weight("move.place"))


def test_move_without_destination_is_noted() -> None:
    table = Table()
    table.location(dark=1, light=1)
    table.location(system="Hoth", dark=1, light=1)
    table.power(0, 6.0)
    assert "unknown_place" in moved(table)
    assert "place" not in moved(table)


def test_destinations_of_hyperspeed_shuttle_and_take_off() -> None:
    table = Table()
    table.location("Ground", dark=1, light=1)
    table.location("Home", subtype="System", dark=1, light=1)
    table.location("Away", system="Hoth", subtype="System", dark=1, light=3)
    table.power(1, 9.0)
    cruiser = table.put(CRUISER, 1)
    assert findings_on(table, cruiser, "Move using hyperspeed")["place"].label.startswith("Best destination Away")
    # Aboard the cruiser, which has a pilot, Vader's power does not count.
    shuttled = findings_on(table, table.put(VADER, 0), "Shuttle")["place"]
    assert (
        shuttled.label
        == "Best destination Home: its own power 6 does not count aboard, and Devastator already has a pilot"
    )
    grounded = findings_on(table, table.put(CRUISER, 0), "Shuttle")["place"]
    assert grounded.label != shuttled.label
    landed = findings_on(table, table.put(CRUISER, 0), "Take off")
    assert landed["takes_off"].value == weight("move.takes_off")
    assert landed["place"].label.startswith("Best destination Home")
    assert "takes_off" not in findings_on(table, table.put(FIGHTER, 0), "Take off")
    assert findings_on(table, cruiser, "Land")["lands"].value == weight("move.lands")


@pytest.mark.parametrize(
    ("theirs", "mine", "code", "amount"),
    [
        (4.0, None, "ahead", 2),
        (9.0, None, "outmatched", 3),
        (9.0, 1.0, "still_behind", 2),
        (9.0, 1.0, "closes", 6),
        (9.0, 5.0, "turns", 1),
        (4.0, None, "stops_drain", 1),
        (None, None, "drain", 2),
        (None, 6.0, "stacked", 1),
        (None, 3.0, "reinforces", 1),
    ],
)
def test_move_counts_its_destination(theirs: float | None, mine: float | None, code: str, amount: float) -> None:
    table = two_sites(6, mine)
    table.power(1, None, theirs)
    found = to(table)[code]
    assert (found.input, found.value) == (amount, amount * weight(f"move.{code}"))


def test_where_to_move_counts_the_chosen_card() -> None:
    found = to(two_sites(6))
    assert found["chosen"].value == weight("move.chosen")
    assert found["gives_up"].value == 2 * weight("move.gives_up")


def test_where_to_move_finds_the_copy_next_to_the_destinations() -> None:
    table = two_sites(6)
    table.location(system="Hoth", dark=1, light=1)
    table.power(2, 6.0)
    table.put(VADER, 2)
    assert "gives_up" in to(table)
    both = two_sites(1)
    both.location(dark=1, light=1)
    both.power(2, 1.0)
    both.put(TROOPER, 2)
    assert "unknown_mover" in to(both, TROOPER)


def test_moving_straight_back_is_penalised() -> None:
    table = two_sites(6)
    assert "back" not in to(table)
    table.titles["1_168"] = "•Darth Vader"
    table.board.add_message("Me moves •Darth Vader from There to Here using landspeed")
    assert to(table)["back"].value == weight("move.back")


# --- Boarding ---


def beside_a_ship(facts: CardFacts) -> tuple[Table, str]:
    table = two_sites(6)
    return table, table.put(facts, 0)


def test_embarking_pilots_or_wastes_power() -> None:
    table, _ = beside_a_ship(FIGHTER)
    assert findings_on(table, table.put(VADER, 0), "Embark")["pilots"].value == weight("move.pilots")
    assert findings_on(table, table.put(TROOPER, 0), "Embark")["power_unused"].value == weight("move.power_unused")
    manned, _ = beside_a_ship(CRUISER)
    assert findings_on(manned, manned.put(VADER, 0), "Embark")["power_unused"].input == 6


def test_disembarking_unpilots_or_regains_power() -> None:
    table, ship = beside_a_ship(FIGHTER)
    pilot = table.put(VADER, on=ship)
    assert findings_on(table, pilot, "Disembark")["unpilots"].value == weight("move.unpilots")
    assert findings_on(table, pilot, "Move to passenger capacity slot")["unpilots"].value == weight("move.unpilots")
    trooper = table.put(TROOPER, on=ship)
    assert findings_on(table, trooper, "Disembark")["power_back"].value == weight("move.power_back")
    manned, cruiser = beside_a_ship(CRUISER)
    assert "unpilots" not in findings_on(manned, manned.put(VADER, on=cruiser), "Disembark")
    assert "same_place" in findings_on(manned, manned.put(VADER, on=cruiser), "Move to passenger capacity slot")


def test_disembarking_from_an_unknown_carrier_is_noted() -> None:
    table = two_sites(6)
    stranger = table.put(None, 0)
    assert "unknown_carrier" in findings_on(table, table.put(VADER, on=stranger), "Disembark")


def test_repeated_embarking_is_penalised() -> None:
    table, ship = beside_a_ship(FIGHTER)
    pilot = table.put(VADER, on=ship)
    table.board.add_message("Me disembarks •Darth Vader from TIE Fighter")
    assert findings_on(table, pilot, "Disembark")["again"].value == weight("move.again")


def test_unknown_cards_and_power_are_noted() -> None:
    table = two_sites(6)
    assert "unknown_mover" in findings_on(table, table.put(None, 0))
    assert "unknown_mover" in findings_on(table, "90", "Move from related spaceport site to here")
    assert "unknown_mover" in findings(EVALUATOR, table.where(None, "91", text="Choose where to move it"))["91"]


def test_move_evaluator_ignores_other_actions() -> None:
    table = two_sites(6)
    position = table.actions((table.put(VADER, 0), "Return to hand"), kind="move")
    assert findings(EVALUATOR, position) == {}


@settings(max_examples=80)
@given(data=st.data())
def test_scores_are_sums_of_their_reasons(data: st.DataObject) -> None:
    powers = st.none() | st.integers(0, 12).map(float)
    table = Table(force=3, reserve=3)
    for _ in range(data.draw(st.integers(1, 4))):
        subtype = data.draw(st.sampled_from(["Site", "System"]))
        dark = data.draw(st.sampled_from([None, 0, 2]))
        table.power(table.location(subtype=subtype, dark=dark), data.draw(powers), data.draw(powers))
    places = st.integers(0, len(table.board.locations) - 1)
    cards = [table.put(data.draw(st.sampled_from([VADER, TROOPER, FIGHTER, CRUISER, None])), data.draw(places))]
    cards.append(table.put(VADER, on=cards[0]))
    words = st.sampled_from([WALK, "Shuttle", "Embark", "Disembark", "Land", "Take off", "Move using hyperspeed"])
    exact(all_of(table.actions(*((card, data.draw(words)) for card in cards), kind="move")))
    exact(all_of(table.where(VADER, "90", text="Choose where to move it")))


# --- Groups of cards, ways, and transit ---


def row(*sites: tuple[int, float | None, float | None]) -> Table:
    """A row of adjacent sites: the opponent's icons, the seat's power, the opponent's."""
    table = Table(force=5, reserve=10)
    for number, (light, mine, theirs) in enumerate(sites):
        table.power(table.location(f"Site {number}", dark=1, light=light), mine, theirs)
    return table


def test_cards_that_can_move_along_make_up_a_deficit() -> None:
    table = row((0, 10, None), (2, None, 9))
    table.put(fact("1_2", power=4.0, ability=3.0), 0)
    found = to(table)
    # Vader has power 6 against 9, with the other card 10.
    assert found["together"].value == 3 * weight("move.together")
    assert found["outmatched"].value == 3 * weight("move.outmatched")


def test_nobody_moves_along_without_force_or_into_defeat() -> None:
    poor = row((0, 10, None), (2, None, 9))
    poor.put(fact("1_2", power=4.0, ability=3.0), 0)
    poor.board.piles["seat"].force = 1
    assert "together" not in to(poor)
    weak = row((0, 10, None), (2, None, 11))
    weak.put(fact("1_2", power=4.0, ability=3.0), 0)
    assert "together" not in to(weak)
    assert "together" not in to(row((0, 6, None), (2, None, 9)))


def test_a_vehicle_moves_as_many_sites_as_its_landspeed_says() -> None:
    sites = ((0, 6, None), (0, None, None), (2, None, None), (3, None, None))
    speeder = fact("1_3", "Vehicle", title="Speeder", power=6.0, icons=("Pilot", "Presence"), landspeed=2.0)
    on_foot = replace(speeder, landspeed=None)
    assert moved(row(*sites), speeder)["place"].label.startswith("Best destination Site 2")
    assert moved(row(*sites), on_foot)["place"].label.startswith("Best destination Site 1")
    fast = replace(on_foot, effects=tuple(effects_of("Landspeed = 3.", "Vehicle")))
    assert moved(row(*sites), fast)["place"].label.startswith("Best destination Site 3")


def test_a_gap_in_the_row_or_another_system_ends_the_way() -> None:
    speeder = fact("1_3", "Vehicle", title="Speeder", power=3.0, landspeed=3.0)
    table = Table(force=5, reserve=10)
    for number, system in enumerate(("Hoth", "Hoth", "Endor", "Hoth")):
        table.power(table.location(f"Site {number}", dark=1, light=number, system=system), None, None)
    assert moved(table, speeder)["place"].label.startswith("Best destination Site 1")


def test_only_cards_that_are_fast_enough_move_along() -> None:
    speeder = fact("1_3", "Vehicle", title="Speeder", power=4.0, landspeed=2.0)
    for landspeed, follows in ((2.0, True), (None, False)):
        table = row((0, 10, None), (0, None, None), (2, None, 9))
        table.put(fact("1_2", "Vehicle", power=6.0, landspeed=landspeed), 0)
        assert ("together" in to(table, speeder, 2)) is follows
        # Between a site and its system nobody walks.
        table = row((0, 10, None), (0, None, None))
        table.power(table.location("System", subtype="System", dark=1, light=2), None, 9)
        table.put(fact("1_2", "Vehicle", power=6.0, landspeed=landspeed), 0)
        assert "together" in to(table, speeder, 2)


def test_idle_power_goes_on_towards_a_drain_or_a_weaker_opponent() -> None:
    assert to(row((0, 6, None), (0, None, None), (2, None, None)))["onward"].label == "On the way to Site 2"
    assert "onward" in to(row((0, 6, None), (0, None, None), (0, None, 3)))
    assert "onward" not in to(row((0, 6, None), (0, None, None), (0, None, 8)))
    assert "onward" not in to(row((0, 6, None), (0, None, None), (0, None, None)))
    assert "onward" not in to(row((1, 6, None), (0, None, None), (2, None, None)))
    assert "onward" not in to(row((0, 6, None), (1, None, None), (2, None, None)))


def test_power_that_a_location_does_not_need_may_leave() -> None:
    table = two_sites(13)
    table.put(fact("1_2", power=7.0, ability=3.0), 0)
    assert moved(table)["spare"].label == "Power 7 stays at Here, 7 ahead: enough there"
    assert "spare" not in moved(two_sites(6))
    contested = two_sites(13, here=4.0)
    contested.put(fact("1_2", power=7.0, ability=3.0), 0)
    assert "spare" not in moved(contested)


def test_docking_bay_transit_reaches_other_docking_bays_and_costs_what_the_text_says() -> None:
    table = Table(force=5, reserve=10)
    for name in ("•Hoth: Docking Bay", "•Hoth: Trench", "•Endor: Docking Bay"):
        table.location(name, dark=1, light=1, system=name.partition(":")[0])
    table.power(0, 6)
    card_id = table.put(VADER, 0)
    free = findings_on(table, card_id, "Docking bay transit")
    assert free["place"].label.startswith("Best destination •Endor: Docking Bay")
    assert "cost" not in free
    effects = effects_of("Dark: Your docking bay transit from here requires 3 Force.", "Location")
    table.facts["L_0"] = replace(table.facts["L_0"], effects=effects)
    assert findings_on(table, card_id, "Docking bay transit")["cost"].value == 3 * weight("move.cost")


def test_hyperspeed_reaches_as_many_parsecs() -> None:
    for parsec, reached in ((4.0, True), (5.0, False), (None, True)):
        table = Table(force=5, reserve=10)
        for name in ("Near", "Far"):
            table.location(name, dark=1, light=2, subtype="System", system=name)
        table.facts["L_0"] = replace(table.facts["L_0"], parsec=1.0)
        table.facts["L_1"] = replace(table.facts["L_1"], parsec=parsec)
        table.power(0, 9)
        ship = table.put(replace(CRUISER, hyperspeed=3.0), 0)
        assert ("place" in findings_on(table, ship, "Move using hyperspeed")) is reached
