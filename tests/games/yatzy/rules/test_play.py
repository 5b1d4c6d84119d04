"""Yatzy over the bridge: effects and events of moves, and refusals."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.yatzy.rules.play import throw
from tests.bridge import strategies
from tests.bridge.asking import ask, raw, refused
from tests.games.yatzy import oracle
from tests.games.yatzy.oracle import CATEGORIES, full_card, position

State = dict[str, Any]


def legal(state: State) -> list[Any]:
    found: list[Any] = ask("list_legal_actions", state, state["active_player_id"])
    return found


def check_move(before: State, action: Any, after: State) -> None:
    """Checks the effects of a move against the oracle."""
    player = before["active_player_id"]
    cards = [dict(p["scores"]) for p in before["players"]]
    over = False
    mover = player
    if "score" in action:
        cards[player][action["score"]] = oracle.score(action["score"], before["dice"], **oracle.house(before))
        seats = [(player + ahead) % len(cards) for ahead in range(1, len(cards))]
        others = [p for p in seats if len(cards[p]) < 15]
        over = not others and len(cards[player]) == 15
        mover = others[0] if others else player
    assert [p["scores"] for p in after["players"]] == cards
    assert [p["total"] for p in after["players"]] == [oracle.total(card) for card in cards]
    assert after["game_over"] == over
    assert after["returns"] == [float(oracle.total(card)) if over else None for card in cards]
    assert after["active_player_id"] == mover
    real = before["options"]["real_dice"]
    fell = [None] * 5 if real else throw(before["seed"], before["chance_counter"]).tolist()
    kept = [False] * 5 if "score" in action else action.get("keep", [False] * 5)
    wanted = action.get("enter") or [old if k else new for old, new, k in zip(before["dice"], fell, kept, strict=True)]
    assert after["dice"] == (before["dice"] if over else wanted)
    thrown = not over and "enter" not in action and not all(kept)
    chance = "enter" in action or (thrown and not real)
    assert after["chance_counter"] == before["chance_counter"] + chance
    left = {"keep": before["rolls_left"] - 1, "score": 2, "enter": before["rolls_left"] - 1}[next(iter(action))]
    assert after["rolls_left"] == (0 if over else left + (None in after["dice"]))
    assert all(after[name] == before[name] for name in ("ruleset_id", "seed", "options"))


@given(strategies.yatzy_states(), strategies.choices())
@settings(max_examples=150)
def test_apply_action_matches_the_oracle(state: State, choice: int) -> None:
    state = ask("observe", state, 0) | {"seed": 9}
    actions = legal(state)
    action = actions[choice * 41 % len(actions)]
    text = json.dumps(state)
    kept = copy.deepcopy(state)
    after = ask("apply_action", state, action)
    assert state == kept
    check_move(state, action, after)
    assert raw("apply_action", json.loads(text), action) == raw("apply_action", state, action)
    assert ask("apply_action", after, legal(after)[0]) if legal(after) else after["game_over"]


@given(strategies.yatzy_states())
@settings(max_examples=60)
def test_legal_actions_are_listed_in_order_and_all_others_refused(state: State) -> None:
    actions = legal(state)
    if None in state["dice"]:
        assert len(actions) == 6 ** state["dice"].count(None)
        assert actions == sorted(actions, key=lambda action: action["enter"])
        for action in actions[:: max(1, len(actions) // 5)]:
            assert all(old in (None, new) for old, new in zip(state["dice"], action["enter"], strict=True))
            ask("apply_action", state, action)
        return
    assert actions == oracle.legal(state | {"game_over": False})
    everything: list[Any] = [{"keep": [bool(n >> i & 1) for i in range(5)]} for n in range(32)]
    everything += [{"score": category} for category in CATEGORIES]
    for action in [*everything, {"enter": [1, 2, 3, 4, 5]}]:
        if action in actions:
            ask("apply_action", state, action)
        else:
            refused("ACTION_FAILED", "apply_action", state, action)


@pytest.mark.parametrize("options", strategies.YATZY_OPTIONS, ids=json.dumps)
def test_whole_games_match_the_oracle(options: dict[str, Any]) -> None:
    turns: list[tuple[int, int]] = []
    state = ask("new_game", "yatzy_v1", 3, options)
    assert state["warnings"] == []
    events = list(state["last_events"])
    for before, action, after in oracle.play(3, options, keep_rate=0.3):
        check_move(before, action, after)
        assert after["warnings"] == []
        events += after["last_events"]
        state = after
    players = len(state["players"])
    turns = [(event["turn"], event["player_id"]) for event in events if event["type"] == "turn"]
    assert turns == [(turn, player) for turn in range(1, 16) for player in range(players)]
    points = [0] * players
    for event in events:
        points[event.get("player_id", 0)] += event["points"] if event["type"] in ("score", "bonus") else 0
    assert [float(n) for n in points] == state["returns"]
    types = {"turn", "score", "keep", "game_over", "enter" if options.get("real_dice") else "throw"}
    assert {event["type"] for event in events} - {"bonus"} == types


def test_a_turn_has_events_for_throws_and_holds() -> None:
    state = ask("new_game", "yatzy_v1", 5, {})
    first = throw(5, 0).tolist()
    opening = {"type": "throw", "player_id": 0, "dice": first, "thrown": [True] * 5, "rolls_left": 2}
    assert state["last_events"] == [{"type": "turn", "player_id": 0, "turn": 1}, opening]
    keep = [False, True, True, False, False]
    second = [a if k else b for a, b, k in zip(first, throw(5, 1).tolist(), keep, strict=True)]
    state = ask("apply_action", state, {"keep": keep})
    assert state["last_events"] == [
        {"type": "keep", "player_id": 0, "keep": keep, "dice": first},
        {"type": "throw", "player_id": 0, "dice": second, "thrown": [not k for k in keep], "rolls_left": 1},
    ]
    state = ask("apply_action", state, {"keep": [True] * 5})
    assert state["last_events"] == [{"type": "keep", "player_id": 0, "keep": [True] * 5, "dice": second}]
    assert (state["dice"], state["rolls_left"], state["chance_counter"]) == (second, 0, 2)
    state = ask("apply_action", state, {"score": "chance"})
    third = throw(5, 2).tolist()
    assert state["last_events"] == [
        {"type": "score", "player_id": 0, "category": "chance", "points": sum(second)},
        {"type": "turn", "player_id": 1, "turn": 1},
        {"type": "throw", "player_id": 1, "dice": third, "thrown": [True] * 5, "rolls_left": 2},
    ]


def test_throw_is_a_function_of_seed_and_counter() -> None:
    throws = {(seed, n): tuple(throw(seed, n).tolist()) for seed in (0, 1, 2**53 - 1) for n in range(200)}
    assert {face for dice in throws.values() for face in dice} == {1, 2, 3, 4, 5, 6}
    assert len(set(throws.values())) > 500
    counts = [sum(dice.count(face) for dice in throws.values()) for face in range(1, 7)]
    assert all(380 < count < 620 for count in counts), counts
    # The face of a thrown die depends on its place only, not on which other dice are thrown.
    state = ask("new_game", "yatzy_v1", 8, {})
    drawn = throw(8, 1).tolist()
    for number in range(32):
        keep = [bool(number >> i & 1) for i in range(5)]
        dice = ask("apply_action", state, {"keep": keep})["dice"]
        assert dice == [old if k else new for old, new, k in zip(state["dice"], drawn, keep, strict=True)]


def test_bonus_event_occurs_once() -> None:
    card = {"sixes": 24, "fives": 20, "fours": 12}
    state = position(card, dice=[3, 3, 3, 1, 2])
    after = ask("apply_action", state, {"score": "threes"})
    assert after["last_events"][:2] == [
        {"type": "score", "player_id": 0, "category": "threes", "points": 9},
        {"type": "bonus", "player_id": 0, "points": 50},
    ]
    assert after["players"][0] | {"scores": {}} == {"scores": {}, "upper": 65, "bonus": 50, "total": 115}
    again = ask("apply_action", after | {"dice": [1, 1, 2, 2, 3]}, {"score": "ones"})
    assert [event["type"] for event in again["last_events"]] == ["score", "turn", "throw"]
    assert again["players"][0]["total"] == 117


def ended(*last: int) -> list[Any]:
    """The events of the last move of a game that ends with these totals."""
    cards = [full_card(points=points) for points in last]
    cards[-1] = {**full_card(("ones",), points=last[-1])}
    state = position(*cards, dice=[2, 2, 3, 4, 6], player=len(last) - 1, rolls_left=1)
    after = ask("apply_action", state, {"score": "ones"})
    assert after["game_over"]
    assert after["dice"] == [2, 2, 3, 4, 6]
    assert (after["rolls_left"], after["points"]) == (0, {})
    events: list[Any] = after["last_events"]
    return events


@pytest.mark.parametrize(
    ("totals", "winner", "shared"), [((9, 7), 0, False), ((7, 9), 1, False), ((8, 8), None, True), ((8,), None, False)]
)
def test_game_over_event_names_the_winner(totals: tuple[int, ...], winner: int | None, shared: bool) -> None:
    score, over = ended(*totals)
    assert score["type"] == "score"
    assert over == {"type": "game_over", "returns": [float(t) for t in totals], "winner": winner, "shared": shared}


def test_real_dice_are_entered() -> None:
    state = ask("new_game", "yatzy_v1", 1, {"real_dice": True})
    assert (state["dice"], state["rolls_left"], state["chance_counter"]) == ([None] * 5, 3, 0)
    assert (state["points"], state["last_events"]) == ({}, [{"type": "turn", "player_id": 0, "turn": 1}])
    assert len(legal(state)) == 7776
    state = ask("apply_action", state, {"enter": [3, 5, 5, 1, 6]})
    assert state["last_events"] == [{"type": "enter", "player_id": 0, "dice": [3, 5, 5, 1, 6], "rolls_left": 2}]
    assert state["points"]["fives"] == 10
    state = ask("apply_action", state, {"keep": [False, True, True, False, True]})
    assert (state["dice"], state["rolls_left"], state["points"]) == ([None, 5, 5, None, 6], 2, {})
    assert [event["type"] for event in state["last_events"]] == ["keep"]
    assert legal(state)[:2] == [{"enter": [1, 5, 5, 1, 6]}, {"enter": [1, 5, 5, 2, 6]}]
    state = ask("apply_action", state, {"enter": [5, 5, 5, 2, 6]})
    assert (state["rolls_left"], state["points"]["three_of_a_kind"]) == (1, 15)
    whole = ask("apply_action", state, {"keep": [True] * 5})
    assert (whole["dice"], whole["rolls_left"]) == ([5, 5, 5, 2, 6], 0)
    state = ask("apply_action", state, {"keep": [False] * 5})
    assert (state["dice"], state["rolls_left"]) == ([None] * 5, 1)
    state = ask("apply_action", state, {"enter": [1, 1, 1, 1, 1]})
    state = ask("apply_action", state, {"score": "yatzy"})
    assert (state["dice"], state["rolls_left"], state["active_player_id"]) == ([None] * 5, 3, 1)
    assert state["players"][0]["total"] == 50


AWAITED = position(dice=[None, 2, 2, 4, 5], real_dice=True)
FAILURES = [
    (
        position(rolls_left=0),
        {"keep": [True] * 5},
        "NO_THROWS_LEFT",
        "There is no throw left: score a category.",
    ),
    (position({"one_pair": 8}), {"score": "one_pair"}, "CATEGORY_FILLED", "One pair is already filled."),
    (AWAITED, {"score": "chance"}, "DICE_MISSING", "Enter the dice first."),
    (AWAITED, {"keep": [True] * 5}, "DICE_MISSING", "Enter the dice first."),
    (position(), {"enter": [1, 2, 3, 4, 6]}, "NOT_ENTERING", "There are no dice to enter."),
    (position(real_dice=True), {"enter": [1, 2, 3, 4, 6]}, "NOT_ENTERING", "There are no dice to enter."),
    (AWAITED, {"enter": [1, 2, 3, 4, 5]}, "KEPT_DIE_CHANGED", "Die 3 was kept and shows 2, not 3."),
]


@pytest.mark.parametrize(("state", "action", "reason", "text"), FAILURES)
def test_illegal_moves_are_refused_with_a_reason(state: State, action: Any, reason: str, text: str) -> None:
    refusal = refused("ACTION_FAILED", "apply_action", state, action)
    assert (refusal["context"], refusal["error"]) == ({"reason": reason}, text)


def test_moves_are_refused_after_the_end_and_past_the_last_countable_throw() -> None:
    over = position(full_card())
    refused("NO_LEGAL_ACTIONS", "apply_action", over, {"score": "chance"})
    assert legal(ask("observe", over, 0)) == []
    counted = position() | {"chance_counter": 2**53 - 1}
    refused("INVALID_STATE", "apply_action", counted, {"keep": [False] * 5})


def test_unequal_cards_can_be_played_to_the_end() -> None:
    state = ask("observe", position({"chance": 20}, full_card(("ones",)), player=1), 1) | {"seed": 4}
    movers = []
    while not state["game_over"]:
        movers.append(state["active_player_id"])
        state = ask("apply_action", state, legal(state)[-1])
    assert movers == [1] + [0] * 14


@given(st.integers(0, 2**53 - 1), st.sampled_from(strategies.YATZY_OPTIONS))
@settings(max_examples=30)
def test_games_replay_from_their_seed(seed: int, options: dict[str, Any]) -> None:
    moves: list[Any] = []
    state = ask("new_game", "yatzy_v1", seed, options)
    for _ in range(6):
        actions = legal(state)
        moves.append(actions[(seed + len(moves) * 31) % len(actions)])
        state = ask("apply_action", state, moves[-1])
    again = ask("new_game", "yatzy_v1", seed, options)
    for move in moves:
        again = ask("apply_action", again, move)
    assert again == state
