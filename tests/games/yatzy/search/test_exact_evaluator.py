"""The exact evaluator over the bridge: values, ties, grades, reasons."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core import artifacts
from py_engine.games.yatzy.knowledge import values as store
from py_engine.games.yatzy.knowledge.uppers import is_reachable
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, STANDARD
from py_engine.games.yatzy.search.position import Position, worth
from py_engine.games.yatzy.search.reasons import outcome
from tests.bridge.asking import ask, refused
from tests.games.yatzy.reference import REFERENCE

Json = dict[str, Any]
PARAMS: Json = {"evaluator_seed": 1, "shortlist_size": 0}


def state(scores: Json, dice: list[int], rolls_left: int, **more: Any) -> Json:
    return {
        "ruleset_id": "yatzy_v1",
        "active_player_id": 0,
        "players": [{"scores": scores}],
        "dice": dice,
        "rolls_left": rolls_left,
    } | more


def card(mask: int, upper: int) -> Json | None:
    """Scores of a card with these categories filled and this upper score; None when none is found."""
    closed = [i for i in range(6) if mask >> i & 1]
    for counts in itertools.product(range(6), repeat=len(closed)):
        total = sum((face + 1) * n for face, n in zip(closed, counts, strict=True))
        if total == upper or (upper == 63 and total > 63):
            scores = {str(CATEGORIES[face]): (face + 1) * n for face, n in zip(closed, counts, strict=True)}
            return (
                scores
                | {str(CATEGORIES[i]): 0 for i in range(6, 14) if mask >> i & 1}
                | ({"yatzy": 0} if mask >> 14 else {})
            )
    return None


def evaluated(scores: Json, dice: list[int], rolls_left: int) -> Json:
    found: Json = ask("evaluate_best_move", state(scores, dice, rolls_left), 0, PARAMS)
    return found


def graded(scores: Json, dice: list[int], rolls_left: int, action: Json) -> Json:
    found: Json = ask("grade_user_action", state(scores, dice, rolls_left), 0, action, PARAMS)
    return found


def held(dice: list[int], action: Json) -> tuple[int, ...]:
    return tuple(sorted(die for die, kept in zip(dice, action["keep"], strict=True) if kept))


def positions() -> list[Json]:
    return [row for row in REFERENCE["positions"] if card_of(row) is not None]


def card_of(row: Json) -> Json | None:
    scores = card(row["mask"], row["upper"])
    # Chance cannot be struck out.
    return None if scores is None else scores | ({"chance": 20} if "chance" in scores else {})


@pytest.mark.parametrize(
    "row", positions(), ids=lambda row: f"{row['mask']}-{row['upper']}-{row['dice']}-{row['rolls_left']}"
)
def test_every_value_of_the_reference_positions(row: Json) -> None:
    found = evaluated(card_of(row) or {}, row["dice"], row["rolls_left"])
    values = {
        c["action"]["score"] if "score" in c["action"] else held(row["dice"], c["action"]): c["ev"]
        for c in found["candidates"]
    }
    expected: dict[Any, float] = {category["category"]: category["ev"] for category in row["categories"]}
    if row["rolls_left"]:
        expected |= {tuple(sorted(keep["keep"])): keep["ev"] for keep in row["keeps"]}
    assert values.keys() == expected.keys()
    for action, value in values.items():
        assert value == pytest.approx(expected[action], abs=2e-3)
    assert found["best_action_ev"] == pytest.approx(row["best_ev"], abs=2e-3)
    assert found["metadata"]["solved"]
    assert found["metadata"]["ended_by"] == "solved"
    assert all(candidate["stderr"] == 0 for candidate in found["candidates"])


def test_there_are_enough_reference_positions() -> None:
    assert len(positions()) >= 40


def test_the_trap_on_the_empty_card() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    assert found["best_action"] == {"score": "three_of_a_kind"}
    assert found["best_action_ev"] == pytest.approx(246.0154, abs=2e-3)
    assert found["user_action_ev"] == pytest.approx(245.9188, abs=2e-3)
    assert found["grade"] == "FINE"
    assert found["confidence"] == 1
    assert found["delta_stderr"] == 0
    assert found["too_close"] is False


def test_the_same_dice_held_at_other_places_are_the_same_move() -> None:
    best = evaluated({}, [6, 6, 6, 2, 4], 2)["best_action"]
    dice = [2, 6, 4, 6, 6]
    for keep in ([False, True, False, True, True],):
        found = graded({}, dice, 2, {"keep": keep})
        assert held([6, 6, 6, 2, 4], best) == held(dice, {"keep": keep})
        assert found["best_action"] == found["user_action"] == {"keep": keep}
        assert found["grade"] == "BEST"
        assert found["delta_ev"] == 0


def test_either_of_two_equal_dice_may_be_held() -> None:
    for keep in ([True, False, False, False, True], [False, True, False, False, True]):
        found = graded({}, [3, 3, 1, 2, 6], 2, {"keep": keep})
        assert found["user_action"] == {"keep": keep}
        assert (
            sum("keep" in c["action"] and held([3, 3, 1, 2, 6], c["action"]) == (3, 6) for c in found["candidates"])
            == 1
        )


def test_a_tie_is_best() -> None:
    """With only the sixes open and no six thrown, nothing can be held that matters: but to hold a six would."""
    scores: Json = {str(name): 0 for name in CATEGORIES if name != "sixes"} | {"chance": 20}
    tied = evaluated(scores, [1, 2, 3, 4, 5], 0)
    assert len(tied["candidates"]) == 1
    found = graded(scores, [6, 6, 6, 6, 6], 1, {"keep": [True] * 5})
    assert found["grade"] == "BEST"
    assert found["best_action"] == {"keep": [True] * 5}
    assert evaluated(scores, [6, 6, 6, 6, 6], 1)["best_action"] == {"score": "sixes"}
    assert "exactly as good" in found["feedback"][0]["text"]


def test_gaps_below_the_rounding_are_ties() -> None:
    for row in positions():
        found = evaluated(card_of(row) or {}, row["dice"], row["rolls_left"])
        losses = [found["best_action_ev"] - c["ev"] for c in found["candidates"]]
        assert all(loss == 0 or loss >= 0.002 for loss in losses)


def reachable() -> st.SearchStrategy[tuple[int, int]]:
    pairs = st.tuples(st.integers(0, FULL - 1), st.integers(0, 63))
    return pairs.filter(lambda pair: is_reachable(*pair))


@given(reachable(), st.lists(st.integers(1, 6), min_size=5, max_size=5), st.integers(0, 2))
@settings(deadline=None, max_examples=60)
def test_what_follows_from_a_move_is_what_it_was_valued_at(pair: tuple[int, int], dice: list[int], left: int) -> None:
    """The way forward, with the probability of every last roll, gives back every value of the way backward."""
    position = Position(*pair, dice, left, STANDARD)
    table = require(STANDARD)
    found = worth(position, table)
    for move in found.moves:
        end = outcome(position, found, move)
        assert end.rolls.sum() == pytest.approx(1)
        after = table.look_up(
            position.mask | 1 << end.closing,
            np.minimum(position.upper + np.where(end.closing < 6, end.points, 0), 63),
        )
        assert (end.rolls * (end.points + after)).sum() == pytest.approx(move.ev, abs=1e-9)


def test_reasons_add_up_to_the_value_exactly() -> None:
    for row in positions():
        scores = card_of(row) or {}
        found = graded(scores, row["dice"], row["rolls_left"], {"score": row["categories"][-1]["category"]})
        told = [c for c in found["candidates"] if c["reasons"]]
        second = found["candidates"][1 if found["delta_ev"] == 0 and len(found["candidates"]) > 1 else 0]["action"]
        expected = {str(found["best_action"]), str(found["user_action"]), str(second)}
        assert {str(c["action"]) for c in told} == expected
        for candidate in told:
            total = 0.0
            for reason in candidate["reasons"]:
                total += reason["value"]
            assert total == candidate["ev"]
            assert len({reason["code"] for reason in candidate["reasons"]}) == len(candidate["reasons"])


def test_reasons_name_points_bonus_and_the_rest() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    user = next(c for c in found["candidates"] if c["action"] == {"score": "sixes"})
    assert [r["code"] for r in user["reasons"] if r["code"] != "bonus"] == ["sixes", "later"]
    assert user["reasons"][0]["value"] == 18
    text = "Sixes scores 18 now and leaves 227.9 points to come; Three of a kind scores 18 and leaves 228.0."
    assert found["feedback"][0]["text"] == text
    assert found["feedback"][0]["delta"] == pytest.approx(found["delta_ev"], abs=1e-9)


def test_late_in_a_game_every_open_category_is_told_apart() -> None:
    """Against the value of each category by itself, found by closing all the others."""
    open_after = ("chance", "yatzy")
    scores: Json = {str(name): 0 for name in CATEGORIES if name not in (*open_after, "ones")}
    found = graded(scores, [1, 1, 2, 4, 6], 0, {"score": "ones"})
    user = next(c for c in found["candidates"] if c["action"] == {"score": "ones"})
    parts = {reason["code"]: reason["value"] for reason in user["reasons"]}
    assert set(parts) == {"ones", "bonus", "later_chance", "later_yatzy"}
    assert parts["ones"] == 2
    assert parts["bonus"] == 0
    yatzy_alone = require(STANDARD).value(FULL & ~(1 << 14), 2)
    assert 0 < parts["later_yatzy"] < 2 * yatzy_alone
    assert 20 < parts["later_chance"] < 26
    assert parts["later_yatzy"] + parts["later_chance"] == pytest.approx(
        require(STANDARD).value(FULL & ~0b110_0000_0000_0000, 2)
    )


def test_a_bad_hold_is_told_in_words() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 2, {"keep": [False, False, False, False, True]})
    assert found["grade"] == "BLUNDER"
    texts = [item["text"] for item in found["feedback"]]
    assert texts[0].startswith(
        "The best move makes more this turn of Sixes (9.8 points against 1.6), Yatzy (4.6 against 0.5)"
    )
    assert texts[1].startswith(
        "In return, yours makes more this turn of Two pairs (3.2 points against 0.0), Chance (2.2"
    )
    assert found["feedback"][0]["delta"] < 0 < found["feedback"][1]["delta"]


def test_the_bonus_is_told_with_its_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever table is at hand, here it knows the bonus: twice as likely after the best move as after the user's."""

    def chance(_table: ValueTable, masks: np.ndarray, _uppers: np.ndarray) -> np.ndarray:
        return np.where(masks >> 5 & 1, 0.4, 0.8)

    monkeypatch.setattr(ValueTable, "bonus_chance", chance)
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    bonus = {
        str(c["action"]): reason["value"]
        for c in found["candidates"]
        for reason in c["reasons"]
        if reason["code"] == "bonus"
    }
    assert bonus == {"{'score': 'sixes'}": 20.0, "{'score': 'three_of_a_kind'}": 40.0}
    told = next(item for item in found["feedback"] if item["category"] == "bonus")
    assert told["text"] == "The bonus comes in 40% of games after your move, in 80% after the best."
    assert told["delta"] == pytest.approx(-20)


