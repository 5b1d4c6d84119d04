"""Faults of feedback cards: statements that contradict each other, the loss, or the unit of the values.

Each sentence has a side: it counts against the user's move, or for it. The side that its words take must be that of its
number, no quantity may be on both sides, and all together must come to the loss.
"""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.coaching.decided import DECIDED
from py_engine.core.results import Feedback, Result

__all__ = ["faults"]

FOR = "In its favour: "
SLACK = 0.3
"""Largest distance of the sum of the parts from the loss; sentences round to tenths."""
LEVEL = ("overall", "trick", "itself")
"""Categories without a side."""
OF_POINTS = ("hearts", "queen_chance", "moon_chance", "moon_against", "jack", "cards_kept")
CLOSE, AS_GOOD = "too close to call", "about as good"
HARDLY, MOST_HARDLY = ("Hardly worse", "As good as"), 0.1
PRAISE = (
    "This is the best move",
    "This is probably the best move",
    "No move is",
    "All moves are",
    "This was the only move",
)


def faults(result: Result) -> list[str]:
    """What is wrong with the feedback of a graded result, in words; empty if nothing is."""
    card = result.feedback
    if not result.graded:
        return ["feedback without a grade"] if card else []
    if card and card[0].category == DECIDED:
        return []
    found = [*_sides(card), *_twice(card)]
    if result.win_probability is not None:
        found += [f"points in a game for winning: {item.text}" for item in card if item.category in OF_POINTS]
    elif any(item.category == "win_chance" for item in card):
        found.append("a chance to win in a hand for points")
    best = result.user_action == result.best_action
    found += [fault for item in card for fault in _of_verdict(item.text, result, best=best)]
    if best and (result.delta_ev or 0.0) < 0:
        found.append("the best move loses something")
    total = 0.0
    for item in card:
        total += item.delta
    if abs(total - (result.delta_ev or 0.0)) > SLACK + SLACK * abs(result.delta_ev or 0.0):
        found.append(f"the parts come to {total:.2f}, the loss to {result.delta_ev:.2f}")
    return found


def _of_verdict(text: str, result: Result, *, best: bool) -> list[str]:
    """Contradictions between what a sentence says about the whole move and the verdict."""
    found, verdict = [], result.verdict
    if text.startswith(PRAISE) != best:
        found.append(f"praise and grade disagree: {text}")
    clear = not result.too_close if verdict is None else verdict != "undecided"
    if CLOSE in text.lower() and clear:
        found.append(f"a clear difference is called close: {text}")
    if AS_GOOD in text.lower() and not best and verdict not in ("best", "good", None):
        found.append(f"a move that is not good is called as good: {text}")
    if text.startswith(HARDLY) and -(result.delta_ev or 0.0) > MOST_HARDLY:
        found.append(f"a loss of {-(result.delta_ev or 0.0):.2f} is called hardly any: {text}")
    return found


def _sides(card: Sequence[Feedback]) -> list[str]:
    """Sentences whose words and number are on different sides."""
    found = []
    for item in card:
        praised = item.text.startswith(FOR)
        if item.category in OF_POINTS and praised != (item.delta > 0):
            found.append(f"words and number disagree ({item.delta:+.2f}): {item.text}")
        if item.category in LEVEL and praised:
            found.append(f"a sentence without a side takes one: {item.text}")
    return found


def _twice(card: Sequence[Feedback]) -> list[str]:
    """Quantities that are named twice."""
    names = [item.category for item in card if item.category not in LEVEL]
    return [f"named twice: {name}" for name in sorted(set(names)) if names.count(name) > 1]
