"""Entropy's JSON: derived fields are filled in, and contradictions are refused with their path."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from py_engine.games.entropy.rules.batch import legal_mask, pass_number
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, action_data, board_of, number_of, to_batch
from tests.bridge import strategies
from tests.bridge.asking import ask, in_json, refused
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import RULESET, State, position

DERIVED = ("turn", "score", "bag", "lines", "expected", "game_over", "returns", "warnings")
SAMPLE = "R G B Y R / R R R G G / W Y W Y W / B G Y G B / W B B W Y"


def completed(state: State) -> State:
    """The state as the engine returns it, without its seed."""
    seen: State = ask("observe", state, 0)
    return seen


@given(strategies.entropy_made_up())
@settings(max_examples=60)
def test_derived_fields_match_the_oracle(state: State) -> None:
    found = completed(state)
    assert found["turn"] == ("order", "chaos")[state["active_player_id"]]
    assert found["score"] == by_hand.score(state["board"], state["size"])
    assert found["bag"] == by_hand.left(state)
    assert list(found["bag"]) == list(by_hand.COLORS[: state["size"]])
    there = by_hand.cells(state["board"], state["size"])
    wanted = [
        {"code": code, "palindromes": (parts := by_hand.palindromes([there[cell] for cell in line]))}
        | {"score": sum(points for _, _, points in parts)}
        for code, line in by_hand.lines(state["size"]).items()
    ]
    assert found["lines"] == wanted
    assert len(found["expected"]) == 2 * state["size"]
    assert all(e >= line["score"] for e, line in zip(found["expected"], wanted, strict=True))
    assert (found["game_over"], found["returns"], found["warnings"]) == (False, [None, None], [])


@given(strategies.entropy_made_up())
@settings(max_examples=40)
def test_derived_fields_may_be_left_out_and_lines_are_never_trusted(state: State) -> None:
    found = completed(state)
    assert completed({key: value for key, value in found.items() if key not in DERIVED}) == found
    lying = copy.deepcopy(found)
    lying["lines"] = [{"code": "row_z", "score": 5, "palindromes": []}]
    lying |= {"expected": [1.0], "returns": [3.0, None], "warnings": [{"code": "X", "text": "Y."}]}
    assert completed(lying) == found
    model = EntropyState.model_validate(found)
    assert model.model_dump() == json.loads(json.dumps(found)) == found


def test_new_game_state_has_the_contract_fields() -> None:
    state = ask("new_game", RULESET, 5, {})
    assert set(state) == {
        *("state_version", "ruleset_id", "active_player_id", "seed", "chance_counter", "game_over", "returns"),
        *("last_events", "warnings", "size", "next_token_known", "board", "turn", "score", "token", "next_token"),
        *("bag", "lines", "expected"),
    }
    assert (state["active_player_id"], state["turn"], state["score"], state["size"]) == (1, "chaos", 0, 7)
    assert state["board"] == [""] * 49
    assert state["chance_counter"] == 1
    assert state["next_token"] is None
    assert sum(state["bag"].values()) == 48
    assert [line["code"] for line in state["lines"]] == list(by_hand.lines(7))


def test_complete_scores_a_published_board() -> None:
    over = completed(position(SAMPLE))
    assert (over["score"], over["returns"], over["game_over"]) == (48, [48.0, -48.0], True)
    assert over["expected"] == [float(line["score"]) for line in over["lines"]]
    assert over["lines"][1] == {
        "code": "row_b",
        "score": 9,
        "palindromes": [[0, 1, 2], [0, 2, 3], [1, 2, 2], [3, 4, 2]],
    }
    assert completed(position(SAMPLE, player=1))["game_over"] is True
    assert completed(position(SAMPLE, player=1) | {"turn": "order"})["turn"] == "chaos"


def test_given_next_token_counts_as_known() -> None:
    state = position(". " * 49, player=1, drawn="R", following="G")
    assert completed(state)["next_token_known"] is True
    assert completed(position(". " * 49, player=1, drawn="R"))["next_token_known"] is False
    last = position(f"{SAMPLE[:-1]}.", player=1, drawn="Y", next_token_known=True)
    assert completed(last)["next_token"] is None


EMPTY = ". " * 25
FULL_ROW = "R R R R R / . . . . . / . . . . . / . . . . . / . . . . ."
CHANGES: list[tuple[State, str, str]] = [
    (position(EMPTY) | {"board": [""] * 24}, "board", "should have 25 entries on a board of size 5"),
    (position(EMPTY) | {"size": 7}, "board", "should have 49 entries on a board of size 7"),
    (position(EMPTY) | {"size": 6}, "size", "is not one of the values allowed"),
    (position(EMPTY) | {"board": ["Q"] * 25}, "board.0", "is not one of the values allowed"),
    (position(EMPTY) | {"board": [None] * 25}, "board.0", "is not one of the values allowed"),
    (
        position("R . . K ." + ". " * 20),
        "board.3",
        "is K, and a board of size 5 has the colours R G Y B W",
    ),
    (
        position(EMPTY, player=1, drawn="P"),
        "token",
        "is P, and a board of size 5 has the colours R G Y B W",
    ),
    (
        position("R R R R R R" + ". " * 19),
        "board.5",
        "is one R too many: there are 5 of each colour",
    ),
    (position(FULL_ROW, player=1, drawn="R"), "token", "is one R too many: there are 5 of each colour"),
    (
        position(FULL_ROW, player=0, following="R"),
        "next_token",
        "is one R too many: there are 5 of each colour",
    ),
    (position(EMPTY, player=1), "token", "is missing: it is Chaos's turn, and there are empty cells"),
    (position(EMPTY, player=0, drawn="R"), "token", "should be null on Order's turn"),
    (
        position("RRRRR GGGGG YYYYY BBBBB WWWWW", player=1, drawn="R"),
        "token",
        "is one R too many: there are 5 of each colour",
    ),
    (
        position(EMPTY, following="R", next_token_known=False),
        "next_token",
        "should be null unless the next token is known",
    ),
    (
        position(EMPTY, next_token_known=True),
        "next_token",
        "is missing: the next token is known, and there are tokens left",
    ),
    (
        position(f"{SAMPLE[:-1]}.", player=0, next_token_known=True),
        "next_token",
        "is missing: the next token is known, and there are tokens left",
    ),
    (position(EMPTY, turn="chaos"), "turn", "is chaos, but player 0 is Order"),
    (position(EMPTY, player=1, drawn="R", turn="order"), "turn", "is order, but player 1 is Chaos"),
    (position(EMPTY, turn="nobody"), "turn", "is not one of the values allowed"),
    (position(FULL_ROW, score=29), "score", "is 29, but the board scores 30"),
    (position(FULL_ROW, bag={"R": 1, "G": 5, "Y": 5, "B": 5, "W": 5}), "bag.R", "is 1, but 0 are left"),
    (position(FULL_ROW, bag={"G": 5, "Y": 5, "B": 5}), "bag.W", "is 0, but 5 are left"),
    (position(EMPTY, bag=dict.fromkeys("RGYBWK", 5)), "bag.K", "is 5, but 0 are left"),
    (position(EMPTY, bag={"Q": 5}), "bag.Q", "is not one of the values allowed"),
    (position(EMPTY, player=2), "active_player_id", "is too large"),
    (position(EMPTY, more=1), "more", "is not a known field"),
    (position(EMPTY, expected="all"), "expected", "should be a list"),
]


@pytest.mark.parametrize(("state", "path", "problem"), CHANGES)
def test_invalid_states_name_the_path(state: State, path: str, problem: str) -> None:
    refusal = refused("INVALID_STATE", "describe_state", state)
    assert refusal["context"]["path"] == path
    assert refusal["context"]["errors"][0] == {"path": path, "problem": problem}
    assert refusal["error"] == f"Invalid state: {path} {problem}."


def test_full_board_has_no_drawn_token() -> None:
    board = "RRRRR GGGGG YYYYY BBBBB WWWWW"
    for name in ("token", "next_token"):
        refusal = refused("INVALID_STATE", "describe_state", position(board, player=1) | {name: "R"})
        assert refusal["error"].endswith(f"{name} is one R too many: there are 5 of each colour.")


def test_wrong_game_over_is_refused() -> None:
    text = "The state says game_over false, but the board is full."
    assert refused("INVALID_STATE", "describe_state", position(SAMPLE, game_over=False))["error"] == text
    text = "The state says game_over true, but there are empty cells."
    assert refused("INVALID_STATE", "describe_state", position(EMPTY, game_over=True))["error"] == text


@pytest.mark.parametrize("size", [5, 7])
def test_action_numbers_round_trip(size: int) -> None:
    numbers = range(pass_number(size) + 1)
    written = [action_data(number, size) for number in numbers]
    assert len({json.dumps(action) for action in written}) == len(written)
    models = [EntropyAction.model_validate(action) for action in written]
    assert [number_of(model, size) for model in models] == list(numbers)
    assert [model.model_dump() for model in models] == written
    assert [json.loads(model.model_dump_json()) for model in models] == written
    assert number_of(EntropyAction.model_validate({"from": "a1", "to": "b2"}), size) is None
    assert number_of(EntropyAction.model_validate({"cell": "h1"}), size) is None


@given(strategies.entropy_made_up())
@settings(max_examples=30)
def test_to_batch_reads_the_state(state: State) -> None:
    model = EntropyState.model_validate(state)
    batch = to_batch([model, model])
    assert board_of(batch, 1) == state["board"]
    held = [batch.token[0], batch.next_token[0]]
    assert held == [1 + by_hand.COLORS.index(c) if c else 0 for c in (state["token"], state["next_token"])]
    assert batch.bag[0, 1 : state["size"] + 1].tolist() == list(by_hand.left(state).values())
    # If the last token is in hand, there is no next one, known or not.
    known = state.get("next_token_known", False) or state["next_token"] is not None
    assert (batch.next_known, int(batch.turn[1])) == (known, state["active_player_id"])
    legal = [action_data(n, state["size"]) for n in np.flatnonzero(legal_mask(batch)[1]).tolist()]
    assert legal == by_hand.legal(state)


ONE = "it should have from and to, or cell"
UNFIT: list[tuple[Any, str]] = [
    ({}, f"Invalid action: {ONE}."),
    ({"from": "a1"}, f"Invalid action: {ONE}."),
    ({"to": "a1"}, f"Invalid action: {ONE}."),
    ({"from": "a1", "to": "a2", "cell": "a3"}, f"Invalid action: {ONE}."),
    ({"from": "a1", "to": None}, f"Invalid action: {ONE}."),
    ({"cell": None}, f"Invalid action: {ONE}."),
    ({"cell": 3}, "Invalid action: cell should be a string."),
    ({"pass": True}, "Invalid action: pass is not a known field."),
    ({"origin": "a1", "to": "a2"}, "Invalid action: origin is not a known field."),
    ("Pass", 'The action should be a JSON object or "pass".'),
    (["pass"], 'The action should be a JSON object or "pass".'),
    (None, 'The action should be a JSON object or "pass".'),
]


@pytest.mark.parametrize(("action", "sentence"), UNFIT, ids=[json.dumps(action) for action, _ in UNFIT])
def test_invalid_actions_are_refused_with_one_sentence(action: Any, sentence: str) -> None:
    state = ask("new_game", RULESET, 1, {})
    assert refused("INVALID_ACTION", "apply_action", state, in_json(action))["error"] == sentence


def test_description_shows_the_turn_the_board_and_the_bag() -> None:
    state = position("R R . . K . ." + ". " * 41 + "P", player=1, drawn="W", following="K")
    assert ask("describe_state", state).splitlines() == [
        "Entropy, turn 5 of 49, 2 points. Chaos to place White, Black comes next.",
        "  1 2 3 4 5 6 7",
        "a R R . . K . .",
        *(f"{row} . . . . . . ." for row in "bcdef"),
        "g . . . . . . P",
        "In the bag: 5 Red, 7 Green, 7 Yellow, 7 Blue, 6 White, 5 Black, 6 Purple.",
    ]
    order = position(f"{SAMPLE[:-1]}.")
    assert ask("describe_state", order).splitlines()[0] == (
        "Entropy, turn 24 of 25, 48 points. Order to slide a token or pass."
    )
    last = position(f"{SAMPLE[:-1]}.", player=1, drawn="Y")
    assert ask("describe_state", last).splitlines()[-1] == "In the bag: nothing."
    assert ask("describe_state", position(SAMPLE)).splitlines()[0] == "Entropy, the game is over: 48 points."
    assert len(ask("describe_state", position(SAMPLE)).splitlines()) == 7
