"""Kinds of decisions: every evaluation names the phase of the round, by the tiles on the table."""

from __future__ import annotations

import json

import pytest

from py_engine import bridge
from py_engine.games.azul.knowledge.grades import KINDS, kind_of
from py_engine.games.azul.rules.state import RULESET_ID, AzulState

PARAMS = {"evaluator_seed": 1, "max_work": 200, "time_budget_ms": 600_000}


def _after(moves: int) -> dict[str, object]:
    """The position after some first legal moves of a game; 20 tiles lie on the table at its start."""
    state = json.loads(bridge.new_game(RULESET_ID, 3, "{}"))
    for _ in range(moves):
        action = json.loads(bridge.list_legal_actions(json.dumps(state), state["active_player_id"]))[0]
        state = json.loads(bridge.apply_action(json.dumps(state), json.dumps(action)))
    return dict(state)


def _kind(state: dict[str, object], evaluator: str) -> str:
    params = json.dumps(PARAMS | {"evaluator": evaluator})
    found = json.loads(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], params))
    return str(found["metadata"]["decision"])


def test_kind_is_the_phase_of_the_round_and_changes_in_its_course() -> None:
    kinds = [kind_of(AzulState.model_validate(_after(moves))) for moves in range(10)]
    assert kinds[0] == "early"
    assert [kinds.index(code) for code in ("early", "mid", "late")] == sorted(map(kinds.index, set(kinds)))
    assert set(kinds) == {kind.code for kind in KINDS}


@pytest.mark.parametrize("evaluator", ["search", "greedy", "heuristic"])
def test_every_evaluation_names_its_kind(evaluator: str) -> None:
    assert _kind(_after(0), evaluator) == "early"
