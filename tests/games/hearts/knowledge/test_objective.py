"""The objective of a seat: points of the hand after the moon, or the chance to win the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.objective import FEATURES, Objective, Outcome
from py_engine.games.hearts.knowledge.winning import win_chances
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.batch import JACK, QUEEN, TRICK, Rules
from py_engine.games.hearts.rules.fields import Options

FRESH = facts_of(play.new_game(1, Options()), 0)
MOON = 13 + QUEEN


def facts(**changes: Any) -> Facts:
    """Facts of a seat before a hand."""
    return replace(FRESH, **changes)


def column(*by_seat: float) -> Array:
    return np.array(by_seat, dtype=np.int16)[:, None]


def outcome(asked: Facts, *taken: int, beta: float = 0.0) -> tuple[float, dict[str, float]]:
    """The value of a hand, and its features by name."""
    found: Outcome = Objective(asked, beta).outcome(column(*taken))
    return float(found.values[0]), dict(zip(FEATURES, found.features[:, 0].tolist(), strict=True))


def chances(*scores: int, end: int = 100) -> list[float]:
    return [float(win_chances(column(*scores), seat, end)[0]) for seat in range(4)]


def test_points_are_counted_by_kind() -> None:
    value, features = outcome(facts(seat=1), 3 + TRICK, 2 + QUEEN + 4 * TRICK, 8 + 8 * TRICK, 0)
    assert value == -15
    without_chance = {name: number for name, number in features.items() if name != "win_chance"}
    assert without_chance == {
        "expected_points": 15.0,
        "hearts": 2.0,
        "queen_chance": 1.0,
        "moon_chance": 0.0,
        "moon_against": 0.0,
        "tricks": 4.0,
    }


def test_a_moon_is_scored_by_the_rules() -> None:
    taken = (0, MOON + 9 * TRICK, 3 * TRICK, TRICK)
    for seat, own in ((1, True), (2, False)):
        value, features = outcome(facts(seat=seat), *taken)
        assert value == (0 if own else -26)
        assert (features["moon_chance"], features["moon_against"]) == (float(own), float(not own))
        assert features["expected_points"] == -value
        assert (features["hearts"], features["queen_chance"]) == ((13, 1) if own else (0, 0))
    subtracts = Rules(moon_subtracts=True)
    assert outcome(facts(seat=1, rules=subtracts), *taken)[0] == 26
    assert outcome(facts(seat=2, rules=subtracts), *taken)[0] == 0


def test_all_but_one_point_card_is_no_moon() -> None:
    for taken in ((12 + QUEEN + TRICK, 1 + TRICK, 0, 0), (13 + TRICK, QUEEN + TRICK, 0, 0)):
        value, features = outcome(facts(seat=0), *taken)
        assert value == (-25 if taken[0] & QUEEN else -13)
        assert features["moon_chance"] == features["moon_against"] == 0


def test_the_jack_of_diamonds_counts_separately_from_the_moon() -> None:
    with_jack = Rules(jack_of_diamonds=True)
    assert outcome(facts(seat=0, rules=with_jack), 4 + JACK, 9 + QUEEN, 0, 0)[0] == 6
    assert outcome(facts(seat=0, rules=with_jack), MOON + JACK, 0, 0, 0)[0] == 10
    assert outcome(facts(seat=1, rules=with_jack), MOON, JACK, 0, 0)[0] == -16


def test_the_goal_is_winning_when_the_hand_may_end_the_game() -> None:
    assert Objective(facts(scores=(73, 0, 0, 0))).goal == "points"
    assert Objective(facts(scores=(74, 0, 0, 0))).goal == "win"
    assert Objective(facts(scores=(0, 0, 0, 23), points_to_end=50)).goal == "points"
    assert Objective(facts(scores=(0, 0, 0, 24), points_to_end=50)).goal == "win"
    near = facts(seat=2, scores=(90, 60, 50, 40))
    value, features = outcome(near, 13, QUEEN, 0, 0)
    # 103, 73, 50, 40: seat 3 has won.
    assert value == -100
    assert features["win_chance"] == 0
    assert features["expected_points"] == 0
    value, features = outcome(near, 0, 0, 0, QUEEN + 13)
    # The last seat has shot the moon: 116, 86, 76, 40.
    assert value == -100
    value, features = outcome(near, 13, 0, 0, QUEEN)
    # 103, 60, 50, 53.
    assert (value, features["win_chance"]) == (0, 1)


def test_a_shared_win_counts_by_its_share() -> None:
    near = facts(seat=3, scores=(90, 60, 40, 40))
    value, features = outcome(near, 12 + QUEEN, 1, 0, 0)
    assert features["win_chance"] == 0.5
    assert value == -50
    assert outcome(replace(near, scores=(90, 40, 40, 40)), 13, 0, 0, 0)[0] == pytest.approx(100 / 3 - 100)


def test_the_game_ends_exactly_at_the_limit() -> None:
    assert chances(100, 30, 31, 60) == [0, 1, 0, 0]
    assert chances(99, 30, 31, 60)[2] > 0.2
    assert chances(40, 30, 31, 12, end=40) == [0, 0, 0, 1]
    assert chances(39, 30, 31, 12, end=40)[3] < 1
    assert chances(1000, 30, 30, 600, end=1000) == [0, 0.5, 0.5, 0]
    assert chances(-400, 30, 30, 600, end=1000)[0] > 0.99


def test_chances_add_up_to_one_and_are_symmetric() -> None:
    rng = np.random.default_rng(0)
    scores = np.concatenate([rng.integers(-60, 125, (4, 400)), rng.integers(70, 80, (4, 100))], axis=1)
    found = np.stack([win_chances(scores, seat, 100) for seat in range(4)])
    assert found.sum(axis=0) == pytest.approx(1)
    assert ((found >= 0) & (found <= 1)).all()
    assert (found.argmax(axis=0) == scores.argmin(axis=0)).all()
    assert chances(55, 55, 55, 55) == [0.25] * 4
    first, second, third, fourth = chances(20, 60, 20, 61)
    assert first == third > second > fourth > 0
    assert win_chances(scores[[2, 0, 3, 1]], 1, 100) == pytest.approx(found[0])


def test_more_points_never_help_while_the_game_goes_on() -> None:
    for end in (50, 100, 1000):
        others = (end // 2, end // 4, end // 3)
        mine = [chances(score, *others, end=end)[0] for score in range(end + 5)]
        assert mine == sorted(mine, reverse=True)
        assert mine[0] > 2 * mine[end // 2]
        assert mine[end] == 0 < mine[end - 1]


def test_a_lead_is_worth_more_near_the_end() -> None:
    """Each lead is ten points over the next player."""
    leads = [chances(high - 20, high - 10, high, high)[0] for high in (30, 60, 80, 90, 95, 99)]
    assert leads == sorted(leads)
    assert leads[0] < 0.5
    assert leads[-1] > 0.6


def test_beta_weights_the_distance_to_the_best_other_score() -> None:
    asked = facts(seat=1, scores=(10, 30, 5, 60))
    # 20, 33, 18, 60.
    taken = (10 + TRICK, 3 + TRICK, QUEEN + TRICK, 0)
    assert outcome(asked, *taken)[0] == -3
    assert outcome(asked, *taken, beta=0.5)[0] == -3 + 0.5 * (18 - 33)
    leader = facts(seat=2, scores=(10, 30, 5, 60))
    assert outcome(leader, *taken, beta=1.0)[0] == -13 + (20 - 18)
    near = facts(seat=1, scores=(10, 30, 5, 90))
    assert outcome(near, *taken, beta=1.0)[0] == outcome(near, *taken)[0]


def test_points_taken_before_count_in_playout_results() -> None:
    """The codes cover the whole hand, since earlier points decide whether the moon is shot."""
    seen = facts(seat=0, taken=(12 + QUEEN + 5 * TRICK, 0, 0, 0))
    assert outcome(seen, 13 + QUEEN + 9 * TRICK, 0, 0, 4 * TRICK)[0] == 0
    assert outcome(seen, 12 + QUEEN + 9 * TRICK, 0, 0, 1 + 4 * TRICK)[0] == -25


def test_every_lane_is_valued_independently() -> None:
    asked = facts(seat=0, scores=(74, 70, 60, 80))
    lanes = np.array([[0, MOON, 13], [13, 0, QUEEN], [QUEEN, 0, 0], [0, 0, 0]], dtype=np.int16)
    whole = Objective(asked).outcome(lanes)
    for lane in range(3):
        one = Objective(asked).outcome(lanes[:, lane : lane + 1])
        assert whole.values[lane] == one.values[0]
        assert whole.features[:, lane].tolist() == one.features[:, 0].tolist()
