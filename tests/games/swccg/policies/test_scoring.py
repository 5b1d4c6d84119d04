"""Scores are exact sums of named contributions, in any order."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.results import Reason, Weighting, to_json
from py_engine.games.swccg.policies.scoring import STEPS, ActionType, Choice, Contribution, EvaluatedAction, rounded
from py_engine.games.swccg.rules.decisions import PASS, Option
from py_engine.games.swccg.rules.events import MAX_NUMBER

CHOICE = Choice("1", "An option", ActionType.USE, (Option("1", "An option"),))
amounts = st.floats(-MAX_NUMBER, MAX_NUMBER)
weights = st.floats(-200, 200) | st.sampled_from([0.0, 1.0, -25.0, 0.1, 1 / 3])
factors = st.sampled_from([1.0, 0.8, 1.2, 200.0, -200.0])


def sheet(**found: float) -> EvaluatedAction:
    return EvaluatedAction(CHOICE, "Test", found)


@given(st.floats(-1e9, 1e9))
def test_rounded_gives_the_nearest_step(value: float) -> None:
    found = Fraction(rounded(value))
    assert found * Fraction(STEPS) == int(found * Fraction(STEPS))
    assert abs(found - Fraction(value)) * 2 <= Fraction(1) / Fraction(STEPS)
    assert rounded(rounded(value)) == rounded(value)
    assert rounded(-value) == -rounded(value)


@given(st.lists(st.tuples(amounts, weights, factors), max_size=40), st.integers())
def test_score_is_the_exact_sum_in_any_order(parts: list[tuple[float, float, float]], seed: int) -> None:
    action = sheet(**{f"w{place}": weight * factor for place, (_, weight, factor) in enumerate(parts)})
    for place, (amount, _, _) in enumerate(parts):
        action.add("code", "Label", f"w{place}", amount)
        action.note("note", "Nothing to add")
    exact = sum((Fraction(each.value) for each in action.contributions), Fraction())
    assert Fraction(action.score) == exact
    values = [each.as_reason().value for each in action.contributions]
    Random(seed).shuffle(values)
    total = 0.0
    for value in values:
        total += value
    assert total == action.score


@given(amounts, weights)
def test_contribution_records_input_and_weight(amount: float, weight: float) -> None:
    action = sheet(name=weight)
    action.add("code", "Label", "name", amount)
    if weight == 0:
        assert action.contributions == []
        return
    (found,) = action.contributions
    assert (found.evaluator, found.code, found.label, found.weight_name, found.weight) == (
        "Test",
        "code",
        "Label",
        "name",
        weight,
    )
    assert found.input == rounded(amount)
    assert found.value == rounded(found.input * weight)


def test_reasons_carry_contributions_notes_and_vetoes() -> None:
    action = sheet(name=2.5)
    action.add("code", "Label", "name", 3)
    action.note("why_not", "It is not known")
    action.veto("loop", "For ever")
    reasons = [each.as_reason() for each in action.contributions] + [each.as_reason() for each in action.vetoes]
    assert reasons == [
        Reason("code", "Label", 7.5, Weighting("Test", 3.0, "name", 2.5)),
        Reason("why_not", "It is not known", 0.0, Weighting("Test", 0.0, "", 0.0)),
        Reason("veto_loop", "For ever", 0.0, Weighting("Test", 1.0, "", 0.0)),
    ]
    assert {tuple(to_json(each)) for each in reasons} == {
        ("code", "label", "value", "evaluator", "input", "weight_name", "weight")
    }
    assert action.score == 7.5


@pytest.mark.parametrize("amount", [float("nan"), float("inf"), float("-inf")])
def test_add_refuses_inputs_that_are_not_finite(amount: float) -> None:
    with pytest.raises((ValueError, OverflowError)):
        sheet(name=1.0).add("code", "Label", "name", amount)


def test_add_refuses_unknown_weights() -> None:
    with pytest.raises(KeyError):
        sheet(name=1.0).add("code", "Label", "other")


def test_evaluated_actions_are_independent() -> None:
    one, other = sheet(name=1.0), sheet(name=1.0)
    one.add("code", "Label", "name")
    one.veto("code", "Label")
    assert (other.score, other.contributions, other.vetoes) == (0.0, [], [])
    assert isinstance(one.contributions[0], Contribution)


def test_choice_gives_its_single_option() -> None:
    two = Choice("1,2", "Two", ActionType.SELECT, (Option("1", "a"), Option("2", "b")))
    assert two.option is None
    assert CHOICE.option == Option("1", "An option")
    assert not CHOICE.passes
    assert Choice(PASS, "Pass", ActionType.PASS).passes
