"""Running jobs by handle."""

from __future__ import annotations

from typing import Any

from py_engine.core.contract import ContractError
from py_engine.core.evaluation import Job

__all__ = ["Jobs"]


class Jobs:
    """A registry of running jobs. When it is full, the oldest job is dropped.

    Args:
        capacity: Maximum number of jobs.
    """

    def __init__(self, capacity: int = 16) -> None:
        self._jobs: dict[int, Job[Any]] = {}
        self._next = 1
        self._capacity = capacity

    def add(self, job: Job[Any]) -> int:
        """Registers a job and returns its handle."""
        if len(self._jobs) >= self._capacity:
            del self._jobs[min(self._jobs)]
        handle, self._next = self._next, self._next + 1
        self._jobs[handle] = job
        return handle

    def get(self, handle: object) -> Job[Any]:
        """The job with this handle.

        Raises:
            ContractError: NOT_FOUND.
        """
        if isinstance(handle, bool) or not isinstance(handle, int) or handle not in self._jobs:
            raise ContractError("NOT_FOUND", "There is no job with this handle; it has ended or was never started.")
        return self._jobs[handle]

    def replace(self, handle: int, job: Job[Any]) -> None:
        """Puts another job in the place of a registered one."""
        self._jobs[handle] = job

    def remove(self, handle: int) -> None:
        """Drops a job, if it is there."""
        self._jobs.pop(handle, None)
