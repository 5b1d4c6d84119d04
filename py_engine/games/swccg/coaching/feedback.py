"""How a choice compares with the best scored answer. Never called a mistake: nothing shows that the weights play well."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.contract import GradeBand
from py_engine.core.grading import grade_of
from py_engine.games.swccg.policies.combined import Scored
from py_engine.games.swccg.policies.scoring import EvaluatedAction

__all__ = ["BANDS", "differences", "gap", "grade"]

BANDS = (
    GradeBand(code="SAME", label="The same", max_loss=0.0),
    # Scores are multiples of 1/4096: "under 10" is up to the last one before it.
    GradeBand(code="CLOSE", label="Close", max_loss=10 - 1 / 4096),
    GradeBand(code="DIFFERENT", label="Different", max_loss=30 - 1 / 4096),
    GradeBand(code="FAR", label="Far apart", max_loss=None),
)


def gap(scored: Scored, chosen: EvaluatedAction) -> float:
    """Points by which the best answer's score is higher, never negative."""
    return max(0.0, scored.best.score - chosen.score)


def grade(scored: Scored, chosen: EvaluatedAction) -> str:
    """The code of a band; an answer that is ruled out is FAR from one that is not, whatever its score."""
    if chosen.vetoes and not scored.best.vetoes:
        return BANDS[-1].code
    return grade_of(gap(scored, chosen), BANDS).code


def differences(chosen: EvaluatedAction, best: EvaluatedAction) -> Sequence[tuple[str, str, float]]:
    """Group of weights, words, points: where the two scores come apart, the largest first; positive speaks for the best."""
    parts: dict[tuple[str, str], list[float]] = {}
    words: dict[tuple[str, str], list[str]] = {}
    for place, action in enumerate((best, chosen)):
        for each in action.contributions:
            key = (each.weight_name.partition(".")[0] or each.code, each.code)
            parts.setdefault(key, [0.0, 0.0])[place] += each.value
            words.setdefault(key, ["", ""])[place] = each.label
    found = []
    for key, (high, low) in parts.items():
        there, here = words[key]
        text = f"{there}; here: {here}" if there and here and there != here else there or f"Here: {here}"
        found.append((key[0], text, high - low))
    return sorted(found, key=lambda each: -abs(each[2]))
