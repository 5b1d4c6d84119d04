"""Adds feedback sentences to the result of a grading."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.results import Result
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.coaching.thumb_feedback import thumb_feedback
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.evidence import Evidence

__all__ = ["explain"]


def explain(_: HeartsRequest, result: Result) -> Result:
    """The result with its feedback; unchanged for policies, which compare no moves."""
    if not result.graded:
        return result
    evidence = result.evidence
    if isinstance(evidence, Evidence):
        feedback = measured_feedback(
            result,
            evidence.facts.rules,
            evidence.facts,
            solved=evidence.solved,
            error_share=evidence.error_share,
            correction=evidence.correction,
            errors=evidence.errors,
            behind=evidence.behind,
            probable=evidence.probable,
        )
        return replace(result, feedback=feedback)
    if result.candidate(result.user_action).reasons:
        return replace(result, feedback=thumb_feedback(result))
    return result
