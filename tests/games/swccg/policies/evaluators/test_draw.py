"""Evaluator of drawing cards."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.draw import DrawEvaluator
from tests.games.swccg.positions import Table, factors, notes


def drawn(table: Table, profile: Any = "coach") -> Any:
    decision = table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile", "Do something")
    findings = table.findings(DrawEvaluator(), decision, profile)
    assert set(findings) == {"0"}
    return findings["0"]


def plenty(force: int = 3, hand: int = 8, reserve: int = 40, used: int = 0) -> Table:
    """A table where only the card itself counts: 8 in hand, one with power; 3 Force, 2 of them to keep; much life Force."""
    table = Table(phase="Draw").piles(force=force, hand=hand, reserve=reserve, used=used)
    table.put("Vader", power=6.0)
    return table


def test_draw_values_a_card_by_itself() -> None:
    assert factors(drawn(plenty())) == {"card": ("draw.card", 1.0)}


@pytest.mark.parametrize(
    ("hand", "code", "amount"), [(3, "small_hand", 5.0), (7, "small_hand", 1.0), (14, "full_hand", 6.0)]
)
def test_draw_depends_on_hand_size(hand: int, code: str, amount: float) -> None:
    sheet = drawn(plenty(hand=hand))
    assert factors(sheet)[code] == (f"draw.{code}", amount)
    assert (sheet.score > drawn(plenty()).score) is (code == "small_hand")


def test_draw_is_neutral_with_8_cards() -> None:
    assert set(factors(drawn(plenty(hand=8)))) == {"card"}
    assert set(factors(drawn(plenty(hand=9)))) == {"card", "full_hand"}


@pytest.mark.parametrize(
    ("force", "code", "amount"), [(1, "kept", 2.0), (2, "kept", 1.0), (5, "surplus", 2.0), (20, "surplus", 6.0)]
)
def test_draw_keeps_two_force_for_the_opponents_turn(force: int, code: str, amount: float) -> None:
    assert factors(drawn(plenty(force=force)))[code] == (f"draw.{code}", amount)


def test_draw_keeps_three_force_when_a_battle_may_come() -> None:
    table = plenty(force=3)
    table.place("•Endor: Bunker", 3, 5)
    assert factors(drawn(table))["kept"] == ("draw.kept", 1.0)


def test_draw_favours_a_known_hand_without_power() -> None:
    table = Table(phase="Draw").piles(force=3, hand=1)
    assert "needs" not in factors(drawn(table))
    table.put("Sense", kind="Interrupt")
    assert factors(drawn(table))["needs"] == ("draw.needs", 1.0)
    table.unknown_card("77_1")
    assert "needs" not in factors(drawn(table))


def test_draw_counts_low_life_force_against_drawing() -> None:
    sheet = drawn(plenty(reserve=5, used=1))
    assert factors(sheet)["low_life"] == ("draw.low_life", 9.0)
    assert "low_life" not in factors(drawn(plenty(reserve=15)))


def test_draw_warns_of_the_opponents_drains() -> None:
    table = plenty(reserve=1)
    table.place("•Tatooine", None, 4, dark_icons=3)
    sheet = drawn(table)
    assert factors(sheet)["drained"] == ("draw.drained", 1.0)
    assert sheet.contributions[-1].label == "Leaves 3 life Force, and the opponent drains 3 per turn"
    table.piles(force=3, reserve=2)
    assert "drained" not in factors(drawn(table))


def test_drawing_the_last_life_force_is_vetoed() -> None:
    table = plenty(force=1, reserve=0)
    assert [veto.code for veto in drawn(table).vetoes] == ["last_life"]
    assert drawn(plenty(force=1, reserve=1)).vetoes == []
    assert drawn(table, "document").vetoes == []
    decision = table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile")
    assert table.scored(decision).best.choice.passes


def test_unknown_piles_are_noted() -> None:
    table = plenty()
    table.board.piles.clear()
    assert notes(drawn(table)) == {"piles_unknown"}
