"""The exact distribution of the final score: against published values, and against games played out one roll at a time."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from py_engine.core.contract import ContractError
from py_engine.core.evaluation import Job
from py_engine.core.validation import parse_model
from py_engine.games.yatzy.knowledge import density
from py_engine.games.yatzy.knowledge.density import Density, DensityArgs, PlayOut, category_split, pmf_of, summary
from py_engine.games.yatzy.knowledge.facts import (
    GameFacts,
    HistogramArgs,
    ScoreHistogram,
    Statistics,
    StatisticsArgs,
)
from py_engine.games.yatzy.knowledge.forward import Forward
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.knowledge.solver import Objective, Solver
from py_engine.games.yatzy.knowledge.uppers import LEVEL_OF
from py_engine.games.yatzy.knowledge.values import ValueTable, is_reachable
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD, Rules
from tests.games.yatzy import solved as yatzy_solved
from tests.games.yatzy.by_hand import by_hand, mean_of
from tests.games.yatzy.reference import REFERENCE

Json = dict[str, Any]


def closed_but(*names: str) -> int:
    """The mask in which only these categories are open."""
    return FULL & ~sum(1 << CATEGORIES.index(name) for name in names)


def of(job: Job[Any]) -> Json:
    """A job's answer."""
    answer = job.run()
    assert answer is not None
    assert job.progress == 1
    return answer


def moments(pmf: list[list[float]]) -> tuple[float, float, float, float]:
    """Mean, standard deviation, skewness and excess kurtosis."""
    scores, chances = np.array(pmf).T
    mean = (scores * chances).sum()
    second, third, fourth = (((scores - mean) ** n * chances).sum() for n in (2, 3, 4))
    return mean, second**0.5, third / second**1.5, fourth / second**2 - 3


def percentile(pmf: list[list[float]], x: float) -> int:
    """The smallest score whose cumulative probability reaches x %."""
    total = 0.0
    for points, chance in pmf:
        total += chance
        if total >= x / 100:
            return int(points)
    raise AssertionError(total)


@pytest.fixture(scope="module")
def game() -> Json:
    """The facts of a game under the standard rules."""
    return yatzy_solved.facts()


# From the empty card, against values computed elsewhere


def test_the_headline(game: Json) -> None:
    expected = REFERENCE["headline"]
    mean, deviation, skewness, kurtosis = moments(game["pmf"])
    assert mean == pytest.approx(expected["ev"], abs=1e-9)
    assert deviation == pytest.approx(expected["sd"], abs=1e-8)
    assert skewness == pytest.approx(expected["skewness"], abs=1e-6)
    assert kurtosis == pytest.approx(expected["excess_kurtosis"], abs=1e-6)
    assert game["bonus_rate"] == pytest.approx(expected["bonus_prob"], abs=1e-9)
    for name, points in expected["percentiles"].items():
        assert percentile(game["pmf"], float(name[1:])) == points


def test_the_pmf(game: Json) -> None:
    expected = REFERENCE["pmf"]
    assert [points for points, _ in game["pmf"]] == [points for points, _ in expected]
    for (_, chance), (_, reference) in zip(game["pmf"], expected, strict=True):
        assert chance == pytest.approx(reference, rel=1e-9)
    assert sum(chance for _, chance in game["pmf"]) == pytest.approx(1, abs=1e-12)
    assert game["pmf"][-1][1] == pytest.approx(REFERENCE["headline"]["p_max"], rel=1e-3)


def test_the_categories(game: Json) -> None:
    for (mean, zero), name in zip(game["categories"], CATEGORIES, strict=True):
        expected = REFERENCE["category_stats"][name]
        assert mean == pytest.approx(expected["mean"], abs=1e-6)
        assert zero == pytest.approx(expected["p_zero"], abs=1e-6)
    parts = sum(mean for mean, _ in game["categories"])
    assert parts + 50 * game["bonus_rate"] == pytest.approx(REFERENCE["headline"]["ev"], abs=1e-9)


def test_facts_are_small_json(game: Json) -> None:
    assert len(json.dumps(game)) < 20_000
    assert json.loads(json.dumps(game)) == game


@pytest.mark.slow
def test_greedy_for_the_turn() -> None:
    forward = Forward(STANDARD, Objective(0.0), None, count=False)
    for _ in forward.work():
        pass
    assert forward.played is not None
    points = (forward.played.outcomes * outcomes_of(STANDARD).points).sum()
    expected = REFERENCE["headline"]["myopic_greedy_turn_policy_ev"]
    assert points + 50 * forward.played.bonus == pytest.approx(expected, abs=1e-8)


# The questions


class _Table:
    """A table of the standard rules that knows of nothing but facts."""

    def __init__(self, facts: Json) -> None:
        self.facts = facts


