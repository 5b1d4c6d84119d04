"""Tests of the registry of running jobs."""

from __future__ import annotations

import pytest

from py_engine.core.contract import ContractError
from py_engine.core.jobs import Jobs
from py_engine.core.one_shot import OneShotJob


def test_job_is_found_by_its_handle_until_removed() -> None:
    jobs, job = Jobs(), OneShotJob(lambda: 1)
    handle = jobs.add(job)
    assert jobs.get(handle) is job
    jobs.remove(handle)
    with pytest.raises(ContractError) as caught:
        jobs.get(handle)
    assert caught.value.code == "NOT_FOUND"


def test_oldest_job_is_dropped_when_full() -> None:
    jobs = Jobs(2)
    first, second, third = (jobs.add(OneShotJob(lambda: 1)) for _ in range(3))
    with pytest.raises(ContractError):
        jobs.get(first)
    assert jobs.get(second) is not jobs.get(third)


@pytest.mark.parametrize("handle", [True, 1.0, "1", None])
def test_only_integers_are_handles(handle: object) -> None:
    jobs = Jobs()
    jobs.add(OneShotJob(lambda: 1))
    with pytest.raises(ContractError):
        jobs.get(handle)
