"""Playing Hearts over the bridge: moves, events, refusals, observations and deal proofs."""

from __future__ import annotations

import copy
import functools
import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.contract import MAX_INT
from py_engine.games.hearts.rules.cards import DECK as ALL_CARDS
from py_engine.games.hearts.rules.cards import names_of
from py_engine.games.hearts.rules.play import complete, deal, illegal, legal_actions, legal_moves
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, action_data, move_of
from tests.bridge.asking import ask, raw, refused
from tests.games.hearts import oracle
from tests.games.hearts.oracle import DECK, OPTIONS, RULESET, State
from tests.games.hearts.worlds import alike

seeds = st.integers(0, 4)
HAND = 56
"""Number of moves in a hand with passing."""


def cards_in(state: State) -> list[str]:
    """Every card in the state, with repetitions."""
    played = [card for row in state["trick_history"] for card in row["cards"]]
    return [card for hand in state["hands"] for card in hand] + state["trick"] + played


def check_move(before: State, action: State, after: State) -> None:
    """Checks that a move does exactly what the reference implementation says."""
    changes, events = oracle.moved(before, action)
    assert after["last_events"] == events
    wanted = before | changes | {"last_events": events}
    if after["chance_counter"] != before["chance_counter"]:
        first = next(seat for seat in range(4) if "2C" in after["hands"][seat])
        wanted["hands"] = [names_of(mask) for mask in deal(before["seed"], after["chance_counter"]).tolist()]
        if after["phase"] == "play":
            wanted |= {"leader": first, "active_player_id": first}
    if after["game_over"]:
        wanted["active_player_id"] = after["active_player_id"]
    assert after == wanted
    assert sorted(cards_in(after), key=DECK.index) == DECK
    taken = [card for row in after["trick_history"] for card in row["cards"]]
    assert sum(after["points"]) == oracle.worth(taken, after["options"])


@pytest.mark.parametrize("options", OPTIONS, ids=json.dumps)
def test_random_games_match_the_reference_rules(options: State) -> None:
    hands = 0
    after: State = {}
    for ply, (before, action, after) in enumerate(oracle.play(3, options, 4 * HAND + 4)):
        check_move(before, action, after)
        if ply % 7 == 0:
            assert ask("list_legal_actions", before, before["active_player_id"]) == oracle.legal(before)
        hands += before["chance_counter"] != after["chance_counter"]
    assert after["game_over"] or hands == 4


@functools.cache
def game(seed: int, options: int) -> tuple[State, ...]:
    """The positions of a hand and a bit of the next one."""
    return tuple(before for before, _, _ in oracle.play(seed, OPTIONS[options], 71))


def some_state(seed: int, ply: int, options: int = 0) -> State:
    """A position that is not terminal."""
    return copy.deepcopy(game(seed, options)[ply])


@given(seeds, st.integers(0, 70), st.integers(0, 4))
@settings(max_examples=20)
def test_illegal_agrees_with_the_list_of_legal_actions(seed: int, ply: int, options: int) -> None:
    state = some_state(seed, ply, options)
    legal = ask("list_legal_actions", state, state["active_player_id"])
    assert legal == oracle.legal(state)
    model = complete(HeartsState.model_validate(state))
    text = json.dumps(state)
    for card in DECK:
        refusal = illegal(model, HeartsAction.model_validate({"play": card}))
        wanted = "WRONG_PHASE" if state["phase"] == "pass" else oracle.forbidden(state, card)
        assert (refusal and refusal.context["reason"]) == wanted
        assert (refusal is None) == ({"play": card} in legal)
    rng = random.Random(seed)
    for _ in range(20):
        three = rng.sample(DECK, 3)
        held = set(three) <= set(state["hands"][state["active_player_id"]])
        refusal = illegal(model, HeartsAction.model_validate({"pass": three}))
        wanted = "WRONG_PHASE" if state["phase"] == "play" else (None if held else "NOT_IN_HAND")
        assert (refusal and refusal.context["reason"]) == wanted
    assert model == complete(HeartsState.model_validate(json.loads(text)))


