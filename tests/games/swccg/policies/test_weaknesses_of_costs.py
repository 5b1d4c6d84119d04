"""Positions of a game that was lost by what things cost: maintenance, paid Force drains, a 'react' into a lost fight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.decisions import PASS, Decision
from py_engine.games.swccg.rules.texts import effects_of
from tests.games.swccg.positions import Table, factors, notes

MAINTAINED = effects_of("End of your turn: Use 1 Force to maintain OR Place out of play.", "Vehicle")
PLAN = effects_of(
    "For either player to initiate a Force drain, that player must first use 3 Force unless that player occupies a battleground"
    " site and a battleground system.",
    "Effect",
)


def drawing(force: int, effects: object = MAINTAINED) -> tuple[Table, Decision]:
    """A draw phase with few cards in hand, and a walker on the table."""
    table = Table(phase="Draw").piles(force=force, hand=4, reserve=33, used=8)
    place = table.place("Carida: Docking Bay", 8)
    table.put("Walker", "AT_LOCATION", at=place, kind="Vehicle", power=8.0, effects=effects)
    return table, table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile")


def test_the_force_for_maintenance_is_not_drawn_away() -> None:
    # With 1 Force left a card was drawn, and the walker, with the pilot aboard, was given up for want of it.
    table, asked = drawing(1)
    assert table.scored(asked).best.choice.answer == PASS
    table, asked = drawing(1, ())
    assert table.scored(asked).best.choice.answer == "0"
    table, asked = drawing(6)
    assert table.scored(asked).best.choice.answer == "0"


def test_a_deployment_leaves_the_force_for_maintenance() -> None:
    for effects, short in ((MAINTAINED, 2.0), ((), 1.0)):
        table, _ = drawing(6, effects)
        card = table.put("Trooper", power=4.0, ability=2.0, deploy=5.0)
        found = table.scored(table.actions("Choose Deploy action or Pass", ("Deploy", card))).of("0")
        assert found is not None
        left = next(each for each in found.contributions if each.code == "force_left")
        assert left.input == short
        assert left.label.endswith("and 1 are due for maintenance") == (short == 2)


def control(icons: int = 1, *, cost: float = 6.0, system: bool = False, dear: bool = True) -> tuple[Table, Decision]:
    """A control phase with a drain to make, and an Effect that makes drains costly."""
    table = Table(phase="Control").piles(force=9, hand=3, reserve=36)
    place = table.place("Endor: Landing Platform", 3, subtype="Site", dark_icons=1, light_icons=icons)
    if system:
        table.place("Endor", 4, subtype="System", dark_icons=1, light_icons=1)
    if dear:
        table.put("Battle Plan", "SIDE_OF_TABLE", "opponent", kind="Effect", effects=PLAN)
    for number in range(3):
        table.put(f"Trooper {number}", power=3.0, ability=2.0, deploy=cost)
    shield = table.put("Fear", "SIDE_OF_TABLE", kind="Effect")
    return table, table.actions(
        "Choose Control action or Pass", ("Force drain", f"L{place}"), ("Play a Defensive Shield", shield)
    )


@pytest.mark.parametrize(
    ("icons", "cost", "system", "answer"),
    [
        # 3 Force were paid for a drain of 1, turn after turn, while the hand could not be deployed.
        (1, 6.0, False, PASS),
        (2, 6.0, False, "0"),
        # A hand that leaves the Force for it, or a site and a system: the drain is made.
        (1, 1.0, False, "0"),
        (1, 6.0, True, "0"),
    ],
)
def test_a_drain_that_costs_more_than_it_takes_is_left(icons: int, cost: float, system: bool, answer: str) -> None:
    table, asked = control(icons, cost=cost, system=system)
    assert table.scored(asked).best.choice.answer == answer


def test_what_a_drain_costs_is_said() -> None:
    table, asked = control()
    found = table.scored(asked).of("0")
    assert found is not None
    assert factors(found)["cost"] == ("drain.cost", 3.0)
    table, asked = control(cost=1.0)
    found = table.scored(asked).of("0")
    assert found is not None
    assert "cost_spared" in notes(found)
    table, asked = control(system=True)
    found = table.scored(asked).of("0")
    assert found is not None
    assert not {"cost", "cost_spared"} & {each.code for each in found.contributions}


def test_a_drain_that_took_nothing_last_time_is_left() -> None:
    # 3 Force were paid in each of eight turns for a drain of 0: a card took away what the icons give.
    table, asked = control(2)
    scorer = CombinedEvaluator(default_weights())
    before, after, less = (
        scorer.evaluate(replace(table.position(asked), drained=drained)) for drained in ({}, {"0": 0}, {"0": 1})
    )
    assert before.best.choice.answer == "0"
    assert after.best.choice.answer == PASS
    found, passed = after.of("0"), after.of(PASS)
    assert found is not None
    assert passed is not None
    label = next(each.label for each in found.contributions if each.code == "none")
    assert label.startswith("The last drain at ")
    assert label.endswith(" took nothing, though 2 would be expected")
    assert "drain" not in factors(passed)
    found = less.of("0")
    assert found is not None
    assert factors(found)["force"] == ("drain.force", 1.0)


def test_a_drain_that_took_nothing_is_tried_again_where_it_costs_nothing() -> None:
    table, asked = control(2, dear=False)
    again = CombinedEvaluator(default_weights()).evaluate(replace(table.position(asked), drained={"0": 0}))
    assert again.best.choice.answer == "0"
    assert "nothing_last" in notes(again.best)
    assert "force" not in factors(again.best), "it is not said to take what the icons give"
    passed = again.of(PASS)
    assert passed is not None
    assert "drain" in factors(passed)


def reacting(theirs: float) -> tuple[Table, Decision]:
    """The opponent drains at a location where the seat has nobody; the seat is strong at another one."""
    table = Table(phase="Control", mine=False).piles(force=3, hand=5, reserve=12)
    far = table.place("Tatooine: Docking Bay", 6, 5, subtype="Site", dark_icons=1, light_icons=1)
    near = table.place("Endor: Landing Platform", None, theirs, subtype="Site", dark_icons=1, light_icons=1)
    table.put("Hunter", "AT_LOCATION", at=far, power=6.0, ability=3.0)
    scout = table.put("Scout", power=3.0, ability=2.0, deploy=3.0)
    asked = table.actions(
        "Force drain initiated at Endor: Landing Platform - Optional responses",
        ("Deploy as 'react'", scout),
        mentions=(table.board.cards[f"L{near}"].blueprint_id,),
    )
    return table, asked


def test_a_react_is_judged_where_it_goes() -> None:
    # A scout with power 3 stopped a drain of 1, stood against power 14 a moment later, and cost 12 Force.
    table, asked = reacting(7)
    best = table.scored(asked)
    assert best.best.choice.answer == PASS
    found = best.of("0")
    assert found is not None
    place = next(each for each in found.contributions if each.code == "place")
    assert place.label.startswith("It goes to Endor: Landing Platform: ")
    assert "outgunned" in factors(found)
    table, asked = reacting(2)
    assert table.scored(asked).best.choice.answer == "0"
