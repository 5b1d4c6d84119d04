"""Tests of the checks for illegal moves and inconsistent states."""

from __future__ import annotations

import pytest

from py_engine.core.contract import MAX_INT, ContractError
from py_engine.core.legality import (
    refusal,
    require_chance_left,
    require_ending,
    require_playable,
    require_player,
)
from tests.core.toy import ToyAction, ToyState


def illegal(state: ToyState, action: ToyAction) -> ContractError | None:
    return None if action.number in state.choices else refusal("There is no such number.", "NO_NUMBER")


def state(*, over: bool) -> ToyState:
    return ToyState(ruleset_id="toy_review", active_player_id=0, game_over=over)


def test_legal_move_is_accepted() -> None:
    require_playable(state(over=False), ToyAction(number=3), illegal)


def test_illegal_move_is_refused_with_its_reason() -> None:
    with pytest.raises(ContractError) as caught:
        require_playable(state(over=False), ToyAction(number=4), illegal)
    assert (caught.value.code, caught.value.sentence) == ("ACTION_FAILED", "There is no such number.")
    assert caught.value.context == {"reason": "NO_NUMBER"}


@pytest.mark.parametrize("number", [3, 4])
def test_moves_after_the_end_of_the_game_are_refused(number: int) -> None:
    with pytest.raises(ContractError) as caught:
        require_playable(state(over=True), ToyAction(number=number), illegal)
    assert caught.value.code == "NO_LEGAL_ACTIONS"


@pytest.mark.parametrize(("game_over", "over"), [(None, True), (None, False), (True, True), (False, False)])
def test_correct_or_missing_game_over_is_accepted(game_over: bool | None, over: bool) -> None:
    state = ToyState(ruleset_id="toy_review", active_player_id=0, game_over=game_over)
    require_ending(state, over=over, why="it is not")


@pytest.mark.parametrize("over", [True, False])
def test_wrong_game_over_is_refused(over: bool) -> None:
    with pytest.raises(ContractError) as caught:
        require_ending(state(over=not over), over=over, why="it is not")
    assert caught.value.code == "INVALID_STATE"
    assert caught.value.sentence == f"The state says game_over {'false' if over else 'true'}, but it is not."


def test_chance_counter_at_its_limit_is_refused() -> None:
    last = state(over=False).model_copy(update={"chance_counter": MAX_INT})
    require_chance_left(last.model_copy(update={"chance_counter": MAX_INT - 1}))
    with pytest.raises(ContractError) as caught:
        require_chance_left(last)
    assert caught.value.code == "INVALID_STATE"
    assert caught.value.sentence == (
        "This position cannot be continued: its chance_counter is at the limit of what a state can hold."
    )


def test_player_of_the_game_is_returned() -> None:
    assert [require_player(player, 3) for player in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("player", "players", "text"),
    [
        (4, 4, "There is no player 4; this game has 4 players."),
        (-1, 1, "There is no player -1; this game has 1 player."),
        (True, 2, "There is no player True; this game has 2 players."),
        ("0", 2, "There is no player 0; this game has 2 players."),
    ],
)
def test_absent_player_is_refused(player: object, players: int, text: str) -> None:
    with pytest.raises(ContractError) as caught:
        require_player(player, players)
    assert (caught.value.code, caught.value.sentence) == ("INVALID_PLAYER", text)
