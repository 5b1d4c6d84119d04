"""Entropy over the bridge: effects and events of moves, and refusals."""

from __future__ import annotations

import copy
import json
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.entropy.rules.play import complete, draw, illegal
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState
from tests.bridge import strategies
from tests.bridge.asking import ask, in_json, raw, refused
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import COLORS, RULESET, State, position

OPTIONS: tuple[State, ...] = ({}, {"size": 5}, {"next_token_known": True}, {"size": 5, "next_token_known": True})


def drawn(state: State) -> str | None:
    """The next token by the state's seed, if any is left."""
    bag = np.zeros(8, dtype=np.int16)
    bag[1 : state["size"] + 1] = list(by_hand.left(state).values())
    return COLORS[draw(state["seed"], state["chance_counter"], bag) - 1] if bag.any() else None


def check_move(before: State, action: Any, after: State) -> None:
    """Checks the effects of a move against the oracle."""
    board, size = by_hand.moved(before, action), before["size"]
    assert after["board"] == board
    score = by_hand.score(board, size)
    assert after["score"] == score
    placed = before["active_player_id"] == 1
    over = "" not in board
    token = None if placed else drawn(before)
    assert after["active_player_id"] == (0 if placed else 1)
    assert after["chance_counter"] == before["chance_counter"] + (token is not None)
    if before["next_token_known"]:
        assert after["token"] == (None if placed else before["next_token"])
        assert after["next_token"] == (before["next_token"] if placed else token)
    else:
        assert (after["token"], after["next_token"]) == (token, None)
    assert all(after[key] == before[key] for key in ("ruleset_id", "seed", "size", "next_token_known"))
    assert (after["game_over"], after["returns"]) == (over, [float(score), float(-score)] if over else [None, None])
    there = by_hand.cells(before["board"], size)
    event: State = {"type": "pass", "player_id": 0}
    if placed:
        event = {"type": "place", "player_id": 1, "cell": action["cell"], "token": before["token"]}
    elif action != "pass":
        event = {"type": "slide", "player_id": 0, **action, "token": there[action["from"]]}
    events = [event]
    change = score - by_hand.score(before["board"], size)
    if change:
        events.append({"type": "score", "change": change, "score": score})
    if token:
        events.append({"type": "draw", "player_id": 1, "token": token})
    if over:
        events.append({"type": "game_over", "returns": after["returns"], "score": score})
    assert after["last_events"] == events


@given(strategies.entropy_made_up(), st.integers(0, 10_000))
@settings(max_examples=80)
def test_apply_action_matches_the_oracle(state: State, choice: int) -> None:
    state = ask("observe", state, 0) | {"seed": state["seed"]}
    actions = ask("list_legal_actions", state, state["active_player_id"])
    assert actions == by_hand.legal(state)
    action = actions[choice % len(actions)]
    kept = copy.deepcopy(state)
    after = ask("apply_action", state, in_json(action))
    assert state == kept
    check_move(state, action, after)
    assert raw("apply_action", kept, in_json(action)) == raw("apply_action", state, in_json(action))


@given(strategies.entropy_made_up())
@settings(max_examples=15)
def test_exactly_the_legal_actions_can_be_played(state: State) -> None:
    model = complete(EntropyState.model_validate(state))
    names = by_hand.names(state["size"])
    everything: list[Any] = [{"cell": cell} for cell in names]
    everything += [{"from": start, "to": end} for start in names for end in names]
    legal = [json.dumps(action) for action in by_hand.legal(state)]
    for action in [*everything, "pass"]:
        refusal = illegal(model, EntropyAction.model_validate(action))
        assert (refusal is None) == (json.dumps(action) in legal), action


@pytest.mark.parametrize("options", OPTIONS, ids=json.dumps)
def test_whole_games_lose_no_token(options: State) -> None:
    size = options.get("size", 7)
    moves = list(by_hand.play(3, options))
    for before, action, after in moves:
        check_move(before, action, after)
        for state in (before, after):
            held = Counter([*state["board"], state["token"] or "", state["next_token"] or ""]) + Counter(state["bag"])
            del held[""]
            assert held == dict.fromkeys(COLORS[:size], size)
    last = moves[-1][2]
    assert [before["active_player_id"] for before, _, _ in moves] == [1, 0] * (size * size - 1) + [1]
    assert last["game_over"]
    assert last["chance_counter"] == size * size


def tokens_of(states: list[State]) -> str:
    """The tokens in the order in which Chaos places them."""
    return "".join(state["token"] for state in states if state["token"])


@pytest.mark.parametrize("size", [5, 7])
def test_token_order_depends_on_the_seed_alone(size: int) -> None:
    orders = {
        tokens_of(by_hand.game(8, {"size": size, "next_token_known": known}, chooser)[0])
        for chooser, known in ((1, False), (2, False), (3, True))
    }
    assert len(orders) == 1
    assert Counter(orders.pop()) == dict.fromkeys(COLORS[:size], size)
    assert tokens_of(by_hand.game(9, {"size": size}, 1)[0]) not in orders