def test_the_order_of_passed_cards_does_not_matter() -> None:
    state = ask("new_game", RULESET, 1, {})
    three = state["hands"][0][4:7]
    after = ask("apply_action", state, {"pass": three})
    assert ask("apply_action", state, {"pass": three[::-1]}) == after
    assert after["passed"] == [three, [], [], []]
    assert after["hands"] == state["hands"]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_receiver_of_the_two_of_clubs_leads(seed: int) -> None:
    state = ask("new_game", RULESET, seed, {})
    holder = next(seat for seat in range(4) if "2C" in state["hands"][seat])
    for seat in range(4):
        chosen = [card for card in state["hands"][seat] if card != "2C"][:2]
        last = "2C" if seat == holder else state["hands"][seat][-1]
        state = ask("apply_action", state, {"pass": [*chosen, last]})
    to = (holder + 1) % 4
    assert (state["leader"], state["active_player_id"], state["phase"]) == (to, to, "play")
    assert ask("list_legal_actions", state, to) == [{"play": "2C"}]
    assert state["received"][to] == state["passed"][holder]


SCORES = [50, 60, 70, 73]


def shooting(options: State, scores: list[int]) -> Iterator[State]:
    """The states of a hand in which player 0 holds all clubs and so takes every trick."""
    full = ask("new_game", RULESET, 1, {})["options"] | options
    state: State = {
        "ruleset_id": RULESET,
        "active_player_id": 0,
        "seed": 4,
        "chance_counter": 4,
        "options": full,
        "pass_direction": "hold",
        "hands": [[card for card in DECK if card.endswith(suit)] for suit in "CDSH"],
        "scores": scores,
    }
    while state.get("chance_counter") == 4 and not state.get("game_over"):
        state = ask("apply_action", state, ask("list_legal_actions", state, state["active_player_id"])[0])
        yield state


@pytest.mark.parametrize(
    ("options", "points", "winners"),
    [
        ({}, [0, 26, 26, 26], None),
        ({"points_to_end": 90}, [0, 26, 26, 26], [0]),
        ({"moon_subtracts": True}, [-26, 0, 0, 0], None),
        ({"jack_of_diamonds": True, "points_to_end": 76}, [-10, 26, 26, 26], [0]),
        ({"jack_of_diamonds": True, "moon_subtracts": True}, [-36, 0, 0, 0], None),
    ],
)
def test_shooting_the_moon_scores_by_the_options(options: State, points: list[int], winners: list[int] | None) -> None:
    *_, last = shooting(options, SCORES)
    scores = [score + p for score, p in zip(SCORES, points, strict=True)]
    events = {event["type"]: event for event in last["last_events"]}
    assert events["moon"] == {"type": "moon", "player_id": 0}
    assert events["hand_over"] == {"type": "hand_over", "points": points, "scores": scores}
    assert last["scores"] == scores
    assert last["game_over"] == (winners is not None)
    if winners is None:
        assert (last["chance_counter"], last["pass_direction"], last["points"]) == (5, "left", [0] * 4)
        assert [event["type"] for event in last["last_events"]] == ["play", "trick", "moon", "hand_over", "deal"]
        return
    assert events["game_over"]["winners"] == winners
    assert last["returns"] == [float(-score) for score in scores]
    assert (last["hands"], len(last["trick_history"]), last["phase"]) == ([[]] * 4, 13, "done")


def test_tied_players_share_the_win() -> None:
    *_, last = shooting({"points_to_end": 99}, [50, 24, 60, 73])
    assert last["last_events"][-1]["winners"] == [0, 1]
    assert last["scores"] == [50, 50, 86, 99]


