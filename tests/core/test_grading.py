"""Tests of grades and of results put together from measurements."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.contract import GradeBand
from py_engine.core.grading import Comparison, Difference, Measured, confidence, grade_of, is_behind, result_of
from py_engine.core.results import Candidate, Metadata
from py_engine.games.azul.knowledge.grades import BANDS

METADATA = Metadata(0, 0, 3, 1, completed_within_budget=True, evaluator="test")
THIRDS = st.integers(-30, 30).map(lambda n: n / 3)
LOSSES = st.floats(0, 10)
ERRORS = st.floats(0.01, 5)


def number_of(candidate: Candidate) -> int:
    assert isinstance(candidate.action, dict)
    number = candidate.action["number"]
    assert isinstance(number, int)
    return number


def cdf(z: float) -> float:
    return 0.5 * (1 + math.erf(z / math.sqrt(2)))


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0.0, "EXCELLENT"),
        (0.25, "EXCELLENT"),
        (0.2500001, "GOOD"),
        (1.0, "GOOD"),
        (1.01, "OKAY"),
        (2.5, "OKAY"),
        (2.51, "MISS"),
        (1e6, "MISS"),
    ],
)
def test_grade_of_a_loss_in_azul(loss: float, grade: str) -> None:
    assert grade_of(loss, BANDS).code == grade


@given(LOSSES, ERRORS)
def test_confidence_is_the_probability_of_the_band(loss: float, stderr: float) -> None:
    limits = [-math.inf, 0.25, 1.0, 2.5, math.inf]
    index = [band.code for band in BANDS].index(grade_of(loss, BANDS).code)
    mass = cdf((limits[index + 1] - loss) / stderr) - cdf((limits[index] - loss) / stderr)
    assert confidence(Difference(-loss, stderr), BANDS) == pytest.approx(mass, abs=1e-3)


@given(LOSSES, ERRORS)
def test_confidence_in_the_best_grade_grows_with_the_lead(lead: float, stderr: float) -> None:
    assert confidence(Difference(lead, stderr), BANDS) == pytest.approx(cdf((0.25 + lead) / stderr), abs=1e-3)


def test_confidence_of_an_exact_difference_is_one() -> None:
    assert confidence(Difference(-0.3, 0.0), BANDS) == 1.0


@given(LOSSES, ERRORS)
def test_difference_of_two_standard_errors_is_clear(loss: float, stderr: float) -> None:
    assert Difference(-loss, stderr).clear() == Difference(loss, stderr).clear() == (loss >= 2 * stderr)


def measured(number: int, explored: float, fresh: float | None = None) -> Measured:
    return Measured({"number": number}, explored, explored if fresh is None else fresh, 0.5, 10)


@given(
    st.lists(THIRDS, min_size=1, max_size=8),
    st.integers(0, 7),
    THIRDS,
    THIRDS,
)
def test_an_answer_is_consistent_whatever_was_measured(
    explored: list[float], user: int, best: float, own: float
) -> None:
    user %= len(explored)
    leader = explored.index(max(explored))
    items = [measured(i, value) for i, value in enumerate(explored)]
    others = [i for i in range(len(explored)) if i != user]
    rival = max(others, key=lambda i: explored[i]) if others else None
    difference = Difference(0.0, 0.0)
    if rival is not None:
        items[rival], items[user] = measured(rival, explored[rival], best), measured(user, explored[user], own)
        difference = Difference(own - best, 0.3)
    found = result_of(items, leader, Comparison(user, rival, difference), BANDS, METADATA)
    evs = [candidate.ev for candidate in found.candidates]
    assert evs == sorted(evs, reverse=True)
    assert found.candidates[0].action == found.best_action
    assert found.best_action_ev == evs[0]
    assert found.delta_ev is not None
    assert found.user_action_ev is not None
    assert found.delta_stderr is not None
    assert found.delta_ev == found.user_action_ev - found.best_action_ev <= 0
    assert sorted(number_of(c) for c in found.candidates) == list(range(len(explored)))
    if rival is not None:
        assert found.best_action == {"number": user if own >= best else rival}
        assert found.best_action_ev == max(own, best)
        assert found.too_close == (-found.delta_ev < 2 * found.delta_stderr)
    assert found.grade == grade_of(-found.delta_ev, BANDS).code


@given(st.lists(THIRDS, min_size=1, max_size=8))
def test_ungraded_result_has_no_user_fields(explored: list[float]) -> None:
    items = [measured(i, value) for i, value in enumerate(explored)]
    found = result_of(items, explored.index(max(explored)), None, BANDS, METADATA)
    assert found.best_action_ev == max(explored)
    assert (found.delta_ev, found.grade, found.user_action_ev) == (None, None, None)


def test_other_candidates_keep_their_distance_from_a_remeasured_leader() -> None:
    items = [measured(0, 5.0, 3.5), measured(1, 4.0), measured(2, 1.0, 2.0)]
    found = result_of(items, 0, Comparison(2, 0, Difference(-1.5, 0.4)), BANDS, METADATA)
    assert [(number_of(c), c.ev) for c in found.candidates] == [(0, 3.5), (1, 2.5), (2, 2.0)]
    assert (found.delta_ev, found.grade) == (-1.5, "OKAY")


def test_a_candidate_above_the_leader_keeps_its_value_and_stands_behind_those_that_were_compared() -> None:
    items = [measured(0, 6.0), measured(1, 5.0), measured(2, 1.0), measured(3, 4.0)]
    items[3].compared = False
    found = result_of(items, 1, None, BANDS, METADATA)
    listed = [(number_of(c), c.ev, c.compared) for c in found.candidates]
    assert listed == [(1, 5.0, True), (2, 1.0, True), (0, 6.0, False), (3, 4.0, False)]
    assert (found.best_action, found.best_action_ev) == ({"number": 1}, 5.0)


def test_values_that_differ_by_rounding_are_equal() -> None:
    found = result_of([measured(0, 0.1 + 0.2), measured(1, 0.3)], 1, None, BANDS, METADATA)
    assert [(c.ev, c.compared) for c in found.candidates] == [(0.3, True), (0.3, True)]


def test_candidates_that_were_valued_are_counted_if_the_evaluator_says_how_many() -> None:
    for valued, counted in ((0, 2), (7, 7)):
        metadata = replace(METADATA, candidates_evaluated=valued)
        found = result_of([measured(0, 1.0), measured(1, 0.0)], 0, None, BANDS, metadata)
        assert found.metadata.candidates_evaluated == counted


def test_user_ahead_in_fresh_worlds_has_the_best_move() -> None:
    items = [measured(0, 5.0, 3.5), measured(1, 4.0, 4.0)]
    found = result_of(items, 0, Comparison(1, 0, Difference(0.5, 0.4)), BANDS, METADATA)
    assert found.best_action == found.user_action == {"number": 1}
    assert (found.best_action_ev, found.delta_ev, found.grade) == (4.0, 0.0, "EXCELLENT")


def test_single_band_takes_every_loss() -> None:
    assert grade_of(99.0, [GradeBand(code="ONLY", label="Only", max_loss=None)]).code == "ONLY"


def test_a_move_is_behind_only_by_its_error_as_it_is_shown_and_by_what_is_written() -> None:
    assert [is_behind(gap, 1.0) for gap in (1.1, 1.9, 2.0, 2.1)] == [False, False, True, True]
    assert [is_behind(gap, 0.0) for gap in (0.04, 0.05)] == [False, True]
