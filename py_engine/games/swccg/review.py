"""All decisions of a replay scored, with what other weights would change."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from py_engine.contract import Model
from py_engine.evaluation import Job, Pieces
from py_engine.games.swccg.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.cards import LIBRARY
from py_engine.games.swccg.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.feedback import BANDS, gap, grade
from py_engine.games.swccg.kinds import KINDS
from py_engine.games.swccg.replays import REPLAYS, Asked, Replay, in_short
from py_engine.games.swccg.state import Name
from py_engine.games.swccg.weights import Profile, default_weights

__all__ = ["Review", "ReviewArgs"]

_OPTIONS_TOLD = 12
_PIECE = 8
"""Decisions that are scored between two looks at the clock."""
PICKERS = ("coach", "pass", "keywords")


class ReviewArgs(Model):
    """Which replay, and with what weights."""

    replay_id: Name
    weights: Annotated[dict[Name, float], Field(max_length=500)] = {}
    profile: Profile = "coach"


class Review(Job):
    """Scores one decision after another; the summary comes with the last.

    Raises:
        ContractError: NOT_FOUND, INVALID_PARAMS.
    """

    def __init__(self, args: ReviewArgs) -> None:
        super().__init__()
        self.replay: Replay = REPLAYS.get(args.replay_id)
        default = default_weights(args.profile)
        self.weights = default.changed(args.weights)
        self._scorer = CombinedEvaluator(self.weights)
        self._default = CombinedEvaluator(default_weights()) if self.weights.id != default_weights().id else None
        self._asked = [(index, each) for index, each in enumerate(self.replay.decisions) if each.choices > 1]
        self.rows: list[dict[str, Any]] = []

    @property
    def progress(self) -> float:
        """The share of decisions that are scored."""
        return len(self.rows) / len(self._asked) if self._asked else float(self.done)

    def work(self) -> Pieces:
        """Scores."""
        for place, (index, asked) in enumerate(self._asked):
            self.rows.append(self._row(index, asked))
            if place % _PIECE == _PIECE - 1:
                yield
        yield

    def result(self) -> dict[str, Any] | None:
        """The answer, once all is scored."""
        if not self.done:
            return None
        return {
            "replay_id": self.replay.id,
            "cards": LIBRARY.id,
            "weights": self.weights.id,
            "profile": self.weights.profile,
            "decisions": self.rows,
            "summary": summary(self.rows),
        }

    def _row(self, index: int, asked: Asked) -> dict[str, Any]:
        position = asked.with_facts()
        inferred = asked.inferred.answer
        scored = self._scorer.evaluate(position, inferred)
        default = scored if self._default is None else self._default.evaluate(position, inferred)
        best, usual = scored.best.choice, default.best.choice
        return in_short(index, asked) | {
            "best_answer": best.answer,
            "best_text": best.text,
            "best_score": scored.best.score,
            **_compared(scored, inferred),
            "stakes": max(0.0, scored.best.score - min(action.score for action in scored.actions)),
            "mode": scored.strategy.mode,
            "loop": max(position.repeats.values(), default=0),
            "options": _options(scored, inferred),
            "option_count": len(scored.actions),
            "flipped": best.answer != usual.answer,
            "default_answer": usual.answer,
            "default_text": usual.text,
            "failed": scored.failed,
            "baselines": {"pass": always_pass(position.decision), "keywords": keyword_scorer(position.decision)},
        }


def _compared(scored: Scored, answer: str | None) -> dict[str, Any]:
    chosen = None if answer is None else scored.of(answer)
    if chosen is None:
        return {"inferred_score": None, "gap": None, "grade": None}
    return {"inferred_score": chosen.score, "gap": gap(scored, chosen), "grade": grade(scored, chosen)}


def _options(scored: Scored, inferred: str | None) -> list[dict[str, Any]]:
    return [
        {
            "answer": action.choice.answer,
            "text": action.choice.text,
            "score": action.score,
            "vetoed": bool(action.vetoes),
        }
        for place, action in enumerate(scored.actions)
        if place < _OPTIONS_TOLD or action.choice.answer == inferred
    ]


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How often which grade was given, and how often each picker picks the inferred answer."""
    kinds = {kind.code: kind.name for kind in KINDS}
    present = [code for code in kinds if any(row["kind"] == code for row in rows)]
    return {
        "decisions": len(rows),
        "known": len([row for row in rows if row["inferred_answer"] is not None]),
        **{band.code.lower(): _graded(rows, band.code) for band in BANDS},
        "flipped": len([row for row in rows if row["flipped"]]),
        "loops": len([row for row in rows if row["loop"] > 1]),
        "agreement": agreement(rows),
        "by_kind": [_of_kind(code, kinds[code], [row for row in rows if row["kind"] == code]) for code in present],
    }


def _of_kind(code: str, name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    same = _graded(rows, "SAME")
    return {"kind": code, "name": name, "decisions": len(rows), "same": same, "agreement": agreement(rows)}


def _graded(rows: list[dict[str, Any]], code: str) -> int:
    return len([row for row in rows if row["grade"] == code])


def agreement(rows: list[dict[str, Any]]) -> dict[str, float | None]:
    """The share of decisions whose inferred answer each picker picks; None where none is known."""
    known = [row for row in rows if row["inferred_answer"] is not None]
    if not known:
        return dict.fromkeys(PICKERS)
    hits = dict.fromkeys(PICKERS, 0)
    for row in known:
        picked = {"coach": row["best_answer"], **row["baselines"]}
        for name in PICKERS:
            hits[name] += picked[name] == row["inferred_answer"]
    return {name: hits[name] / len(known) for name in PICKERS}
