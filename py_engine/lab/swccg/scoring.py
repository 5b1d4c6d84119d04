"""Scores every decision of a replay with the coach and the baselines, and compares known or inferred answers."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NotRequired, TypedDict

from py_engine.games.swccg.knowledge.reader.replays import ReplayDecision
from py_engine.games.swccg.policies.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.policies.combined import BASE, CombinedEvaluator, Scored
from py_engine.games.swccg.policies.scoring import STEPS, EvaluatedAction
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.decisions import Decision, is_legal
from py_engine.lab.core.spread import report
from py_engine.lab.swccg.replays import Task, Unread, known_answers, opened, result_or_unread

__all__ = [
    "PICKERS",
    "Comparison",
    "ScoredDecision",
    "ScoredReplay",
    "ScoringTask",
    "looks",
    "mistaken",
    "say",
    "score_replay",
    "scored",
]

PICKERS = ("coach", "document", "pass", "keywords")
SOURCES = ("known", "inferred")


class ScoringTask(Task):
    """A replay to score."""

    weights: dict[str, float]
    """Replacements of the coach's weights."""


class Comparison(TypedDict):
    """A given answer compared with the pickers' answers."""

    rank: int
    """In the coach's order, from 1."""
    same: dict[str, bool]
    """Whether each picker picks it."""
    alike: dict[str, bool]
    """Whether each picks an answer that looks the same."""
    confidence: NotRequired[float]
    """For an inferred answer."""


class ScoredDecision(TypedDict):
    """A scored decision with a choice."""

    index: int
    type: str
    kind: str
    options: int
    say: str
    """See ``say``."""
    sums: bool
    """Whether every score is the sum of its reasons."""
    failed: list[str]
    """Evaluators that failed."""
    known: Comparison | None
    inferred: Comparison | None


class Legality(TypedDict):
    """The number of answers to a replay's decisions, and the illegal ones."""

    answers: int
    illegal: list[int]
    """Indices of the decisions."""


class ScoredReplay(TypedDict):
    """A replay's scored decisions, with its game, seat and side."""

    game: str
    seat: str
    side: str | None
    decisions: int
    legality: dict[str, Legality]
    """For the known and the inferred answers to all decisions."""
    rows: list[ScoredDecision]


def scored(task: ScoringTask) -> ScoredReplay:
    """Every decision of a replay, scored and compared.

    Raises:
        UnreadableError: if the file is not a replay.
        LabError: if the answers cannot be read, or belong to another game.
    """
    replay, game = opened(task)
    responses = task["responses"]
    known = [None] * len(replay.decisions) if responses is None else known_answers(Path(responses), replay)
    coach = CombinedEvaluator(default_weights().changed(task["weights"]))
    document = CombinedEvaluator(default_weights("document"))
    rows = []
    legality: dict[str, Legality] = {name: {"answers": 0, "illegal": []} for name in SOURCES}
    for index, asked in enumerate(replay.decisions):
        found = {"known": known[index], "inferred": asked.inferred.answer}
        for name, answer in found.items():
            if answer is not None:
                legality[name]["answers"] += 1
                if not is_legal(asked.decision, answer):
                    legality[name]["illegal"].append(index)
        if asked.choices > 1:
            rows.append(_row(index, asked, found, coach, document))
        report(index / len(replay.decisions))
    return {
        "game": game,
        "seat": replay.seat,
        "side": replay.side,
        "decisions": len(replay.decisions),
        "legality": legality,
        "rows": rows,
    }


def score_replay(task: ScoringTask) -> ScoredReplay | Unread:
    """The job: the result of ``scored``, or why the file is not a replay."""
    return result_or_unread(scored, task)


def _row(
    index: int,
    asked: ReplayDecision,
    found: dict[str, str | None],
    coach: CombinedEvaluator,
    document: CombinedEvaluator,
) -> ScoredDecision:
    position, decision = asked.with_facts(), asked.decision
    scored = coach.evaluate(position)
    picks = {
        "coach": scored.best.choice.answer,
        "document": document.evaluate(position).best.choice.answer,
        "pass": always_pass(decision),
        "keywords": keyword_scorer(decision),
    }
    compared: dict[str, Comparison | None] = {}
    for name, answer in found.items():
        compared[name] = None
        if answer is not None and is_legal(decision, answer):
            full = scored if scored.of(answer) is not None else coach.evaluate(position, also=answer)
            compared[name] = _compared(decision, full, picks, answer)
    if compared["inferred"] is not None:
        compared["inferred"]["confidence"] = asked.inferred.confidence
    return {
        "index": index,
        "type": decision.decision_type,
        "kind": decision.kind,
        "options": len(scored.actions),
        "say": say(scored.best),
        "sums": not any(mistaken(action) for action in scored.actions),
        "failed": scored.failed,
        "known": compared["known"],
        "inferred": compared["inferred"],
    }


def _compared(decision: Decision, scored: Scored, picks: dict[str, str], answer: str) -> Comparison:
    """Compares the pickers' answers with a given one."""
    place = next(place for place, action in enumerate(scored.actions) if action.choice.answer == answer)
    given = looks(decision, answer)
    return {
        "rank": place + 1,
        "same": {name: pick == answer for name, pick in picks.items()},
        "alike": {name: looks(decision, pick) == given for name, pick in picks.items()},
    }


def looks(decision: Decision, answer: str) -> list[tuple[str, str]]:
    """What an answer chooses, in words: answers that look the same choose different copies of the same card."""
    options = {option.answer: option for option in decision.options}
    parts = [answer] if answer in options or not decision.options else answer.split(",")
    return sorted(
        (options[part].text, options[part].blueprint_id or "") if part in options else (part, "") for part in parts
    )


def say(action: EvaluatedAction) -> str:
    """The evaluator with the largest total contribution to an action, for or against; ``BASE`` if there is none."""
    totals: dict[str, float] = {}
    for each in action.contributions:
        if each.evaluator != BASE:
            totals[each.evaluator] = totals.get(each.evaluator, 0.0) + each.value
    loudest = max(totals, key=lambda name: abs(totals[name]), default=BASE)
    return loudest if totals.get(loudest) else BASE


def mistaken(action: EvaluatedAction) -> bool:
    """Whether a score differs from the sum of its reasons, or a reason from its input times its weight."""
    parts = action.contributions
    if math.fsum(each.value for each in parts) != action.score:
        return True
    return any(abs(each.input * each.weight - each.value) > 1 / STEPS for each in parts if each.weight)
