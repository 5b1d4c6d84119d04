"""What is said of the best other move beside the best one: what it would cost, and for which cause.

Moves within the error of the best one are about as good. The runner-up is the first move behind those.
"""

from __future__ import annotations

from typing import NamedTuple

from py_engine.core.coaching.closeness import SHOWN, is_clear
from py_engine.core.coaching.praise import praise_start
from py_engine.core.results import Feedback
from py_engine.core.text import amount, lowered, number

__all__ = ["RUNNER_UP", "RunnerUp", "of_best"]

RUNNER_UP = "runner_up"
"""The category of the sentence; its ``delta`` is that move minus the best one."""


class RunnerUp(NamedTuple):
    """The first move that is more than its error behind the best one."""

    move: str
    """The subject of a sentence: ``Playing 4♣``."""
    gap: float
    """What it loses against the best move."""
    stderr: float
    """The standard error of that."""
    is_next: bool
    """Whether no other move is about as good as the best one."""
    cause: str = ""
    """A sentence on why, whose subject may be ``It``, the move; empty where no cause is known."""
    unit: str = "point"
    """The unit of the gap."""


def of_best(ahead: str, runner_up: RunnerUp | None) -> list[Feedback]:
    """The sentences on the best move.

    Args:
        ahead: How far it is ahead of the next move, which is named, as a sentence.
        runner_up: Its runner-up, if there is one.
    """
    if runner_up is None or (runner_up.is_next and not runner_up.cause):
        return [Feedback("overall", ahead, 0.0)]
    # The gap to the next move stands beside its cause.
    first = f"{praise_start(runner_up.gap, runner_up.stderr)}." if runner_up.is_next else ahead
    return [Feedback("overall", first, 0.0), _sentence(runner_up)]


def _sentence(runner_up: RunnerUp) -> Feedback:
    gap, error = runner_up.gap, runner_up.stderr
    doubt = "" if is_clear(gap, error) else f", give or take {number(SHOWN * error)}"
    stop = ";" if ": " in runner_up.cause else ":"
    why = f"{stop} {lowered(runner_up.cause)}" if runner_up.cause else "."
    return Feedback(
        RUNNER_UP, f"{runner_up.move} instead would cost about {amount(gap, runner_up.unit)}{doubt}{why}", -gap
    )
