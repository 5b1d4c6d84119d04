"""Sentences that explain the difference between two moves by the rules of thumb of the heuristic evaluator."""

from __future__ import annotations

from py_engine.core.coaching.praise import SMALL_DIFFERENCES
from py_engine.core.results import Feedback, Result
from py_engine.core.text import signed
from py_engine.games.hearts.rules.cards import SUITS, WORDS

__all__ = ["thumb_feedback"]

NAMES = {
    "trick": "Hearts in this trick",
    "queen": "The queen of spades in this trick",
    "lead": "Having to lead next",
} | {WORDS[suit]: f"{WORDS[suit].capitalize()} left in hand" for suit in SUITS}
SENTENCES = 3
"""Maximum number of sentences."""
WORTH_REPORTING = 0.05
"""Points: smaller differences are left out."""


def thumb_feedback(result: Result) -> list[Feedback]:
    """The parts in which the user's move differs most from the best one."""
    if result.user_action == result.best_action:
        return [Feedback("overall", "By the rules of thumb, no move is better.", 0.0)]
    user, best = result.candidate(result.user_action), result.candidate(result.best_action)
    gaps = [(mine.code, mine.value - other.value) for mine, other in zip(user.reasons, best.reasons, strict=True)]
    largest = sorted((gap for gap in gaps if abs(gap[1]) >= WORTH_REPORTING), key=lambda gap: -abs(gap[1]))[:SENTENCES]
    items = [
        Feedback(code, f"{NAMES[code]}: {signed(gap)} points against the best move.", gap) for code, gap in largest
    ]
    return items or [Feedback("overall", SMALL_DIFFERENCES, result.delta_ev or 0.0)]
