"""Tests of the anytime evaluation, with scripted candidates and a manual clock."""

from __future__ import annotations

import math
import statistics
from collections.abc import Generator, Sequence
from typing import Any

import numpy as np
import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import SampledEvaluation, Stream
from py_engine.core.grading import Difference, Measured, result_of
from py_engine.core.results import Result
from py_engine.core.samples import Sample
from tests.core.clocks import ManualClock


class Scripted(SampledEvaluation):
    """An evaluation with known values in each world; each chunk takes three pieces of ten milliseconds.

    Args:
        means: The mean value of each candidate while exploring.
        fresh: The same in the fresh worlds of the comparison.
        user: The graded candidate, if any.
        params: Evaluator params; by default one second.
    """

    def __init__(self, means: Sequence[float], fresh: Sequence[float], user: int | None, **params: Any) -> None:
        self.ticks = ManualClock()
        asked = EvaluatorParams(evaluator_seed=1, **({"time_budget_ms": 1000} | params))
        super().__init__(asked, len(means), user, self.ticks)
        self.means: dict[Stream, Sequence[float]] = {"explore": means, "fresh": fresh}
        self.asked: list[tuple[list[int], Stream, int, int]] = []

    def value(self, candidate: int, stream: Stream, world: int) -> float:
        noise = (world * 7 + candidate * world * 3) % 5 - 2
        return self.means[stream][candidate] + noise

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        for _ in range(3):
            self.ticks.now += 0.01
            yield
        self.asked.append((list(candidates), stream, first_world, worlds))
        there = range(first_world, first_world + worlds)
        values = np.array([[self.value(c, stream, w) for w in there] for c in candidates])
        return Sample(values, {"one": np.full(len(candidates), float(worlds))}, values.size)

    def result(self) -> Result | None:
        if not self.has_result():
            return None
        means = [self.explored.mean(candidate)[0] for candidate in range(len(self.explored.count))]
        measured = [Measured(candidate, mean, mean, 0.0, 0) for candidate, mean in enumerate(means)]
        return result_of(measured, self.leader(), None, (), self.metadata_so_far("scripted", len(measured)))


def worlds_of(evaluation: Scripted, candidate: int, stream: Stream) -> list[int]:
    """The worlds in which a candidate was sampled in a stream, in order."""
    worlds: list[int] = []
    for candidates, where, first, count in evaluation.asked:
        if where == stream and candidate in candidates:
            worlds += range(first, first + count)
    return worlds


def test_candidates_share_worlds_and_see_each_once() -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], None, rollouts_per_action=40)
    evaluation.run()
    for candidate in range(3):
        assert worlds_of(evaluation, candidate, "explore") == list(range(40))
    assert evaluation.explored.count.tolist() == [40, 40, 40]
    assert evaluation.ended_by == "work"
    assert evaluation.leader() == 2


@pytest.mark.parametrize("budget", [10, 35, 95, 200])
def test_candidates_have_equal_counts_when_the_clock_ends_the_evaluation(budget: int) -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], None, rollouts_per_action=10**6, time_budget_ms=budget)
    evaluation.run()
    assert evaluation.ended_by == "clock"
    assert len(set(evaluation.explored.count.tolist())) == 1
    assert evaluation.explored.count[0] > 0
    assert max(budget, 30) <= evaluation.elapsed_ms <= max(budget, 30) + 10


def test_tally_has_the_mean_and_standard_error_of_the_values() -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], None, rollouts_per_action=37)
    evaluation.run()
    for candidate in range(3):
        values = [evaluation.value(candidate, "explore", w) for w in range(37)]
        mean, stderr = evaluation.explored.mean(candidate)
        assert mean == pytest.approx(statistics.fmean(values))
        assert stderr == pytest.approx(statistics.stdev(values) / math.sqrt(37))
        assert evaluation.explored.feature_means(candidate) == {"one": 1.0}


def test_grade_is_a_paired_comparison_in_fresh_worlds() -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 2.5], 0, rollouts_per_action=90)
    evaluation.run()
    assert evaluation.pair == (2, 0)
    fresh = [part for part in evaluation.asked if part[1] == "fresh"]
    assert all(candidates == [0, 2] for candidates, *_ in fresh)
    worlds = worlds_of(evaluation, 0, "fresh")
    assert worlds == list(range(90))
    paired = [evaluation.value(0, "fresh", w) - evaluation.value(2, "fresh", w) for w in worlds]
    difference = evaluation.difference()
    assert difference is not None
    assert difference.value == pytest.approx(statistics.fmean(paired))
    assert difference.stderr == pytest.approx(statistics.stdev(paired) / math.sqrt(90), rel=0.01)


