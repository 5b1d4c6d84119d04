"""The rules against the oracle: legal moves, moves, whole games, conservation of tiles, no changes in place."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from py_engine.games.azul.rules.play import apply_action, complete, legal_actions
from py_engine.games.azul.rules.state import AzulAction, AzulState, action_of
from tests.bridge import strategies
from tests.bridge.asking import ask, refused
from tests.games.azul import oracle
from tests.games.azul.oracle import Action, State

PLAYED = ("active_player_id", "round_number", "bag", "lid", "factories", "center", "players", "game_over")
ALL_ACTIONS = [action_of(number).model_dump() for number in range(180)]


def read(state: State) -> AzulState:
    return complete(AzulState.model_validate(state))


def legal(state: State) -> list[Any]:
    return [action_of(number).model_dump() for number in legal_actions(read(state))]


def applied(state: State, action: Action) -> State:
    return apply_action(read(state), AzulAction.model_validate(action)).model_dump()


def assert_follows(before: State, action: Action, after: State) -> None:
    """Asserts that the engine's next position is the oracle's, given the tiles that the engine dealt."""
    wanted = oracle.play(before, action, lambda _: after["factories"])
    assert {key: after[key] for key in PLAYED} == {key: wanted[key] for key in PLAYED}
    assert oracle.tile_counts(after) == oracle.tile_counts(before)
    tiles = oracle.tiles_on_table(after)
    assert after["draft_phase_progress"] == ("EARLY" if tiles >= 14 else "MID" if tiles >= 7 else "LATE")
    scores = [player["score"] for player in after["players"]]
    over = [float(scores[0] - scores[1]), float(scores[1] - scores[0])]
    assert after["returns"] == (over if after["game_over"] else [None, None])


@given(strategies.states())
@settings(max_examples=150)
def test_legal_actions_equal_the_oracles_in_order(state: State) -> None:
    assert legal(state) == oracle.legal_moves(state)


@given(strategies.states(), strategies.choices())
@settings(max_examples=200)
def test_moves_equal_the_oracles(state: State, choice: int) -> None:
    moves = oracle.legal_moves(state)
    action = moves[choice % len(moves)]
    assert_follows(state, action, applied(state, action))


@given(strategies.late(4), strategies.choices())
@settings(max_examples=150)
def test_round_ends_equal_the_oracles(state: State, choice: int) -> None:
    before, round_number = state, state["round_number"]
    while before["round_number"] == round_number and not before["game_over"]:
        moves = oracle.legal_moves(before)
        after = applied(before, moves[choice % len(moves)])
        assert_follows(before, moves[choice % len(moves)], after)
        before = after


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_over_the_bridge_equal_the_oracles(seed: int) -> None:
    state = ask("new_game", "azul_v1_2p", seed, {})
    plies = 0
    while not state["game_over"] and state["round_number"] <= 12:
        moves = ask("list_legal_actions", state, state["active_player_id"])
        assert moves == oracle.legal_moves(state)
        lines = [move for move in moves if move["destination"] != "Floor"]
        action = (lines or moves)[(seed * 31 + plies * 17) % len(lines or moves)]
        after = ask("apply_action", state, action)
        assert_follows(state, action, after)
        assert oracle.tile_counts(after) == Counter(dict.fromkeys(oracle.COLORS, 20))
        assert after["warnings"] == []
        assert_events_account_for_the_move(state, action, after)
        state, plies = after, plies + 1
    assert state["game_over"]
    final = state["last_events"][-1]
    assert final["type"] == "game_over"
    assert final["returns"] == state["returns"]
    assert final["winner"] == oracle.winner(state)
    assert final["shared"] is (final["winner"] is None)


def assert_events_account_for_the_move(before: State, action: Action, after: State) -> None:
    """Asserts that the events account for every tile moved and every point won or lost."""
    events = after["last_events"]
    drafted = events[0]
    mover = before["active_player_id"]
    count = oracle.pile_of(before, action["source"])[action["color"]]
    assert {key: drafted[key] for key in action} == action
    assert (drafted["type"], drafted["player_id"], drafted["count"]) == ("draft", mover, count)
    assert drafted["placed"] + drafted["to_floor"] + drafted["to_lid"] == count
    bare = oracle.draft(before, action)
    boards = [state["players"][mover]["floor_line"] for state in (before, bare)]
    assert drafted["to_floor"] == len(boards[1]["tiles"]) - len(boards[0]["tiles"])
    assert drafted["took_token"] == (boards[1]["has_first_player_token"] > boards[0]["has_first_player_token"])
    if oracle.tiles_on_table(bare):
        assert len(events) == 1
        return
    for player in range(2):
        mine = [event for event in events[1:] if event.get("player_id") == player]
        score = bare["players"][player]["score"]
        score += sum(event["points"] for event in mine if event["type"] == "tile")
        penalties = [event["points"] for event in mine if event["type"] == "penalty"]
        assert len(penalties) <= 1
        assert -sum(penalties) == oracle.floor_cost(bare["players"][player]["floor_line"])
        score = max(0, score + sum(penalties))
        score += sum(event["points"] for event in mine if event["type"] == "bonus")
        assert score == after["players"][player]["score"]
        placed = [(event["row"], event["column"], event["color"]) for event in mine if event["type"] == "tile"]
        assert placed == [
            (row, oracle.column_of(line["color"], row), line["color"])
            for row, line in enumerate(bare["players"][player]["pattern_lines"])
            if line["count_filled"] == row + 1
        ]
    refills = [event for event in events if event["type"] == "refill"]
    assert len(refills) == (0 if after["game_over"] else 1)
    if refills:
        poured = sum(bare["bag"].values()) < refills[0]["tiles"]
        tiles = oracle.tiles_on_table(after)
        assert refills == [
            {"type": "refill", "round_number": after["round_number"], "tiles": tiles, "lid_returned": poured}
        ]


@given(strategies.states(), strategies.choices())
@settings(max_examples=60)
def test_applying_a_move_does_not_change_the_state(state: State, choice: int) -> None:
    kept = copy.deepcopy(state)
    model = read(state)
    frozen = model.model_copy(deep=True)
    number = legal_actions(model)[choice % len(legal_actions(model))]
    first = apply_action(model, action_of(number))
    assert apply_action(model, action_of(number)) == first
    assert model == frozen
    assert state == kept


def reason_against(state: State, action: Action) -> str:
    """The reason why a move is illegal, by the oracle."""
    pile = oracle.pile_of(state, action["source"])
    if not pile.get(action["color"]):
        return "SOURCE_EMPTY"
    player = state["players"][state["active_player_id"]]
    row = action["destination"]["PatternLine"]
    line = player["pattern_lines"][row]
    if player["wall"][row][oracle.column_of(action["color"], row)]:
        return "WALL_CONFLICT"
    if line["count_filled"] == row + 1:
        return "PATTERN_LINE_COMPLETE"
    assert line["color"] not in (None, action["color"])
    return "COLOR_MISMATCH"


@given(strategies.states())
@settings(max_examples=8)
def test_unlisted_actions_are_refused_with_their_reason(state: State) -> None:
    moves = oracle.legal_moves(state)
    for action in ALL_ACTIONS:
        if action in moves:
            continue
        answer = refused("ACTION_FAILED", "apply_action", state, action)
        assert answer["context"]["reason"] == reason_against(state, action)


@given(strategies.states())
@settings(max_examples=60)
def test_states_round_trip_json(state: State) -> None:
    model = read(state)
    assert AzulState.model_validate_json(model.model_dump_json()) == model
    assert ask("observe", model.model_dump(), 0) == model.model_dump() | {"seed": None}


def test_actions_round_trip_json_and_numbers() -> None:
    from py_engine.games.azul.rules.state import number_of

    assert [number_of(AzulAction.model_validate(action)) for action in ALL_ACTIONS] == list(range(180))
    assert len({str(action) for action in ALL_ACTIONS}) == 180


@given(strategies.made_up(), strategies.choices())
@settings(max_examples=40)
def test_states_with_wrong_tile_counts_keep_their_warning(state: State, choice: int) -> None:
    def codes(position: State) -> set[str]:
        return {warning["code"] for warning in position["warnings"]}

    odd = any(oracle.tile_counts(state)[color] != 20 for color in oracle.COLORS)
    assert ("TILE_COUNT" in codes(ask("observe", state, 0))) == odd
    moves = oracle.legal_moves(state)
    after = ask("apply_action", state, moves[choice % len(moves)])
    assert after["warnings"] == ask("observe", after, 0)["warnings"]
    assert ("TILE_COUNT" in codes(after)) == odd
