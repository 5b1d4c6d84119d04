"""Playing to win: the chance to be first, shared ties, and how it is graded and explained."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.turn import play_turn
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.knowledge.winning import estimate
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD
from py_engine.games.yatzy.search.win_evaluator import ASSUMED, ASSUMED_OF_ALL
from tests.bridge.asking import ask
from tests.games.yatzy.oracle import full_card, position

Json = dict[str, Any]
PARAMS: Json = {"evaluator_seed": 1, "shortlist_size": 0}


def graded(state: Json, action: Json, **params: Any) -> Json:
    found: Json = ask("grade_user_action", state, 0, action, PARAMS | params)
    return found


def held(state: Json, action: Json) -> list[int]:
    return [die for die, kept in zip(state["dice"], action["keep"], strict=True) if kept]


def last_throw(needed: int) -> Json:
    """Chance is left with 6 6 6 5 5 and one throw, against a finished card that ``needed`` points would beat."""
    mine, theirs = full_card(("chance",)) | {"yatzy": 50}, full_card((), needed - 1) | {"yatzy": 50}
    return position(mine, theirs, dice=[6, 6, 6, 5, 5], rolls_left=1)


def test_a_certain_loss_is_graded_against_the_hold_that_can_win() -> None:
    # 29 ties: of 6 6 6 5 the last die does with 1/6, of 6 6 6 two dice win with 1/36 and tie with 2/36.
    state = last_throw(30)
    found = graded(state, {"score": "chance"})
    assert held(state, found["best_action"]) == [6, 6, 6, 5]
    assert found["best_action_ev"] == pytest.approx(100 / 12)
    by_hold = {tuple(held(state, c["action"])): c["ev"] for c in found["candidates"] if "keep" in c["action"]}
    assert by_hold[6, 6, 6] == pytest.approx(100 * (1 / 36 + 0.5 * 2 / 36))
    assert (found["user_action_ev"], found["grade"]) == (0.0, "INACCURACY")
    assert found["delta_ev"] == pytest.approx(-100 / 12)
    assert found["feedback"][0]["text"] == (
        "The game cannot be won any more after scoring Chance; 8.3% to win after keeping 5 6 6 6."
    )
    points = graded(state, {"score": "chance"}, evaluator="exact")
    assert (points["grade"], points["best_action"]) == ("BEST", {"score": "chance"})


def test_where_only_thirty_will_do_all_else_is_lost() -> None:
    state = last_throw(31)  # 30 ties
    found = graded(state, {"score": "chance"})
    assert held(state, found["best_action"]) == [6, 6, 6]
    assert found["best_action_ev"] == pytest.approx(100 * 0.5 / 36)


def test_values_carry_their_unit_and_the_points() -> None:
    state = last_throw(30)
    found = graded(state, {"score": "chance"})
    meta = found["metadata"]
    assert (meta["evaluator"], meta["objective"], meta["solved"], meta["notes"]) == ("win", "win", True, [])
    assert found["win_probability"] == pytest.approx(found["best_action_ev"] / 100)
    mine = next(c for c in found["candidates"] if c["action"] == {"score": "chance"})
    assert mine["features"]["points"] == 28.0
    for candidate in found["candidates"]:
        assert not candidate["reasons"] or sum(r["value"] for r in candidate["reasons"]) == candidate["ev"]
        assert candidate["win_probability"] == candidate["ev"] / 100
    assert sum(bool(candidate["reasons"]) for candidate in found["candidates"]) == 2


def test_a_game_that_is_won_is_played_for_points() -> None:
    mine, theirs = full_card(("chance",)) | {"yatzy": 50}, full_card((), 5)
    state = position(mine, theirs, dice=[6, 6, 6, 5, 5], rolls_left=1)
    found = graded(state, {"keep": [False] * 5})
    assert (found["delta_ev"], found["grade"]) == (0.0, "BEST")
    free: Json = ask("evaluate_best_move", state, 0, PARAMS)
    assert (free["best_action"], free["best_action_ev"]) == ({"score": "chance"}, 100.0)


def test_with_one_row_left_each_the_other_answers_to_win() -> None:
    # 24 points of sixes would beat 20 in Chance at once; against an answer that is no more than a chance.
    mine, theirs = full_card(("chance",)), full_card(("sixes",))
    state = position(mine, theirs | {"chance": 5}, dice=[5, 5, 5, 5, 4], rolls_left=0)
    found = graded(state, {"score": "chance"})
    assert found["metadata"]["notes"] == []
    # Player 2 has 5 points and needs 24 in Sixes to win; 18 do not tie with 24.
    four_or_more = sum(chance for count, chance in enumerate(sixes_of_three_throws()) if 5 + 6 * count > 24)
    assert found["best_action_ev"] == pytest.approx(100 * (1 - four_or_more))


def sixes_of_three_throws() -> list[float]:
    """The probability of each number of sixes if every six is held."""
    chance = 1 - (5 / 6) ** 3
    ways = [1, 5, 10, 10, 5, 1]
    return [ways[n] * chance**n * (1 - chance) ** (5 - n) for n in range(6)]


def test_alone_the_evaluation_is_that_of_points() -> None:
    state = position({}, dice=[2, 4, 6, 6, 6], rolls_left=0)
    found: Json = ask("evaluate_best_move", state, 0, PARAMS)
    named: Json = ask("evaluate_best_move", state, 0, PARAMS | {"evaluator": "exact"})
    for each in (found, named):
        each["metadata"].pop("elapsed_ms")
    assert found == named
    assert found["metadata"]["objective"] is None


def test_three_throws_of_a_turn_are_solved_once_and_agree() -> None:
    """The value before the last throw is the mean over its outcomes."""
    rows = ("sixes", "full_house", "yatzy")
    mine, theirs = full_card(rows, 24), full_card(("fives", "chance")) | {"yatzy": 50}
    before = position(mine, theirs, dice=[6, 6, 6, 2, 3], rolls_left=1)
    found = graded(before, {"keep": [True, True, True, True, False]})
    after = [position(mine, theirs, dice=[6, 6, 6, 2, face], rolls_left=0) for face in range(1, 7)]
    values = [ask("evaluate_best_move", state, 0, PARAMS)["best_action_ev"] for state in after]
    assert found["user_action_ev"] == pytest.approx(np.mean(values), abs=0.02)


def distribution(card: Card) -> Array:
    job = DistributionJob(STANDARD, 0.0, card.mask, card.upper, flat=require(STANDARD).flat)
    job.run()
    found = np.zeros(SCORES)
    later = job.finished.distribution[: SCORES - card.points]
    found[card.points : card.points + len(later)] = later
    return found


def start_of(closings: Array) -> float:
    return float(play_turn(closings.max(axis=0)[:, None]).start[0])


@pytest.mark.parametrize(
    ("rows", "upper", "lead"),
    [
        (("twos", "fives", "sixes", "two_pairs", "full_house", "chance", "yatzy"), 22, 0),
        (("ones", "fives", "three_of_a_kind", "small_straight", "large_straight", "full_house", "yatzy"), 50, -30),
        (("ones", "sixes", "one_pair", "four_of_a_kind", "small_straight", "large_straight", "yatzy"), 45, 25),
    ],
)
def test_estimate_is_close_to_the_best_response(rows: tuple[str, ...], upper: int, lead: int) -> None:
    mask = FULL
    for row in rows:
        mask &= ~(1 << CATEGORIES.index(row))
    own, other = Card(mask, upper, 120 + lead), Card(mask, upper, 120)
    payoff = against([distribution(other)])
    job = BestResponse(STANDARD, own, payoff)
    job.run()
    table = require(STANDARD)
    guessed = estimate.estimated_closings(table, own, against([estimate.distribution_of(table, other)]))
    assert start_of(guessed) == pytest.approx(
        start_of(job.closings()), abs=3 * estimate.errors_of(require(STANDARD), 2).level
    )
    # Losses of the rows that are worth a thought, over all rolls, are within a point of a hundred.
    exact = job.closings()
    near = exact > exact.max(axis=0) - 0.1
    losses = (guessed - guessed.max(axis=0))[near] - (exact - exact.max(axis=0))[near]
    assert float(np.sqrt(np.mean(losses * losses))) < 0.01


def test_early_chances_state_their_error_and_what_they_assume() -> None:
    state: Json = ask("new_game", "yatzy_v1", 3, {})
    found = graded(state, {"score": "yatzy"})
    meta = found["metadata"]
    error = estimate.errors_of(require(STANDARD), 2).difference
    assert (meta["solved"], meta["notes"], meta["model_error"]) == (False, [ASSUMED], 100 * error)
    assert found["delta_stderr"] == 100 * error
    assert found["grade"] == "BLUNDER"
    assert 45 < found["best_action_ev"] < 55
    plain = graded(state, {"score": "yatzy"}, evaluator="exact")
    assert plain["best_action"] == found["best_action"]


@pytest.mark.parametrize(("opponents", "note"), [(1, ASSUMED), (2, ASSUMED_OF_ALL)])
def test_what_is_assumed_is_said_of_as_many_as_play(opponents: int, note: str) -> None:
    found = graded(position(*[{}] * (1 + opponents)), {"score": "chance"})
    assert found["metadata"]["notes"] == [note]


def test_three_cards_share_the_win() -> None:
    """The chances of equal cards before their turns leave nothing over but the gain of who plays to win."""
    table = require(STANDARD)
    others = [estimate.distribution_of(table, Card(0, 0, 0))] * 2
    closings = estimate.estimated_closings(table, Card(0, 0, 0), against(others))
    assert start_of(closings) == pytest.approx(1 / 3, abs=0.02)


def test_errors_are_larger_with_more_opponents() -> None:
    found = [graded(ask("new_game", "yatzy_v1", 3, {"players": count}), {"score": "yatzy"}) for count in (2, 3, 6)]
    stated = [each["metadata"]["model_error"] for each in found]
    assert stated == [100 * estimate.errors_of(require(STANDARD), count).difference for count in (2, 3, 6)]
    assert stated[0] < stated[1]
