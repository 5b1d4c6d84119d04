"""Feedback on a choice: how it differs from the best-scored answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from py_engine.core.results import Feedback, Result
from py_engine.games.swccg.coaching.log_lines import lines
from py_engine.games.swccg.policies.scoring import EvaluatedAction
from py_engine.games.swccg.rules.state import SwccgRequest
from py_engine.games.swccg.search.coach_evaluator import Evidence

__all__ = ["explain"]

_DIFFERENCES = 3
"""Reported differences between two scores, at most."""


def explain(request: SwccgRequest, result: Result) -> Result:
    """The result with feedback on the graded answer, and with the line-by-line log if requested."""
    evidence = result.evidence
    if not isinstance(evidence, Evidence):
        return result
    scored, user = evidence.scored, evidence.user
    if evidence.log:
        log = lines(request.state.decision.text, scored)
        result = replace(result, metadata=replace(result.metadata, log=log))
    if user is None:
        return result
    found = [Feedback("veto", veto.label, 0.0) for veto in user.vetoes]
    if user is not scored.best:
        found += [each for each in _differences(user, scored.best)[:_DIFFERENCES] if each.delta]
    return replace(result, feedback=found)


def _differences(chosen: EvaluatedAction, best: EvaluatedAction) -> Sequence[Feedback]:
    """The differences between two scores by group of weights, largest first."""
    parts: dict[tuple[str, str], list[float]] = {}
    words: dict[tuple[str, str], list[str]] = {}
    for place, action in enumerate((best, chosen)):
        for each in action.contributions:
            key = (each.weight_name.partition(".")[0] or each.code, each.code)
            parts.setdefault(key, [0.0, 0.0])[place] += each.value
            words.setdefault(key, ["", ""])[place] = each.label
    found = []
    for key, (other, own) in parts.items():
        found.append(Feedback(key[0], _text(*words[key]), own - other))
    return sorted(found, key=lambda each: -abs(each.delta))


def _text(best_label: str, own_label: str) -> str:
    """The labels of the best answer and the user's in one sentence; an empty one is missing."""
    if best_label and own_label and best_label != own_label:
        return f"Coach's pick: {best_label}; your choice: {own_label}"
    return best_label or f"Your choice: {own_label}"
