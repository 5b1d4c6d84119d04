"""Rollouts that fail, or return what no rollout should: the evaluation ends with ROLLOUT_FAILURE."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

import numpy as np
import pytest

from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.evaluation import SampledEvaluation, Stream
from py_engine.core.samples import Sample


def fair(candidates: int, worlds: int) -> Sample:
    return Sample(np.zeros((candidates, worlds)), {"one": np.ones(candidates)}, candidates * worlds)


def late(sample: Sample) -> Sample:
    return Sample(sample.values[:, :-1], sample.features, sample.work)


def not_a_number(sample: Sample) -> Sample:
    sample.values[0, -1] = np.nan
    return sample


def boundless(sample: Sample) -> Sample:
    sample.values[-1, 0] = np.inf
    return sample


def odd_feature(sample: Sample) -> Sample:
    sample.features["one"][0] = np.nan
    return sample


def no_feature(sample: Sample) -> Sample:
    return Sample(sample.values, {"one": np.ones(0)}, sample.work)


def backwards(sample: Sample) -> Sample:
    return Sample(sample.values, sample.features, -1)


def broken(_: Sample) -> Sample:
    raise IndexError("index 7 is out of bounds")


class Faulty(SampledEvaluation):
    """An evaluation whose samples of one stream are spoilt."""

    def __init__(self, spoil: Callable[[Sample], Sample], spoilt: Stream) -> None:
        params = EvaluatorParams(evaluator_seed=1, time_budget_ms=600_000, rollouts_per_action=8)
        super().__init__(params, 2, 0)
        self.spoil, self.spoilt = spoil, spoilt

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        yield
        sample = fair(len(candidates), worlds)
        return self.spoil(sample) if stream == self.spoilt else sample

    def result(self) -> None:
        return None


@pytest.mark.parametrize("stream", ["explore", "fresh"])
@pytest.mark.parametrize("spoil", [late, not_a_number, boundless, odd_feature, no_feature, backwards, broken])
def test_a_rollout_that_fails_or_leaves_the_contract_ends_the_evaluation(
    spoil: Callable[[Sample], Sample], stream: Stream
) -> None:
    with pytest.raises(ContractError) as raised:
        Faulty(spoil, stream).run()
    assert raised.value.code == "ROLLOUT_FAILURE"
    assert raised.value.context["stream"] == stream
    assert (spoil is broken) == isinstance(raised.value.__cause__, IndexError)


def test_fair_rollouts_end_by_themselves() -> None:
    evaluation = Faulty(lambda sample: sample, "explore")
    evaluation.run()
    assert (evaluation.done, evaluation.ended_by) == (True, "work")


def test_a_refusal_by_a_rollout_keeps_its_code() -> None:
    def refused(_: Sample) -> Sample:
        raise ContractError("NOT_FOUND", "There is no table.")

    with pytest.raises(ContractError) as raised:
        Faulty(refused, "explore").run()
    assert raised.value.code == "NOT_FOUND"