def test_deals_depend_only_on_seed_and_hand_number() -> None:
    assert deal(3, 2).tolist() == deal(3, 2).tolist()
    assert deal(3, 2).tolist() not in (deal(3, 1).tolist(), deal(4, 2).tolist())
    by_seat = np.zeros((4, 64), dtype=np.int64)
    for number in range(400):
        hands = deal(9, number)
        assert np.bitwise_count(hands).tolist() == [13] * 4
        assert int(np.bitwise_or.reduce(hands)) == int(ALL_CARDS)
        by_seat += (hands[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.int64)
    assert by_seat[:, [card for card in range(64) if int(ALL_CARDS) >> card & 1]].min() > 60
    one, other = ([hand for _, _, hand in oracle.play(8, {}, 60)][56] for _ in range(2))
    assert one == other


def test_the_chance_counter_cannot_overflow() -> None:
    state = some_state(5, 55) | {"chance_counter": MAX_INT}
    action = ask("list_legal_actions", state, state["active_player_id"])[0]
    assert "chance_counter" in refused("INVALID_STATE", "apply_action", state, action)["error"]


def texts(data: Any) -> Iterator[str]:
    """All strings in JSON data."""
    if isinstance(data, str):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from texts(part)


@given(seeds, st.integers(0, 70), st.integers(0, 3))
@settings(max_examples=25)
def test_an_observation_hides_every_card_unknown_to_the_player(seed: int, ply: int, player: int) -> None:
    state = some_state(seed, ply)
    seen = ask("observe", state, player)
    held = [*state["hands"][player], *state["passed"][player], *state["received"][player]]
    public = [card for row in state["trick_history"] for card in row["cards"]] + state["trick"]
    last = [card for event in state["last_events"] if event["type"] == "trick" for card in event["cards"]]
    last += [event["card"] for event in state["last_events"] if event["type"] == "play"]
    assert set(texts(seen)) & set(DECK) == {*held, *public, *last}
    assert seen["seed"] is None
    for name in ("hands", "passed", "received"):
        assert seen[name] == [part if q == player else len(part) for q, part in enumerate(state[name])]
    kept = ("phase", "trick", "trick_history", "points", "scores", "leader", "active_player_id", "hearts_broken")
    assert all(seen[name] == state[name] for name in kept)
    assert ask("observe", seen, player) == seen
    another = alike(state, player, ply)
    assert raw("observe", another, player) == raw("observe", state, player)


def test_pass_events_of_others_show_only_a_number_of_cards() -> None:
    state = some_state(2, 4)
    event = state["last_events"][0]
    assert (event["type"], len(event["cards"])) == ("pass", 3)
    assert ask("observe", state, event["player_id"])["last_events"] == state["last_events"]
    seen = ask("observe", state, (event["player_id"] + 1) % 4)["last_events"]
    assert seen == [event | {"cards": 3}, state["last_events"][1]]


def proof(state: State) -> State:
    found: State = ask("query", RULESET, "deal_proof", {"state": state})
    return found


@pytest.mark.parametrize("start", [0, 3 * HAND])
def test_the_deal_proof_is_the_same_throughout_the_hand(start: int) -> None:
    states = [before for before, _, _ in oracle.play(6, {}, start + HAND)][start:]
    number = states[0]["chance_counter"]
    found = [proof(state) for state in states if state["chance_counter"] == number]
    assert len(found) >= 52
    assert all(each == found[0] for each in found)
    assert found[0]["hand"] == number
    assert hashlib.sha256(found[0]["text"].encode()).hexdigest() == found[0]["sha256"]
    dealt = [names_of(mask) for mask in deal(6, number).tolist()]
    assert all(f"Player {seat}: {' '.join(hand)}\n" in found[0]["text"] for seat, hand in enumerate(dealt))
    assert proof(states[0] | {"seed": 7})["sha256"] != found[0]["sha256"]


def test_the_deal_proof_needs_a_whole_state() -> None:
    state = some_state(6, 9)
    refused("INVALID_STATE", "query", RULESET, "deal_proof", {"state": ask("observe", state, 0)})
    refused("INVALID_STATE", "query", RULESET, "deal_proof", {"state": {}})
    refused("INVALID_PARAMS", "query", RULESET, "deal_proof", {})


@pytest.mark.parametrize("evaluator", ["random", "greedy"])
def test_policies_play_legal_moves_that_depend_on_the_seed(evaluator: str) -> None:
    chosen = set()
    for ply in (0, 4, 5, 21, 50):
        state = some_state(4, ply)
        player, legal = state["active_player_id"], oracle.legal(state)
        for seed in range(6):
            params = {"evaluator_seed": seed, "evaluator": evaluator, "shortlist_size": 3}
            found = ask("evaluate_best_move", state, player, params)
            assert found["best_action"] in legal
            chosen.add((ply, json.dumps(found["best_action"])))
            graded = ask("grade_user_action", state, player, legal[-1], params)
            assert (graded["delta_ev"], graded["grade"], graded["user_action"]) == (None, None, legal[-1])
            kind = "pass" if ply == 0 else ("lead" if not state["trick"] else None)
            assert kind in (found["metadata"]["decision"], None)
    assert len(chosen) == 5 if evaluator == "greedy" else len(chosen) > 8


def test_moves_do_not_modify_the_state() -> None:
    for before, action, _ in oracle.play(11, {}, 60):
        model = complete(HeartsState.model_validate(before))
        kept = copy.deepcopy(model)
        ask("apply_action", before, action)
        assert model == kept
        assert raw("apply_action", before, action) == raw("apply_action", before, action)


def test_legal_moves_as_masks_match_the_legal_actions() -> None:
    for before, action, _ in oracle.play(5, {}, 70):
        state = complete(HeartsState.model_validate(before))
        moves = legal_moves(state)
        assert [action_data(move) for move in moves] == legal_actions(state)
        assert action_data(move_of(HeartsAction.model_validate(action))) == action
