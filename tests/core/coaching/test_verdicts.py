"""Tests of verdicts: the words for a loss, and what a result says of chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.coaching.verdicts import ONE_SIDED_95, Loss, Scale, judged, verdict_of
from py_engine.core.contract import GradeBand, VerdictLimits
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.numerics import normal_cdf
from py_engine.core.results import Metadata, Result

WIN = VerdictLimits(scale="win", unit="points of a hundred", good=0.5, inaccuracy=5.0, mistake=10.0, blunder=15.0)
POINTS = VerdictLimits(scale="points", unit="points", good=0.05, inaccuracy=0.5, mistake=2.0, blunder=5.0)
BANDS = (GradeBand(code="ANY", label="Any", max_loss=None),)
METADATA = Metadata(0, 0, 3, 1, completed_within_budget=True, evaluator="test")
WORDS = ("best", "good", "inaccuracy", "mistake", "blunder")
LOSSES, ERRORS = st.floats(0, 30), st.floats(0.01, 10)


def result(values: Sequence[float], user: int | None = None, stderr: float = 0.0) -> Result:
    """A result of moves 0, 1, ... with these values, best first."""
    moves = [Measured(move, value, value, 0.0, 0) for move, value in enumerate(values)]
    graded = None
    if user is not None:
        rival = 0 if user else 1
        graded = Comparison(user, rival, Difference(values[user] - values[rival], stderr))
    return result_of(moves, 0, graded, BANDS, METADATA)


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0.0, "best"),
        (0.49, "best"),
        (0.5, "good"),
        (4.99, "good"),
        (5.0, "inaccuracy"),
        (9.99, "inaccuracy"),
        (10.0, "mistake"),
        (15.0, "blunder"),
        (100.0, "blunder"),
    ],
)
def test_verdict_on_an_exact_loss(loss: float, verdict: str) -> None:
    assert verdict_of(Loss.of(loss, 0.0), WIN) == verdict


@pytest.mark.parametrize(
    ("loss", "stderr", "verdict"),
    [
        (1.0, 2.0, "good"),  # up to 4.92
        (1.0, 2.1, "undecided"),  # up to 5.12
        (8.0, 1.5, "inaccuracy"),  # from 5.06
        (8.0, 1.6, "undecided"),  # from 4.86
        (12.0, 3.5, "mistake"),  # from 5.14, up to 18.86
        (40.0, 20.0, "undecided"),  # from 0.8
    ],
)
def test_verdict_on_an_uncertain_loss(loss: float, stderr: float, verdict: str) -> None:
    assert verdict_of(Loss.of(loss, stderr), WIN) == verdict


@given(LOSSES, ERRORS)
def test_a_verdict_is_undecided_exactly_if_the_interval_crosses_the_limit_of_an_inaccuracy(
    loss: float, stderr: float
) -> None:
    crosses = loss - 1.96 * stderr < POINTS.inaccuracy <= loss + 1.96 * stderr
    assert (verdict_of(Loss.of(loss, stderr), POINTS) == "undecided") == crosses


@given(LOSSES, LOSSES, st.floats(0, 10))
def test_a_larger_loss_with_the_same_error_never_gets_a_better_word(first: float, second: float, stderr: float) -> None:
    low, high = sorted((first, second))
    better, worse = (verdict_of(Loss.of(loss, stderr), POINTS) for loss in (low, high))
    if "undecided" not in (better, worse):
        assert WORDS.index(better) <= WORDS.index(worse)
    assert not (better in WORDS[2:] and worse not in WORDS[2:])


@given(LOSSES, ERRORS, st.floats(1, 3))
def test_a_larger_error_only_makes_a_verdict_undecided(loss: float, stderr: float, factor: float) -> None:
    sure, less = (verdict_of(Loss.of(loss, error), POINTS) for error in (stderr, factor * stderr))
    assert less in (sure, "undecided")


@pytest.mark.parametrize(
    ("loss", "stderr", "verdict"),
    [
        (0.6, 0.2, "inaccuracy"),  # from 0.21: surely a loss
        (0.6, 0.4, "undecided"),  # from -0.18
        (0.4, 0.1, "undecided"),  # surely a loss, and up to 0.6, but more likely a small one
        (0.4, 0.02, "good"),
        (2.5, 0.9, "mistake"),
    ],
)
def test_a_game_may_blame_what_is_surely_a_loss_and_likely_an_inaccuracy(
    loss: float, stderr: float, verdict: str
) -> None:
    found = result([9.0, 9.0 - loss], user=1, stderr=stderr)
    assert judged(found, Scale(POINTS, surely=0.0)).verdict == verdict


def test_a_scale_of_points_says_nothing_of_winning() -> None:
    found = judged(result([3.0, 1.0], user=1), Scale(POINTS))
    assert (found.verdict, found.decided, found.win_loss) == ("mistake", None, None)


@pytest.mark.parametrize(("loss", "words"), [(9.0, ("undecided", "inaccuracy")), (1.0, ("undecided", "good"))])
def test_a_scale_may_ask_for_95_per_cent_on_one_side(loss: float, words: tuple[str, str]) -> None:
    found = result([70.0, 70.0 - loss], user=1, stderr=2.2)
    scales = [Scale(WIN, lambda value: value / 100), Scale(WIN, lambda value: value / 100, ONE_SIDED_95)]
    assert tuple(judged(found, scale).verdict for scale in scales) == words


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (4.2, "good"),  # up to 4.8
        (4.6, "undecided"),  # up to 5.2
        (5.3, "undecided"),  # from 4.9
        (5.5, "inaccuracy"),  # from 5.1
    ],
)
def test_a_move_may_be_blamed_nearer_to_the_limit_than_another_is_called_good(loss: float, verdict: str) -> None:
    found = result([70.0, 70.0 - loss], user=1, stderr=1.0)
    even = Scale(WIN, lambda value: value / 100, z=0.6)
    assert judged(found, replace(even, below=0.4)).verdict == verdict
    assert judged(found, even).verdict == ("good" if verdict == "good" else "undecided")


def test_an_ungraded_result_has_no_verdict() -> None:
    found = judged(result([70.0, 60.0]), Scale(WIN, lambda value: value / 100))
    assert (found.verdict, found.decided, found.win_loss) == (None, False, None)


def test_a_lost_chance_is_judged_in_points_of_a_hundred() -> None:
    found = judged(result([70.0, 58.0], user=1), Scale(WIN, lambda value: value / 100))
    assert found.win_loss == pytest.approx(0.12)
    assert found.verdict == "mistake"


@pytest.mark.parametrize("stderr", [0.0, 3.0, 50.0])
def test_the_best_move_is_best_whatever_its_error(stderr: float) -> None:
    assert judged(result([70.0, 60.0], user=0, stderr=stderr), Scale(WIN, lambda value: value / 100)).verdict == "best"


def test_points_that_decide_nothing_cost_no_chance() -> None:
    found = judged(result([60.0, 50.0], user=1, stderr=2.0), Scale(WIN, lambda value: normal_cdf(value / 10)))
    assert (found.verdict, found.decided) == ("best", True)
    assert found.win_loss is not None
    assert found.win_loss < 0.001


def test_the_error_of_a_lost_chance_follows_the_slope_of_the_chances() -> None:
    # 2 +- 3 points: near a level game about 8 +- 12 points of a hundred, with a lead of 30 about 0.2 +- 0.4.
    scale = Scale(WIN, lambda value: normal_cdf(value / 10))
    level, ahead = (judged(result([value, value - 2], user=1, stderr=3.0), scale) for value in (0.0, 30.0))
    assert (level.verdict, ahead.verdict) == ("undecided", "best")


@pytest.mark.parametrize(
    ("better", "worse", "limit", "verdict"),
    [
        (1.0, 0.1, 5.0, "good"),  # 4 of a hundred are lost, up to 4.2
        (0.1, 1.0, 2.0, "undecided"),  # 0.4 are lost, up to 2.36
    ],
)
def test_each_end_of_a_lost_chance_is_mapped_by_itself(better: float, worse: float, limit: float, verdict: str) -> None:
    # The loss is 4 +- 1.96 points. Chances change, in points of a hundred, by ``better`` for each point above the move's value.
    def chance(value: float) -> float:
        return 0.46 + (better if value > -4.0 else worse) * (value + 4.0) / 100

    found = judged(result([0.0, -4.0], user=1, stderr=1.0), Scale(WIN.model_copy(update={"inaccuracy": limit}), chance))
    assert found.win_loss == pytest.approx(better * 0.04)
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("chances", "decided"),
    [
        ([1.9, 0.1], True),
        ([2.1, 0.1], False),
        ([99.9, 98.1], True),
        ([99.9, 97.9], False),
        ([99.9, 0.1], False),
    ],
)
def test_a_game_is_decided_if_all_candidates_win_or_all_lose(chances: list[float], decided: bool) -> None:
    assert judged(result(chances), Scale(WIN, lambda value: value / 100)).decided is decided


@pytest.mark.parametrize(
    ("chances", "stderr", "decided"),
    [
        ([1.1, 0.1], 0.4, True),
        ([1.1, 0.1], 0.5, False),  # up to 2.1
        ([99.9, 98.9], 0.4, True),
        ([99.9, 98.9], 0.5, False),
    ],
)
def test_a_few_sample_deals_do_not_decide_a_game(chances: list[float], stderr: float, decided: bool) -> None:
    found = result(chances)
    # The error of the best one is that of its mean; that of the others, of their distance from it.
    sampled = replace(found, candidates=[replace(found.candidates[0], stderr=stderr), *found.candidates[1:]])
    scale = Scale(WIN, lambda value: value / 100, decided_z=2.0)
    assert judged(sampled, scale).decided is decided
    assert judged(sampled, replace(scale, decided_z=0.0)).decided is True


def test_only_compared_candidates_decide() -> None:
    found = result([99.9, 50.0])
    rough = replace(found, candidates=[found.candidates[0], replace(found.candidates[1], compared=False)])
    assert judged(rough, Scale(WIN, lambda value: value / 100)).decided is True
    none = replace(found, candidates=[replace(each, compared=False) for each in found.candidates])
    assert judged(none, Scale(WIN, lambda value: value / 100)).decided is None


def test_a_stated_chance_counts_more_than_that_of_the_value() -> None:
    found = result([10.0, 9.0], user=1)
    certain = [replace(each, win_probability=chance) for each, chance in zip(found.candidates, (1.0, 0.5), strict=True)]
    found = judged(replace(found, candidates=certain), Scale(WIN, lambda value: normal_cdf(value / 10)))
    assert (found.win_loss, found.verdict, found.decided) == (0.5, "blunder", False)


@pytest.mark.parametrize(
    ("loss", "stderr", "worse"),
    [
        (0.25, 2.0, 0.549738),
        (1.0, 2.0, 0.691462),  # half an error
        (2.0, 2.0, 0.841345),
        (9.0, 2.0, 0.99),  # no more than that is ever stated
        (9.0, 0.0, None),  # exact: nothing is uncertain
    ],
)
@pytest.mark.parametrize("scale", [Scale(POINTS), Scale(WIN, lambda value: value / 100)])
def test_how_likely_a_move_is_worse_follows_from_its_error(
    loss: float, stderr: float, worse: float | None, scale: Scale
) -> None:
    assert judged(result([70.0, 70.0 - loss], user=1, stderr=stderr), scale).worse == worse


def test_the_best_move_and_a_hint_are_worse_than_nothing() -> None:
    assert judged(result([70.0, 60.0], user=0, stderr=2.0), Scale(POINTS)).worse is None
    assert judged(result([70.0, 60.0]), Scale(POINTS)).worse is None
