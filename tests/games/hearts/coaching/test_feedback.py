"""Which kind of feedback a graded move of Hearts gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Result, to_json
from py_engine.games.hearts.coaching.feedback import explain
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.coaching.thumb_feedback import thumb_feedback
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.rules.play import legal_actions
from py_engine.games.hearts.rules.state import HeartsState
from tests.games.hearts.searched import following, greedy_hand, request, searched


def explained(state: HeartsState, result: Result) -> Result:
    return explain(request(state, result.user_action, EvaluatorParams(evaluator_seed=1)), result)


def test_search_results_get_measured_feedback() -> None:
    state = following(4, 20)
    for user in legal_actions(state):
        result = searched(state, user, worlds=40)
        assert result.feedback == ()
        facts = facts_of(state, state.active_player_id)
        known = result.evidence
        expected = measured_feedback(
            result,
            facts.rules,
            facts,
            error_share=known.error_share,
            errors=known.errors,
            behind=known.behind,
            probable=known.probable,
        )
        assert explained(state, result).feedback == expected


def test_solved_results_state_their_assumption() -> None:
    state = next(state for state in greedy_hand(8)[44:] if len(legal_actions(state)) > 1)
    found = [explained(state, searched(state, user)) for user in legal_actions(state)]
    assert all(result.metadata.solved for result in found)
    texts = [item.text for result in found for item in result.feedback]
    assert texts
    assert any(text.endswith("if everybody plays for the fewest points.") for text in texts)


def test_heuristic_results_get_rule_of_thumb_feedback() -> None:
    state = following(4, 20)
    for user in legal_actions(state):
        result = searched(state, user, evaluator="heuristic")
        found = explained(state, result)
        assert found.feedback == thumb_feedback(result)
        assert 1 <= len(found.feedback) <= 3
    best = searched(state, evaluator="heuristic").best_action
    (only,) = explained(state, searched(state, best, evaluator="heuristic")).feedback
    assert only.text == "By the rules of thumb, no move is better."


@pytest.mark.parametrize("evaluator", ["random", "greedy"])
def test_policies_give_neither_grades_nor_feedback(evaluator: str) -> None:
    state = following(4, 20)
    asked = searched(state, legal_actions(state)[-1], evaluator=evaluator)
    assert not asked.graded
    assert explained(state, asked) is asked


def test_ungraded_results_are_unchanged_and_evidence_is_not_serialized() -> None:
    state = following(4, 20)
    result = searched(state, worlds=8)
    assert explained(state, result) is result
    assert result.evidence is not None
    assert to_json(result) == to_json(replace(result, evidence=None))