def test_the_parts_of_a_loss_are_told_and_add_up_to_it() -> None:
    """What a hold gains this turn may speak for it; the sentence that ends the reasons says what outweighs it."""
    found = graded({}, [6, 2, 5, 5, 1], 2, {"keep": [True, False, True, True, False]})
    last = found["feedback"][-1]
    assert last["category"] == "balance"
    assert last["delta"] == pytest.approx(found["delta_ev"], abs=1e-8)
    numbers = [float(text.replace("\u2212", "-")) for text in re.findall(r"[+\u2212]?\d+\.\d", last["text"])]
    assert sum(numbers) == pytest.approx(found["delta_ev"], abs=0.16)
    assert re.match("Taken together, against the best: this turn [+\u2212]", last["text"])


def test_the_best_move_is_told_apart_from_the_next() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "three_of_a_kind"})
    assert found["grade"] == "BEST"
    texts = [item["text"] for item in found["feedback"]]
    assert texts[0] == "This is the best there is, 0.1 points ahead of the next."
    assert (
        texts[1] == "Three of a kind scores 18 now and leaves 228.0 points to come; Sixes scores 18 and leaves 227.9."
    )
    held = graded({}, [2, 4, 6, 6, 6], 2, {"keep": [False, False, True, True, True]})
    assert held["feedback"][1]["text"].startswith("It makes more this turn of ")


