"""Evaluator of responses to what the last messages of the log report."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.actions.evaluator import ActionTextEvaluator
from tests.games.swccg.positions import OPPONENT, SEAT, Table, factors, notes

DRAIN = "Force drain initiated at •Endor - Optional responses"
BATTLE = "Battle just initiated at •Endor - Optional responses"
DESTINY = "Just drew •Vader for battle destiny - Optional responses"


def answered(table: Table, happening: str, action: str, card_id: str | None = None) -> Any:
    return table.findings(ActionTextEvaluator(), table.actions(happening, (action, card_id)))["0"]


def draining(who: str) -> Table:
    table = Table(phase="Control")
    table.board.add_message(f"{who} initiates Force drain of 3 at •Endor")
    return table


@pytest.mark.parametrize(("who", "sign"), [(OPPONENT, 1.0), (SEAT, -1.0)])
def test_cancelling_a_drain_depends_on_its_owner(who: str, sign: float) -> None:
    found = factors(answered(draining(who), DRAIN, "Cancel Force drain"))
    assert found == {"cancel_drain": ("response.cancel_drain", 3.0 * sign)}


@pytest.mark.parametrize(("who", "sign"), [(OPPONENT, -1.0), (SEAT, 1.0)])
def test_adding_to_a_drain_depends_on_its_owner(who: str, sign: float) -> None:
    found = factors(answered(draining(who), DRAIN, "Add 2 to Force drain"))
    assert found == {"more_drain": ("response.more_drain", 2.0 * sign)}


def test_unknown_drain_is_noted() -> None:
    for action in ("Cancel Force drain", "Add 1 to Force drain"):
        sheet = answered(Table(), DRAIN, action)
        assert factors(sheet) == {}
        assert notes(sheet) == {"drain_unknown"}


def test_react_stops_a_drain_or_adds_power() -> None:
    table = draining(OPPONENT)
    card = table.put("•Piett", power=2.0)
    assert factors(answered(table, DRAIN, "Deploy as 'react'", card)) == {"react_drain": ("response.react_drain", 3.0)}
    assert factors(answered(table, BATTLE, "Deploy as 'react'", card)) == {
        "react_battle": ("response.react_battle", 2.0)
    }
    assert notes(answered(table, BATTLE, "Deploy a card as a 'react'")) == {"react_unknown"}
    assert notes(answered(draining(SEAT), DRAIN, "Deploy as 'react'", card)) == {"react_unknown"}


def test_cancelling_battle_damage_depends_on_its_owner() -> None:
    action, happening = "Cancel all remaining battle damage", "Battle damage segment - Optional responses"
    table = Table(phase="Battle").battle(0, 4.0)
    assert factors(answered(table, happening, action)) == {"cancel_damage": ("response.cancel_damage", 4.0)}
    assert table.board.battle is not None
    table.board.battle.damage = {"seat": 0.0, "opponent": 5.0}
    assert factors(answered(table, happening, action)) == {"cancel_damage": ("response.cancel_damage", -5.0)}
    table.board.battle = None
    assert notes(answered(table, happening, action)) == {"damage_unknown"}
    table.board.add_message(f"{SEAT} has 2 battle damage remaining to satisfy")
    assert factors(answered(table, happening, action)) == {"cancel_damage": ("response.cancel_damage", 2.0)}


@pytest.mark.parametrize(
    ("who", "value", "gain"), [(OPPONENT, 6, 3.0), (OPPONENT, 1, -2.0), (SEAT, 1, 2.0), (SEAT, 5, -2.0)]
)
def test_redraw_counts_the_expected_change(who: str, value: int, gain: float) -> None:
    table = Table(phase="Battle")
    table.board.add_message(f"{who} draws •Vader as a {value} for battle destiny")
    found = factors(answered(table, DESTINY, "USED: Cancel destiny and cause re-draw"))
    assert found["redraw"] == ("response.redraw", gain)


def test_adding_to_destiny_depends_on_its_owner() -> None:
    table = Table(phase="Battle")
    assert "destiny_unknown" in notes(answered(table, DESTINY, "LOST: Add 3 to destiny"))
    for who, sign in ((OPPONENT, -1.0), (SEAT, 1.0)):
        table.board.add_message(f"{who} draws •Vader as a 4 for battle destiny")
        found = factors(answered(table, DESTINY, "LOST: Add 3 to destiny"))
        assert found == {"lost": ("use.lost", 1.0), "add_destiny": ("response.add_destiny", 3.0 * sign)}


def test_cancelling_a_played_card_depends_on_its_owner() -> None:
    happening = "Playing •Sense - Optional responses"
    table = Table()
    assert notes(answered(table, happening, "Cancel Sense")) == {"owner_unknown"}
    table.board.add_message(f"{OPPONENT} plays •Sense from hand to cancel Alter")
    assert factors(answered(table, happening, "Cancel Sense")) == {"cancel": ("response.cancel", 1.0)}
    assert factors(answered(table, happening, "Draw destiny to cancel Sense")) == {"cancel": ("response.cancel", 0.5)}
    table.board.add_message(f"{SEAT} initiates playing •Sense from hand")
    assert factors(answered(table, happening, "Cancel Sense")) == {"cancel_own": ("response.cancel_own", 1.0)}


def test_cancel_your_card_means_the_seats_card() -> None:
    table = Table()
    table.board.add_message(f"{OPPONENT} plays •Sense from hand")
    sheet = answered(table, "Playing •Sense - Optional responses", "Draw destiny to cancel your Sense")
    assert factors(sheet) == {"cancel_own": ("response.cancel_own", 1.0)}
    decision = table.actions("Playing •Sense - Optional responses", "Cancel your Sense")
    assert table.scored(decision).best.choice.passes


def test_grab_and_prevent_responses() -> None:
    table = Table()
    grab = answered(table, "Playing •Sense - Optional responses", "Deploy to 'grab' Sense")
    assert factors(grab) == {"grab": ("response.grab", 1.0)}
    action = "Prevent Luke from battling or moving"
    assert notes(answered(table, BATTLE, action)) == {"owner_unknown"}
    table.put("•Luke", "AT_LOCATION", "opponent", at=0)
    assert factors(answered(table, BATTLE, action)) == {"prevent": ("response.prevent", 1.0)}
    table.board.cards.clear()
    table.put("•Luke", "AT_LOCATION", at=0)
    assert factors(answered(table, BATTLE, action)) == {"prevent": ("response.prevent", -1.0)}


def test_returning_a_lost_card_to_hand_saves_it() -> None:
    sheet = answered(Table(), "Just forfeited •Wedge - Optional responses", "Return Wedge to hand")
    assert factors(sheet) == {"saved": ("use.saved", 1.0)}
    table = Table()
    table.put("•Wedge", "AT_LOCATION", "opponent", at=0)
    sheet = answered(table, "•Wedge just deployed - Optional responses", "Return Wedge to hand")
    assert factors(sheet) == {"harm": ("use.harm", 1.0)}


def test_required_responses_are_judged_by_wording() -> None:
    table = Table().piles(lost=5)
    options = [table.option("0", "Retrieve 1 Force and lose 1 Force"), table.option("1", "Retrieve 2 Force")]
    decision = table.ask("ACTION_CHOICE", "Battle just initiated at •Endor - Required responses", options)
    assert table.scored(decision).best.choice.answer == "1"
