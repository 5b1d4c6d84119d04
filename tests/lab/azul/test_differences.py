"""The errors of stated differences: factors that fit simulated errors."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.azul.knowledge.model_error import LATER_SCALE
from py_engine.lab.azul.honesty.differences import PRIOR, Difference, fitted, fitted_rows


def simulated(later_scale: float, within: float, count: int = 400) -> list[Difference]:
    """Differences in the third round whose errors have these sizes."""
    random = np.random.default_rng(5)
    found = []
    for number in range(count):
        settled = number % 2 == 0
        variance = (2.0 * later_scale) ** 2 + (0.0 if settled else within**2) + 0.25
        wrong = float(random.standard_t(4) * np.sqrt(variance / 2))
        found.append(Difference(3, 12, 3.0 + wrong, 2.0, settled, 3.0, 0.25))
    return found


def test_the_factors_of_simulated_errors_are_found() -> None:
    scales, errors = fitted(simulated(1.6, 2.0))
    assert scales[2] == pytest.approx(1.6, rel=0.15)
    assert errors[2] == pytest.approx(2.0, rel=0.3)
    assert fitted(simulated(0.8, 2.0))[0][2] < scales[2]


def test_rounds_without_moves_keep_what_was_known() -> None:
    scales, errors = fitted(simulated(1.6, 2.0, 40))
    assert scales[0] == pytest.approx(1.0)
    assert errors[0] == pytest.approx(PRIOR[0])


def test_moves_that_lead_to_the_same_say_nothing_about_the_factors() -> None:
    same = [Difference(3, 4, 1.0, 0.0, True, -8.0, 0.1)] * 50
    assert fitted(same) == fitted([])


def test_the_table_has_the_share_of_true_differences_within_the_stated_errors() -> None:
    rows = fitted_rows(simulated(LATER_SCALE[2], 1.2))
    (third,) = rows[1:]
    assert third[:2] == ["3", "400"]
    assert 60 <= int(third[-2]) <= 85
    assert 90 <= int(third[-1]) <= 99
