"""Luck, skill and the expected final score over games of Yatzy: exact, and adding up."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.knowledge.winning import estimate
from py_engine.games.yatzy.knowledge.winning.payoff import Card, last_answer
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import YatzyState, rules_of
from py_engine.games.yatzy.rules.tables import FULL, STANDARD
from tests.bridge import conformance, strategies
from tests.bridge.asking import ask, check_error, refused
from tests.games.yatzy import oracle
from tests.games.yatzy.oracle import RULESET, full_card, position

State = dict[str, Any]
ROUNDING = 1 / 1024
"""Points: rounding error of the difference of two table values."""


FOR_POINTS = {"evaluator_seed": 1, "evaluator": "exact"}


def account(states: list[State], actions: list[Any], **more: Any) -> dict[str, Any]:
    args = {"states": states, "actions": actions, "params": FOR_POINTS} | more
    found: dict[str, Any] = ask("query", RULESET, "account", args)
    return found


def forecast(states: list[State]) -> list[list[float]]:
    found: list[list[float]] = ask("query", RULESET, "forecast", {"states": states})["expected"]
    return found


def played(seed: int, options: dict[str, Any], keep_rate: float = 0.7) -> tuple[list[State], list[Any]]:
    """A whole game of random moves."""
    moves = list(oracle.play(seed, options, keep_rate))
    return [*(before for before, _, _ in moves), moves[-1][2]], [action for _, action, _ in moves]


def start_value(state: State) -> float:
    return require(rules_of(YatzyState.model_validate(state))).value(0, 0)


@given(st.integers(0, 10_000), st.sampled_from(strategies.YATZY_OPTIONS), st.sampled_from((0.2, 0.7)))
@settings(max_examples=15)
def test_luck_and_skill_add_up_to_score_minus_expectation(seed: int, options: dict[str, Any], keep_rate: float) -> None:
    states, actions = played(seed, options, keep_rate)
    found = account(states, actions, opening=True)
    for player, total in enumerate(states[-1]["returns"]):
        assert total - start_value(states[0]) == pytest.approx(found["luck"][player] + found["skill"][player], abs=1e-6)
    assert [step["index"] for step in found["steps"]] == list(range(len(actions)))
    assert [step["player_id"] for step in found["steps"]] == [s["active_player_id"] for s in states[:-1]]
    assert found["luck_stderr"] == [0.0] * len(states[-1]["players"])
    assert found["graded"] == sum("enter" not in action for action in actions)
    assert all(step["delta_ev"] is None or step["delta_ev"] <= 0 for step in found["steps"])
    opening = found["opening_luck"] or [0.0] * len(found["luck"])
    for player in range(len(found["luck"])):
        own = [step["luck"][player] for step in found["steps"] if step["luck"]]
        assert found["luck"][player] == pytest.approx(opening[player] + sum(own), abs=1e-9)


@given(st.integers(0, 10_000), st.sampled_from(strategies.YATZY_OPTIONS))
@settings(max_examples=10)
def test_forecast_changes_by_luck_and_skill_and_ends_at_the_score(seed: int, options: dict[str, Any]) -> None:
    states, actions = played(seed, options)
    found = account(states, actions)
    expected = forecast(states[:200])
    if len(states) <= 200:
        assert expected[-1] == states[-1]["returns"]
    for step, before, after in zip(found["steps"], expected, expected[1:], strict=False):
        moved = [0.0] * len(before) if step["luck"] is None else list(step["luck"])
        moved[step["player_id"]] += step["delta_ev"] or 0.0
        assert [b - a for a, b in zip(before, after, strict=True)] == pytest.approx(moved, abs=1e-9)


@pytest.mark.parametrize("options", [{"players": 1}, {}])
def test_luck_of_a_throw_belongs_to_its_player(options: dict[str, Any]) -> None:
    states, actions = played(2, options)
    found = account(states, actions)
    assert found["opening_luck"] is None
    for action, after, step in zip(actions, states[1:], found["steps"], strict=True):
        thrown = [event for event in after["last_events"] if event["type"] == "throw"]
        assert (step["luck"] is None) == (not thrown)
        assert bool(thrown) == (not after["game_over"] and action.get("keep") != [True] * 5)
        for player, luck in enumerate(step["luck"] or []):
            assert luck == 0 or player == thrown[0]["player_id"] == after["active_player_id"]
    opened = account(states, actions, opening=True)
    gained = forecast(states[:1])[0][0] - start_value(states[0])
    assert opened["opening_luck"] == [gained] + [0.0] * (len(found["luck"]) - 1)
    assert opened["luck"][0] == pytest.approx(found["luck"][0] + gained)
    assert opened["skill"] == found["skill"]


def test_luck_of_a_throw_is_zero_on_average() -> None:
    card = {"sixes": 18, "one_pair": 10, "chance": 21}
    before = position(card, dice=[6, 2, 6, 3, 3], rolls_left=2, real_dice=True)
    keep = {"keep": [True, False, True, False, False]}
    waiting = ask("apply_action", ask("observe", before, 0) | {"seed": 1}, keep)
    lucks = []
    for fell in product(range(1, 7), repeat=3):
        entered = {"enter": [6, fell[0], 6, fell[1], fell[2]]}
        found = account([before, waiting, ask("apply_action", waiting, entered)], [keep, entered])
        assert found["steps"][0]["luck"] is None
        assert found["steps"][1]["delta_ev"] is None
        lucks.append(found["luck"][0])
    assert max(lucks) > 5 > -1 > min(lucks)
    assert sum(lucks) / len(lucks) == pytest.approx(0, abs=1e-9)


def test_value_before_the_first_throw_is_the_mean_over_all_throws() -> None:
    rolls = list(combinations_with_replacement(range(1, 7), 5))
    card = {"fives": 15, "yatzy": 0, "two_pairs": 22}
    waiting = position(card, {"ones": 1}, dice=[None] * 5, rolls_left=3, player=0, real_dice=True)
    entered = [waiting | {"dice": list(roll), "rolls_left": 2} for roll in rolls]
    expected = forecast([waiting, *entered[:126]])[1:] + forecast(entered[126:])
    weights = [factorial(5) for _ in rolls]
    for i, roll in enumerate(rolls):
        for count in Counter(roll).values():
            weights[i] //= factorial(count)
    assert sum(weights) == 6**5
    mean = sum(w * own for w, (own, _) in zip(weights, expected, strict=True)) / 6**5
    before = forecast([waiting])[0]
    assert mean == pytest.approx(before[0], abs=ROUNDING)
    assert {other for _, other in expected} == {before[1]}


def test_forecast_counts_a_won_bonus_once() -> None:
    won = full_card(("ones", "yatzy")) | {"sixes": 30, "fives": 25, "fours": 20}
    state = position(won, full_card(("ones", "yatzy")), dice=[1, 1, 1, 1, 1], rolls_left=0)
    table = require(rules_of(YatzyState.model_validate(state)))
    ones_left = table.value(0b111111111111111 - 1, 63)
    assert forecast([state]) == [[75 + 5 + 50 + ones_left, 5 + table.value(0b11111111111111 - 1, 0)]]
    over = position(full_card() | {"sixes": 30, "fives": 25, "fours": 20})
    assert forecast([over]) == [[75 + 5 + 50]]


def test_account_deltas_equal_the_coach_grades() -> None:
    states = [ask("new_game", RULESET, 12, {"players": 1})]
    actions: list[Any] = []
    rng = random.Random(1)
    wanted: list[float | None] = []
    while not states[-1]["game_over"]:
        legal = ask("list_legal_actions", states[-1], 0)
        params = {"evaluator_seed": 1}
        best = ask("evaluate_best_move", states[-1], 0, params)["best_action"]
        actions.append(best if len(actions) < 12 else rng.choice(legal))
        wanted.append(ask("grade_user_action", states[-1], 0, actions[-1], params)["delta_ev"])
        states.append(ask("apply_action", states[-1], actions[-1]))
    found = account(states, actions)
    assert [step["delta_ev"] for step in found["steps"]] == pytest.approx(wanted, abs=0.0021)
    assert sum(step["delta_ev"] for step in found["steps"][:12]) > -0.025
    assert found["skill"][0] < -5


def test_account_uses_given_deltas() -> None:
    states, actions = played(3, {})
    deltas = [None if i % 5 == 0 else -(i % 4) / 2 for i in range(len(actions))]
    found = account(states, actions, deltas=deltas)
    assert [step["delta_ev"] for step in found["steps"]] == deltas
    assert found["graded"] == sum(delta is not None for delta in deltas)
    for player in range(2):
        own = [d or 0.0 for d, s in zip(deltas, states, strict=False) if s["active_player_id"] == player]
        assert found["skill"][player] == sum(own)
    assert found["luck"] == account(states, actions)["luck"]


def test_account_and_forecast_refuse_inconsistent_games() -> None:
    states, actions = played(5, {})
    single, single_actions = played(5, {"players": 1})
    other = ask("new_game", "azul_v1_2p", 1, {})
    failing = {"enter": [1, 2, 3, 4, 5]}
    conformance.check_account_fits(RULESET, states, actions, unlike=other, failing=failing)
    cases: list[tuple[str, dict[str, Any]]] = [
        ("INVALID_PARAMS", {"states": [states[0], single[1]], "actions": actions[:1]}),
        ("INVALID_PARAMS", {"states": [states[0], states[5]], "actions": actions[:1]}),
        ("ACTION_FAILED", {"states": [states[-1]] * 2, "actions": [{"score": "ones"}]}),
    ]
    for code, args in cases:
        refused(code, "query", RULESET, "account", args)
    kept = next(i for i, action in enumerate(single_actions) if any(action.get("keep", [])))
    changed = single[kept + 1] | {"dice": [1 + die % 6 for die in single[kept + 1]["dice"]]}
    args = {"states": [*single[: kept + 1], changed], "actions": single_actions[: kept + 1]}
    refusal = refused("INVALID_PARAMS", "query", RULESET, "account", args)
    assert refusal["error"] == f"State {kept + 1} does not follow from the state and the action before it."
    assert account(states[:1], []) == {
        "skill": [0.0, 0.0],
        "luck": [0.0, 0.0],
        "luck_stderr": [0.0, 0.0],
        "opening_luck": None,
        "steps": [],
        "graded": 0,
    }
    check_error(refused("INVALID_PARAMS", "query", RULESET, "forecast", {"states": []}))
    check_error(refused("INVALID_PARAMS", "query", RULESET, "forecast", {"states": [states[0], single[0]]}))
    check_error(refused("INVALID_PARAMS", "query", RULESET, "forecast", {"states": states[:1] * 201}))
    check_error(refused("INVALID_STATE", "query", RULESET, "forecast", {"states": [{"ruleset_id": "azul_v1_2p"}]}))


@pytest.mark.parametrize("params", [FOR_POINTS, None], ids=["points", "win"])
def test_long_account_job_pauses_and_gives_the_same_result(params: dict[str, Any] | None) -> None:
    states, actions = played(6, {"real_dice": True})
    assert len(actions) > 128
    game = {"states": states, "actions": actions, "opening": True, "params": params}
    handle = ask("start_job", "query", {"ruleset_id": RULESET, "name": "account", "args": game})["handle"]
    slices, snapshot = 0, {"done": False}
    while not snapshot["done"]:
        snapshot = ask("step", handle, 0)
        slices += 1
    assert slices >= 4
    ask("stop", handle)
    whole = account(states, actions, opening=True, params=params)
    assert {key: value for key, value in snapshot.items() if key not in ("done", "progress")} == whole


def test_account_of_an_observed_game_is_the_same() -> None:
    states, actions = played(7, {"players": 1})
    seen = [ask("observe", state, 0) for state in states]
    assert account(seen, actions) == account(states, actions)
    model = YatzyState.model_validate(seen[0])
    assert complete(model).seed is None


def test_account_of_several_players_is_in_chances_to_win() -> None:
    states, actions = (
        [position(full_card(("chance",)), full_card(("sixes",), 11), dice=[6, 6, 6, 5, 5], rolls_left=1)],
        [],
    )
    states[0] = ask("apply_action", states[0] | {"seed": 3, "rolls_left": 2}, {"keep": [True] * 5})
    while not states[-1]["game_over"]:
        mine = states[-1]["active_player_id"] == 0
        actions.append({"score": "chance"} if mine else ask("list_legal_actions", states[-1], 1)[-1])
        states.append(ask("apply_action", states[-1], actions[-1]))
    found = account(states, actions, params=None)
    first, second = found["steps"]
    best = ask("grade_user_action", states[0], 0, actions[0], {"evaluator_seed": 1})
    assert first["delta_ev"] == pytest.approx(best["delta_ev"], abs=0.01)
    assert second["delta_ev"] <= 0
    # What a throw gives to one player it takes from the other.
    assert first["luck"][0] == pytest.approx(-first["luck"][1])
    after = ask("evaluate_best_move", states[1], 1, {"evaluator_seed": 1})["best_action_ev"]
    before = 100.0 - 100.0 * last_answer(Card(FULL & ~(1 << 5), 0, 11), STANDARD)[28]
    assert first["luck"][1] == pytest.approx(after - before, abs=0.01)
    assert account(states, actions)["steps"][0]["delta_ev"] != pytest.approx(first["delta_ev"])


def test_account_of_several_players_can_be_in_points() -> None:
    states = [position({}, {}, dice=[1, 2, 3, 4, 6], rolls_left=0)]
    actions = [{"score": "yatzy"}]
    states.append(ask("apply_action", states[0] | {"seed": 1}, actions[0]))
    points, chances = account(states, actions), account(states, actions, params=None)
    grade = ask("grade_user_action", states[0], 0, actions[0], FOR_POINTS)
    assert points["skill"][0] == pytest.approx(grade["delta_ev"], abs=0.01)
    assert chances["skill"][0] == pytest.approx(
        ask("grade_user_action", states[0], 0, actions[0], {"evaluator_seed": 1})["delta_ev"], abs=0.01
    )


def test_opening_luck_of_several_players_goes_from_one_to_the_other() -> None:
    start = ask("new_game", RULESET, 11, {})
    found = account([start], [], deltas=[], opening=True, params=None)
    mine, theirs = found["opening_luck"]
    assert mine == -theirs != 0
    assert found["luck"] == [mine, theirs]


def entered(before: State, fell: list[int]) -> tuple[list[State], list[Any]]:
    """The first four dice are kept and the last one is thrown for real."""
    keep, enter = {"keep": [True] * 4 + [False]}, {"enter": fell}
    waiting = ask("apply_action", before, keep)
    return [before, waiting, ask("apply_action", waiting, enter)], [keep, enter]


def test_luck_is_taken_from_those_who_had_the_chance() -> None:
    mine, second, last = full_card(("chance",)) | {"yatzy": 50}, full_card((), 29) | {"yatzy": 50}, full_card((), 5)
    before = position(mine, second, last, dice=[6, 6, 6, 6, 1], rolls_left=1, real_dice=True)
    states, actions = entered(before, [6] * 5)
    rows = ask("query", RULESET, "chances", {"states": [states[0], states[2]]})["chances"]
    assert rows == [pytest.approx([0.25, 0.75, 0]), pytest.approx([1, 0, 0])]
    found = account(states, actions, params=None)
    assert found["luck"] == pytest.approx([75, -75, 0])
    assert found["luck_stderr"] == [0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_luck_of_estimated_turns_is_the_change_of_the_chances_and_has_an_error(players: int) -> None:
    cards: list[dict[str, int]] = [{"sixes": 18, "chance": 25 - 4 * seat} for seat in range(players)]
    before = position(*cards, dice=[6, 6, 6, 6, 1], rolls_left=1, real_dice=True)
    states, actions = entered(before, [6] * 5)
    rows = ask("query", RULESET, "chances", {"states": [states[0], states[2]]})["chances"]
    found = account(states, actions, params=None)
    assert found["luck"] == pytest.approx([100 * (after - was) for was, after in zip(*rows, strict=True)])
    error = 100 * estimate.errors_of(require(STANDARD), players).luck
    assert found["luck_stderr"][0] == pytest.approx(error)
    assert sum(found["luck_stderr"][1:]) == pytest.approx(error)
    assert found["luck_stderr"][1:] == sorted(found["luck_stderr"][1:], reverse=True)
