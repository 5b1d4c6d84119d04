"""Decisions, distributions and games of Yatzy's laboratory, on cards with few open rows, against independent computations."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import BONUS, CATEGORIES, FULL, MULTISETS, POINTS, STANDARD
from py_engine.lab.yatzy.engine import kernels, solving
from py_engine.lab.yatzy.engine.decisions import Greedy, Optimal
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.space import CODE_OF, HOLD_COUNT, HOLDS, MASK, following, kinds_of, position_of, thrown
from py_engine.lab.yatzy.engine.summary import cvar, percentile, summarize
from py_engine.lab.yatzy.engine.walk import distribution, walk

OPEN = ("twos", "sixes", "full_house", "yatzy")
CARD = FULL & ~sum(1 << CATEGORIES.index(name) for name in OPEN)
UPPER = 43
fast = pytest.mark.skipif(not kernels.COMPILED, reason="numba is not installed")


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [pytest.param(True, marks=fast), False])
def test_walk_agrees_with_the_other_forward_pass(standard: ValueTable, compiled: bool) -> None:
    job = DistributionJob(mask=CARD, upper=UPPER, flat=standard.flat)
    job.run()
    who = Greedy(STANDARD)
    player = Optimal(Goal(), standard.flat, compiled=compiled)
    visits = list(walk(player, CARD, UPPER, compiled=compiled))
    last = visits[-1]
    won = last.positions == position_of(FULL, 63)
    chances = np.zeros(400)
    for row, bonus in zip(last.spread, won, strict=True):
        chances[BONUS * bonus : BONUS * bonus + len(row)] += row
    known = job.finished.distribution
    np.testing.assert_allclose(chances[: len(known)], known[:400], atol=1e-12)
    assert float((chances * np.arange(400)).sum()) == pytest.approx(standard.value(CARD, UPPER), abs=1e-9)
    assert distribution(who, CARD, UPPER, compiled=compiled).mean < standard.value(CARD, UPPER)


@fast
def test_compiled_decisions_are_those_of_numpy(standard: ValueTable) -> None:
    positions = np.array([position_of(CARD, UPPER), position_of(FULL & ~(1 << 3), 40), position_of(0, 0)])
    for theta, flat in (
        (0.0, standard.flat),
        (-0.04, np.exp(-0.04 * standard.flat)),
        (0.04, np.exp(0.04 * standard.flat)),
    ):
        for most_dice in (False, True):
            found = [
                Optimal(Goal(theta), flat, compiled=c, most_dice=most_dice).decide(positions) for c in (True, False)
            ]
            for one, other in zip(*found, strict=True):
                np.testing.assert_array_equal(one, other)


@fast
@pytest.mark.parametrize("theta", [0.0, -0.04])
def test_results_of_perfect_play_at_once_are_those_of_the_walk(standard: ValueTable, theta: float) -> None:
    flat = np.exp(theta * standard.flat) if theta else standard.flat
    player = Optimal(Goal(theta), flat)
    ended = distribution(player, CARD, UPPER)
    visits = list(walk(player, CARD, UPPER))
    assert ended.visited == [len(visit.positions) for visit in visits]
    for visit in visits[:-1]:
        np.testing.assert_allclose(ended.by_turn[visit.turn], visit.reached @ visit.ways, atol=1e-12)
    last = visits[-1]
    won = last.positions == position_of(FULL, 63)
    assert ended.bonus == pytest.approx(float(last.spread[won].sum()), abs=1e-12)
    chances = np.zeros(len(ended.chances))
    for row, bonus in zip(last.spread, won, strict=True):
        chances[BONUS * bonus : BONUS * bonus + len(row)] += row
    np.testing.assert_allclose(ended.chances, chances, atol=1e-12)


def test_following_positions_close_one_category() -> None:
    after = following(np.array([position_of(CARD, UPPER)]))[:, 0]
    assert MASK[after[6]] == CARD | 2
    assert MASK[after[44]] == CARD | 1 << 14
    assert after[0] == POSITIONS


def test_holds_have_a_code_and_throws_complete_them() -> None:
    assert HOLD_COUNT.sum() == 4368
    for roll in (0, 77, 251):
        held = HOLDS[roll, : HOLD_COUNT[roll]]
        assert held[0] == roll
        assert (CODE_OF[roll, held] == np.arange(HOLD_COUNT[roll])).all()
    pair = MULTISETS.index((6, 6))
    # The last two dice of the throw 1 + 5 * 36 are not needed.
    rolls = np.bincount(thrown()[pair], minlength=252) / 7776
    assert rolls[MULTISETS.index((6, 6, 6, 6, 6))] == pytest.approx(1 / 216)
    assert rolls[MULTISETS.index((1, 2, 3, 6, 6))] == pytest.approx(6 / 216)


def test_luckiest_dice_in_numpy_score_the_most_there_is() -> None:
    value = solving.luckiest(STANDARD, CARD)[position_of(CARD, UPPER)]
    most = [POINTS[STANDARD][CATEGORIES.index(name)].max() for name in OPEN]
    assert value == sum(most) + BONUS


@fast
@pytest.mark.slow
def test_compiled_solution_agrees_with_numpy(standard: ValueTable) -> None:
    np.testing.assert_allclose(solving.solve(Goal()), standard.flat, atol=1e-9)


def test_summary_of_a_distribution() -> None:
    chances = np.zeros(400)
    chances[[100, 200, 310]] = 0.02, 0.9, 0.08
    about = summarize(chances)
    assert about["mean"] == pytest.approx(2 + 180 + 24.8)
    assert cvar(chances) == pytest.approx((0.02 * 100 + 0.03 * 200) / 0.05)
    assert percentile(chances, 2) == 100
    assert about["percentiles"]["p99"] == 310
    assert about["at_least_300"] == pytest.approx(0.08)


def test_outcomes_lead_to_the_slot_of_their_category() -> None:
    kinds = kinds_of(STANDARD)
    for category in range(15):
        outcome = kinds.of_roll[category, 100]
        assert kinds.category[outcome] == category
        assert kinds.points[outcome] == POINTS[STANDARD][category, 100]
