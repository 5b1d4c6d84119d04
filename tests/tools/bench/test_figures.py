"""Tests of the statistics of two builds: medians, ratios with quartiles, and the table."""

from __future__ import annotations

import pytest

from build_tools.bench.start.figures import Ratio, Runs, in_turn, median, names_of, ratio
from build_tools.bench.start.report import as_json, as_rows, as_table

THEN: Runs = [{"ready": 1000.0, "compile": 10.0}, {"ready": 3000.0}, {"ready": 2000.0}, {}, {"ready": 4000.0}]
NOW: Runs = [{"ready": 500.0, "packages": 7.0}, {"ready": 600.0}, {"ready": 920.0}, {"ready": 1.0}, {"ready": 1440.0}]
RUNS = {"first visit": {"v1": THEN, "present": NOW}}


def test_builds_alternate_in_coming_first() -> None:
    assert [list(in_turn(["a", "b"], which)) for which in range(4)] == [["a", "b"], ["b", "a"], ["a", "b"], ["b", "a"]]


def test_ratio_is_computed_by_round_and_skips_incomplete_rounds() -> None:
    # The ratios are 0.5, 0.2, 0.46 and 0.36; the ratio of the medians would differ.
    found = ratio(THEN, NOW, "ready")
    assert found is not None
    assert (found.middle, found.low, found.high) == pytest.approx((0.41, 0.32, 0.47))
    assert found.rounds == 4


def test_ratio_of_one_round_has_no_spread_and_of_none_is_none() -> None:
    assert ratio(THEN[:1], NOW[:1], "ready") == Ratio(0.5, 0.5, 0.5, 1)
    assert ratio(THEN, NOW, "compile") is None
    assert ratio([{"ready": 0.0}], [{"ready": 5.0}], "ready") is None


def test_ratio_needs_equally_many_rounds() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio(THEN, NOW[:2], "ready")


def test_median_is_over_rounds_that_have_the_figure() -> None:
    assert median(THEN, "ready") == 2500
    assert median(THEN, "compile") == 10
    assert median(THEN, "packages") is None


def test_names_keep_the_order_of_first_appearance() -> None:
    assert names_of([*THEN, *NOW]) == ["ready", "compile", "packages"]


def test_table_shows_medians_ratio_and_quartiles() -> None:
    head, _, part, *rows = as_table(RUNS, "v1", "present").splitlines()
    assert head.split() == ["milliseconds", "v1", "present", "ratio", "quartiles", "rounds"]
    assert part == "first visit"
    assert [row.split() for row in rows] == [
        ["ready", "2,500", "600", "0.41", "0.32", "to", "0.47", "4"],
        ["compile", "10", "-", "-", "-", "0"],
        ["packages", "-", "7", "-", "-", "0"],
    ]


def test_json_has_the_figures_of_each_round() -> None:
    ready, compiled, _ = as_json(RUNS, "v1", "present")
    assert (ready["part"], ready["name"], ready["unit"]) == ("first visit", "ready", "ms")
    assert ready["rounds"] == {
        "against": [1000.0, 3000.0, 2000.0, None, 4000.0],
        "present": [500.0, 600.0, 920.0, 1.0, 1440.0],
    }
    assert ready["ratio"]["rounds"] == 4
    assert (compiled["against"], compiled["present"], compiled["ratio"]) == (10.0, None, None)


def test_rows_of_one_build_are_its_medians() -> None:
    assert as_rows(RUNS, "present") == [("first visit: ready", "ms", 600), ("first visit: packages", "ms", 7)]
