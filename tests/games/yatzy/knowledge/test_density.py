"""The exact distribution of the final score, against published values and brute force on short games."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge import density
from py_engine.games.yatzy.knowledge.artifact import Facts, Pmf
from py_engine.games.yatzy.knowledge.density import DistributionJob, category_split, pmf_of, summary
from py_engine.games.yatzy.knowledge.forward import ForwardPass
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.knowledge.solver import Objective, Solver
from py_engine.games.yatzy.knowledge.uppers import LEVEL_OF, is_reachable
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import CATEGORIES, STANDARD, Rules
from tests.games.yatzy import solved
from tests.games.yatzy.by_hand import by_hand, closed_but, mean_of
from tests.games.yatzy.reference import REFERENCE

Json = dict[str, Any]


def moments(pmf: Pmf) -> tuple[float, float, float, float]:
    """Mean, standard deviation, skewness and excess kurtosis."""
    scores, chances = np.array(pmf).T
    mean = (scores * chances).sum()
    second, third, fourth = (((scores - mean) ** n * chances).sum() for n in (2, 3, 4))
    return mean, second**0.5, third / second**1.5, fourth / second**2 - 3


def percentile(pmf: Pmf, x: float) -> int:
    """The smallest score whose cumulative probability reaches x %."""
    total = 0.0
    for points, chance in pmf:
        total += chance
        if total >= x / 100:
            return int(points)
    raise AssertionError(total)


@pytest.fixture(scope="module")
def game() -> Facts:
    """The facts of a game under the standard rules."""
    return solved.facts()


# The empty card, against independently computed values


def test_moments_and_percentiles_match_the_reference(game: Facts) -> None:
    expected = REFERENCE["headline"]
    mean, deviation, skewness, kurtosis = moments(game["pmf"])
    assert mean == pytest.approx(expected["ev"], abs=1e-9)
    assert deviation == pytest.approx(expected["sd"], abs=1e-8)
    assert skewness == pytest.approx(expected["skewness"], abs=1e-6)
    assert kurtosis == pytest.approx(expected["excess_kurtosis"], abs=1e-6)
    assert game["bonus_rate"] == pytest.approx(expected["bonus_prob"], abs=1e-9)
    for name, points in expected["percentiles"].items():
        assert percentile(game["pmf"], float(name[1:])) == points


def test_pmf_matches_the_reference(game: Facts) -> None:
    expected = REFERENCE["pmf"]
    assert [points for points, _ in game["pmf"]] == [points for points, _ in expected]
    for (_, chance), (_, reference) in zip(game["pmf"], expected, strict=True):
        assert chance == pytest.approx(reference, rel=1e-9)
    assert sum(chance for _, chance in game["pmf"]) == pytest.approx(1, abs=1e-12)
    assert game["pmf"][-1][1] == pytest.approx(REFERENCE["headline"]["p_max"], rel=1e-3)


def test_category_facts_match_the_reference(game: Facts) -> None:
    for (mean, zero), name in zip(game["categories"], CATEGORIES, strict=True):
        expected = REFERENCE["category_stats"][name]
        assert mean == pytest.approx(expected["mean"], abs=1e-6)
        assert zero == pytest.approx(expected["p_zero"], abs=1e-6)
    parts = sum(mean for mean, _ in game["categories"])
    assert parts + 50 * game["bonus_rate"] == pytest.approx(REFERENCE["headline"]["ev"], abs=1e-9)


def test_facts_are_small_json(game: Facts) -> None:
    assert len(json.dumps(game)) < 20_000
    assert json.loads(json.dumps(game)) == game


@pytest.mark.slow
def test_forward_pass_of_the_greedy_policy_matches_the_reference() -> None:
    forward = ForwardPass(STANDARD, Objective(0.0), None, count=False)
    for _ in forward.work():
        pass
    assert forward.result is not None
    points = (forward.result.outcomes * outcomes_of(STANDARD).points).sum()
    expected = REFERENCE["headline"]["myopic_greedy_turn_policy_ev"]
    assert points + 50 * forward.result.bonus == pytest.approx(expected, abs=1e-8)


# Any position


def late_positions(count: int, most_open: int) -> list[tuple[int, int]]:
    """A fixed random sample of masks and upper scores."""
    chooser = random.Random(4)
    found: list[tuple[int, int]] = []
    while len(found) < count:
        mask = closed_but(*chooser.sample(CATEGORIES, chooser.randint(1, most_open)))
        found.append((mask, chooser.choice([upper for upper in range(64) if is_reachable(mask, upper)])))
    return found


@pytest.mark.parametrize("rules", [STANDARD, Rules(five_of_a_kind_is_full_house=True), Rules(*[True] * 2)], ids=str)
def test_mean_equals_the_solved_value(rules: Rules) -> None:
    for mask, upper in late_positions(12, 6):
        job = DistributionJob(rules, 0.0, mask, upper)
        job.run()
        values = Solver(rules, closed=mask)
        values.run()
        value = values.values[mask & 63][mask >> 6, LEVEL_OF[mask & 63, upper]]
        pmf = pmf_of(job.finished, 0)
        assert summary(pmf).mean == pytest.approx(value, abs=1e-9)
        assert sum(chance for _, chance in pmf) == pytest.approx(1, abs=1e-12)
        outcomes = outcomes_of(rules)
        for category, part in enumerate(outcomes.slices):
            assert job.finished.outcomes[part].sum() == pytest.approx(0 if mask >> category & 1 else 1, abs=1e-12)
        split, bonus = category_split(mask, upper, rules)
        assert list(split) == [name for i, name in enumerate(CATEGORIES) if not mask >> i & 1]
        assert sum(split.values()) + 50 * bonus == pytest.approx(value, abs=1e-9)
        assert bonus == pytest.approx(job.finished.bonus, abs=1e-12)


@pytest.mark.parametrize("theta", [-1.8, -0.05, 0.05, 1.8])
def test_mean_utility_equals_the_solved_value(theta: float) -> None:
    for mask, upper in late_positions(6, 5):
        job = DistributionJob(STANDARD, theta, mask, upper)
        job.run()
        assert job.flat is not None
        value = ValueTable(job.flat, STANDARD).value(mask, upper)
        utility = sum(chance * np.exp(theta * points) for points, chance in pmf_of(job.finished, 0))
        assert utility == pytest.approx(value, rel=1e-9)


def test_category_split_uses_a_given_table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    mask, upper = late_positions(3, 5)[2]
    expected = category_split(mask, upper, STANDARD)
    monkeypatch.delattr(density, "Solver")
    assert category_split(mask, upper, STANDARD, standard.flat) == expected


# Games of one and two categories, against brute force


@pytest.mark.parametrize(
    ("open_names", "upper", "house"),
    [
        (("sixes",), 40, {}),
        (("three_of_a_kind",), 0, {}),
        (("full_house",), 63, {"five": True}),
        (("two_pairs",), 20, {"four": True}),
        (("fives", "yatzy"), 45, {}),
    ],
    ids=str,
)
def test_pmf_of_short_games_equals_brute_force(open_names: tuple[str, ...], upper: int, house: Json) -> None:
    expected = by_hand(open_names, upper, house)
    job = DistributionJob(
        Rules(house.get("five", False), house.get("four", False)), 0.0, closed_but(*open_names), upper
    )
    job.run()
    found = {int(points): chance for points, chance in pmf_of(job.finished, 0)}
    assert found.keys() == {points for points, chance in expected.items() if chance}
    for points, chance in expected.items():
        assert found[points] == pytest.approx(chance, abs=1e-12)


def test_equal_holds_are_broken_towards_fewer_dice() -> None:
    # With the full house open and 1-6-6-6-6 thrown, holding 1-6-6-6 (20 points in one of six throws) is worth as much
    # as 6-6-6 (20 to 28 points in five of 36), and the published distribution rests on the latter.
    job = DistributionJob(STANDARD, 0.0, closed_but("full_house"), 0)
    job.run()
    expected = by_hand(("full_house",), 0, {})
    assert moments(pmf_of(job.finished, 0))[0] == pytest.approx(mean_of(expected), abs=1e-8)
    chances = {int(points): chance for points, chance in pmf_of(job.finished, 0)}
    assert chances[20] < expected[20]
