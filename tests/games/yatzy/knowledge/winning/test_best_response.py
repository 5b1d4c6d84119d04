"""The best response to a payoff: against plain recursion, and against the solver for points."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.turn import play_turn
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD, Rules
from tests.games.yatzy.knowledge.winning.brute import Dice, turn_value
from tests.games.yatzy.oracle import UPPER, score


def card(rows: tuple[str, ...], upper: int, points: int) -> Card:
    mask = FULL
    for row in rows:
        mask &= ~(1 << CATEGORIES.index(row))
    return Card(mask, upper, points)


def response(own: Card, payoff: np.ndarray, rules: Rules = STANDARD) -> float:
    """The value of a card before its first throw."""
    job = BestResponse(rules, own, payoff)
    job.run()
    return float(play_turn(job.closings().max(axis=0)[:, None]).start[0])


@pytest.mark.parametrize(
    ("rows", "upper", "points", "target"),
    [(("chance",), 30, 170, 200), (("sixes", "yatzy"), 45, 150, 205), (("small_straight", "full_house"), 20, 100, 138)],
)
def test_best_response_equals_plain_recursion(rows: tuple[str, ...], upper: int, points: int, target: int) -> None:
    payoff = np.zeros(SCORES)
    payoff[target], payoff[target + 1 :] = 0.5, 1.0

    @cache
    def value(still_open: tuple[str, ...], upper: int, points: int) -> float:
        if not still_open:
            return float(payoff[points + 50 * (upper >= 63)])

        def worth(dice: Dice) -> float:
            found = []
            for row in still_open:
                gained = score(row, list(dice))
                rest = tuple(other for other in still_open if other != row)
                found.append(value(rest, upper + gained * (row in UPPER), points + gained))
            return max(found)

        return turn_value(worth)

    assert response(card(rows, upper, points), payoff) == pytest.approx(value(rows, upper, points), abs=1e-12)


@pytest.mark.parametrize("rules", [STANDARD, Rules(True, True)])
def test_best_response_to_points_themselves_is_play_for_points(rules: Rules) -> None:
    own = card(("ones", "fives", "sixes", "two_pairs", "chance", "yatzy"), 20, 90)
    found = response(own, np.arange(SCORES, dtype=np.float64), rules)
    assert found - own.points == pytest.approx(require(rules).value(own.mask, own.upper), abs=2e-3)


def test_best_response_is_solved_in_pieces() -> None:
    job = BestResponse(STANDARD, card(("threes", "sixes", "chance", "yatzy"), 30, 90), np.arange(SCORES) / SCORES)
    progress = 0.0
    pieces = 0
    while not job.done:
        job.piece()
        assert progress <= job.progress <= 1.0
        progress, pieces = job.progress, pieces + 1
    assert pieces > 4
    assert job.result() == job.states > 500
