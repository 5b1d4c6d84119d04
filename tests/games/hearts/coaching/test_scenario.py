"""Practice positions: of the wanted phase, from a real deal, with one clearly best move."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.grading import Difference
from py_engine.core.request import Request
from py_engine.games.hearts.coaching.scenario import lead
from py_engine.games.hearts.rules.play import observe
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.evaluators import EVALUATORS
from py_engine.games.hearts.search.sampled.plans import PlanValues
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation
from tests.bridge import conformance
from tests.bridge.asking import LONG, ask, refused
from tests.games.hearts.oracle import RULESET, legal

State = dict[str, Any]
PHASES = ("pass", "early", "mid", "late")
BASE = {"ruleset_id": RULESET}


def generated(seed: int, **wanted: Any) -> State:
    state: State = ask("generate_scenario", BASE | {"seed": seed} | wanted)
    return state


def phase_of(state: State) -> str:
    return "pass" if state["phase"] == "pass" else PHASES[1 + len(state["trick_history"]) // 4]


PLAYED_OUT: dict[str, JsonValue] = {"endgame_cards": 0}


def lead_of(state: State, seed: int, works: tuple[int, ...], *, ties: bool = False) -> Difference:
    """The lead of the best move, after each amount of work in turn."""
    player = state["active_player_id"]
    params = EvaluatorParams(
        evaluator="search", evaluator_seed=seed, time_budget_ms=LONG, shortlist_size=8, evaluator_options=PLAYED_OUT
    )
    limited = [params.model_copy(update={"max_work": work}) for work in works]
    seen = observe(HeartsState.model_validate(state), player)
    explored = EVALUATORS.evaluation(Request(seen, player, limited[0]))
    assert isinstance(explored, WorldEvaluation)
    explored.run()
    for more in limited[1:]:
        explored.extend(more)
        explored.run()
    found = lead(explored, ties=ties)
    assert found is not None
    return found


def check(state: State, seed: int, low: float = 0.5, high: float = 4.0, *, usual: bool = True) -> None:
    assert (state["seed"], state["game_over"], state["warnings"], state["last_events"]) == (seed, False, [], [])
    assert state["scores"] == [0, 0, 0, 0]
    assert len(legal(state)) > 1
    # The cards come from a deal of the game, so it can be played on like any other.
    assert f"Hearts, hand {state['chance_counter']}" in ask("query", RULESET, "deal_proof", {"state": state})["text"]
    times = 6 if state["phase"] == "pass" else 1
    gap = lead_of(state, seed, (600 * times, 3000 * times), ties=usual)
    assert gap.value >= 3 * gap.stderr
    assert low <= gap.value <= high


@pytest.mark.parametrize("phase", PHASES)
def test_scenarios_match_the_wanted_phase(phase: str) -> None:
    seed = 2**53 - 1
    state = generated(seed, target_phase=phase)
    assert phase_of(state) == phase
    check(state, seed)
    # The best move also leads in other worlds.
    assert lead_of(state, 99, (20_000,)).value > 0.2


def test_scenarios_cover_all_phases_and_several_seats() -> None:
    seeds = (6, 8, 2, 9, 0)
    found = [generated(seed) for seed in seeds]
    assert generated(seeds[1]) == found[1]
    assert len({str(state["hands"]) for state in found}) == len(seeds)
    assert {phase_of(state) for state in found} == set(PHASES)
    assert len({state["active_player_id"] for state in found}) >= 3
    # Players who pass before the user have already passed.
    passing = next(state for state in found if state["phase"] == "pass" and state["active_player_id"])
    assert [len(cards) for cards in passing["passed"]][: passing["active_player_id"] + 1][-2:] == [3, 0]


@pytest.mark.parametrize(("low", "high"), [(1.0, 2.0), pytest.param(None, 0.3, marks=pytest.mark.slow)])
def test_the_lead_of_the_best_move_respects_the_filter(low: float | None, high: float) -> None:
    wanted = {"min_value_gap": low, "max_value_gap": high}
    seeds = (0, 1, 5, 6, 8)
    found = [generated(seed, target_phase="mid", filter_config=wanted) for seed in seeds]
    for seed, state in zip(seeds, found, strict=True):
        check(state, seed, low or 0.0, high, usual=False)
    # The tricks of the phase vary.
    assert len({len(state["trick_history"]) for state in found}) >= 3


def test_an_equal_move_reduces_the_lead_to_zero_if_ties_count() -> None:
    values = PlanValues(4)
    values.add(range(4), np.array([[-1.0, -1.0], [-1.0, -1.0], [-3.0, -2.0], [-1.0, -1.0]]))
    found = SimpleNamespace(compared=lambda: [0, 1, 2], first_of=lambda plans: plans[0], gap=values.difference)
    compared = cast("WorldEvaluation", found)
    nearest, tied = lead(compared), lead(compared, ties=True)
    assert nearest is not None
    assert tied is not None
    assert (nearest.value, tied.value) == (1.5, 0.0)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_coach_finds_a_single_best_card(seed: int) -> None:
    state = generated(seed, target_phase="late")
    params = {"evaluator": "search", "evaluator_seed": seed, "time_budget_ms": LONG, "max_work": 24_000}
    best, *others = ask("evaluate_best_move", state, state["active_player_id"], params)["candidates"]
    # Interchangeable cards are neighbours in their suit that were measured as one.
    rivals = [each for each in others if (each["ev"], each["features"]) != (best["ev"], best["features"])]
    assert rivals
    assert best["ev"] - rivals[0]["ev"] >= 0.5
    same = [each["action"]["play"] for each in others if each not in rivals]
    assert {card[1] for card in same} <= {best["action"]["play"][1]}


def test_a_position_can_be_played_on() -> None:
    state = generated(9, target_phase="late")
    hand = state["chance_counter"]
    while state["chance_counter"] == hand:
        state = ask("apply_action", state, legal(state)[0])
    assert sum(state["scores"]) in (26, 78)


def test_impossible_or_invalid_requests_are_refused() -> None:
    impossible = BASE | {"seed": 1, "target_phase": "late", "filter_config": {"min_value_gap": 1000.0}}
    conformance.check_impossible_scenario(impossible)
    for wrong in ({"target_phase": "EARLY"}, {"filter_config": {"min_value_gap": -1.0}}):
        refused("INVALID_PARAMS", "generate_scenario", BASE | {"seed": 1} | wrong)


def test_the_scenario_job_yields_regularly() -> None:
    assert phase_of(conformance.check_scenario_pauses(BASE | {"seed": 2, "target_phase": "mid"}, 15)) == "mid"
