"""Summaries of a replay's decisions: the question, its moment, and the inferred answer."""

from __future__ import annotations

from typing import TypedDict

from py_engine.games.swccg.knowledge.reader.replays import Replay, ReplayDecision
from py_engine.games.swccg.rules.decisions import Decision

__all__ = ["DecisionInShort", "DecisionRow", "decision_rows", "in_short"]


class DecisionInShort(TypedDict):
    """The fields common to every list of decisions."""

    index: int
    decision_type: str
    kind: str
    text: str
    phase: str | None
    turn: int
    whose_turn: str | None
    inferred_answer: str | None
    inferred_confidence: float
    inferred_text: str | None
    alike: int


class DecisionRow(DecisionInShort):
    """A decision in the result of loading a replay."""

    option_count: int
    has_choice: bool


def decision_rows(replay: Replay) -> list[DecisionRow]:
    """A row for each decision."""
    return [
        {
            **in_short(index, asked),
            "option_count": len(asked.decision.options),
            "has_choice": asked.choices > 1,
        }
        for index, asked in enumerate(replay.decisions)
    ]


def in_short(index: int, asked: ReplayDecision) -> DecisionInShort:
    """The common fields of a decision."""
    position, decision, inferred = asked.position, asked.decision, asked.inferred
    return {
        "index": index,
        "decision_type": decision.decision_type,
        "kind": decision.kind,
        "text": decision.text,
        "phase": position.phase,
        "turn": position.turn,
        "whose_turn": position.whose_turn,
        "inferred_answer": inferred.answer,
        "inferred_confidence": inferred.confidence,
        "inferred_text": None if inferred.answer is None else _text_of(decision, inferred.answer),
        "alike": _alike(decision, inferred.answer),
    }


def _alike(decision: Decision, answer: str | None) -> int:
    """Number of options that look the same as the answer's, itself included: usually copies of one card."""
    chosen = None if answer is None else decision.option(answer)
    if chosen is None:
        return 1
    return len([each for each in decision.open_options if (each.text, each.action) == (chosen.text, chosen.action)])


def _text_of(decision: Decision, answer: str) -> str:
    """An answer in words."""
    if answer == "":
        return "Pass" if decision.decision_type == "CARD_ACTION_CHOICE" else "Nothing"
    if decision.decision_type == "INTEGER":
        return answer
    options = {option.answer: option.text for option in decision.options}
    if answer in options:
        return options[answer]
    return ", ".join(options.get(part, part) for part in answer.split(","))
