"""Tests of parsing the states in query arguments."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.core.coaching.sent_states import SentStates
from py_engine.core.contract import ContractError
from tests.core.toy import RULESET, ToyState

SENT = SentStates(
    game="Toy",
    ruleset_id=RULESET,
    model=ToyState,
    complete=lambda state: state.model_copy(update={"game_over": not state.choices}),
    kind=lambda state: state.active_player_id,
    differs="another player",
)


def data(**fields: Any) -> dict[str, Any]:
    return {"ruleset_id": RULESET, "active_player_id": 0, **fields}


def test_states_are_parsed_and_completed() -> None:
    states = SENT.parse([data(), data(choices=[])])
    assert [state.game_over for state in states] == [False, True]
    assert SENT.parse_one(data()) == states[0]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"ruleset_id": "chess"}, "State 7 is not a state of Toy."), ({"choices": 1}, "state 7")],
)
def test_parse_error_names_the_index_of_the_state(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ContractError) as caught:
        SENT.parse([data(), data(**wrong)], first=6)
    assert caught.value.code == "INVALID_STATE"
    assert sentence in caught.value.sentence


def test_states_of_different_games_are_refused() -> None:
    SENT.require_one_game(SENT.parse([data(), data(choices=[])]))
    with pytest.raises(ContractError) as caught:
        SENT.require_one_game(SENT.parse([data(), data(), data(active_player_id=1)]))
    assert caught.value.code == "INVALID_PARAMS"
    assert caught.value.sentence == "State 2 is of another game than the first: another player."
    assert caught.value.context == {"index": 2}
