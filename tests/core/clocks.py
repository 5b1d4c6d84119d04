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