def know(monkeypatch: pytest.MonkeyPatch, facts: Json) -> None:
    for module in (density, facts):
        monkeypatch.setattr(module, "require", lambda _rules: _Table(facts))


def test_statistics(game: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, game)
    found = of(Statistics(StatisticsArgs()))
    assert set(found) == {"mean", "std_dev", "percentiles", "bonus_rate", "categories"}
    expected = REFERENCE["headline"]
    assert found["mean"] == pytest.approx(expected["ev"], abs=1e-9)
    assert found["percentiles"] == {name: points for name, points in expected["percentiles"].items() if "." not in name}
    assert [row["name"] for row in found["categories"]] == list(CATEGORIES)
    assert found["categories"][13]["zero_rate"] == 0
    assert json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("width", [1, 7, 10, 50])
def test_score_histogram(game: Json, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    know(monkeypatch, game)
    bins = of(ScoreHistogram(HistogramArgs(bin_width=width)))["bins"]
    assert bins[0]["from"] <= 10 <= bins[0]["to"]
    assert bins[-1]["from"] <= 374 <= bins[-1]["to"]
    for one, following in pairwise(bins):
        assert following["from"] == one["to"] + 1 == one["from"] + width
    for one in bins:
        expected = sum(chance for points, chance in REFERENCE["pmf"] if one["from"] <= points <= one["to"])
        assert one["probability"] == pytest.approx(expected, abs=1e-9)


def test_the_empty_card_is_answered_from_the_facts(game: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, game)
    job = Density(DensityArgs(upper_score=0, scored_categories=0, accumulated_score=0))
    job.piece()
    assert job.done
    assert of(job) == {**summary(game["pmf"]), "pmf": game["pmf"]}


def test_facts_are_not_of_players_with_a_taste_for_risk(game: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, game)
    job = Density(DensityArgs(upper_score=0, scored_categories=0, accumulated_score=0, theta=0.05))
    job.piece()
    assert not job.done


def test_without_facts_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, {})
    for job in (
        Statistics(StatisticsArgs()),
        Density(DensityArgs(upper_score=0, scored_categories=0, accumulated_score=0)),
    ):
        before = job.progress
        for _ in range(5):
            job.piece()
        assert before < job.progress < 0.1
        assert not job.done
        assert job.result() is None


def test_known_facts_are_not_found_again() -> None:
    job = GameFacts(STANDARD, {"known": 1})
    job.piece()
    assert job.done
    assert job.result() == {"known": 1}


def test_density_counts_what_was_scored_before() -> None:
    args: Json = {"upper_score": 40, "scored_categories": closed_but("sixes", "chance"), "accumulated_score": 40}
    first = of(Density(DensityArgs(**args)))
    later = of(Density(DensityArgs(**args | {"accumulated_score": 163})))
    assert later["mean"] == pytest.approx(first["mean"] + 123, abs=1e-9)
    assert later["std_dev"] == pytest.approx(first["std_dev"], abs=1e-9)
    assert later["pmf"] == [[points + 123, chance] for points, chance in first["pmf"]]
    assert set(first) == {"mean", "std_dev", "percentiles", "pmf"}
    assert set(first["percentiles"]) == {f"p{x}" for x in (1, 5, 10, 25, 50, 75, 90, 95, 99)}


def test_a_full_card_is_certain() -> None:
    for upper, points in ((63, 250), (62, 200)):
        args: Json = {"upper_score": upper, "scored_categories": FULL, "accumulated_score": 200}
        found = of(Density(DensityArgs(**args)))
        assert found["pmf"] == [[points, 1.0]]
        assert found["std_dev"] == 0
        assert set(found["percentiles"].values()) == {points}


GOOD: Json = {"upper_score": 3, "scored_categories": 1, "accumulated_score": 3}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"theta": 1.81}, "theta is too large"),
        ({"theta": -2.0}, "theta is too small"),
        ({"theta": "0"}, "theta should be a number"),
        ({"upper_score": 7}, "upper_score cannot be reached with the categories scored"),
        ({"upper_score": 64}, "upper_score is too large"),
        ({"scored_categories": FULL + 1}, "scored_categories is too large"),
        ({"accumulated_score": -1}, "accumulated_score is too small"),
        ({"accumulated_score": 325}, "accumulated_score is too large"),
        ({"nonsense": 1}, "nonsense is not a known field"),
        ({"five_of_a_kind_is_full_house": 1}, "five_of_a_kind_is_full_house should be true or false"),
    ],
    ids=str,
)
def test_bad_arguments_are_refused(changes: Json, problem: str) -> None:
    with pytest.raises(ContractError, match=problem):
        parse_model(DensityArgs, GOOD | changes, "INVALID_PARAMS", "arguments")


