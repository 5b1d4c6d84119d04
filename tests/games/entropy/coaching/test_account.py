"""Entropy's account of luck and skill, and its forecasts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from py_engine.games.entropy.coaching.final_score import score_before_draw, score_with_token
from py_engine.games.entropy.knowledge.calibration import luck_variance, rise
from py_engine.games.entropy.policies.policy import action_values
from py_engine.games.entropy.rules.state import EntropyState, action_data, to_batch
from tests.bridge import conformance
from tests.bridge.asking import ask, in_json, refused
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import COLORS, RULESET, State, game, position

KNOWN = {"size": 5, "next_token_known": True}


def account(states: list[State], actions: list[Any], **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("query", RULESET, "account", {"states": states, "actions": actions} | more)
    return found


def forecast(states: list[State]) -> list[list[float]]:
    found: list[list[float]] = ask("query", RULESET, "forecast", {"states": states})["expected"]
    return found


def worth(state: State, *, board: State | None = None, token: str | None = None) -> float:
    """The value of a board on Chaos's turn.

    Args:
        state: its bag, token and next token form the tokens left.
        board: the state that has the board, if not the same.
        token: the drawn token; None to average over all tokens left.
    """
    batch = to_batch([EntropyState.model_validate(board or state)])
    bag = np.zeros(8, dtype=np.int16)
    for color in (*"".join(c * n for c, n in state["bag"].items()), state["token"], state["next_token"]):
        if color:
            bag[1 + COLORS.index(color)] += 1
    codes, occupied = batch.codes[0], int(batch.occupied[0])
    if token is None:
        return score_before_draw(codes, occupied, bag, state["size"])
    number = 1 + COLORS.index(token)
    bag[number] -= 1
    return score_with_token(codes, occupied, bag, number, state["size"])


def test_luck_of_a_draw_is_the_change_in_value() -> None:
    states, actions = game(4, {"size": 5})
    found = account(states, actions, deltas=[None] * len(actions))
    for before, after, step in zip(states, states[1:], found["steps"], strict=False):
        if before["active_player_id"] == 1:
            assert step["luck"] is None
            continue
        gained = worth(after, token=after["token"]) - worth(after)
        assert step["luck"] == pytest.approx([gained, -gained], abs=1e-12)
    sums = [sum(step["luck"][p] for step in found["steps"] if step["luck"]) for p in range(2)]
    assert found["luck"] == pytest.approx(sums)
    assert found["luck"][0] == -found["luck"][1] != 0
    draws = sum(step["luck"] is not None for step in found["steps"])
    assert found["luck_stderr"] == pytest.approx([math.sqrt(draws * luck_variance(5))] * 2)
    assert (found["graded"], found["skill"], found["opening_luck"]) == (0, [0.0, 0.0], None)


def test_last_token_has_no_luck() -> None:
    states, actions = game(4, {"size": 5})
    found = account(states[-3:], actions[-2:], deltas=[None, None])
    assert found["steps"][0]["luck"] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert found["steps"][1]["luck"] is None


def test_luck_of_a_draw_is_zero_on_average() -> None:
    before = ask("observe", position("R R . . . / G . Y B . / . . . . . / W Y R . . / . . . W B", chance_counter=11), 0)
    luck = 0.0
    left = sum(before["bag"].values())
    for token, count in before["bag"].items():
        after = position("R R . . . / G . Y B . / . . . . . / W Y R . . / . . . W B", player=1, drawn=token)
        share = account([before, after], ["pass"], deltas=[None])["luck"][0]
        luck += share * count / left
    assert luck == pytest.approx(0, abs=1e-9)


def test_opening_luck_counts_only_at_the_start_of_a_game() -> None:
    for options in ({"size": 5}, KNOWN):
        states, _ = game(4, options)
        opened = account(states[:1], [], opening=True)["opening_luck"]
        # On an empty board all colours are equivalent; a second token of the same colour helps Order, another one slightly hurts.
        first = states[0]
        assert opened[0] == -opened[1]
        if options == KNOWN:
            assert (opened[0] > 0) == (first["token"] == first["next_token"])
        else:
            assert opened == pytest.approx([0, 0], abs=1e-9)
        assert account(states[:1], [])["opening_luck"] is None
    later, _ = game(4, {"size": 5})
    assert account(later[2:3], [], opening=True)["opening_luck"] is None
    assert account([position(". " * 25)], [], opening=True)["opening_luck"] is None


def test_luck_of_a_known_token_counts_when_it_is_shown() -> None:
    states, actions = game(6, KNOWN)
    found = account(states, actions, deltas=[None] * len(actions))
    drawn = [any(event["type"] == "draw" for event in state["last_events"]) for state in states[1:]]
    assert [step["luck"] is not None for step in found["steps"]] == drawn
    assert sum(drawn) == 23
    # The last one is the only token left.
    assert [step["luck"] for step in found["steps"] if step["luck"]][-1] == pytest.approx([0, 0], abs=1e-9)


def test_luck_of_a_known_token_is_zero_on_average() -> None:
    board = "R R . . . / G . Y B . / . . . . . / W Y R . . / . . . W B"
    before = ask("observe", position(board, chance_counter=12, following="G"), 0)
    left = sum(before["bag"].values())
    luck = {}
    for token in before["bag"]:
        after = {**before, "active_player_id": 1, "token": "G", "next_token": token}
        for derived in ("bag", "turn", "game_over", "returns"):
            after.pop(derived)
        luck[token] = account([before, after], ["pass"], deltas=[None])["luck"][0]
    assert sum(luck[token] * count / left for token, count in before["bag"].items()) == pytest.approx(0, abs=1e-9)
    assert len(set(luck.values())) > 1


def test_account_deltas_equal_the_value_evaluator() -> None:
    states, actions = game(5, {"size": 5})
    found = account(states, actions)
    assert found["graded"] == len(actions)
    params = {"evaluator_seed": 0, "evaluator": "value"}
    for index in (0, 1, 17, 28, 41):
        state = states[index]
        player = state["active_player_id"]
        graded = ask("grade_user_action", state, player, in_json(actions[index]), params)
        assert found["steps"][index] == {
            "index": index,
            "player_id": player,
            "delta_ev": graded["delta_ev"],
            "luck": found["steps"][index]["luck"],
        }
    for player in range(2):
        own = [step["delta_ev"] for step in found["steps"] if step["player_id"] == player]
        assert found["skill"][player] == pytest.approx(sum(own))
        assert found["skill"][player] < -5
    other = account(states, actions, params=params | {"evaluator": "random"})
    assert other["skill"] == [0.0, 0.0]
    assert other["luck"] == found["luck"]


def test_account_uses_given_deltas() -> None:
    states, actions = game(3, {"size": 5})
    deltas = [None if i % 5 == 0 else -(i % 4) / 2 for i in range(len(actions))]
    found = account(states, actions, deltas=deltas)
    assert [step["delta_ev"] for step in found["steps"]] == deltas
    assert found["graded"] == sum(delta is not None for delta in deltas)


def test_account_and_forecast_refuse_inconsistent_games() -> None:
    states, actions = game(5, {"size": 5})
    large, _ = game(5, {})
    other = ask("new_game", "azul_v1_2p", 1, {})
    conformance.check_account_fits(RULESET, states, actions, unlike=other, failing="pass")
    failing: list[tuple[str, dict[str, Any]]] = [
        ("INVALID_PARAMS", {"states": [states[0], large[1]], "actions": actions[:1]}),
        ("INVALID_PARAMS", {"states": [states[0], states[5]], "actions": actions[:1]}),
        ("INVALID_ACTION", {"states": states[:2], "actions": ["rest"]}),
        ("ACTION_FAILED", {"states": [states[-1]] * 2, "actions": ["pass"]}),
    ]
    for code, args in failing:
        refused(code, "query", RULESET, "account", args)
    after = {key: states[1][key] for key in ("ruleset_id", "active_player_id", "size", "board", "token")}
    moved = after | {"board": after["board"][1:] + after["board"][:1]}
    refusal = refused(
        "INVALID_PARAMS", "query", RULESET, "account", {"states": [states[0], moved], "actions": actions[:1]}
    )
    assert refusal["error"] == "State 1 does not follow from the state and the action before it."
    for args in ({"states": []}, {"states": [states[0], large[0]]}, {"states": states[:1] * 201}):
        refused("INVALID_PARAMS", "query", RULESET, "forecast", args)
    refused("INVALID_STATE", "query", RULESET, "forecast", {"states": [other]})


@pytest.mark.parametrize("options", [{"size": 5}, KNOWN], ids=str)
def test_forecast_ends_at_the_score(options: State) -> None:
    states, actions = game(7, options)
    expected = forecast(states)
    assert expected[-1] == [float(states[-1]["score"])]
    # Before the last placement there is only one cell and one token.
    assert expected[-2] == pytest.approx(expected[-1])
    assert len(expected) == len(actions) + 1
    chaos = states[20]
    assert chaos["active_player_id"] == 1
    # The rise is measured only where the next token is not shown.
    more = 0.0 if options == KNOWN else rise(5, chaos["board"].count(""))
    assert expected[20] == [pytest.approx(worth(chaos, token=chaos["token"]) + more)]


def test_forecast_on_orders_turn_assumes_the_best_slide() -> None:
    state = ask("observe", position("R . . R Y / . . . . . / G . . . . / . W . . . / . . B . ."), 0)
    values = action_values(to_batch([EntropyState.model_validate(state)]), "value")[0]
    best, second = sorted(values, reverse=True)[:2]
    assert best > second + 0.01
    slid = by_hand.moved(state, action_data(int(values.argmax()), 5))
    after = ask("observe", state | {"board": slid, "score": by_hand.score(slid, 5)}, 0)
    assert forecast([state])[0][0] == pytest.approx(worth(after) + rise(5, 19), abs=1e-9)


def test_forecast_rises_by_what_a_search_expects_too_little() -> None:
    assert (rise(7, 49), rise(7, 1), rise(7, 0)) == (12.0, 0.0, 0.0)
    assert rise(5, 25) > rise(5, 13) > rise(5, 2) > 0
    first, _ = game(4, {"size": 5})
    start = ask("observe", first[0], 0)
    assert forecast([start])[0][0] == pytest.approx(worth(start, token=start["token"]) + 2.7)


def test_account_job_pauses_and_gives_the_same_result() -> None:
    states, actions = game(6, {"size": 5})
    args = {"ruleset_id": RULESET, "name": "account", "args": {"states": states, "actions": actions, "opening": True}}
    handle = ask("start_job", "query", args)["handle"]
    slices, snapshot = 0, {"done": False}
    while not snapshot["done"]:
        snapshot = ask("step", handle, 0)
        slices += 1
    assert slices > len(actions)
    ask("stop", handle)
    whole = account(states, actions, opening=True)
    assert {key: value for key, value in snapshot.items() if key not in ("done", "progress")} == whole
    seen = [ask("observe", state, 0) for state in states]
    assert account(seen, actions, opening=True) == whole
    assert by_hand.score(states[-1]["board"], 5) == states[-1]["score"]
