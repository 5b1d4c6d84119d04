"""The exact evaluator over the bridge: values, ties, grades."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from py_engine.core import artifacts
from py_engine.games.yatzy.knowledge import values
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS, STANDARD
from tests.bridge.asking import ask, refused
from tests.games.yatzy.asking import PARAMS, Json, card_of, evaluated, graded, held, positions, state


@pytest.mark.parametrize(
    "row", positions(), ids=lambda row: f"{row['mask']}-{row['upper']}-{row['dice']}-{row['rolls_left']}"
)
def test_values_match_the_reference_positions(row: Json) -> None:
    found = evaluated(card_of(row) or {}, row["dice"], row["rolls_left"])
    values_found = {
        c["action"]["score"] if "score" in c["action"] else held(row["dice"], c["action"]): c["ev"]
        for c in found["candidates"]
    }
    expected: dict[Any, float] = {category["category"]: category["ev"] for category in row["categories"]}
    if row["rolls_left"]:
        expected |= {tuple(sorted(keep["keep"])): keep["ev"] for keep in row["keeps"]}
    assert values_found.keys() == expected.keys()
    for action, value in values_found.items():
        assert value == pytest.approx(expected[action], abs=2e-3)
    assert found["best_action_ev"] == pytest.approx(row["best_ev"], abs=2e-3)
    assert found["metadata"]["solved"]
    assert found["metadata"]["ended_by"] == "solved"
    assert all(candidate["stderr"] == 0 for candidate in found["candidates"])


def test_reference_has_enough_positions() -> None:
    assert len(positions()) >= 40


def test_three_sixes_on_the_empty_card_go_to_three_of_a_kind() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    assert found["best_action"] == {"score": "three_of_a_kind"}
    assert found["best_action_ev"] == pytest.approx(246.0154, abs=2e-3)
    assert found["user_action_ev"] == pytest.approx(245.9188, abs=2e-3)
    assert found["grade"] == "FINE"
    assert found["confidence"] == 1
    assert found["delta_stderr"] == 0
    assert found["too_close"] is False


def test_equal_dice_at_other_places_are_the_same_move() -> None:
    best = evaluated({}, [6, 6, 6, 2, 4], 2)["best_action"]
    dice = [2, 6, 4, 6, 6]
    for keep in ([False, True, False, True, True],):
        found = graded({}, dice, 2, {"keep": keep})
        assert held([6, 6, 6, 2, 4], best) == held(dice, {"keep": keep})
        assert found["best_action"] == found["user_action"] == {"keep": keep}
        assert found["grade"] == "BEST"
        assert found["delta_ev"] == 0


def test_either_of_two_equal_dice_may_be_held() -> None:
    for keep in ([True, False, False, False, True], [False, True, False, False, True]):
        found = graded({}, [3, 3, 1, 2, 6], 2, {"keep": keep})
        assert found["user_action"] == {"keep": keep}
        assert (
            sum("keep" in c["action"] and held([3, 3, 1, 2, 6], c["action"]) == (3, 6) for c in found["candidates"])
            == 1
        )


def test_ties_are_graded_best() -> None:
    """Holding all dice or scoring at once is the same with only the sixes open and five sixes on the table."""
    scores: Json = {str(name): 0 for name in CATEGORIES if name != "sixes"} | {"chance": 20}
    tied = evaluated(scores, [1, 2, 3, 4, 5], 0)
    assert len(tied["candidates"]) == 1
    found = graded(scores, [6, 6, 6, 6, 6], 1, {"keep": [True] * 5})
    assert found["grade"] == "BEST"
    assert found["best_action"] == {"keep": [True] * 5}
    assert evaluated(scores, [6, 6, 6, 6, 6], 1)["best_action"] == {"score": "sixes"}
    assert [item["text"] for item in found["feedback"]] == [
        "Nothing is better; scoring Sixes is just as good.",
        ("Keeping 6 6 6 6 instead would cost about 5 points: keeping all five dice gains 5.0 in Sixes this turn."),
    ]


def test_gaps_below_rounding_are_ties() -> None:
    for row in positions():
        found = evaluated(card_of(row) or {}, row["dice"], row["rolls_left"])
        losses = [found["best_action_ev"] - c["ev"] for c in found["candidates"]]
        assert all(loss == 0 or loss >= 0.002 for loss in losses)


@pytest.mark.parametrize("budget", [0, 1])
@pytest.mark.parametrize("name", ["exact", "greedy"])
def test_one_shot_evaluations_ignore_the_clock(budget: int, name: str) -> None:
    found = ask(
        "evaluate_best_move", state({}, [1, 2, 3, 4, 6], 2), 0, PARAMS | {"time_budget_ms": budget, "evaluator": name}
    )
    assert found["metadata"]["ended_by"] == ("solved" if name == "exact" else "work")
    assert found["metadata"]["completed_within_budget"] == (found["metadata"]["elapsed_ms"] <= budget)
    assert found["metadata"]["nodes"] == 3 * 252 + 2 * 462
    assert found["metadata"]["candidates_evaluated"] >= len(found["candidates"])


@pytest.mark.parametrize(("left", "kind"), [(2, "first_reroll"), (1, "second_reroll"), (0, "category")])
def test_metadata_names_the_decision_kind(left: int, kind: str) -> None:
    assert evaluated({}, [1, 2, 3, 4, 5], left)["metadata"]["decision"] == kind


def test_shortlist_keeps_the_user_action() -> None:
    short = PARAMS | {"shortlist_size": 3}
    found = ask("grade_user_action", state({}, [1, 1, 2, 5, 6], 2), 0, {"score": "yatzy"}, short)
    assert len(found["candidates"]) == 4
    assert found["user_action"] == found["candidates"][-1]["action"] == {"score": "yatzy"}
    assert found["metadata"]["total_legal_actions"] == 32 + 15


def test_house_rules_change_values() -> None:
    dice = [5, 5, 5, 5, 5]
    scores: Json = {"yatzy": 50, "chance": 20}
    scores.update(dict.fromkeys(CATEGORIES[:12], 0))
    options = {"five_of_a_kind_is_full_house": True}
    assert ask("evaluate_best_move", state(scores, dice, 0), 0, PARAMS)["best_action_ev"] == 0
    assert ask("evaluate_best_move", state(scores, dice, 0, options=options), 0, PARAMS)["best_action_ev"] == 25


def test_awaited_dice_cannot_be_evaluated() -> None:
    waiting = state({}, [None] * 5, 3, options={"real_dice": True})  # type: ignore[list-item]
    refused("UNSUPPORTED", "evaluate_best_move", waiting, 0, PARAMS)
    refused("UNSUPPORTED", "grade_user_action", waiting, 0, {"enter": [1, 2, 3, 4, 5]}, PARAMS)


def test_illegal_moves_are_refused_with_their_reason() -> None:
    answer = refused("ACTION_FAILED", "grade_user_action", state({}, [1] * 5, 0), 0, {"keep": [True] * 5}, PARAMS)
    assert answer["context"]["reason"] == "NO_THROWS_LEFT"
    filled = state({"chance": 5}, [1] * 5, 0)
    answer = refused("ACTION_FAILED", "grade_user_action", filled, 0, {"score": "chance"}, PARAMS)
    assert answer["context"]["reason"] == "CATEGORY_FILLED"


def test_missing_table_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_tables", {})
    monkeypatch.setattr(artifacts, "IN_BROWSER", True)
    answer = refused("NOT_FOUND", "evaluate_best_move", state({}, [1] * 5, 2), 0, PARAMS)
    assert answer["context"]["artifact"] == {"ruleset_id": "yatzy_v1", "name": "table"}


def test_metadata_names_the_table() -> None:
    assert evaluated({}, [1] * 5, 2)["metadata"]["artifacts"] == {"table": require(STANDARD).sha256}


def test_values_do_not_depend_on_the_order_of_dice() -> None:
    generator = np.random.default_rng(3)
    for roll in generator.integers(0, 252, 12).tolist():
        dice = list(MULTISETS[roll])
        shuffled = generator.permutation(dice).tolist()
        first, second = (evaluated({}, d, 1) for d in (dice, shuffled))
        assert [c["ev"] for c in first["candidates"]] == [c["ev"] for c in second["candidates"]]
