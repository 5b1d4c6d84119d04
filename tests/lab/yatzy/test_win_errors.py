"""Best responses with any number of open rows, and the errors of the estimated chances to win."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.knowledge.winning import estimate
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.versus.errors_program import Task, _losses, _run, cards_at, errors_at, errors_of
from py_engine.lab.yatzy.versus.response import winning_closings

fast = pytest.mark.skipif(not kernels.COMPILED, reason="numba is not installed")


@fast
@pytest.mark.parametrize(
    ("names", "upper"),
    [(("chance",), 40), (("threes", "sixes", "full_house", "yatzy"), 44), (("ones", "twos", "fives"), 63)],
)
def test_compiled_best_response_is_that_of_numpy(names: tuple[str, ...], upper: int) -> None:
    card = Card(FULL & ~sum(1 << CATEGORIES.index(name) for name in names), upper, 170)
    payoff = np.clip((np.arange(SCORES) - 200.0) / 90, 0.0, 1.0) ** 2
    found, known = (winning_closings(STANDARD, card, payoff, compiled=compiled) for compiled in (True, False))
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(known))
    np.testing.assert_allclose(found[np.isfinite(known)], known[np.isfinite(known)], rtol=0, atol=1e-12)


@pytest.mark.parametrize("players", [2, 3])
def test_errors_of_estimated_chances_are_found_and_small(players: int) -> None:
    table = require(STANDARD)
    cards = cards_at(table, 4, 2 * players, 1)
    assert [card.open_rows for card in cards] == [4] * len(cards)
    assert len({card.key for card in cards}) > players
    own, *others = cards[:players]
    found = errors_of(table, own, others)
    assert all(0 < squared < 0.05**2 for squared in found[:3])
    assert 0 <= found.loss <= found.worst < 0.1
    again: Task = {
        "rules": [False, False], "rows": 4, "players": players, "count": 2, "seed": 1, "number": 0, "engine": engine_of("yatzy"),
    }  # fmt: skip
    assert errors_at(again) == pytest.approx(list(found), abs=1e-12)


def test_loss_of_the_advice_is_that_of_the_moves_taken_for_the_best() -> None:
    """A wrong choice for the first roll only, a straight: it loses 0.02 in one of three kinds of decisions."""
    right = [[np.array([0.5, 0.4])] * 252] * 3
    wrong = [[np.array([0.4, 0.5])] + [np.array([0.5, 0.4])] * 251] + [right[0]] * 2
    truths = [[np.array([0.5, 0.48])] * 252] * 3
    assert _losses(right, truths) == pytest.approx((0, 0, 0), abs=1e-12)
    mean, much, worst = _losses(wrong, truths)
    assert worst == pytest.approx(0.02)
    assert much == pytest.approx(120 / 7776 / 3)
    assert mean == pytest.approx(0.02 * 120 / 7776 / 3)


def test_numbers_of_positions_fit_the_numbers_of_rows() -> None:
    chosen = argparse.Namespace(rows=[4, 5], positions=[1, 2, 3], players=[2], results=Path("unused"))
    with pytest.raises(LabError, match="one for each number of rows"):
        _run(chosen)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "bonus"), [(2, True), (6, True), (2, False), (6, False)])
def test_stated_errors_of_estimated_chances_hold(players: int, bonus: bool) -> None:
    table, count = require(STANDARD), 20
    if not bonus:
        table = ValueTable(table.flat, STANDARD)
    cards = cards_at(table, 7, count * players, 2)
    rows = [cards[players * number : players * (number + 1)] for number in range(count)]
    found = np.sqrt(np.mean([errors_of(table, own, others)[:3] for own, *others in rows], axis=0))
    stated = estimate.errors_of(table, players)
    ratios = found / np.array([stated.level, stated.difference, stated.luck])
    assert ((ratios > 0.5) & (ratios < 1.3)).all(), ratios


@fast
@pytest.mark.slow
@pytest.mark.parametrize("rows", [9, 11])
def test_advice_with_many_open_rows_is_within_a_point_of_the_exact_one(rows: int) -> None:
    table, count = require(STANDARD), 6
    cards = cards_at(table, rows, 2 * count, 3)
    found = [errors_of(table, own, [other]) for own, other in zip(cards[::2], cards[1::2], strict=True)]
    stated = estimate.errors_of(table, 2)
    level, difference = np.sqrt(np.mean([each[:2] for each in found], axis=0)).tolist()
    assert level < 1.3 * stated.level
    assert difference < 1.3 * stated.difference
    assert np.mean([each.loss for each in found]) < 0.0005
    assert np.mean([each.much for each in found]) < 0.001
