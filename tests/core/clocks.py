"""Fake clocks for evaluations under test."""

from __future__ import annotations


class TickingClock:
    """A clock that advances by a tick whenever it is read."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


class ManualClock:
    """A clock whose time, in seconds, is set by the test."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class StallingClock(TickingClock):
    """A clock that jumps once, as when the browser does something else for a while.

    Args:
        reads: Readings before the jump.
        seconds: The length of the jump.
    """

    def __init__(self, tick: float, reads: int, seconds: float) -> None:
        super().__init__(tick)
        self.reads, self.seconds = reads, seconds

    def __call__(self) -> float:
        self.reads -= 1
        if self.reads == 0:
            self.now += self.seconds
        return super().__call__()
