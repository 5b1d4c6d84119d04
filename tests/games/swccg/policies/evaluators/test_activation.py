"""Evaluator of amounts of Force, and other amounts."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.actions.evaluator import ActionTextEvaluator
from py_engine.games.swccg.policies.evaluators.activation import ForceActivationEvaluator
from tests.games.swccg.positions import Table, factors, notes

AMOUNT = "Choose amount of Force to activate"


def amounts(table: Table, text: str = AMOUNT, most: int = 6, least: int = 0, default: int | None = None) -> Any:
    decision = table.ask("INTEGER", text, minimum=least, maximum=most, default=default)
    return table.findings(ForceActivationEvaluator(), decision)


def test_activation_prefers_the_maximum_with_a_large_reserve() -> None:
    table = Table(phase="Activate").piles(force=0, reserve=40)
    table.put("Vader", deploy=12.0)
    findings = amounts(table)
    assert factors(findings["0"]) == {}
    assert factors(findings["4"]) == {"force": ("activate.force", 4.0)}
    assert max(findings, key=lambda answer: findings[answer].score) == "6"


def test_activation_stops_at_what_the_turn_can_use() -> None:
    table = Table(phase="Activate").piles(force=6, hand=1, reserve=40)
    table.put("Trooper", deploy=1.0)  # 1 to deploy, 4 for battles, 2 for the opponent's turn, 8 to draw: 15 in all
    findings = amounts(table, most=12)
    assert "surplus" not in factors(findings["9"])
    assert factors(findings["11"])["surplus"] == ("activate.surplus", 2.0)
    assert max(findings, key=lambda answer: findings[answer].score) == "9"
    table.piles(force=20, hand=1)
    assert factors(amounts(table)["2"])["surplus"] == ("activate.surplus", 2.0)


def test_cards_are_not_to_be_drawn_with_little_life_force() -> None:
    table = Table(phase="Activate").piles(force=3, hand=1, reserve=8)
    table.put("Trooper", deploy=1.0)  # 1 to deploy, 4 for battles, 2 for the opponent's turn
    findings = amounts(table)
    assert max(findings, key=lambda answer: findings[answer].score) == "4"
    labels = [each.label for each in findings["6"].contributions if each.code == "surplus"]
    assert labels == ["9 Force, and the turn can use about 7 (the hand, battles and the opponent's turn)"]


def test_costs_of_a_hand_are_added_in_the_same_way_everywhere() -> None:
    # One after the other, ten tenths come to less than 1; some Pythons add them so, others do not.
    table = Table(phase="Activate").piles(force=0, hand=10, reserve=40)
    for number in range(10):
        table.put(f"Card {number}", deploy=0.1)
    assert "surplus" not in factors(amounts(table, most=16)["15"])
    assert factors(amounts(table, most=16)["16"])["surplus"] == ("activate.surplus", 1.0)


def test_unique_cards_on_the_table_need_no_force() -> None:
    table = Table(phase="Activate").piles(force=3, hand=8, reserve=9)
    for _ in range(8):
        table.put("Vader", deploy=6.0, unique=True)
    assert max(findings := amounts(table), key=lambda answer: findings[answer].score) == "6"
    table.put("Vader", "SIDE_OF_TABLE", deploy=6.0, unique=True)
    assert max(findings := amounts(table), key=lambda answer: findings[answer].score) == "3"


def test_activation_keeps_cards_for_destiny() -> None:
    table = Table(phase="Activate").piles(force=4, reserve=6)
    findings = amounts(table)
    assert "destiny" not in factors(findings["5"])
    assert factors(findings["6"])["destiny"] == ("activate.destiny", 1.0)
    table.place("•Hoth: Ice Plains", 4, 3)
    findings = amounts(table)
    assert "destiny" not in factors(findings["3"])
    assert factors(findings["4"])["destiny"] == ("activate.destiny", 1.0)
    assert "•Hoth: Ice Plains" in findings["4"].contributions[-1].label
    assert max(findings, key=lambda answer: findings[answer].score) == "3"


def test_activation_without_force_comes_before_destiny() -> None:
    table = Table(phase="Activate").piles(force=0, reserve=6)
    table.place("•Hoth: Ice Plains", 4, 3)
    findings = amounts(table)
    assert max(findings, key=lambda answer: findings[answer].score) == "5"


def test_unknown_piles_are_noted() -> None:
    table = Table(phase="Activate")
    table.board.piles.clear()
    findings = amounts(table)
    assert "piles_unknown" in notes(findings["3"])
    assert factors(findings["3"]) == {"force": ("activate.force", 3.0)}


def test_allowing_activation_prefers_the_maximum() -> None:
    text = "Choose amount of Force to allow opponent to activate without you performing a top-level action"
    findings = amounts(Table(phase="Activate", mine=False), text, most=3, least=1)
    assert [factors(findings[answer])["allow"][1] for answer in "123"] == [1.0, 2.0, 3.0]


def test_other_amounts_follow_the_servers_default() -> None:
    findings = amounts(Table(), "Choose a number", most=6, least=1, default=2)
    assert {answer for answer, sheet in findings.items() if factors(sheet)} == {"2"}
    assert factors(findings["2"]) == {"default": ("question.default", 1.0)}
    assert all(notes(sheet) == {"amount_unknown"} for sheet in amounts(Table(), "Choose a number").values())


def test_activate_action_is_penalised_when_only_destiny_is_left() -> None:
    table = Table(phase="Activate").piles(reserve=40)
    table.board.generation["seat"] = 7.0
    decision = table.actions("Choose Activate action or Pass", "Activate Force")
    sheet = table.findings(ForceActivationEvaluator(), decision)["0"]
    assert factors(sheet) == {}
    assert notes(sheet) == {"generation"}
    assert table.scored(decision).best.choice.answer == "0"
    table.piles(reserve=1)
    sheet = table.findings(ForceActivationEvaluator(), decision)["0"]
    assert factors(sheet) == {"none": ("activate.none", 1.0)}
    assert table.scored(decision).best.choice.passes


@pytest.mark.parametrize(("contested", "best"), [(False, "9"), (True, "6")])
def test_beyond_plenty_of_force_destiny_comes_first(best: str, *, contested: bool) -> None:
    # 3 cards for destiny, or 6 where battles may come, against a hand that could use 40 Force.
    table = Table(phase="Activate").piles(force=6, hand=8, reserve=12)
    for number in range(8):
        table.put(f"Officer {number}", deploy=5.0)
    if contested:
        table.place("•Hoth: Ice Plains", 4, 3)
    findings = amounts(table, most=12)
    assert max(findings, key=lambda answer: findings[answer].score) == best
    more = factors(findings[str(int(best) + 2)])
    assert more["depth"] == ("activate.depth", 2.0)
    # Force for the first deployments comes before that.
    table.piles(force=2, hand=8, reserve=7)
    findings = amounts(table, most=7)
    assert max(findings, key=lambda answer: findings[answer].score) == "6"


@pytest.mark.parametrize(("force", "useful"), [(6, 7), (10, 5), (14, 1)])
def test_activate_action_is_worth_what_its_force_is(force: int, useful: int) -> None:
    table = Table(phase="Activate").piles(force=force, hand=1, reserve=40)
    table.put("Trooper", deploy=1.0)
    table.board.generation["seat"] = 7.0
    scored = table.scored(table.actions("Choose Activate action or Pass", "Activate Force"))
    assert scored.best.choice.answer == "0"
    assert scored.best.score == pytest.approx(60 * useful / 7, abs=0.02)


def test_force_that_suffices_is_not_added_to() -> None:
    # With 15 Force at hand and one cheap card to deploy, more of it only leaves the Reserve Deck.
    table = Table(phase="Activate").piles(force=15, hand=1, reserve=40)
    table.put("Trooper", deploy=1.0)
    table.board.generation["seat"] = 7.0
    scored = table.scored(table.actions("Choose Activate action or Pass", "Activate Force"))
    assert scored.best.choice.passes
    assert "force_enough" in {each.code for each in scored.best.contributions}
    label = next(each.label for each in scored.actions[-1].contributions if each.code == "enough")
    assert label == (
        "15 Force already, and the turn can use about 15 (the hand, battles, the opponent's turn and 8 cards to draw)"
    )
    options = [table.option("0", "Yes"), table.option("1", "No")]
    asked = table.ask("MULTIPLE_CHOICE", "You have not activated Force. Do you want to Pass?", options)
    findings = table.findings(ActionTextEvaluator(), asked)
    assert (factors(findings["0"]), notes(findings["0"])) == ({}, {"force_enough"})


def test_passing_and_its_question_say_alike_that_destiny_is_worth_more_than_further_force() -> None:
    # A hand that could use 40 Force, and as many cards in the Reserve Deck as a battle's destiny takes.
    table = Table(phase="Activate").piles(force=8, hand=8, reserve=6)
    for number in range(8):
        table.put(f"Officer {number}", deploy=5.0)
    table.place("•Hoth: Ice Plains", 4, 3)
    why = "8 Force are enough for this turn: more of it serves better in the Reserve Deck, for destiny"
    scored = table.scored(table.actions("Choose Activate action or Pass", "Activate Force"))
    assert why in {each.label for each in scored.best.contributions}
    options = [table.option("0", "Yes"), table.option("1", "No")]
    asked = table.ask("MULTIPLE_CHOICE", "You have not activated Force. Do you want to Pass?", options)
    assert [each.label for each in table.findings(ActionTextEvaluator(), asked)["0"].contributions] == [why]


def test_activation_evaluator_ignores_other_decisions() -> None:
    table = Table()
    assert table.findings(ForceActivationEvaluator(), table.actions("Choose Deploy action or Pass", "Deploy")) == {}
