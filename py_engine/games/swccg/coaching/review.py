"""The review of a replay: every decision scored, and what other weights would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.games.swccg.coaching.review_summary import (
    Compared,
    Moment,
    ReviewOption,
    ReviewRow,
    Summary,
    graded_before,
    summary,
    taken_later,
)
from py_engine.games.swccg.knowledge.reader.decision_rows import in_short
from py_engine.games.swccg.knowledge.reader.replays import REPLAYS, Replay, ReplayDecision
from py_engine.games.swccg.policies.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.policies.card_rules.reading import MAX_TEXT, rules_of, shipped_rules
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.weights import Profile, default_weights
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.state import Name

__all__ = ["Review", "ReviewArgs"]

_MAX_OPTIONS = 12
_PIECE = 8
"""Decisions scored between two checks of the clock."""


class ReviewArgs(Model):
    """The replay to review, and the weights to score it with."""

    replay_id: Name
    weights: Annotated[dict[Name, float], Field(max_length=500)] = {}
    profile: Profile = "coach"
    rules: Annotated[str, Field(max_length=MAX_TEXT)] | None = None
    """Card rules as TOML, in place of the shipped ones."""


@dataclass(frozen=True, slots=True)
class ReviewedReplay:
    """All decisions of a replay with a choice, scored."""

    replay_id: str
    cards: str | None
    """SHA-256 of the loaded cards; None without any."""
    weights: str
    """SHA-256 of the weights."""
    profile: Profile
    decisions: Sequence[ReviewRow]
    summary: Summary
    touched: Mapping[str, Sequence[int]]
    """Weight -> indices of the decisions in which it counts in the score of some answer."""


class Review(Job[ReviewedReplay]):
    """Scores one decision after another; the summary comes at the end.

    Raises:
        ContractError: NOT_FOUND, INVALID_PARAMS.
    """

    def __init__(self, args: ReviewArgs) -> None:
        super().__init__()
        self.replay: Replay = REPLAYS.get(args.replay_id)
        default = default_weights(args.profile)
        self.weights = default.changed(args.weights)
        self._scorer = CombinedEvaluator(self.weights, rules=rules_of(args.rules))
        changed = self.weights.id != default_weights().id or self._scorer.rules.id != shipped_rules().id
        self._default = CombinedEvaluator(default_weights()) if changed else None
        self._asked = [(index, each) for index, each in enumerate(self.replay.decisions) if each.choices > 1]
        self.rows: list[ReviewRow] = []
        self._moments: list[Moment] = []
        self._touched: dict[str, list[int]] = {}

    @property
    def progress(self) -> float:
        """Share of decisions scored so far, 0..1."""
        return len(self.rows) / len(self._asked) if self._asked else float(self.done)

    def work(self) -> Pieces:
        """Scores the decisions, a few per piece."""
        for place, (index, asked) in enumerate(self._asked):
            self.rows.append(self._row(index, asked))
            if place % _PIECE == _PIECE - 1:
                yield
        before = graded_before(self._moments)
        for row, later, graded in zip(self.rows, taken_later(self._moments), before, strict=True):
            row["taken_later"] = later and row["grade"] not in (None, "SAME")
            row["graded_before"] = graded and row["taken_later"]
        yield

    def result(self) -> ReviewedReplay | None:
        """The review, once every decision is scored."""
        if not self.done:
            return None
        return ReviewedReplay(
            replay_id=self.replay.id,
            cards=LIBRARY.id,
            weights=self.weights.id,
            profile=self.weights.profile,
            decisions=self.rows,
            summary=summary(self.rows),
            touched={name: self._touched[name] for name in sorted(self._touched)},
        )

    def _row(self, index: int, asked: ReplayDecision) -> ReviewRow:
        position = asked.with_facts()
        inferred = asked.inferred.answer
        scored = self._scorer.evaluate(position, inferred)
        default = scored if self._default is None else self._default.evaluate(position, inferred)
        best, usual = scored.best.choice, default.best.choice
        for name in _weights_in(scored):
            self._touched.setdefault(name, []).append(index)
        self._moments.append(Moment.of(position, best.answer, inferred))
        return {
            **in_short(index, asked),
            "best_answer": best.answer,
            "best_text": best.text,
            "best_score": scored.best.score,
            **_compared(scored, inferred),
            "stakes": max(0.0, scored.best.score - min(action.score for action in scored.actions)),
            "mode": scored.strategy.mode,
            "loop": max(position.repeats.values(), default=0),
            "again": position.repeats.get(inferred or "", 0),
            "options": _options(scored, inferred),
            "option_count": len(scored.actions),
            "flipped": best.answer != usual.answer,
            "default_answer": usual.answer,
            "default_text": usual.text,
            "failed": scored.failed,
            "baselines": {"pass": always_pass(position.decision), "keywords": keyword_scorer(position.decision)},
            "taken_later": False,
            "graded_before": False,
        }


def _weights_in(scored: Scored) -> set[str]:
    """The weights in the scores of a decision. A base of 0 points, which gives no reason, counts as well."""
    found = {each.weight_name for action in scored.actions for each in action.contributions if each.weight_name}
    return found | {f"base.{action.choice.action_type.value}" for action in scored.actions}


def _compared(scored: Scored, answer: str | None) -> Compared:
    chosen = None if answer is None else scored.of(answer)
    if chosen is None:
        return {"inferred_score": None, "gap": None, "grade": None}
    return {"inferred_score": chosen.score, "gap": scored.gap(chosen), "grade": scored.grade(chosen)}


def _options(scored: Scored, inferred: str | None) -> list[ReviewOption]:
    return [
        {
            "answer": action.choice.answer,
            "text": action.choice.text,
            "score": action.score,
            "vetoed": bool(action.vetoes),
        }
        for place, action in enumerate(scored.actions)
        if place < _MAX_OPTIONS or action.choice.answer == inferred
    ]
