"""The policies as evaluators, over the bridge."""

from __future__ import annotations

import pytest

from py_engine.games.yatzy.policies.rule_list import shipped
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS
from tests.bridge.asking import ask
from tests.games.yatzy.asking import PARAMS, Json, evaluated, held, state


@pytest.mark.parametrize("rolls_left", [0, 2])
@pytest.mark.parametrize(("name", "varied"), [("random", True), ("greedy", False), ("noisy", True)])
def test_policies_move_legally_and_deterministically_by_seed(name: str, varied: bool, rolls_left: int) -> None:
    asked_of = state({"sixes": 18, "chance": 20}, [1, 3, 3, 5, 6], rolls_left)
    legal = ask("list_legal_actions", asked_of, 0)

    def move(seed: int) -> Json:
        asked = PARAMS | {"evaluator": name, "evaluator_options": {"scale": 3.0} if name == "noisy" else {}}
        action: Json = ask("evaluate_best_move", asked_of, 0, asked | {"evaluator_seed": seed})["best_action"]
        return action

    moves = [move(seed) for seed in range(20)]
    assert all(action in legal for action in moves)
    assert [move(seed) for seed in range(20)] == moves
    assert (len({str(action) for action in moves}) > 2) == varied
    assert varied or len({str(action) for action in moves}) == 1


def test_noisy_policy_with_little_noise_plays_the_best_move() -> None:
    quiet = PARAMS | {"evaluator": "noisy", "evaluator_options": {"scale": 1e-4}}
    for dice in ([6, 6, 6, 2, 4], [1, 2, 3, 4, 6], [5, 5, 3, 3, 3]):
        best = evaluated({}, dice, 2)["best_action"]
        assert held(dice, ask("evaluate_best_move", state({}, dice, 2), 0, quiet)["best_action"]) == held(dice, best)


def test_greedy_policy_takes_the_points_of_this_turn() -> None:
    found = ask("evaluate_best_move", state({}, [6, 6, 6, 6, 6], 0), 0, PARAMS | {"evaluator": "greedy"})
    assert found["best_action"] == {"score": "yatzy"}
    found = ask("evaluate_best_move", state({"yatzy": 0}, [1, 1, 1, 6, 6], 0), 0, PARAMS | {"evaluator": "greedy"})
    assert found["best_action"]["score"] in ("full_house", "chance")
    assert found["best_action_ev"] == 15


@pytest.mark.parametrize("rolls_left", [0, 1, 2])
def test_level_by_the_rules_does_what_its_first_applicable_rule_says(rolls_left: int) -> None:
    rules = shipped()
    for dice in ([6, 6, 6, 2, 4], [1, 2, 3, 4, 6], [2, 2, 5, 5, 5], [1, 3, 4, 5, 6]):
        asked_of = state({"sixes": 18, "chance": 20}, dice, rolls_left)
        found = ask("evaluate_best_move", asked_of, 0, PARAMS | {"evaluator": "rules"})
        roll, mask = (
            MULTISETS.index(tuple(sorted(dice))),
            1 << CATEGORIES.index("sixes") | 1 << CATEGORIES.index("chance"),
        )
        decided = rules.close(mask, roll)
        if "keep" in found["best_action"]:
            decided = rules.hold(mask, roll, rolls_left)
            assert held(dice, found["best_action"]) == MULTISETS[decided.choice]
        else:
            assert found["best_action"] == {"score": CATEGORIES[decided.choice]}
        assert decided.text in found["metadata"]["notes"]


def test_level_by_the_rules_closes_the_row_at_once_when_all_dice_stay() -> None:
    found = ask("evaluate_best_move", state({}, [2, 3, 4, 5, 6], 2), 0, PARAMS | {"evaluator": "rules"})
    assert found["best_action"] == {"score": "large_straight"}
