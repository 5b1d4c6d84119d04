"""Tests of a game's registry entry, requests, and missing capabilities."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.game import Rules, playing, practising, without_seed
from py_engine.core.legality import refusal
from tests.core.toy import GAME, ToyAction, ToyState

PARAMS = EvaluatorParams(evaluator_seed=1)
STATE = ToyState(ruleset_id="toy_review", active_player_id=0, seed=5)


def changed(**functions: object) -> Rules[ToyState, ToyAction]:
    """The toy's rules with some functions replaced."""
    return replace(GAME.rules, **functions)  # type: ignore[arg-type] # a test's own functions


def illegal(state: ToyState, action: ToyAction) -> ContractError | None:
    return None if action.number in state.choices else refusal("There is no such number.", "NO_NUMBER")


def test_request_contains_the_observation() -> None:
    game = replace(GAME, rules=changed(observe=without_seed))
    request = game.request(STATE, 0, PARAMS, ToyAction(number=2))
    assert (request.state.seed, request.player, request.params, request.user) == (None, 0, PARAMS, ToyAction(number=2))


def test_request_refuses_an_illegal_action() -> None:
    game = replace(GAME, rules=changed(illegal=illegal))
    assert game.request(STATE, 0, PARAMS, ToyAction(number=3)).user == ToyAction(number=3)
    with pytest.raises(ContractError, match="no such number") as caught:
        game.request(STATE, 0, PARAMS, ToyAction(number=4))
    assert caught.value.code == "ACTION_FAILED"


def test_undecidable_state_takes_precedence_over_an_illegal_action() -> None:
    nothing = ContractError("UNSUPPORTED", "Dice are to be entered.")
    game = replace(GAME, rules=changed(illegal=illegal, undecidable=lambda _state: nothing))
    with pytest.raises(ContractError, match="Dice are to be entered"):
        game.request(STATE, 0, PARAMS, ToyAction(number=4))


def test_invalid_params_take_precedence_over_an_illegal_action() -> None:
    game = replace(GAME, rules=changed(illegal=illegal))
    with pytest.raises(ContractError) as caught:
        game.evaluation(STATE, 0, EvaluatorParams(evaluator_seed=1, evaluator="oracle"), ToyAction(number=4))
    assert caught.value.code == "INVALID_PARAMS"


def test_review_only_game_cannot_be_played_or_practised() -> None:
    for asked in (playing, practising):
        with pytest.raises(ContractError, match="Toy cannot be played here, only reviewed") as caught:
            asked(GAME)
        assert caught.value.code == "UNSUPPORTED"


def test_game_without_artifacts_refuses_one() -> None:
    with pytest.raises(ContractError, match="Toy has no artifact 'table'") as caught:
        GAME.load_artifact("table", b"")
    assert caught.value.code == "NOT_FOUND"


def test_registry_row_is_cached() -> None:
    assert GAME.row is GAME.row
    assert (GAME.row.name, GAME.row.options, [each.name for each in GAME.row.evaluators]) == ("Toy", {}, ["toy"])
