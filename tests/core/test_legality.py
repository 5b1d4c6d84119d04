"""Moves that cannot be played."""

from __future__ import annotations

import pytest

from py_engine.core.contract import ContractError
from py_engine.core.legality import refusal, require_playable
from tests.bridge.toy import ToyAction, ToyState


def illegal(state: ToyState, action: ToyAction) -> ContractError | None:
    return None if action.number in state.choices else refusal("There is no such number.", "NO_NUMBER")


def state(*, over: bool) -> ToyState:
    return ToyState(ruleset_id="toy_review", active_player_id=0, game_over=over)


def test_a_legal_move_may_be_played() -> None:
    require_playable(state(over=False), ToyAction(number=3), illegal)


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    with pytest.raises(ContractError) as caught:
        require_playable(state(over=False), ToyAction(number=4), illegal)
    assert (caught.value.code, caught.value.sentence) == ("ACTION_FAILED", "There is no such number.")
    assert caught.value.context == {"reason": "NO_NUMBER"}


@pytest.mark.parametrize("number", [3, 4])
def test_nothing_is_played_after_the_end(number: int) -> None:
    with pytest.raises(ContractError) as caught:
        require_playable(state(over=True), ToyAction(number=number), illegal)
    assert caught.value.code == "NO_LEGAL_ACTIONS"
