"""Practice positions of Entropy: they match the filters and leave something to decide."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.bridge import conformance
from tests.bridge.asking import ask, in_json, refused
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import RULESET, State

BASE = {"ruleset_id": RULESET}
ROLES = ("order", "chaos")
PHASES = ("early", "mid", "late")


def generated(seed: int, **wanted: Any) -> State:
    state: State = ask("generate_scenario", BASE | {"seed": seed} | wanted)
    return state


def phase_of(state: State) -> str:
    cells = len(state["board"])
    return PHASES[min(2, (cells - state["board"].count("")) * 3 // cells)]


def gap_of(state: State) -> float:
    """The lead of the best move by V: directly for Order, after Order's best reply for Chaos."""
    evaluator = "ev2" if state["turn"] == "chaos" else "value"
    params = {"evaluator_seed": 1, "evaluator": evaluator, "shortlist_size": 0}
    candidates = ask("evaluate_best_move", state, state["active_player_id"], params)["candidates"]
    lead: float = candidates[0]["ev"] - candidates[1]["ev"]
    return lead


def check(state: State, seed: int, low: float = 0.3, high: float = 4.0) -> None:
    assert (state["seed"], state["warnings"], state["game_over"], state["last_events"]) == (seed, [], False, [])
    assert state["next_token_known"] is False
    placed = len(state["board"]) - state["board"].count("")
    assert state["chance_counter"] == placed + (state["turn"] == "chaos")
    assert low - 1e-9 <= gap_of(state) <= high + 1e-9


@pytest.mark.parametrize("phase", [*PHASES, None])
@pytest.mark.parametrize("role", [*ROLES, None])
def test_scenario_matches_its_targets(role: str | None, phase: str | None) -> None:
    for seed, size in ((0, 5), (2**53 - 1, 5), (3, 7)):
        state = generated(seed, target_role=role, target_phase=phase, size=size)
        check(state, seed)
        assert role in (None, state["turn"])
        assert phase in (None, phase_of(state))
        assert state["size"] == size


def test_scenario_is_determined_by_its_seed_and_varies() -> None:
    assert generated(3) == generated(3, size=7)
    found = [generated(seed, size=5) for seed in range(24)]
    assert len({str(state["board"]) for state in found}) == 24
    roles = Counter(state["turn"] for state in found)
    phases = Counter(phase_of(state) for state in found)
    assert min(roles[role] for role in ROLES) >= 6, roles
    assert min(phases[phase] for phase in PHASES) >= 3, phases


@pytest.mark.parametrize(
    ("wanted", "low", "high"),
    [
        ((1.0, 2.0), 1.0, 2.0),
        ((None, 0.1), 0.0, 0.1),
        ((5.0, None), 5.0, float("inf")),
        ((0.8, None), 0.8, 4.0),
        ((None, 0.6), 0.3, 0.6),
    ],
)
def test_scenario_gap_is_within_the_filter(wanted: tuple[Any, Any], low: float, high: float) -> None:
    filter_config = {"min_value_gap": wanted[0], "max_value_gap": wanted[1]}
    for seed in range(3):
        check(generated(seed, size=5, filter_config=filter_config), seed, low, high)


def test_scenario_can_be_played_to_the_end() -> None:
    state = generated(9, size=5)
    while not state["game_over"]:
        state = ask("apply_action", state, in_json(by_hand.legal(state)[0]))
    assert Counter(state["board"]) == dict.fromkeys("RGYBW", 5)


def test_scenario_refuses_impossible_filters() -> None:
    impossible = BASE | {"seed": 1, "size": 5, "filter_config": {"min_value_gap": 1000.0}}
    conformance.check_impossible_scenario(impossible)
    for wrong in ({"target_phase": "EARLY"}, {"size": 6}, {"filter_config": {"min_value_gap": -1.0}}):
        refused("INVALID_PARAMS", "generate_scenario", BASE | {"seed": 1} | wrong)
    crossed = {"filter_config": {"min_value_gap": 2.0, "max_value_gap": 1.0}}
    refusal = refused("INVALID_PARAMS", "generate_scenario", BASE | {"seed": 1} | crossed)
    assert refusal["context"]["path"] == "filter_config.min_value_gap"


def test_scenario_search_pauses() -> None:
    found = conformance.check_scenario_pauses(BASE | {"seed": 2, "size": 5, "target_phase": "late"}, 30)
    assert phase_of(found) == "late"
