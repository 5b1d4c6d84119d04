"""Evaluator of passing: the document's two factors, and what passing misses or saves."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.passing import PassEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from tests.games.swccg.positions import Table, factors, notes

DEPLOY = "Choose Deploy action or Pass"


def passed(table: Table, decision: Any, profile: Any = "coach") -> Any:
    return table.findings(PassEvaluator(), decision, profile)[""]


@pytest.mark.parametrize(
    ("force", "reserve", "codes"),
    [
        (3, 14, set()),
        (2, 14, {"low_force"}),
        (3, 13, {"low_reserve"}),
        (0, 0, {"low_force", "low_reserve"}),
    ],
)
def test_document_factors_start_below_3_force_and_14_cards(force: int, reserve: int, codes: set[str]) -> None:
    table = Table().piles(force=force, reserve=reserve)
    sheet = passed(table, table.actions(DEPLOY, "Deploy"), "document")
    assert set(factors(sheet)) == codes
    assert sheet.score == 5 * ("low_force" in codes) + 3 * ("low_reserve" in codes)


def test_document_base_of_passing_is_5() -> None:
    assert default_weights("document")["base.pass"] == 5.0


def test_passing_with_unknown_piles_is_noted() -> None:
    table = Table()
    table.board.piles.clear()
    sheet = passed(table, table.actions(DEPLOY, "Deploy"))
    assert factors(sheet) == {}
    assert notes(sheet) == {"piles_unknown"}


def test_pass_evaluator_ignores_decisions_without_a_pass() -> None:
    table = Table()
    assert table.findings(PassEvaluator(), table.actions(DEPLOY, "Deploy", no_pass=True)) == {}


def test_passing_without_alternatives_is_noted() -> None:
    table = Table()
    assert notes(passed(table, table.actions("Optional responses"))) == {"nothing_to_do"}


def draining(icons: int) -> Table:
    table = Table(phase="Control")
    table.place("•Endor", 5, light_icons=icons)
    return table


CONTROL = "Choose Control action or Pass"


def test_passing_on_a_drain_of_0_costs_nothing() -> None:
    for icons, left in ((0, {}), (1, {"drain": ("pass.drain", 1.0)})):
        table = draining(icons)
        assert factors(passed(table, table.actions(CONTROL, ("Force drain", "L0")))) == left
    unknown = draining(1)
    unknown.facts.clear()
    assert "drain" in factors(passed(unknown, unknown.actions(CONTROL, ("Force drain", "L0"))))


def test_passing_beats_a_drain_of_0() -> None:
    table = draining(0)
    found = table.scored(table.actions(CONTROL, ("Force drain", "L0")))
    assert found.best.choice.passes
    assert found.actions[1].score < 0


@pytest.mark.parametrize(("force", "kept"), [(0, False), (1, True), (2, True), (3, False)])
def test_passing_keeps_the_last_force(force: int, kept: bool) -> None:
    table = Table(mine=False).piles(force=force)
    for text, action in ((DEPLOY, "Peek at a card"), ("Optional responses", "Do something")):
        found = factors(passed(table, table.actions(text, action)))
        assert found == ({"keeps_force": ("pass.low_force", 1.0)} if kept else {})
    # The Force left after deploying or drawing a card is a finding on that action.
    assert factors(passed(table, table.actions(DEPLOY, "Deploy"))) == {}
    assert (
        factors(passed(table, table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile"))) == {}
    )
    activate = factors(passed(table, table.actions("Choose Activate action or Pass", "Activate Force")))
    assert set(activate) == {"activation"}
    assert set(factors(passed(table, table.actions(CONTROL, "Force drain")))) == {"drain"}


def test_passing_keeps_cards_for_destiny_in_battle() -> None:
    table = Table(phase="Battle").piles(reserve=13)
    found = factors(passed(table, table.actions("Choose Battle action or Pass", "Initiate battle")))
    assert found == {"keeps_reserve": ("pass.low_reserve", 1.0)}
    assert factors(passed(table, table.actions(DEPLOY, "Deploy"))) == {}
    table.piles(reserve=14)
    assert factors(passed(table, table.actions("Choose Battle action or Pass", "Initiate battle"))) == {}


def test_passing_on_activation_and_drains_is_penalised() -> None:
    table = Table(phase="Activate")
    left = passed(table, table.actions("Choose Activate action or Pass", "Activate Force"))
    assert factors(left) == {"activation": ("pass.activation", 1.0)}
    assert left.score < 0
    drains = passed(table, table.actions("Choose Control action or Pass", "Force drain", "Force drain"))
    assert factors(drains) == {"drain": ("pass.drain", 2.0)}


def test_passing_on_the_last_reserve_card_is_not_penalised() -> None:
    table = Table(phase="Activate").piles(reserve=1)
    sheet = passed(table, table.actions("Choose Activate action or Pass", "Activate Force"))
    assert "activation" not in factors(sheet)
    assert "reserve_kept" in notes(sheet)


@pytest.mark.parametrize(("hand", "over"), [(10, None), (13, 3.0)])
def test_full_hand_favours_passing_over_drawing(hand: int, over: float | None) -> None:
    table = Table(phase="Draw").piles(hand=hand)
    found = factors(passed(table, table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile")))
    assert found.get("full_hand") == (None if over is None else ("pass.full_hand", over))


def test_passing_keeps_force_for_a_winnable_battle() -> None:
    table = Table().piles(force=2)
    assert "battle_force" not in factors(passed(table, table.actions(DEPLOY, "Deploy")))
    table.place("•Tatooine: Cantina", 4, 3)
    sheet = passed(table, table.actions(DEPLOY, "Deploy"))
    assert factors(sheet) == {"battle_force": ("pass.battle_force", 1.0)}
    assert any("•Tatooine: Cantina" in each.label for each in sheet.contributions)
    table.mine = False
    assert "battle_force" not in factors(passed(table, table.actions(DEPLOY, "Deploy")))
    table.mine = True
    for theirs, open_fight in ((7.0, True), (8.0, False)):
        table.board.power["opponent"][0] = theirs
        assert ("battle_force" in factors(passed(table, table.actions(DEPLOY, "Deploy")))) is open_fight
    table.board.power["opponent"][0] = 3.0
    table.piles(force=3)
    assert "battle_force" not in factors(passed(table, table.actions(DEPLOY, "Deploy")))


def test_interrupts_wait_only_in_the_opponents_turn() -> None:
    for mine in (True, False):
        table = Table(mine=mine)
        held = table.put("Sense", kind="Interrupt")
        found = factors(passed(table, table.actions(DEPLOY, ("USED: Do something", held))))
        assert ("wait" in found) is not mine


def test_cancelling_an_action_is_penalised() -> None:
    table = Table(phase="Battle").piles(force=1, reserve=4)
    card = table.put("Luke", "AT_LOCATION", "opponent", at=0)
    sheet = passed(table, table.select("Choose target, or click 'Done' to cancel", card, least=0))
    assert factors(sheet) == {"cancel": ("pass.cancel", 1.0)}
    seen = passed(table, table.listed("Opponent's hand", least=0, most=0))
    assert notes(seen) == {"nothing_to_choose"}


def test_passing_while_setting_up_ignores_the_piles() -> None:
    table = Table(phase="Play starting cards").piles(force=0, reserve=0)
    blueprint = table.fact("A card", "Interrupt")
    assert factors(passed(table, table.listed("Choose starting interrupt", blueprint, least=0))) == {}
