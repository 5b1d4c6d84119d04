"""Practice positions: of the requested phase, past every filter, the same for the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.azul.coaching import scenario
from tests.bridge import conformance
from tests.bridge.asking import LONG, ask, refused
from tests.games.azul import oracle
from tests.games.azul.oracle import State

BASE = {"ruleset_id": "azul_v1_2p"}
ROUND_PHASES = {"EARLY": range(14, 21), "MID": range(7, 14), "LATE": range(1, 7)}


def generated(seed: int, **changes: Any) -> State:
    state: State = ask("generate_scenario", BASE | {"seed": seed} | changes)
    return state


def game_phase(state: State) -> str:
    walls = [player["wall"] for player in state["players"]]
    fullest = max(sum(map(sum, wall)) for wall in walls)
    if fullest >= 18 or any(sum(row) == 4 for wall in walls for row in wall):
        return "late"
    return "mid" if fullest >= 9 else "early"


def check_filter(state: State, *, least: int = 6, destinations: int = 2, floor_ratio: float = 0.5) -> None:
    moves = oracle.legal_moves(state)
    goals = [str(move["destination"]) for move in moves]
    assert len(moves) >= least
    assert len(set(goals)) >= destinations
    assert set(goals) != {"Floor"}
    assert goals.count("Floor") <= floor_ratio * len(goals)


@pytest.mark.parametrize("round_phase", ["EARLY", "MID", "LATE", None])
@pytest.mark.parametrize("phase", ["early", "mid", "late", None])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), 2**53 - 1])
def test_scenarios_have_the_wanted_phase_and_pass_the_default_filter(
    round_phase: str | None, phase: str | None, seed: int
) -> None:
    state = generated(seed, target_round_phase=round_phase, target_game_phase=phase)
    check_filter(state)
    assert sum(oracle.tile_counts(state).values()) == 100
    assert set(oracle.tile_counts(state).values()) == {20}
    assert not state["game_over"]
    assert state["warnings"] == []
    assert state["scenario_seed"] == str(seed)
    if round_phase is not None:
        assert oracle.tiles_on_table(state) in ROUND_PHASES[round_phase]
        assert state["draft_phase_progress"] == round_phase
    if phase is not None:
        assert game_phase(state) == phase


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 20))])
def test_scenarios_pass_the_given_filter(seed: int) -> None:
    wanted = {"min_legal_actions": 12, "min_unique_destinations": 4, "max_floor_ratio": 0.3}
    state = generated(seed, filter_config=wanted, target_round_phase="MID")
    check_filter(state, least=12, destinations=4, floor_ratio=0.3)


def test_scenarios_depend_on_the_seed_only() -> None:
    assert generated(3) == generated(3)
    assert len({str(generated(seed)["players"]) + str(generated(seed)["factories"]) for seed in range(8)}) == 8


@pytest.mark.parametrize("policy", ["all_random", "all_greedy", {"mixed": {"greedy_ratio": 0.5}}, "good_players"])
def test_scenarios_accept_every_policy_mix(policy: Any) -> None:
    check_filter(generated(5, policy_mix=policy, target_game_phase="early"))


def test_good_players_reach_better_positions_than_the_documents_mix() -> None:
    mixes: list[Any] = ["good_players", {"mixed": {"greedy_ratio": 0.8}}]
    scores, floors = [], []
    for mix in mixes:
        states = [generated(seed, policy_mix=mix, target_game_phase="mid") for seed in range(12)]
        players = [player for state in states for player in state["players"]]
        scores.append(sum(player["score"] for player in players))
        floors.append(sum(len(player["floor_line"]["tiles"]) for player in players))
    assert scores[0] > 1.5 * scores[1]
    assert floors[0] < floors[1]
    assert generated(3) == generated(3, policy_mix="good_players")


@pytest.mark.parametrize(("low", "high"), [(2.0, None), (None, 0.75), (0.5, 4.0)])
def test_the_best_moves_lead_is_within_the_value_gap(low: float | None, high: float | None) -> None:
    wanted = {"min_value_gap": low, "max_value_gap": high}
    state = generated(6, target_round_phase="LATE", filter_config=wanted)
    params = {"evaluator_seed": 77, "evaluator": "search", "time_budget_ms": LONG, "max_work": scenario.GAP_WORK}
    result = ask("evaluate_best_move", state, state["active_player_id"], params)
    if result["metadata"]["round_solved"]:
        first, second = (candidate["ev"] for candidate in result["candidates"][:2])
        assert (low or 0.0) <= first - second <= (float("inf") if high is None else high)
    assert result["metadata"]["round_solved"], "a late position is solved"


def test_an_impossible_scenario_is_an_error() -> None:
    impossible: dict[str, Any] = {"seed": 1, "filter_config": {"min_legal_actions": 180}, "target_game_phase": "early"}
    conformance.check_impossible_scenario(BASE | impossible)


def test_a_lead_that_no_move_has_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(scenario, "new_game", played)
    asked = BASE | {"seed": 1, "filter_config": {"min_value_gap": 41}}
    assert refused("GENERATION_FAILED", "generate_scenario", asked)["context"] == {"attempts": 0}


def test_the_tagged_spelling_of_a_policy_is_read() -> None:
    tagged = generated(5, policy_mix={"type": "Mixed", "greedyProbability": 0.5}, target_game_phase="early")
    assert tagged == generated(5, policy_mix={"mixed": {"greedy_ratio": 0.5}}, target_game_phase="early")
    refused("INVALID_PARAMS", "generate_scenario", BASE | {"seed": 5, "policy_mix": {"type": "Mixed"}})


def test_scenario_generation_pauses() -> None:
    assert game_phase(conformance.check_scenario_pauses(BASE | {"seed": 2, "target_game_phase": "late"}, 5)) == "late"
