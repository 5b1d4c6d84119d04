"""Tests of the laboratory's statistics: the signed-rank test, intervals, move times, forest plots."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from py_engine.lab.core.forest_plot import Bar, forest
from py_engine.lab.core.latency import Latency
from py_engine.lab.core.signed_rank import EXACT, SignedRank, signed_rank
from py_engine.lab.core.statistics import Mean, interval, mean_of

HAMILTON = (
    [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30],
    [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29],
)
"""Hamilton depression scores of nine patients before and after a tranquilliser (Hollander & Wolfe 1973, p. 29)."""


def ranked(count: int, negative: set[int]) -> list[float]:
    """Differences of sizes 1 to ``count``, some of them negative."""
    return [float(-size if size in negative else size) for size in range(1, count + 1)]


def test_signed_rank_of_the_published_example() -> None:
    found = signed_rank([before - after for before, after in zip(*HAMILTON, strict=True)])
    assert (found.positive, found.negative, found.used) == (40.0, 5.0, 9)
    assert found.p == pytest.approx(2 * 0.01953, abs=1e-4)


@pytest.mark.parametrize(
    ("count", "at_most", "just_above"),
    [(6, {0}, {1}), (10, {8}, {9}), (20, {20, 19, 13}, {20, 19, 14}), (25, {25, 24, 23, 17}, {25, 24, 23, 18})],
)
def test_signed_rank_matches_published_critical_values(count: int, at_most: set[int], just_above: set[int]) -> None:
    """Two-sided 5 per cent: critical rank sums of 0, 8, 52 and 89."""
    assert signed_rank(ranked(count, at_most)).p <= 0.05 < signed_rank(ranked(count, just_above)).p


def test_exact_p_value_with_ties_matches_brute_force() -> None:
    values = [3.0, -1.0, 1.0, 2.0, 2.0, 5.0, -2.0, 0.0]
    sizes = np.array([6.0, 1.5, 1.5, 4.0, 4.0, 7.0, 4.0])
    sums = [sizes[np.array(signs)].sum() for signs in product((False, True), repeat=7)]
    at_most = sum(each <= 5.5 for each in sums)
    found = signed_rank(values)
    assert (found.positive, found.negative, found.used) == (22.5, 5.5, 7)
    assert found.p == pytest.approx(2 * at_most / 2**7)


def test_normal_approximation_matches_scipy() -> None:
    # 120 values with ties and zeros; p from scipy.stats.wilcoxon(method="approx", correction=True).
    values = [float((7 * k * k + 3 * k) % 11 - 3) for k in range(120)]
    found = signed_rank(values)
    assert found.used > EXACT
    assert (found.positive, found.used) == (3179.0, 98)
    assert found.p == pytest.approx(0.00679760199445482, rel=1e-9)


def test_exact_and_normal_p_values_agree_at_the_boundary(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [float(k) if k % 3 else -float(k) for k in range(1, EXACT + 1)]
    exact = signed_rank(values).p
    monkeypatch.setattr("py_engine.lab.core.signed_rank.EXACT", 0)
    assert 0.02 < exact == pytest.approx(signed_rank(values).p, rel=0.05)


def test_signed_rank_without_differences_has_p_one() -> None:
    assert signed_rank([0.0] * 9) == SignedRank(0.0, 0.0, 1.0, 0)
    assert signed_rank([]).p == 1.0


@pytest.mark.parametrize(("count", "student"), [(2, 12.706), (5, 2.776), (12, 2.201), (31, 2.042), (101, 1.984)])
def test_interval_uses_students_t(count: int, student: float) -> None:
    low, high = interval(Mean(3.0, 0.5, count))
    assert (low, high) == pytest.approx((3 - 0.5 * student, 3 + 0.5 * student), abs=0.002)
    assert all(np.isnan(interval(mean_of([4.0]))))


def test_latency_histograms_are_merged() -> None:
    first, second = Latency(), Latency()
    for milliseconds in (1, 2, 3, 4):
        first.add(milliseconds)
    for _ in range(96):
        second.add(250.0)
    first.merge(Latency(second.as_data()))
    assert first.moves == 100
    assert first.quantile(0.5) == pytest.approx(250, rel=0.06)
    assert first.quantile(0.02) == pytest.approx(2, rel=0.06)
    assert Latency().quantile(0.5) is None


def test_forest_plot_is_to_scale_and_readable() -> None:
    bars = [Bar("a < b & c", 1.0, 0.5, 1.5), Bar("alone", -1.0, float("nan"), float("nan"))]
    root = ET.fromstring(forest('points "saved"', bars))  # noqa: S314 - our own text
    assert root.get("aria-label") == 'points "saved"'
    names = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a < b & c", "alone", "1.00", "−1.00", "−1.0", "0.0"} <= set(names)  # noqa: RUF001 - a true minus
    dots = [float(each.get("cx") or 0) for each in root.iter("{http://www.w3.org/2000/svg}circle")]
    (bar,) = (each for each in root.iter("{http://www.w3.org/2000/svg}line") if each.get("class") == "bar")
    ends = [float(bar.get(end) or 0) for end in ("x1", "x2")]
    assert sum(ends) / 2 == pytest.approx(dots[0], abs=0.2)
    assert (dots[0] - dots[1]) / (ends[1] - ends[0]) == pytest.approx(2, abs=0.01)
    assert forest("nothing yet", []).startswith("<svg")
