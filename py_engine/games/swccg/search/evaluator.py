"""SWCCG's evaluations: the coach's scores, and the two baselines that stand beside them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from pydantic import Field

from py_engine.core.contract import EvaluatorParams, Model
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions, adapted
from py_engine.core.looks import OneLook
from py_engine.core.request import Request
from py_engine.games.swccg.coaching.feedback import BANDS, differences, gap, grade
from py_engine.games.swccg.policies.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.scoring import EvaluatedAction
from py_engine.games.swccg.policies.strategy import Mode
from py_engine.games.swccg.policies.weights import Profile, Weights, default_weights
from py_engine.games.swccg.rules.convert import position_of
from py_engine.games.swccg.rules.decisions import Decision, canonical, legal_answers
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.state import Name, SwccgAction, SwccgState
from py_engine.games.swccg.search.log_lines import lines

__all__ = ["EVALUATORS", "CoachOptions"]

_NOTE = "Scores of these weights, exactly; nothing shows that the weights play well."
_BASELINE_NOTE = "A baseline to compare with; it does not say what answers are worth."
_FEEDBACK = 3


class CoachOptions(Model):
    """What the coach weighs, and how."""

    weights: Annotated[dict[Name, float], Field(max_length=500)] = {}
    profile: Profile = "coach"
    mode: Mode | None = None
    log: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What an evaluation is asked."""

    position: Position
    params: EvaluatorParams
    user: str | None


def _question(request: Request[SwccgState, SwccgAction]) -> Question:
    position = position_of(request.state)
    user = None if request.user is None else canonical(position.decision, request.user.answer)
    return Question(position, request.params, user)


class Coach(OneLook):
    """All evaluators together."""

    def __init__(self, question: Question, options: CoachOptions) -> None:
        super().__init__(question.params, "coach", _NOTE, question.position.decision.kind, BANDS)
        self.question, self.options = question, options
        self.weights: Weights = default_weights(options.profile).changed(options.weights)

    def look(self) -> dict[str, Any]:
        """Scores every answer."""
        position = self.question.position
        scored = CombinedEvaluator(self.weights, self.options.mode).evaluate(position, self.question.user)
        self.legal = scored.listed
        self.work_done = len(scored.actions)
        user = None if self.question.user is None else scored.of(self.question.user)
        most = self.params.shortlist_size or len(scored.actions)
        told = [action for place, action in enumerate(scored.actions) if place < most or action is user]
        found = {
            "best_action": {"answer": scored.best.choice.answer},
            "best_action_ev": scored.best.score,
            "user_action": None,
            "user_action_ev": None,
            "delta_ev": None,
            "delta_stderr": None,
            "candidates": [_candidate(action) for action in told],
            "win_probability": None,
            "grade": None,
            "too_close": None,
            "confidence": None,
            "feedback": [],
        }
        self.scored = scored
        return found if user is None else found | _graded(scored, user)

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult, once it has looked."""
        found = super().result()
        if found is None:
            return None
        scored, metadata = self.scored, found["metadata"]
        metadata["strategy"] = scored.strategy.as_json()
        metadata["failed"] = list(scored.failed)
        metadata["log"] = lines(self.question.position.decision.text, scored) if self.options.log else []
        metadata["artifacts"] = {"weights": self.weights.id, "cards": _cards_id(self.question.position)}
        if scored.failed:
            metadata["notes"] = [*metadata["notes"], f"Evaluators that failed: {', '.join(scored.failed)}."]
        return found


def _cards_id(position: Position) -> str:
    """SHA-256 of the facts that the position brings."""
    facts = [facts.as_json() for _, facts in sorted(position.facts.items())]
    return sha256(json.dumps(facts, sort_keys=True, ensure_ascii=True, allow_nan=False).encode()).hexdigest()


def _candidate(action: EvaluatedAction) -> dict[str, Any]:
    reasons = [each.as_reason() for each in action.contributions] + [veto.as_reason() for veto in action.vetoes]
    return {
        "action": {"answer": action.choice.answer},
        "ev": action.score,
        "rollouts": 0,
        "stderr": 0.0,
        "reasons": reasons,
        "features": {"vetoed": float(bool(action.vetoes))},
        "line": [{"answer": action.choice.answer}],
        "bound": None,
        "note": action.choice.text,
    }


def _graded(scored: Scored, user: EvaluatedAction) -> dict[str, Any]:
    loss = gap(scored, user)
    given = grade(scored, user)
    told = [] if user is scored.best else differences(user, scored.best)[:_FEEDBACK]
    feedback = [{"category": "veto", "text": veto.label, "delta": 0.0} for veto in user.vetoes]
    feedback += [{"category": group, "text": text, "delta": -points} for group, text, points in told if points]
    return {
        "user_action": {"answer": user.choice.answer},
        "user_action_ev": user.score,
        "delta_ev": -loss if loss else 0.0,
        "delta_stderr": 0.0,
        "grade": given,
        "too_close": given == "SAME" and user is not scored.best,
        "confidence": 1.0,
        "feedback": feedback,
    }


class Baseline(OneLook):
    """A rule that picks an answer without saying what answers are worth: every score is 0."""

    def __init__(self, question: Question, name: str, pick: Callable[[Decision], str]) -> None:
        super().__init__(question.params, name, _BASELINE_NOTE, question.position.decision.kind, BANDS)
        self.question, self.pick = question, pick

    def look(self) -> dict[str, Any]:
        """Picks."""
        decision = self.question.position.decision
        answers, _ = legal_answers(decision)
        self.legal = len(answers)
        best, user = self.pick(decision), self.question.user
        order = [best, *(answer for answer in answers if answer != best)]
        if user is not None and user not in order:
            order.append(user)
        most = self.params.shortlist_size or len(order)
        told = [answer for place, answer in enumerate(order) if place < most or answer == user]
        plain: dict[str, Any] = {"ev": 0.0, "rollouts": 0, "stderr": 0.0, "reasons": [], "features": {}, "bound": None}
        found: dict[str, Any] = {
            "best_action": {"answer": best},
            "best_action_ev": 0.0,
            "user_action": None,
            "user_action_ev": None,
            "delta_ev": None,
            "delta_stderr": None,
            "candidates": [
                {"action": {"answer": each}, **plain, "line": [{"answer": each}], "note": None} for each in told
            ],
            "win_probability": None,
            "grade": None,
            "too_close": None,
            "confidence": None,
            "feedback": [],
        }
        if user is None:
            return found
        return found | {
            "user_action": {"answer": user},
            "user_action_ev": 0.0,
            "delta_ev": 0.0,
            "delta_stderr": 0.0,
            "grade": "SAME",
            "too_close": user != best,
            "confidence": 1.0,
        }


_BY_NAME = {
    "coach": Evaluator("Every evaluator's reasons together.", CoachOptions, Coach),
    "pass": Evaluator(
        "Passes wherever that is legal.", NoOptions, lambda question, _: Baseline(question, "pass", always_pass)
    ),
    "keywords": Evaluator(
        "Goes by words in the options' texts.",
        NoOptions,
        lambda question, _: Baseline(question, "keywords", keyword_scorer),
    ),
}
EVALUATORS = Evaluators("SWCCG", "coach", adapted(_BY_NAME, _question))
