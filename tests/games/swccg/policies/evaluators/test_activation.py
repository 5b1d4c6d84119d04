"""Evaluator of amounts of Force, and other amounts."""

from __future__ import annotations

from typing import Any

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


def test_activation_discounts_surplus_force() -> None:
    table = Table(phase="Activate").piles(force=2, reserve=40)
    table.put("Trooper", deploy=1.0)  # 1 to deploy and 4 for battles: 5 in all
    findings = amounts(table)
    assert "surplus" not in factors(findings["3"])
    assert factors(findings["5"])["surplus"] == ("activate.surplus", 2.0)
    table.piles(force=20)
    assert factors(amounts(table)["2"])["surplus"] == ("activate.surplus", 2.0)


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
    table = Table(phase="Activate").piles(reserve=12)
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


def test_activation_evaluator_ignores_other_decisions() -> None:
    table = Table()
    assert table.findings(ForceActivationEvaluator(), table.actions("Choose Deploy action or Pass", "Deploy")) == {}
