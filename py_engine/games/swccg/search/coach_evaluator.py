"""The coach evaluator: every legal answer, with the reasons that the action evaluators find for and against it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated

from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.one_shot import OneShotEvaluation, shortlisted
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.games.swccg.knowledge.grades import SAME
from py_engine.games.swccg.policies.card_rules.reading import MAX_TEXT, rules_of
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.scoring import EvaluatedAction
from py_engine.games.swccg.policies.strategy import Mode
from py_engine.games.swccg.policies.weights import Profile, default_weights
from py_engine.games.swccg.rules.convert import position_of
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.state import Name, SwccgRequest
from py_engine.games.swccg.search.answers import action_of, graded_answer, ungraded

__all__ = ["CoachEvaluation", "CoachOptions", "Evidence"]

_NOTE = "Exact scores under these weights; nothing shows that the weights play well."


class CoachOptions(Model):
    """Options of the coach: weights to replace, profile, a forced strategy mode, and a line-by-line log."""

    weights: Annotated[dict[Name, float], Field(max_length=500)] = {}
    profile: Profile = "coach"
    mode: Mode | None = None
    log: bool = False
    rules: Annotated[str, Field(max_length=MAX_TEXT)] | None = None
    """Card rules as TOML, in place of the shipped ones."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the coach's feedback is written from."""

    scored: Scored
    user: EvaluatedAction | None
    """The graded answer; None when nothing is graded."""
    log: bool
    """Whether the line-by-line log is wanted."""


class CoachEvaluation(OneShotEvaluation):
    """Scores every answer to a request's decision."""

    def __init__(self, request: SwccgRequest, options: CoachOptions) -> None:
        super().__init__(request.params)
        self.request, self.options = request, options
        self.weights = default_weights(options.profile).changed(options.weights)
        self.rules = rules_of(options.rules)

    def evaluate(self) -> Result:
        """The scores; the user's answer is graded by its distance from the best score."""
        position = position_of(self.request.state)
        answer = graded_answer(self.request)
        scored = CombinedEvaluator(self.weights, self.options.mode, rules=self.rules).evaluate(position, answer)
        self.work_done = len(scored.actions)
        user = None if answer is None else scored.of(answer)
        place = None if user is None else scored.actions.index(user)
        reported = shortlisted(range(len(scored.actions)), self.params, place)
        candidates = [_candidate(scored.actions[each]) for each in reported]
        metadata = self._metadata(position, scored)
        found = ungraded(candidates, metadata, Evidence(scored, user, self.options.log))
        if user is None:
            return found
        gap, grade = scored.gap(user), scored.grade(user)
        return replace(
            found,
            user_action=action_of(user.choice.answer),
            user_action_ev=user.score,
            delta_ev=-gap if gap else 0.0,
            delta_stderr=0.0,
            grade=grade,
            too_close=grade == SAME and user is not scored.best,
            confidence=1.0,
        )

    def _metadata(self, position: Position, scored: Scored) -> Metadata:
        notes = [_NOTE]
        if scored.failed:
            notes.append(f"Evaluators that failed: {', '.join(scored.failed)}.")
        return replace(
            self.metadata_so_far("coach", scored.listed),
            decision=position.decision.kind,
            nodes=self.work_done,
            notes=notes,
            candidates_evaluated=len(scored.actions),
            artifacts={"weights": self.weights.id, "rules": self.rules.id, "cards": _cards_id(position)},
            strategy=scored.strategy.as_json(),
            failed=list(scored.failed),
            log=(),
        )


def _cards_id(position: Position) -> str:
    """SHA-256 of the position's card facts."""
    facts = [facts.as_json() for _, facts in sorted(position.facts.items())]
    return sha256(json.dumps(facts, sort_keys=True, ensure_ascii=True, allow_nan=False).encode()).hexdigest()


def _candidate(action: EvaluatedAction) -> Candidate:
    return Candidate(
        action=action_of(action.choice.answer),
        ev=action.score,
        rollouts=0,
        stderr=0.0,
        reasons=[*(each.as_reason() for each in action.contributions), *(veto.as_reason() for veto in action.vetoes)],
        features={"vetoed": float(bool(action.vetoes))},
        line=(action_of(action.choice.answer),),
        note=action.choice.text,
    )
