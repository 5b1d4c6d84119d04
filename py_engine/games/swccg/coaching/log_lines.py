"""An evaluation as a line-by-line log, in the format of the source document."""

from __future__ import annotations

from collections.abc import Iterable

from py_engine.games.swccg.policies.combined import Scored
from py_engine.games.swccg.policies.scoring import Contribution, EvaluatedAction

__all__ = ["lines"]

_MAX_ACTIONS = 40


def _points(value: float) -> str:
    return f"{value:+.1f}".removesuffix(".0")


def _words(parts: Iterable[Contribution]) -> str:
    return " | ".join(part.label if part.value == 0 else f"{part.label}: {_points(part.value)}" for part in parts)


def lines(question: str, scored: Scored) -> list[str]:
    """Every evaluator's findings on every action, then the best action and its reasons.

    Args:
        question: Text of the decision.
        scored: The decision's scores.
    """
    found = [f"🎯 Using evaluator system for decision: {question}"]
    for name in scored.ran:
        found.append(f"🔍 Running evaluator: {name}")
        found += [line for action in scored.actions[:_MAX_ACTIONS] if (line := _line(name, action)) is not None]
    found += [f"⚠️ Evaluator failed: {name}" for name in scored.failed]
    best = scored.best
    found.append(f"✅ Best action: {best.choice.text} (score: {best.score:.1f})")
    found.append(f"   Reasoning: {_words(best.contributions)}")
    return found


def _line(name: str, action: EvaluatedAction) -> str | None:
    parts = [part for part in action.contributions if part.evaluator == name]
    vetoes = [veto.label for veto in action.vetoes if veto.evaluator == name]
    if not parts and not vetoes:
        return None
    total = 0.0
    for part in parts:
        total += part.value
    words = " | ".join([*([_words(parts)] if parts else []), *(f"Veto: {veto}" for veto in vetoes)])
    return f"  [{name}] {action.choice.text}: {total:.1f} - {words}"