def test_difference_is_positive_when_the_user_leads_in_fresh_worlds() -> None:
    evaluation = Scripted([1, 2, 3], [9, 2, 3], 0, rollouts_per_action=60)
    evaluation.run()
    difference = evaluation.difference()
    assert difference is not None
    assert difference.value > 0


def test_leading_user_move_is_compared_with_the_runner_up() -> None:
    evaluation = Scripted([1, 4, 6], [1, 4, 6], 2, rollouts_per_action=60)
    evaluation.run()
    assert evaluation.pair == (1, 2)
    difference = evaluation.difference()
    assert difference is not None
    # The noise of the second candidate is -2 in every world.
    assert difference.value == pytest.approx(4)


def test_single_world_gives_a_large_error() -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], 0, rollouts_per_action=1)
    evaluation.run()
    difference = evaluation.difference()
    assert difference is not None
    assert difference.stderr >= 10
    assert not difference.clear()


def test_single_move_has_no_rival() -> None:
    evaluation = Scripted([1], [1], 0, rollouts_per_action=5)
    evaluation.run()
    assert evaluation.difference() == Difference(0.0, 0.0)


def test_grade_is_measured_even_without_time() -> None:
    evaluation = Scripted([1, 3], [1, 3], 0, rollouts_per_action=10**6, time_budget_ms=0)
    evaluation.run()
    assert evaluation.ended_by == "clock"
    assert evaluation.difference() is not None


def test_no_grade_before_fresh_worlds() -> None:
    evaluation = Scripted([1, 6], [9, 6], 0, rollouts_per_action=50)
    while not worlds_of(evaluation, 0, "fresh"):
        assert not evaluation.can_lead() or evaluation.difference() is None
        assert not evaluation.has_result()
        evaluation.piece()
    assert evaluation.difference() is not None


def test_exploring_takes_its_share_of_the_time() -> None:
    evaluation = Scripted([1, 3], [1, 3], 0, rollouts_per_action=10**6, time_budget_ms=1000)
    evaluation.run()
    exploring = sum(30 for _, stream, *_ in evaluation.asked if stream == "explore")
    assert exploring == pytest.approx(600, abs=30)


def test_evaluation_pauses_within_a_chunk() -> None:
    evaluation = Scripted([1, 2], [1, 2], None, rollouts_per_action=100)
    evaluation.step(10)
    assert evaluation.elapsed_ms == pytest.approx(10)
    assert evaluation.explored.count.tolist() == [0, 0]
    assert evaluation.result() is None
    evaluation.step(30)
    assert evaluation.explored.count.tolist() == [4, 4]


def test_pauses_between_slices_do_not_count() -> None:
    evaluation = Scripted([1, 2], [1, 2], None, rollouts_per_action=10**6, time_budget_ms=100)
    while not evaluation.done:
        evaluation.step(10)
        evaluation.ticks.now += 5
    assert 100 <= evaluation.elapsed_ms <= 110


@pytest.mark.parametrize("slices", [0, 5, 17, 1000])
def test_result_does_not_depend_on_slices(slices: float) -> None:
    whole = Scripted([1, 2, 3], [1, 2, 3], 0, rollouts_per_action=70, time_budget_ms=600_000)
    whole.run()
    sliced = Scripted([1, 2, 3], [1, 2, 3], 0, rollouts_per_action=70, time_budget_ms=600_000)
    while not sliced.done:
        sliced.step(slices)
    assert sliced.asked == whole.asked
    assert sliced.difference() == whole.difference()


