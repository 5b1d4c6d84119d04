"""What is said of the best other move beside the best one: what it would cost, and for which cause.

The runner-up is the first compared move that is worse without doubt: its gap is at least the error that screens show beside it.
What its own card calls about as good, or too close to call, is none.
"""

from __future__ import annotations

from typing import NamedTuple

from py_engine.core.coaching.praise import BEST, PROBABLY
from py_engine.core.results import Feedback
from py_engine.core.text import amount, lowered, number

__all__ = ["RUNNER_UP", "RunnerUp", "of_best"]

RUNNER_UP = "runner_up"
"""The category of the sentence; its ``delta`` is that move minus the best one."""


class RunnerUp(NamedTuple):
    """The first move whose gap to the best one is clear; see ``core.grading.is_behind``."""

    move: str
    """The subject of a sentence: ``Playing 4♣``."""
    gap: float
    """What it loses against the best move."""
    is_next: bool
    """Whether it is the next move, so that no other is about as good as the best one."""
    cause: str = ""
    """A sentence on why, whose subject may be ``It``, the move; empty where no cause is known."""
    unit: str = "point"
    """The unit of the gap."""
    certain: bool = True
    """Whether the result calls the best move so without doubt; otherwise it is only probably the best."""
    exact: bool = False
    """Whether the gap is written without "about": it is known, or its error is said."""
    error: float = 0.0
    """The error of the gap as screens show it, where it is larger than the gap and so has to be said."""


def of_best(ahead: str, runner_up: RunnerUp | None) -> list[Feedback]:
    """The sentences on the best move.

    Args:
        ahead: How far it is ahead of the next move, which is named, as a sentence.
        runner_up: Its runner-up, if there is one.
    """
    if runner_up is None or (runner_up.is_next and not runner_up.cause):
        return [Feedback("overall", ahead, 0.0)]
    # The gap to the next move stands beside its cause.
    first = f"{BEST if runner_up.certain else PROBABLY}." if runner_up.is_next else ahead
    return [Feedback("overall", first, 0.0), _sentence(runner_up)]


def _sentence(runner_up: RunnerUp) -> Feedback:
    about = "" if runner_up.exact else "about "
    cost = f"{runner_up.move} instead would cost {about}{amount(runner_up.gap, runner_up.unit)}"
    doubt = f", give or take {number(runner_up.error)}" if runner_up.error else ""
    return Feedback(RUNNER_UP, f"{cost}{doubt}{_why(runner_up)}", -runner_up.gap)


def _why(runner_up: RunnerUp) -> str:
    """How the sentence ends, and the cause: that counts points, so it is a sentence of its own beside a gap in another unit."""
    cause = runner_up.cause
    if not cause:
        return "."
    if runner_up.unit != "point":
        return f". {cause}"
    return f"{';' if ': ' in cause else ':'} {lowered(cause)}"
