"""What texts change in numbers of a place: Force drains by those present, costs of deploying, and seats for pilots."""

from __future__ import annotations

import pytest

from py_engine.games.swccg.policies.card_texts import deploy_cost
from py_engine.games.swccg.policies.evaluators.actions.evaluator import ActionTextEvaluator
from py_engine.games.swccg.policies.evaluators.battle.ground import Grounds
from py_engine.games.swccg.policies.strategy import drain_potential
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.texts import effects_of
from tests.games.swccg.deploying import VADER, site, what, where
from tests.games.swccg.table import Table, all_of, context_of, exact, fact, findings, labels, weight

BUNKER = fact("8_1", "Location", title="•Endor: Bunker", subtype="Site", dark_icons=1, light_icons=1)


def says(text: str, kind: str = "Character", blueprint: str = "3_3", **more: object) -> CardFacts:
    """A card with a text."""
    return fact(blueprint, kind, effects=effects_of(text, kind), **more)


SABER = says("Deploy on your warrior. May add 1 to Force drain where present.", "Weapon", "2_1", title="•Saber")


def drains(table: Table) -> float:
    return findings(ActionTextEvaluator(), table.actions(("90", "Force drain"), kind="control"))["0"]["force"].input


def test_what_a_card_adds_where_it_is_present_is_in_the_drain() -> None:
    table = site(3.0, None, light=2)
    bearer = table.put(VADER, 0)
    table.put(SABER, 0, on=bearer)
    assert drains(table) == 3
    position = table.actions(("90", "Force drain"), kind="control")
    assert (
        labels(ActionTextEvaluator(), position)["0"][0] == "Drains 3 at Place, 1 of it by the texts of your cards there"
    )
    assert Grounds(context_of(position))[0].drain == 3
    assert Grounds(context_of(position))[0].exposure == 1
    assert drain_potential(table.board, table.facts, "dark", "seat") == 3
    exact(all_of(position))


def test_a_weapon_aboard_a_ship_or_of_the_opponent_adds_nothing_to_a_drain() -> None:
    table = site(3.0, None, light=2)
    ship = table.put(fact("1_304", "Vehicle", title="Walker", power=5.0, icons=("Pilot",)), 0)
    passenger = table.put(VADER, on=ship, zone="ATTACHED")
    table.put(SABER, on=passenger, zone="ATTACHED")
    assert drains(table) == 2
    table.put(says("Adds 1 to Force drains where present.", blueprint="2_2"), 0, "opponent")
    assert drains(table) == 2


def test_a_drain_bonus_counts_only_where_its_condition_holds() -> None:
    table = site(3.0, None, light=2)
    table.put(says("While at Place, adds 1 to Force drains where present.", blueprint="2_2"), 0)
    assert drains(table) == 3
    table.put(says("While at Hoth, adds 1 to Force drains where present.", blueprint="2_3"), 0)
    assert drains(table) == 3


@pytest.mark.parametrize(
    ("text", "place", "cost"),
    [
        ("Deploys -2 to Endor.", BUNKER, 3.0),
        ("Deploys -2 to Hoth.", BUNKER, 5.0),
        ("Deploys +1 to Endor.", BUNKER, 6.0),
        ("Deploys free to Endor.", BUNKER, 0.0),
        ("Deploys -2 aboard Falcon.", BUNKER, 5.0),
        ("Deploys -9 to Endor.", BUNKER, 0.0),
    ],
)
def test_what_a_card_costs_at_a_place_by_its_text(text: str, place: CardFacts, cost: float) -> None:
    assert deploy_cost(says(text, deploy=5.0), place) == cost
    assert deploy_cost(says(text), place) is None


def test_a_location_where_a_card_costs_less_is_worth_what_is_saved() -> None:
    found = where(site(None, 5.0), says("Deploys -2 to Place.", power=6.0, ability=3.0, deploy=5.0), "90")
    assert found["cheaper"].value == 2 * weight("where.cheaper")
    assert found["cheaper"].label == "Its text makes it cost 2 less there"
    assert "cheaper" not in where(site(None, 5.0), says("Deploys -2 to Hoth.", power=6.0, deploy=5.0), "90")


@pytest.mark.parametrize(
    ("text", "code", "label"),
    [
        ("Deploys -2 to Place.", "force_left", "Leaves 1 Force for battles, moves and responses"),
        (
            "Deploys -2 to Hoth.",
            "unaffordable",
            "Its printed cost is 5, but the Force Pile has 4: it needs a discount",
        ),
    ],
)
def test_a_card_that_its_text_makes_affordable_is_not_said_to_cost_too_much(text: str, code: str, label: str) -> None:
    table = site(None, 5.0)
    table.board.piles["seat"].force = 4
    found = what(table, says(text, power=6.0, ability=3.0, deploy=5.0))
    assert {"force_left", "unaffordable"} & found.keys() == {code}
    assert found[code].label == label


def test_a_pilot_counts_aboard_only_if_there_is_a_seat() -> None:
    pilot = says("Adds 2 to power of anything he pilots.", power=1.0, ability=2.0, icons=("Pilot",))
    for seats, code, reason in ((2, "pilot_power", "already has a pilot"), (1, None, "has no seat for another pilot")):
        table = site(3.0)
        walker = says(f"May add {seats} pilots.", "Vehicle", "1_304", title="Walker", power=5.0, icons=("Pilot",))
        ship = table.put(walker, 0)
        table.put(fact("1_5", power=1.0, ability=2.0, icons=("Pilot",)), on=ship)
        found = where(table, pilot, ship)
        assert ("pilot_power" in found) is (code is not None)
        assert found["power_unused"].label.endswith(f"Walker {reason}")
