"""Yatzy's JSON: derived fields are filled in, and contradictions are refused with their path."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings

from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState, to_batch
from tests.bridge import strategies
from tests.bridge.asking import ask, refused
from tests.games.yatzy import oracle
from tests.games.yatzy.oracle import CATEGORIES, full_card, position

State = dict[str, Any]


def completed(state: State) -> State:
    """The state as the engine returns it, without its seed."""
    seen: State = ask("observe", state, 0)
    return seen


@given(strategies.yatzy_states())
@settings(max_examples=100)
def test_derived_fields_are_computed_and_never_trusted(state: State) -> None:
    bare = {key: state[key] for key in oracle.position()}
    bare["players"] = [{"scores": player["scores"]} for player in state["players"]]
    found = completed(bare)
    for player in found["players"]:
        upper = sum(points for name, points in player["scores"].items() if name in oracle.UPPER)
        assert player["upper"] == upper
        assert player["bonus"] == (50 if upper >= 63 else 0)
        assert player["total"] == oracle.total(player["scores"])
        assert list(player["scores"]) == [name for name in CATEGORIES if name in player["scores"]]
    there = None not in state["dice"]
    filled = found["players"][found["active_player_id"]]["scores"]
    rules = oracle.house(found)
    wanted = {c: oracle.score(c, found["dice"], **rules) for c in CATEGORIES if c not in filled} if there else {}
    assert found["points"] == wanted
    assert found["game_over"] is False
    assert found["returns"] == [None] * len(found["players"])
    lying = copy.deepcopy(found)
    lying["points"] = {"chance": 3}
    lying["returns"] = [5.0]
    lying["warnings"] = [{"code": "X", "text": "Y."}]
    for player in lying["players"]:
        player |= {"upper": 1, "bonus": 2, "total": 3}
    assert completed(lying) == found
    model = YatzyState.model_validate(found)
    assert model.model_dump() == json.loads(json.dumps(found))


def test_new_game_state_has_the_contract_fields() -> None:
    state = ask("new_game", "yatzy_v1", 5, {})
    assert set(state) == {
        *("state_version", "ruleset_id", "active_player_id", "seed", "chance_counter", "game_over", "returns"),
        *("last_events", "warnings", "options", "players", "dice", "rolls_left", "points"),
    }
    assert state["options"] == dict.fromkeys(
        ("five_of_a_kind_is_full_house", "four_of_a_kind_is_two_pairs", "real_dice"), False
    )
    assert state["players"] == [{"scores": {}, "upper": 0, "bonus": 0, "total": 0}] * 2
    assert (state["chance_counter"], state["rolls_left"], state["returns"]) == (1, 2, [None, None])
    assert list(state["points"]) == CATEGORIES


def test_to_batch_reads_the_cards() -> None:
    card = {"ones": 3, "sixes": 18, "two_pairs": 22, "yatzy": 0}
    state = YatzyState.model_validate(position(card, {}, player=1))
    batch = to_batch([state, state])
    assert batch.closed.tolist() == [[sum(1 << CATEGORIES.index(name) for name in card)] * 2, [0, 0]]
    assert (batch.upper.tolist(), batch.lower.tolist()) == ([[21, 21], [0, 0]], [[22, 22], [0, 0]])


CHANGES: list[tuple[State, str, str]] = [
    (position({"ones": 7}), "players.0.scores.ones", "is 7, which no dice can score there"),
    (position({}, {"yatzy": 49}), "players.1.scores.yatzy", "is 49, which no dice can score there"),
    (position({"small_straight": 20}), "players.0.scores.small_straight", "is 20, which no dice can score there"),
    (position({"full_house": 30}), "players.0.scores.full_house", "is 30, which no dice can score there"),
    (position({"two_pairs": 4}), "players.0.scores.two_pairs", "is 4, which no dice can score there"),
    (position({"chance": 4}), "players.0.scores.chance", "is 4, which no dice can score there"),
    (position({"chance": 51}), "players.0.scores.chance", "is too large"),
    (position({"sevens": 7}), "players.0.scores.sevens", "is not one of the values allowed"),
    (position(dice=[1, 2, None, 4, 5]), "dice.2", "should be a number from 1 to 6"),
    (position(dice=[1, 2, 7, 4, 5]), "dice.2", "is too large"),
    (position(dice=[1, 2, 0, 4, 5]), "dice.2", "is too small"),
    (position(dice=[1, 2, 3, 4]), "dice", "has too few entries"),
    (position(rolls_left=4), "rolls_left", "is too large"),
    (
        position(rolls_left=3),
        "rolls_left",
        "should be at most 2 once dice are on the table; before the first throw all five are null",
    ),
    (
        position(rolls_left=3, dice=[None, 2, None, None, None], real_dice=True),
        "rolls_left",
        "should be at most 2 once dice are on the table; before the first throw all five are null",
    ),
    (
        position(rolls_left=0, dice=[None, 2, 3, 4, 5], real_dice=True),
        "rolls_left",
        "should be at least 1 while a die is to be thrown",
    ),
    (position(player=1), "active_player_id", "should be 0: there is one player"),
    (
        position(full_card(), {}),
        "active_player_id",
        "is a player with a full card while another card is not full",
    ),
    (position({}, {}, {}, player=3), "active_player_id", "should be less than 3"),
    (position(*[{}] * 7), "players", "has too many entries"),
    (position(odd_rule=True), "options.odd_rule", "is not a known field"),
]


@pytest.mark.parametrize(("state", "path", "problem"), CHANGES)
def test_invalid_states_name_the_path(state: State, path: str, problem: str) -> None:
    refusal = refused("INVALID_STATE", "describe_state", state)
    assert refusal["context"]["path"] == path
    assert refusal["context"]["errors"][0] == {"path": path, "problem": problem}
    assert refusal["error"] == f"Invalid state: {path} {problem}."


def test_possible_card_points_depend_on_house_rules() -> None:
    five, four = oracle.HOUSE_RULES
    for points in (5, 10, 15, 20, 25, 30):
        ask("describe_state", position({"full_house": points}) | {"options": {five: True}})
    for points in (4, 8, 12, 24):
        ask("describe_state", position({"two_pairs": points}) | {"options": {four: True}})
    refused("INVALID_STATE", "describe_state", position({"full_house": 30}) | {"options": {four: True}})
    refused("INVALID_STATE", "describe_state", position({"two_pairs": 4}) | {"options": {five: True}})


def test_wrong_game_over_is_refused() -> None:
    over = position(full_card(), full_card(points=9), player=1)
    assert completed(over)["game_over"] is True
    assert completed(over)["returns"] == [5.0, 9.0]
    assert completed(over)["points"] == {}
    text = "The state says game_over false, but every category is filled."
    assert refused("INVALID_STATE", "describe_state", over | {"game_over": False})["error"] == text
    going = position({})
    text = "The state says game_over true, but there are categories to fill."
    assert refused("INVALID_STATE", "describe_state", going | {"game_over": True})["error"] == text


@pytest.mark.parametrize(
    ("filled", "player", "odd"),
    [
        ((0, 0), 0, False),
        ((1, 0), 1, False),
        ((1, 0), 0, True),
        ((0, 0), 1, True),
        ((3, 1), 0, True),
        ((2, 3), 0, True),
        ((2, 2, 1, 1), 2, False),
        ((2, 1, 2, 1), 1, True),
        ((1, 1, 1, 1), 0, False),
    ],
)
def test_unequal_turns_give_a_warning(filled: tuple[int, ...], player: int, odd: bool) -> None:
    cards = [dict.fromkeys(CATEGORIES[:n], 0) for n in filled]
    warnings = completed(position(*cards, player=player))["warnings"]
    assert [warning["code"] for warning in warnings] == ["TURN_ORDER"] * odd
    if odd:
        last = len(filled) - 1
        others = "".join(f", player {seat + 1} {filled[seat]}" for seat in range(1, last))
        numbers = f"player 1 has filled {filled[0]}{others} and player {last + 1} {filled[last]} categories"
        assert warnings[0]["text"] == f"The turns do not add up: {numbers}, and player {player + 1} is to move."


@pytest.mark.parametrize(
    "action",
    [
        {"keep": [True, False, True, False, True]},
        {"score": "chance"},
        {"enter": [1, 2, 3, 4, 5]},
    ],
)
def test_action_round_trip(action: dict[str, Any]) -> None:
    model = YatzyAction.model_validate(action)
    assert model.model_dump() == action
    assert json.loads(model.model_dump_json()) == action


ONE = "it should have exactly one of keep, score and enter"
UNFIT: list[tuple[Any, str]] = [
    ({}, ONE),
    ({"keep": [True] * 5, "score": "chance"}, ONE),
    ({"keep": None, "score": "chance"}, ONE),
    ({"keep": None}, ONE),
    ({"keep": [True] * 4}, "keep has too few entries"),
    ({"keep": [1, 0, 1, 0, 1]}, "keep.0 should be true or false"),
    ({"score": "sevens"}, "score is not one of the values allowed"),
    ({"enter": [1, 2, 3, 4, 7]}, "enter.4 is too large"),
    ({"enter": [1, 2, 3, 4, None]}, "enter.4 should be a whole number"),
    ({"roll": True}, "roll is not a known field"),
]


@pytest.mark.parametrize(("action", "problem"), UNFIT, ids=[f"{json.dumps(a)}" for a, _ in UNFIT])
def test_invalid_actions_are_refused_with_one_sentence(action: Any, problem: str) -> None:
    refusal = refused("INVALID_ACTION", "apply_action", ask("new_game", "yatzy_v1", 1, {}), action)
    assert refusal["error"] == f"Invalid action: {problem}."


def test_description_shows_the_dice_and_both_cards() -> None:
    card = {"sixes": 18, "two_pairs": 22}
    text = ask("describe_state", position(card, {"ones": 2, "chance": 20}, dice=[3, 5, 5, 1, 6], rolls_left=1))
    assert text.splitlines() == [
        "Yatzy, turn 3 of 15. Player 1 to move: 3 5 5 1 6, 1 throw left.",
        "Player 1: 40 points; upper 18; Sixes 18, Two pairs 22.",
        "Player 2: 22 points; upper 2; Ones 2, Chance 20.",
    ]
    awaited = position(dice=[None, 2, None, 2, None], real_dice=True)
    assert ask("describe_state", awaited).splitlines() == [
        "Yatzy, turn 1 of 15. Player 1 to move, dice to be entered: ? 2 ? 2 ?.",
        "Player 1: 0 points; upper 0; nothing filled.",
    ]
    bonus = {"sixes": 24, "fives": 20, "fours": 16, "threes": 9}
    assert "upper 69, bonus 50;" in ask("describe_state", position(bonus))
    assert ask("describe_state", position(full_card(), full_card(points=7))).startswith(
        "Yatzy, the game is over: 5 to 7."
    )
