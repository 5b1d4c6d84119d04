"""Tests of the numeric helpers."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import descending, mean_and_stderr, normal_cdf


@given(st.floats(-50, 50))
def test_normal_cdf_is_accurate(z: float) -> None:
    assert normal_cdf(z) == pytest.approx(0.5 * (1 + math.erf(z / math.sqrt(2))), abs=5e-4)


@given(st.floats(-8, 8), st.floats(0, 8))
def test_normal_cdf_is_monotonic_and_symmetric(z: float, more: float) -> None:
    assert normal_cdf(z) <= normal_cdf(z + more)
    assert normal_cdf(-z) + normal_cdf(z) == pytest.approx(1, abs=1e-12)
    assert 0 < normal_cdf(z) < 1


def test_normal_cdf_is_exact_at_zero() -> None:
    assert normal_cdf(0.0) == 0.5


@given(st.lists(st.integers(-3, 3), min_size=1))
def test_descending_is_stable(values: list[int]) -> None:
    order = descending(np.array(values, dtype=np.float64)).tolist()
    assert order == sorted(range(len(values)), key=lambda i: (-values[i], i))


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=60))
def test_mean_and_stderr_match_the_statistics_module(values: list[int]) -> None:
    squares = math.fsum(v * v for v in values)
    mean, stderr = mean_and_stderr(float(sum(values)), squares, len(values))
    assert mean == pytest.approx(statistics.fmean(values))
    assert stderr == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)), abs=1e-6)


def test_stderr_of_fewer_than_two_values_is_zero() -> None:
    assert mean_and_stderr(0.0, 0.0, 0) == (0.0, 0.0)
    assert mean_and_stderr(5.0, 25.0, 1) == (5.0, 0.0)


def test_seeded_generator_is_determined_by_its_parts() -> None:
    def drawn(*parts: int) -> list[int]:
        return seeded(Domain.CHANCE, *parts).integers(0, 2**32, size=4).tolist()

    assert drawn(1, 2) == drawn(1, 2)
    assert len({tuple(drawn(*parts)) for parts in [(1,), (1, 2), (2, 1), (2**53 - 1,), (2**53 - 2,)]}) == 5
