"""Faults of feedback cards: statements that contradict each other or the loss."""

from __future__ import annotations

import re
from collections.abc import Sequence

from py_engine.core.results import Feedback, Result
from py_engine.core.text import MINUS

__all__ = ["faults"]

ROUNDING = 0.1
"""Points: sentences round to tenths."""
SLACK = 0.3
"""Points: a small rest is not mentioned."""
NUMBER = re.compile(rf"(?<![\w.])([+{MINUS}])(\d+(?:\.\d+)?) points")
PRAISE = ("This is the best move", "Nothing is", "This was the only move")
CLOSE = "Too close to call"


def faults(result: Result) -> list[str]:
    """What is wrong with the feedback of a graded result, in words; empty if nothing is."""
    found = [fault for item in result.feedback for fault in _of_sentence(item, result)]
    lines = [item for item in result.feedback if item.category == "line"]
    names = [item.text.split(":")[0] for item in lines]
    found += [f"named twice: {name}" for name in sorted(set(names)) if names.count(name) > 1]
    if any(item.delta >= 0 for item in lines):
        found.append("a line in which the move is not behind explains its loss")
    explained, other = _total(lines), _total([item for item in result.feedback if item.category == "rest"])
    if lines and other > -explained / 2 + ROUNDING:
        found.append("the lines are taken back by the rest")
    total, loss = _total(result.feedback), result.delta_ev or 0.0
    if abs(total - loss) > SLACK:
        found.append(f"the parts come to {total:.2f}, the loss to {loss:.2f}")
    return found


def _total(card: Sequence[Feedback]) -> float:
    total = 0.0
    for item in card:
        total += item.delta
    return total


def _of_sentence(item: Feedback, result: Result) -> list[str]:
    """Faults of one sentence."""
    found = []
    if item.text.startswith(PRAISE) != (result.user_action == result.best_action):
        found.append(f"praise and grade disagree: {item.text}")
    if item.text.startswith(CLOSE) and not result.too_close:
        found.append(f"a clear difference is called close: {item.text}")
    for sign, size in NUMBER.findall(item.text):
        value = float(size) if sign == "+" else -float(size)
        if abs(value - item.delta) > ROUNDING:
            found.append(f"the sentence and its number ({item.delta:+.2f}) disagree: {item.text}")
    return found
