"""What a game registers: its row, requests that are checked once, evaluations that are explained, what it lacks."""

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
    """The toy's rules with other functions."""
    return replace(GAME.rules, **functions)  # type: ignore[arg-type] # a test's own functions


def illegal(state: ToyState, action: ToyAction) -> ContractError | None:
    return None if action.number in state.choices else refusal("There is no such number.", "NO_NUMBER")


def test_a_request_holds_what_the_player_sees() -> None:
    game = replace(GAME, rules=changed(observe=without_seed))
    request = game.request(STATE, 0, PARAMS, ToyAction(number=2))
    assert (request.state.seed, request.player, request.params, request.user) == (None, 0, PARAMS, ToyAction(number=2))


def test_an_illegal_action_is_no_request() -> None:
    game = replace(GAME, rules=changed(illegal=illegal))
    assert game.request(STATE, 0, PARAMS, ToyAction(number=3)).user == ToyAction(number=3)
    with pytest.raises(ContractError, match="no such number") as caught:
        game.request(STATE, 0, PARAMS, ToyAction(number=4))
    assert caught.value.code == "ACTION_FAILED"


def test_where_there_is_nothing_to_decide_that_is_said_before_the_action_is_judged() -> None:
    nothing = ContractError("UNSUPPORTED", "Dice are to be entered.")
    game = replace(GAME, rules=changed(illegal=illegal, undecidable=lambda _state: nothing))
    with pytest.raises(ContractError, match="Dice are to be entered"):
        game.request(STATE, 0, PARAMS, ToyAction(number=4))


def test_params_are_judged_before_the_action() -> None:
    game = replace(GAME, rules=changed(illegal=illegal))
    with pytest.raises(ContractError) as caught:
        game.evaluation(STATE, 0, EvaluatorParams(evaluator_seed=1, evaluator="oracle"), ToyAction(number=4))
    assert caught.value.code == "INVALID_PARAMS"


def test_a_game_that_is_only_reviewed_is_neither_played_nor_practised() -> None:
    for asked in (playing, practising):
        with pytest.raises(ContractError, match="Toy cannot be played here, only reviewed") as caught:
            asked(GAME)
        assert caught.value.code == "UNSUPPORTED"


def test_a_game_without_artifacts_says_so() -> None:
    with pytest.raises(ContractError, match="Toy has no artifact 'table'") as caught:
        GAME.load_artifact("table", b"")
    assert caught.value.code == "NOT_FOUND"


def test_the_row_is_made_once() -> None:
    assert GAME.row is GAME.row
    assert (GAME.row.name, GAME.row.options, [each.name for each in GAME.row.evaluators]) == ("Toy", {}, ["toy"])
