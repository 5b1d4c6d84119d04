"""The queries about the distribution of the final score, answered from a table's facts or computed."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from py_engine.core.contract import ContractError
from py_engine.core.evaluation import Job
from py_engine.core.results import to_json
from py_engine.core.validation import parse_model
from py_engine.games.yatzy.coaching import distributions
from py_engine.games.yatzy.coaching.distributions import (
    Density,
    DensityArgs,
    HistogramArgs,
    ScoreHistogram,
    Statistics,
    StatisticsArgs,
)
from py_engine.games.yatzy.knowledge.artifact import Facts
from py_engine.games.yatzy.knowledge.density import summary
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL
from tests.games.yatzy import solved
from tests.games.yatzy.by_hand import closed_but
from tests.games.yatzy.reference import REFERENCE

Json = dict[str, Any]


def of(job: Job[Any]) -> Json:
    """A job's answer, as it crosses the bridge."""
    answer: Json = to_json(job.run())
    assert job.progress == 1
    return answer


@pytest.fixture(scope="module")
def game() -> Facts:
    """The facts of a game under the standard rules."""
    return solved.facts()


class _Table:
    """A stub of the standard table that has facts only."""

    def __init__(self, facts: Facts | None) -> None:
        self.facts = facts


def set_facts(monkeypatch: pytest.MonkeyPatch, facts: Facts | None) -> None:
    monkeypatch.setattr(distributions, "require", lambda _rules: _Table(facts))


@pytest.mark.slow
def test_statistics_match_the_reference(game: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    set_facts(monkeypatch, game)
    found = of(Statistics(StatisticsArgs()))
    assert set(found) == {"mean", "std_dev", "percentiles", "bonus_rate", "categories"}
    expected = REFERENCE["headline"]
    assert found["mean"] == pytest.approx(expected["ev"], abs=1e-9)
    assert found["percentiles"] == {name: points for name, points in expected["percentiles"].items() if "." not in name}
    assert [row["name"] for row in found["categories"]] == list(CATEGORIES)
    assert found["categories"][13]["zero_rate"] == 0
    assert json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("width", [1, 7, 10, 50])
def test_score_histogram_matches_the_reference(game: Facts, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    set_facts(monkeypatch, game)
    bins = of(ScoreHistogram(HistogramArgs(bin_width=width)))["bins"]
    assert bins[0]["from"] <= 10 <= bins[0]["to"]
    assert bins[-1]["from"] <= 374 <= bins[-1]["to"]
    for one, following in pairwise(bins):
        assert following["from"] == one["to"] + 1 == one["from"] + width
    for one in bins:
        expected = sum(chance for points, chance in REFERENCE["pmf"] if one["from"] <= points <= one["to"])
        assert one["probability"] == pytest.approx(expected, abs=1e-9)


def test_density_of_the_empty_card_comes_from_the_facts(game: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    set_facts(monkeypatch, game)
    job = Density(DensityArgs(upper_score=0, scored_categories=0, accumulated_score=0))
    job.piece()
    assert job.done
    assert of(job) == {**to_json(summary(game["pmf"])), "pmf": game["pmf"]}


def test_density_with_theta_does_not_use_the_facts(game: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    set_facts(monkeypatch, game)
    job = Density(DensityArgs(upper_score=0, scored_categories=0, accumulated_score=0, theta=0.05))
    job.piece()
    assert not job.done


def test_missing_facts_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    set_facts(monkeypatch, None)
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


def test_known_facts_are_not_recomputed(game: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    set_facts(monkeypatch, game)
    job = Statistics(StatisticsArgs())
    for _ in range(2):
        job.piece()
    assert job.done
    assert of(job)["bonus_rate"] == game["bonus_rate"]


def test_density_adds_the_points_scored_so_far() -> None:
    args: Json = {"upper_score": 40, "scored_categories": closed_but("sixes", "chance"), "accumulated_score": 40}
    first = of(Density(DensityArgs(**args)))
    later = of(Density(DensityArgs(**args | {"accumulated_score": 163})))
    assert later["mean"] == pytest.approx(first["mean"] + 123, abs=1e-9)
    assert later["std_dev"] == pytest.approx(first["std_dev"], abs=1e-9)
    assert later["pmf"] == [[points + 123, chance] for points, chance in first["pmf"]]
    assert set(first) == {"mean", "std_dev", "percentiles", "pmf"}
    assert set(first["percentiles"]) == {f"p{x}" for x in (1, 5, 10, 25, 50, 75, 90, 95, 99)}


def test_density_of_a_full_card_is_certain() -> None:
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
        ({"accumulated_score": 2}, "accumulated_score should be from 3 to 3 with these categories"),
        ({"accumulated_score": 4}, "accumulated_score should be from 3 to 3 with these categories"),
        (
            {"upper_score": 63, "scored_categories": 0b11_1111, "accumulated_score": 0},
            "accumulated_score should be from 63 to 105",
        ),
        (
            {"upper_score": 62, "scored_categories": 0b111_1111, "accumulated_score": 75},
            "accumulated_score should be from 62 to 74",
        ),
        ({"nonsense": 1}, "nonsense is not a known field"),
        ({"five_of_a_kind_is_full_house": 1}, "five_of_a_kind_is_full_house should be true or false"),
    ],
    ids=str,
)
def test_density_refuses_bad_arguments(changes: Json, problem: str) -> None:
    with pytest.raises(ContractError, match=problem):
        parse_model(DensityArgs, GOOD | changes, "INVALID_PARAMS", "arguments")


@pytest.mark.parametrize("width", [0, 51])
def test_score_histogram_refuses_bad_bin_widths(width: int) -> None:
    with pytest.raises(ValidationError):
        HistogramArgs(bin_width=width)


@pytest.mark.parametrize("slice_ms", [0.0, 3.0])
def test_density_does_not_depend_on_slices(slice_ms: float) -> None:
    names = ("ones", "fives", "sixes", "two_pairs", "full_house", "yatzy")
    args: Json = {"upper_score": 29, "scored_categories": closed_but(*names), "accumulated_score": 140, "theta": -0.02}
    job, progress, steps = Density(DensityArgs(**args)), 0.0, 0
    while not job.done:
        assert job.result() is None
        job.step(slice_ms)
        assert progress <= job.progress <= 1
        progress, steps = job.progress, steps + 1
    assert steps > 3
    assert of(job) == of(Density(DensityArgs(**args)))