@pytest.mark.parametrize("budget", [0, 1])
@pytest.mark.parametrize("name", ["exact", "greedy"])
def test_no_clock_ends_what_is_solved(budget: int, name: str) -> None:
    found = ask(
        "evaluate_best_move", state({}, [1, 2, 3, 4, 6], 2), 0, PARAMS | {"time_budget_ms": budget, "evaluator": name}
    )
    assert found["metadata"]["ended_by"] == ("solved" if name == "exact" else "work")
    assert found["metadata"]["completed_within_budget"]


def test_a_bonus_that_is_certain_is_fifty_points() -> None:
    scores: Json = {str(name): 5 * (i + 1) for i, name in enumerate(CATEGORIES[:6])}
    scores |= {str(name): 0 for name in CATEGORIES[6:12]}
    found = graded(scores, [1, 1, 2, 4, 6], 0, {"score": "chance"})
    user = next(c for c in found["candidates"] if c["action"] == {"score": "chance"})
    assert next(r["value"] for r in user["reasons"] if r["code"] == "bonus") == pytest.approx(50, abs=1e-8)


@pytest.mark.parametrize(("left", "kind"), [(2, "first_reroll"), (1, "second_reroll"), (0, "category")])
def test_the_kind_of_decision(left: int, kind: str) -> None:
    assert evaluated({}, [1, 2, 3, 4, 5], left)["metadata"]["decision"] == kind


def test_a_short_list_keeps_the_user() -> None:
    short = PARAMS | {"shortlist_size": 3}
    found = ask("grade_user_action", state({}, [1, 1, 2, 5, 6], 2), 0, {"score": "yatzy"}, short)
    assert len(found["candidates"]) == 4
    assert found["user_action"] == found["candidates"][-1]["action"] == {"score": "yatzy"}
    assert found["metadata"]["total_legal_actions"] == 32 + 15