@pytest.mark.parametrize("user", [None, 0])
@pytest.mark.parametrize("budget", [{"rollouts_per_action": 20}, {"time_budget_ms": 200}, {"max_work": 60}])
def test_extended_evaluation_resumes_where_it_stopped(user: int | None, budget: dict[str, int]) -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], user, **({"rollouts_per_action": 10**6} | budget))
    evaluation.run()
    before, ended_by, work = list(evaluation.asked), evaluation.ended_by, evaluation.work_done
    larger = evaluation.params.model_copy(update={name: value * 4 for name, value in budget.items()})
    evaluation.extend(larger)
    assert not evaluation.done
    evaluation.run()
    assert evaluation.ended_by == ended_by
    assert evaluation.work_done > work
    assert evaluation.asked[: len(before)] == before
    for candidate in range(3):
        worlds = worlds_of(evaluation, candidate, "explore")
        assert worlds == list(range(len(worlds)))
    if user is not None:
        assert evaluation.pair == (2, 0)
        fresh = worlds_of(evaluation, 0, "fresh")
        assert fresh == list(range(len(fresh)))


def test_new_leader_after_an_extension_starts_a_new_comparison() -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], 0, rollouts_per_action=20)
    evaluation.run()
    assert evaluation.pair == (2, 0)
    evaluation.means["explore"] = [1, 50, 3]
    evaluation.extend(evaluation.params.model_copy(update={"rollouts_per_action": 400}))
    evaluation.run()
    assert evaluation.pair == (1, 0)
    difference = evaluation.difference()
    assert difference is not None
    worlds = worlds_of(evaluation, 1, "fresh")
    paired = [evaluation.value(0, "fresh", w) - evaluation.value(1, "fresh", w) for w in worlds]
    assert difference.value == pytest.approx(statistics.fmean(paired))
    assert evaluation.fresh.count.tolist()[2] == 0


@pytest.mark.parametrize("user", [None, 0])
@pytest.mark.parametrize("most", [30, 100, 1001])
def test_max_work_limits_the_work(user: int | None, most: int) -> None:
    evaluation = Scripted([1, 2, 3], [1, 2, 3], user, rollouts_per_action=10**6, max_work=most)
    evaluation.run()
    assert most / 2 <= evaluation.work_done <= most
    assert evaluation.ended_by == "work"


def test_progress_increases_to_one() -> None:
    evaluation = Scripted([1, 2], [1, 2], 0, rollouts_per_action=300)
    seen = [evaluation.progress]
    while not evaluation.done:
        evaluation.piece()
        seen.append(evaluation.progress)
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert seen[-1] == 1
    assert all(part < 1 for part in seen[:-1])


@pytest.mark.parametrize(
    ("took", "budget", "within"), [(71, 1, False), (1, 1, True), (250, 250, True), (251, 250, False)]
)
def test_what_ends_by_itself_is_within_the_budget_only_if_it_was_in_time(took: int, budget: int, within: bool) -> None:
    evaluation = Scripted([1, 2], [1, 2], None, time_budget_ms=budget)
    evaluation.piece()
    evaluation.done, evaluation.ended_by = True, "work"
    evaluation._started, evaluation._spent = None, took / 1000
    metadata = evaluation.metadata_so_far("scripted", 2)
    assert (metadata.elapsed_ms, metadata.completed_within_budget) == (took, within)


def test_an_evaluation_gets_more_time_than_its_budget_but_keeps_its_params() -> None:
    evaluation = Scripted([1, 2], [1, 2], None, rollouts_per_action=10**6, time_budget_ms=100)
    asked = evaluation.params
    evaluation.run()
    for _ in range(5):
        before = evaluation.elapsed_ms
        evaluation.done = False
        evaluation.allow(20)
        evaluation.run()
        assert before + 20 <= evaluation.elapsed_ms <= before + 60
        assert evaluation.params == asked
        assert not evaluation.metadata_so_far("scripted", 2).completed_within_budget
    evaluation.extend(asked.model_copy(update={"time_budget_ms": 1000}))
    evaluation.run()
    assert 1000 <= evaluation.elapsed_ms <= 1040


def test_a_pause_before_more_time_is_allowed_does_not_count() -> None:
    evaluation = Scripted([1, 2], [1, 2], None, rollouts_per_action=10**6, time_budget_ms=100)
    while evaluation.elapsed_ms < 90:
        evaluation.piece()
    evaluation.ticks.now += 30
    evaluation.allow(100)
    evaluation.run()
    assert 190 <= evaluation.elapsed_ms <= 240


def test_what_the_clock_ends_is_not_completed() -> None:
    evaluation = Scripted([1, 2], [1, 2], None, rollouts_per_action=10**6, time_budget_ms=95)
    evaluation.run()
    assert not evaluation.metadata_so_far("scripted", 2).completed_within_budget
