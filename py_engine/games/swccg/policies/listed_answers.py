"""The listed legal answers: all of them, or the best-scoring combinations of a huge selection."""

from __future__ import annotations

from pydantic import JsonValue

from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.convert import decision_of, position_of
from py_engine.games.swccg.rules.decisions import PASS, SELECTIONS, legal_answers
from py_engine.games.swccg.rules.state import SwccgState

__all__ = ["legal_actions"]


def legal_actions(state: SwccgState) -> list[JsonValue]:
    """Every legal answer; where there are too many combinations, the most promising ones, marked ``built``."""
    answers, every = legal_answers(decision_of(state.decision))
    if every:
        return [{"answer": answer} for answer in answers]
    if state.decision.decision_type in SELECTIONS:
        scored = CombinedEvaluator(default_weights()).evaluate(position_of(state))
        answers = sorted((action.choice.answer for action in scored.actions), key=lambda each: (each == PASS, each))
    return [{"answer": answer, "built": True} for answer in answers]