def test_house_rules_change_values() -> None:
    dice = [5, 5, 5, 5, 5]
    scores: Json = {"yatzy": 50, "chance": 20}
    scores.update(dict.fromkeys(CATEGORIES[:12], 0))
    options = {"five_of_a_kind_is_full_house": True}
    assert ask("evaluate_best_move", state(scores, dice, 0), 0, PARAMS)["best_action_ev"] == 0
    assert ask("evaluate_best_move", state(scores, dice, 0, options=options), 0, PARAMS)["best_action_ev"] == 25


def test_where_dice_are_to_be_entered_there_is_nothing_to_decide() -> None:
    waiting = state({}, [None] * 5, 3, options={"real_dice": True})  # type: ignore[list-item]
    refused("UNSUPPORTED", "evaluate_best_move", waiting, 0, PARAMS)
    refused("UNSUPPORTED", "grade_user_action", waiting, 0, {"enter": [1, 2, 3, 4, 5]}, PARAMS)


def test_illegal_moves_are_refused_with_their_reason() -> None:
    answer = refused("ACTION_FAILED", "grade_user_action", state({}, [1] * 5, 0), 0, {"keep": [True] * 5}, PARAMS)
    assert answer["context"]["reason"] == "NO_THROWS_LEFT"
    filled = state({"chance": 5}, [1] * 5, 0)
    answer = refused("ACTION_FAILED", "grade_user_action", filled, 0, {"score": "chance"}, PARAMS)
    assert answer["context"]["reason"] == "CATEGORY_FILLED"


def test_a_missing_table_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_tables", {})
    monkeypatch.setattr(artifacts, "IN_BROWSER", True)
    answer = refused("NOT_FOUND", "evaluate_best_move", state({}, [1] * 5, 2), 0, PARAMS)
    assert answer["context"]["artifact"] == {"ruleset_id": "yatzy_v1", "name": "table"}


def test_the_answer_names_the_table_it_rests_on() -> None:
    assert evaluated({}, [1] * 5, 2)["metadata"]["artifacts"] == {"table": require(STANDARD).sha256}


@pytest.mark.parametrize("rolls_left", [0, 2])
@pytest.mark.parametrize(("name", "varied"), [("random", True), ("greedy", False), ("noisy", True)])
def test_policies_move_legally_and_by_their_seed(name: str, varied: bool, rolls_left: int) -> None:
    asked_of = state({"sixes": 18, "chance": 20}, [1, 3, 3, 5, 6], rolls_left)
    legal = ask("list_legal_actions", asked_of, 0)

    def move(seed: int) -> Json:
        asked = PARAMS | {"evaluator": name, "evaluator_options": {"scale": 3.0} if name == "noisy" else {}}
        action: Json = ask("evaluate_best_move", asked_of, 0, asked | {"evaluator_seed": seed})["best_action"]
        return action

    moves = [move(seed) for seed in range(20)]
    assert all(action in legal for action in moves)
    assert [move(seed) for seed in range(20)] == moves
    assert (len({str(action) for action in moves}) > 2) == varied
    assert varied or len({str(action) for action in moves}) == 1


def test_a_little_noise_plays_the_best_move() -> None:
    quiet = PARAMS | {"evaluator": "noisy", "evaluator_options": {"scale": 1e-4}}
    for dice in ([6, 6, 6, 2, 4], [1, 2, 3, 4, 6], [5, 5, 3, 3, 3]):
        best = evaluated({}, dice, 2)["best_action"]
        assert held(dice, ask("evaluate_best_move", state({}, dice, 2), 0, quiet)["best_action"]) == held(dice, best)


def test_greedy_takes_the_points_of_this_turn() -> None:
    found = ask("evaluate_best_move", state({}, [6, 6, 6, 6, 6], 0), 0, PARAMS | {"evaluator": "greedy"})
    assert found["best_action"] == {"score": "yatzy"}
    found = ask("evaluate_best_move", state({"yatzy": 0}, [1, 1, 1, 6, 6], 0), 0, PARAMS | {"evaluator": "greedy"})
    assert found["best_action"]["score"] in ("full_house", "chance")
    assert found["best_action_ev"] == 15


def test_all_multisets_of_five_are_evaluated_alike_in_any_order() -> None:
    generator = np.random.default_rng(3)
    for roll in generator.integers(0, 252, 12).tolist():
        dice = list(MULTISETS[roll])
        shuffled = generator.permutation(dice).tolist()
        first, second = (evaluated({}, d, 1) for d in (dice, shuffled))
        assert [c["ev"] for c in first["candidates"]] == [c["ev"] for c in second["candidates"]]
