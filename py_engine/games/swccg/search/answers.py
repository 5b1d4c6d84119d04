"""Answers in the form of a result's actions."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from py_engine.core.results import Candidate, Metadata, Result
from py_engine.games.swccg.rules.convert import decision_of
from py_engine.games.swccg.rules.decisions import canonical
from py_engine.games.swccg.rules.state import SwccgRequest

__all__ = ["action_of", "graded_answer", "ungraded"]


def action_of(answer: str) -> JsonValue:
    """The JSON action of an answer."""
    return {"answer": answer}


def graded_answer(request: SwccgRequest) -> str | None:
    """The answer to grade, in canonical form; None when nothing is graded."""
    return None if request.user is None else canonical(decision_of(request.state.decision), request.user.answer)


def ungraded(candidates: Sequence[Candidate], metadata: Metadata, evidence: object = None) -> Result:
    """A result without a graded action.

    Args:
        candidates: The reported candidates, best first.
        metadata: The metadata of the evaluation.
        evidence: What the feedback is written from.
    """
    best = candidates[0]
    return Result(
        best_action=best.action,
        best_action_ev=best.ev,
        user_action=None,
        user_action_ev=None,
        delta_ev=None,
        delta_stderr=None,
        candidates=candidates,
        win_probability=None,
        grade=None,
        too_close=None,
        confidence=None,
        feedback=(),
        metadata=metadata,
        evidence=evidence,
    )
