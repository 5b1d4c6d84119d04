"""Clocks for evaluations under test."""

from __future__ import annotations


class Clock:
    """A clock that moves by a tick whenever it is read."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now
