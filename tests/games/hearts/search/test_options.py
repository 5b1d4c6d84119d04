"""Options and budgets without effect are refused, or named in the notes of a result."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.core.contract import ContractError
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation
from tests.bridge.asking import ask
from tests.games.hearts.searched import greedy_action, greedy_hand, job, searched


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"endgame_cards": 0, "paranoid_threshold": 0.3}, "paranoid_threshold"),
        ({"endgame_cards": 0, "max_enumerated_worlds": 100}, "max_enumerated_worlds"),
        ({"endgame_cards": 0, "max_unseen_states": 100, "depth": 2}, "max_unseen_states"),
    ],
)
def test_options_without_effect_on_any_decision_are_refused(options: dict[str, Any], name: str) -> None:
    with pytest.raises(ContractError) as refused:
        job(greedy_hand(1)[20], **options)
    assert refused.value.code == "INVALID_PARAMS"
    assert name in refused.value.sentence
    assert "has no effect when endgame_cards is 0" in refused.value.sentence


def test_options_with_an_effect_are_accepted() -> None:
    job(greedy_hand(1)[20], endgame_cards=0)
    job(greedy_hand(1)[20], endgame_cards=0, depth=2, paranoid_threshold=0.3)
    job(greedy_hand(1)[20], paranoid_threshold=0.3)


def noted(moves: int, change: dict[str, Any] | None = None, **params: Any) -> str:
    state = greedy_hand(1)[moves].model_copy(update=change or {})
    return " ".join(searched(state, **{"worlds": 8} | params).metadata.notes)


NEAR_THE_END = {"scores": [70, 60, 98, 50]}


def test_options_without_effect_on_a_decision_are_named() -> None:
    assert "paranoid_threshold" in noted(20, paranoid_threshold=0.3)
    assert "paranoid_threshold" not in noted(20, paranoid_threshold=0.3, depth=2)
    assert "paranoid_threshold" not in noted(50, paranoid_threshold=0.3)
    assert "paranoid_threshold" not in noted(20)
    assert "beta" in noted(20, NEAR_THE_END, beta=0.3)
    assert "beta" not in noted(20, beta=0.3)
    assert "beta" not in noted(20, NEAR_THE_END)
    assert "depth" in noted(0, depth=2, max_work=200)
    assert "depth" not in noted(0, max_work=200)


@pytest.mark.parametrize(("moves", "worlds", "named"), [(0, 8, True), (0, None, False), (20, 8, False)])
def test_plain_sampling_names_the_worlds_that_a_pass_does_not_use(moves: int, worlds: int | None, named: bool) -> None:
    state = greedy_hand(1)[moves].model_dump()
    options = {} if worlds is None else {"worlds": worlds}
    params = {"evaluator_seed": 1, "evaluator": "pimc", "evaluator_options": options, "max_work": 100}
    found = ask("evaluate_best_move", state, state["active_player_id"], params)
    assert any("worlds" in note for note in found["metadata"]["notes"]) is named


def test_passes_can_be_left_to_the_greedy_policy() -> None:
    for seed in range(3):
        state = greedy_hand(seed)[0]
        result = searched(state, search_passes=False)
        assert result.best_action == greedy_action(state)
        assert result.metadata.evaluator == "search"


def test_defence_in_playouts_can_be_turned_off() -> None:
    """In the ladder's ablations; plain PIMC never defends."""
    state = greedy_hand(1)[30]
    for options, defends in (({}, True), ({"defend": False}, False), ({"evaluator": "pimc"}, False)):
        search = job(state, **options)
        assert isinstance(search, WorldEvaluation)
        assert search.defend is defends


def test_deviations_in_playouts_can_be_turned_off() -> None:
    """In the ablations; plain PIMC has none."""
    state = greedy_hand(1)[30]
    for options, perturbs in (({}, True), ({"perturb": False}, False), ({"evaluator": "pimc"}, False)):
        search = job(state, **options)
        assert isinstance(search, WorldEvaluation)
        assert search.perturbs is perturbs
    usual, strict = (searched(state, worlds=64, **options).candidates for options in ({}, {"perturb": False}))
    assert [each.ev for each in usual] != [each.ev for each in strict]