@pytest.mark.parametrize("width", [0, 51])
def test_a_bin_has_a_width(width: int) -> None:
    with pytest.raises(ValidationError):
        HistogramArgs(bin_width=width)


@pytest.mark.parametrize("slice_ms", [0.0, 3.0])
def test_slices_make_no_difference(slice_ms: float) -> None:
    names = ("ones", "fives", "sixes", "two_pairs", "full_house", "yatzy")
    args: Json = {"upper_score": 29, "scored_categories": closed_but(*names), "accumulated_score": 140, "theta": -0.02}
    job, progress, steps = Density(DensityArgs(**args)), 0.0, 0
    while not job.done:
        assert job.result() is None
        job.step(slice_ms)
        assert progress <= job.progress <= 1
        progress, steps = job.progress, steps + 1
    assert steps > 3
    assert json.dumps(job.result()) == json.dumps(Density(DensityArgs(**args)).run())


# Any position


def late_positions(count: int, most_open: int) -> list[tuple[int, int]]:
    """Masks and upper scores, always the same ones."""
    chooser = random.Random(4)
    found: list[tuple[int, int]] = []
    while len(found) < count:
        mask = closed_but(*chooser.sample(CATEGORIES, chooser.randint(1, most_open)))
        found.append((mask, chooser.choice([upper for upper in range(64) if is_reachable(mask, upper)])))
    return found


@pytest.mark.parametrize("rules", [STANDARD, Rules(five_of_a_kind_is_full_house=True), Rules(*[True] * 2)], ids=str)
def test_the_mean_is_the_value(rules: Rules) -> None:
    for mask, upper in late_positions(12, 6):
        play = PlayOut(rules, 0.0, mask, upper)
        play.run()
        values = Solver(rules, closed=mask)
        values.run()
        value = values.values[mask & 63][mask >> 6, LEVEL_OF[mask & 63, upper]]
        pmf = pmf_of(play.played, 0)
        assert summary(pmf)["mean"] == pytest.approx(value, abs=1e-9)
        assert sum(chance for _, chance in pmf) == pytest.approx(1, abs=1e-12)
        outcomes = outcomes_of(rules)
        for category, part in enumerate(outcomes.slices):
            assert play.played.outcomes[part].sum() == pytest.approx(0 if mask >> category & 1 else 1, abs=1e-12)
        split, bonus = category_split(mask, upper, rules)
        assert list(split) == [name for i, name in enumerate(CATEGORIES) if not mask >> i & 1]
        assert sum(split.values()) + 50 * bonus == pytest.approx(value, abs=1e-9)
        assert bonus == pytest.approx(play.played.bonus, abs=1e-12)


@pytest.mark.parametrize("theta", [-1.8, -0.05, 0.05, 1.8])
def test_the_mean_utility_is_the_value(theta: float) -> None:
    for mask, upper in late_positions(6, 5):
        play = PlayOut(STANDARD, theta, mask, upper)
        play.run()
        assert play.flat is not None
        value = ValueTable(play.flat, STANDARD).value(mask, upper)
        utility = sum(chance * np.exp(theta * points) for points, chance in pmf_of(play.played, 0))
        assert utility == pytest.approx(value, rel=1e-9)


def test_a_table_that_is_known_is_not_solved_again(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    mask, upper = late_positions(3, 5)[2]
    expected = category_split(mask, upper, STANDARD)
    monkeypatch.delattr(density, "Solver")
    assert category_split(mask, upper, STANDARD, standard.flat) == expected


# Games of one and two categories, played out one roll at a time


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
def test_short_games_played_by_hand(open_names: tuple[str, ...], upper: int, house: Json) -> None:
    expected = by_hand(open_names, upper, house)
    play = PlayOut(Rules(house.get("five", False), house.get("four", False)), 0.0, closed_but(*open_names), upper)
    play.run()
    found = {int(points): chance for points, chance in pmf_of(play.played, 0)}
    assert found.keys() == {points for points, chance in expected.items() if chance}
    for points, chance in expected.items():
        assert found[points] == pytest.approx(chance, abs=1e-12)


def test_of_equal_holds_the_smaller_is_taken() -> None:
    # With the full house open and 1-6-6-6-6 thrown, holding 1-6-6-6 (20 points in one of six throws) is worth as much
    # as 6-6-6 (20 to 28 points in five of 36), and the published distribution rests on the latter.
    play = PlayOut(STANDARD, 0.0, closed_but("full_house"), 0)
    play.run()
    expected = by_hand(("full_house",), 0, {})
    assert moments(pmf_of(play.played, 0))[0] == pytest.approx(mean_of(expected), abs=1e-8)
    chances = {int(points): chance for points, chance in pmf_of(play.played, 0)}
    assert chances[20] < expected[20]