def test_known_next_token_comes_next() -> None:
    states, _ = by_hand.game(4, {"size": 5, "next_token_known": True})
    first = states[0]
    assert first["chance_counter"] == 2
    assert [event["token"] for event in first["last_events"]] == [first["token"], first["next_token"]]
    for before, after in pairwise(states):
        if before["active_player_id"] == 0:
            assert after["token"] == before["next_token"]


def test_draw_probabilities_follow_the_bag() -> None:
    bag = np.array([0, 3, 0, 1, 4, 0, 0, 0], dtype=np.int16)
    counts = Counter(draw(seed, counter, bag) for seed in range(40) for counter in range(20))
    assert set(counts) == {1, 3, 4}
    for color, share in ((1, 3 / 8), (3, 1 / 8), (4, 4 / 8)):
        assert counts[color] / 800 == pytest.approx(share, abs=0.06)


def test_new_game_has_draw_events() -> None:
    state = ask("new_game", RULESET, 3, {"size": 5})
    assert state["last_events"] == [{"type": "draw", "player_id": 1, "token": state["token"]}]
    assert state["bag"] == {color: 5 - (color == state["token"]) for color in "RGYBW"}
    for options in ({"size": 6}, {"size": "7"}, {"next_token_known": 1}, {"colors": 7}):
        refused("INVALID_PARAMS", "new_game", RULESET, 3, options)


BOARD = "R G . . . / . . . . . / . . Y . B / . . . . . / R . . . ."
REFUSALS: list[tuple[int, Any, str, str]] = [
    (0, {"cell": "c1"}, "WRONG_SIDE", "Order slides a token or passes; only Chaos places."),
    (1, "pass", "WRONG_SIDE", "Chaos must place the token."),
    (1, {"from": "a1", "to": "b1"}, "WRONG_SIDE", "Chaos must place the token."),
    (1, {"cell": "a1"}, "NOT_EMPTY", "There is already a token on a1."),
    (1, {"cell": "f1"}, "OFF_BOARD", "The board has no cell 'f1'; its cells are a1 to e5."),
    (0, {"from": "a1", "to": "a6"}, "OFF_BOARD", "The board has no cell 'a6'; its cells are a1 to e5."),
    (0, {"from": "", "to": "a5"}, "OFF_BOARD", "The board has no cell ''; its cells are a1 to e5."),
    (0, {"from": "b1", "to": "c1"}, "EMPTY_CELL", "There is no token on b1."),
    (0, {"from": "a1", "to": "b2"}, "NOT_A_LINE", "A token slides along its row or column, not from a1 to b2."),
    (0, {"from": "a1", "to": "a1"}, "NOT_A_LINE", "A token slides along its row or column, not from a1 to a1."),
    (0, {"from": "a1", "to": "a2"}, "BLOCKED", "The way from a1 to a2 is blocked by the token on a2."),
    (0, {"from": "a1", "to": "a3"}, "BLOCKED", "The way from a1 to a3 is blocked by the token on a2."),
    (0, {"from": "a1", "to": "e1"}, "BLOCKED", "The way from a1 to e1 is blocked by the token on e1."),
    (0, {"from": "c5", "to": "c1"}, "BLOCKED", "The way from c5 to c1 is blocked by the token on c3."),
]


@pytest.mark.parametrize(("player", "action", "reason", "sentence"), REFUSALS)
def test_illegal_moves_are_refused_with_a_reason(player: int, action: Any, reason: str, sentence: str) -> None:
    state = position(BOARD, player=player, drawn="W" if player else None)
    params = {"evaluator_seed": 1, "evaluator": "value"}
    for function, args in (
        ("apply_action", [state, in_json(action)]),
        ("grade_user_action", [state, player, in_json(action), params]),
    ):
        refusal = refused("ACTION_FAILED", function, *args)
        assert (refusal["error"], refusal["context"]) == (sentence, {"reason": reason})


def test_order_can_only_pass_on_an_empty_board() -> None:
    state = position(". " * 25, seed=1)
    assert ask("list_legal_actions", state, 0) == ["pass"]
    after = ask("apply_action", state, '"pass"')
    check_move(ask("observe", state, 0) | {"seed": 1}, "pass", after)


def test_exhausted_chance_counter_is_refused() -> None:
    state = position(BOARD, chance_counter=2**53 - 1)
    refusal = refused("INVALID_STATE", "apply_action", state, '"pass"')
    text = "This position cannot be continued: its chance_counter is at the limit of what a state can hold."
    assert refusal["error"] == text
    placing = position(BOARD, player=1, drawn="W", chance_counter=2**53 - 1)
    assert ask("apply_action", placing, {"cell": "b1"})["chance_counter"] == 2**53 - 1
