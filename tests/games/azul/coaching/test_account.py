"""The luck and skill account of a game."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.bridge import conformance
from tests.bridge.asking import LONG, ask, refused
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import LAST_TILE, board, move, position

QUERY = ("query", "azul_v1_2p", "account")
TO_FLOOR = move(0, "White", None)


def played(seed: int) -> tuple[list[State], list[Any]]:
    """The states and actions of a whole game over the bridge."""
    rng = random.Random(seed)
    states, actions = [ask("new_game", "azul_v1_2p", seed, {})], []
    while not states[-1]["game_over"]:
        legal = ask("list_legal_actions", states[-1], states[-1]["active_player_id"])
        lines = [action for action in legal if action["destination"] != "Floor"]
        actions.append(rng.choice(lines or legal))
        states.append(ask("apply_action", states[-1], actions[-1]))
    return states, actions


def account(states: list[State], actions: list[Any], **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask(*QUERY, {"states": states, "actions": actions} | more)
    return found


def test_account_sums_luck_and_skill_over_a_whole_game() -> None:
    states, actions = played(3)
    deltas = [None if i % 5 == 0 else -(i % 4) / 2 for i in range(len(actions))]
    found = account(states, actions, deltas=deltas)
    assert found["graded"] == sum(delta is not None for delta in deltas)
    movers = [state["active_player_id"] for state in states[:-1]]
    for player in range(2):
        own = [d for d, mover in zip(deltas, movers, strict=True) if d is not None and mover == player]
        assert found["skill"][player] == sum(own)
        assert found["luck"][player] == pytest.approx(sum(s["luck"][player] for s in found["steps"] if s["luck"]))
    assert found["luck"][0] == -found["luck"][1]
    assert [s["index"] for s in found["steps"]] == list(range(len(actions)))
    assert [s["player_id"] for s in found["steps"]] == movers
    assert [s["delta_ev"] for s in found["steps"]] == deltas
    for step, before, after in zip(found["steps"], states[:-1], states[1:], strict=True):
        refilled = after["round_number"] > before["round_number"]
        assert (step["luck"] is not None) == refilled
        assert step["luck"] is None or step["luck"][0] == -step["luck"][1]
    assert found["luck_stderr"][0] == found["luck_stderr"][1] > 0
    assert account(states, actions, deltas=deltas) == found


def test_account_grades_every_action_without_deltas() -> None:
    states, actions = played(4)
    params = {"evaluator_seed": 2, "evaluator": "search", "time_budget_ms": 600_000, "max_work": 1500}
    found = account(states[-5:], actions[-4:], params=params)
    assert found["graded"] == 4
    losses = [step["delta_ev"] for step in found["steps"]]
    for state, action, loss in zip(states[-5:-1], actions[-4:], losses, strict=True):
        graded = ask("grade_user_action", state, state["active_player_id"], action, params)
        assert loss == graded["delta_ev"] <= 0
    assert sum(found["skill"]) == pytest.approx(sum(losses))


def refilled_with(before: State, wanted: dict[str, int]) -> State:
    """The position after the last tile, with the first factory as wanted and the others dealt from the rest."""
    after: State = ask("apply_action", before, TO_FLOOR)
    pool = Counter(after["bag"]) + sum((Counter(pile) for pile in after["factories"]), Counter[str]())
    assert Counter(wanted) <= pool
    rest = sorted((pool - Counter(wanted)).elements(), key=lambda c: (c == next(iter(wanted)), c))
    step = len(rest) // 16
    drawn = rest[: 16 * step : step]
    factories = [wanted, *(dict(Counter(drawn[4 * i : 4 * i + 4])) for i in range(4))]
    return after | {"factories": factories, "bag": dict(pool - Counter(wanted) - Counter(drawn))}


@pytest.mark.parametrize("lucky", [0, 1])
def test_a_refill_that_favours_a_player_is_that_players_luck(lucky: int) -> None:
    # Four Blue complete a row, a column and a colour at once for the player who starts; the other wants none.
    wall = [(4, c) for c in range(4)] + [(r, 4) for r in range(4)] + [(r, r) for r in range(4)]
    hopeful = board(score=20, lines={4: ("Blue", 1)}, wall=wall, token=True)
    other = board(score=20, wall=[(r, r) for r in range(5)])
    boards = (hopeful, other) if lucky == 0 else (other, hopeful)
    before = position(*boards, factories=[LAST_TILE], player=1 - lucky)
    good = account([before, refilled_with(before, {"Blue": 4})], [TO_FLOOR], deltas=[None])
    assert good["luck"][lucky] > 4 * good["luck_stderr"][lucky] > 0
    assert good["luck"][1 - lucky] == -good["luck"][lucky]
    assert good["skill"] == [0, 0]
    assert good["graded"] == 0


def test_luck_is_a_refills_value_above_the_mean() -> None:
    before = position(board(score=9, lines={2: ("Red", 1)}), board(score=11), factories=[LAST_TILE])
    params = {"evaluator_seed": 1, "evaluator": "search", "time_budget_ms": LONG, "max_work": 1}
    worth, lucks = [], []
    for wanted in ({"Blue": 4}, {"Red": 1, "Black": 2, "White": 1}):
        after = refilled_with(before, wanted)
        player = after["active_player_id"]
        # With this work limit the value is the highest one-ply value of a move.
        value = ask("evaluate_best_move", after, player, params)["best_action_ev"]
        worth.append(value if player == 0 else -value)
        lucks.append(account([before, after], [TO_FLOOR], deltas=[None])["luck"][0])
    assert worth[0] != worth[1]
    assert lucks[0] - lucks[1] == pytest.approx(worth[0] - worth[1])


def test_account_refuses_a_state_with_the_wrong_player_to_move() -> None:
    before = position(board(score=9), board(score=9), factories=[LAST_TILE])
    after = refilled_with(before, {"Blue": 4})
    args = {"states": [before, after | {"active_player_id": 1 - after["active_player_id"]}], "actions": [TO_FLOOR]}
    refused("INVALID_PARAMS", *QUERY, args)


def test_luck_has_mean_zero() -> None:
    before = position(board(score=9, lines={2: ("Red", 1)}), board(score=11), factories=[LAST_TILE])
    lucks, variance = [], 0.0
    for seed in range(40):
        state = before | {"seed": seed, "chance_counter": 1}
        found = account([state, ask("apply_action", state, TO_FLOOR)], [TO_FLOOR], deltas=[None])
        lucks.append(found["luck"][0])
        variance += found["luck_stderr"][0] ** 2
    mean = sum(lucks) / 40
    spread = (sum((luck - mean) ** 2 for luck in lucks) / 39) ** 0.5
    assert spread > 0
    assert abs(mean) < 4 * (spread + variance**0.5 / 40) / 40**0.5


def test_account_refuses_states_and_actions_that_do_not_fit() -> None:
    states, actions = played(5)
    assert oracle.tiles_on_table(states[0]) == 20
    other = ask("new_game", "yatzy_v1", 1, {})
    failing = move(None, "Blue", 0)
    conformance.check_account_fits("azul_v1_2p", states, actions, unlike=other, failing=failing)
    assert account(states[:1], []) | {"luck_stderr": None} == {
        "skill": [0, 0],
        "luck": [0, 0],
        "luck_stderr": None,
        "steps": [],
        "graded": 0,
    }


def test_account_is_a_job_that_pauses() -> None:
    states, actions = played(6)
    args = {"ruleset_id": "azul_v1_2p", "name": "account"}
    given = {"states": states, "actions": actions, "deltas": [None] * len(actions)}
    handle = ask("start_job", "query", args | {"args": given})["handle"]
    snapshot, lengths = {"done": False}, [0]
    while not snapshot["done"]:
        snapshot = ask("step", handle, 0)
        lengths.append(len(snapshot["steps"]))
    assert lengths == sorted(lengths)
    assert max(b - a for a, b in pairwise(lengths)) <= 1
    ask("stop", handle)
    whole = account(states, actions, deltas=[None] * len(actions))
    assert {key: snapshot[key] for key in whole} == whole
