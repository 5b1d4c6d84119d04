"""The baselines as evaluators: a simple rule picks an answer and scores nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from py_engine.core.one_shot import OneShotEvaluation, shortlisted
from py_engine.core.results import Candidate, Result
from py_engine.games.swccg.rules.convert import decision_of
from py_engine.games.swccg.rules.decisions import Decision, legal_answers
from py_engine.games.swccg.rules.state import SwccgRequest
from py_engine.games.swccg.search.answers import action_of, graded_answer, ungraded

__all__ = ["BaselineEvaluation"]

_NOTE = "A baseline for comparison; it does not score the answers."


class BaselineEvaluation(OneShotEvaluation):
    """The answers with the rule's pick first; every score is 0.

    Args:
        request: The position, and the answer to grade if there is one.
        name: The name of the evaluator.
        pick: The rule.
    """

    def __init__(self, request: SwccgRequest, name: str, pick: Callable[[Decision], str]) -> None:
        super().__init__(request.params)
        self.request, self.name, self.pick = request, name, pick

    def evaluate(self) -> Result:
        """The pick, then the other legal answers, without a grade."""
        decision = decision_of(self.request.state.decision)
        answers, _ = legal_answers(decision)
        best, user = self.pick(decision), graded_answer(self.request)
        order = list(dict.fromkeys([best, *answers, *([] if user is None else [user])]))
        reported = shortlisted(range(len(order)), self.params, None if user is None else order.index(user))
        metadata = replace(
            self.metadata_so_far(self.name, len(answers)),
            decision=decision.kind,
            notes=[_NOTE],
        )
        found = ungraded([_candidate(order[place]) for place in reported], metadata)
        return found if user is None else replace(found, user_action=action_of(user), user_action_ev=0.0)


def _candidate(answer: str) -> Candidate:
    return Candidate(action_of(answer), ev=0.0, rollouts=0, stderr=0.0, line=(action_of(answer),), compared=False)
