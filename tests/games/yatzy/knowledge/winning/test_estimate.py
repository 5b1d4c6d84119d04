"""Tests of the estimated chance to win: what a closing is worth, and what adapting to the score gains."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.knowledge.winning.estimate import distribution_of, estimated_closings, mean_payoffs
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against, certain
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, FULL, POINTS

PAYOFF = against([certain(200)])
CHANCE = CATEGORIES.index("chance")


def plain_chance(table: ValueTable, card: Card, category: int, roll: int) -> float:
    """The mean payoff after a closing, for a player who plays on for points."""
    gain = int(POINTS[table.rules][category][roll])
    upper = min(card.upper + (gain if category < 6 else 0), BONUS_AT)
    mask, own, points = np.array([[card.mask | 1 << category], [upper], [card.points + gain]], dtype=np.int64)
    return float(mean_payoffs(table, mask, own, points, PAYOFF)[0])


@pytest.mark.parametrize("category", [0, 5, CHANCE])
def test_a_closing_is_worth_its_mean_payoff_and_what_adapting_gains(standard: ValueTable, category: int) -> None:
    card = Card(FULL & ~0b111_0000_0010_0001 & ~(1 << CHANCE), 40, 100)
    found = estimated_closings(standard, card, PAYOFF)
    for roll in (0, 100, 251):
        plain = plain_chance(standard, card, category, roll)
        assert 0.0 < plain < 1.0
        assert found[category, roll] == pytest.approx(plain + 0.03 * plain * (1.0 - plain), abs=1e-12)
    assert (found[1] == -np.inf).all(), "closed"


def test_nothing_can_be_adapted_after_the_last_closing(standard: ValueTable) -> None:
    card = Card(FULL & ~(1 << CHANCE), 63, 190)
    found = estimated_closings(standard, card, PAYOFF)[CHANCE]
    plain = [plain_chance(standard, card, CHANCE, roll) for roll in range(len(found))]
    assert found.tolist() == pytest.approx(plain, abs=1e-12)


def test_the_estimated_distribution_has_the_mean_of_the_table(standard: ValueTable) -> None:
    card = Card(0b1111, 20, 60)
    found = distribution_of(standard, card)
    assert found.sum() == pytest.approx(1.0, abs=1e-9)
    points = float((found * np.arange(SCORES, dtype=np.float64)).sum())
    assert points == pytest.approx(60 + standard.value(card.mask, card.upper), abs=0.05)
