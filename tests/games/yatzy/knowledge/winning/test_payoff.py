"""Payoffs of final scores: shares of the win, and the last answer of an opponent."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against, certain, last_answer
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD
from tests.games.yatzy.knowledge.winning.brute import turn_value
from tests.games.yatzy.oracle import score


def spread(*chances: float) -> np.ndarray:
    """A distribution over the scores from 100 on."""
    found = np.zeros(SCORES)
    found[100 : 100 + len(chances)] = chances
    return found


@pytest.mark.parametrize("others", [1, 2, 3, 5])
def test_share_counts_ties_by_the_number_of_those_who_tie(others: int) -> None:
    chances = (0.2, 0.5, 0.3)
    payoff = against([spread(*chances)] * others)
    for score_of_mine in range(99, 104):
        share = 0.0
        for outcome in product(range(3), repeat=others):
            totals = [100 + each for each in outcome]
            if max(totals) <= score_of_mine:
                share += float(np.prod([chances[each] for each in outcome])) / (1 + totals.count(score_of_mine))
        assert payoff[score_of_mine] == pytest.approx(share, abs=1e-12)


def test_share_against_a_known_score() -> None:
    payoff = against([certain(200)])
    assert payoff[[199, 200, 201]].tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(("row", "upper", "points"), [("sixes", 45, 180), ("yatzy", 20, 150), ("full_house", 63, 170)])
def test_last_answer_is_one_minus_the_best_play_of_one_turn(row: str, upper: int, points: int) -> None:
    index = CATEGORIES.index(row)
    left = last_answer(Card(FULL & ~(1 << index), upper, points), STANDARD)

    def final(dice: tuple[int, ...]) -> int:
        gained = score(row, list(dice))
        bonus = upper + (gained if row == "sixes" else 0) >= 63
        return points + gained + 50 * bonus

    for mine in (points - 1, points, points + 18, points + 28, points + 50, points + 68, points + 101):
        best = turn_value(lambda dice: float(final(dice) > mine) + 0.5 * (final(dice) == mine))  # noqa: B023
        assert left[mine] == pytest.approx(1 - best, abs=1e-12)
