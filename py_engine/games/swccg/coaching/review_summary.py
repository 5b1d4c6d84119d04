"""What the decisions of a review come to together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from py_engine.games.swccg.knowledge.grades import BANDS
from py_engine.games.swccg.rules.decisions import PASS, Decision
from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.games.swccg.rules.position import Position

__all__ = ["Moment", "agreement", "summary", "taken_later"]

PICKERS = ("coach", "pass", "keywords")
LOOPS_FROM = 2
"""An action that was taken so often without effect goes round in a loop."""

_Action = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision was asked, and which actions were best and taken: a card, and what it does."""

    when: tuple[int, str | None, str | None]
    best: _Action | None
    taken: _Action | None

    @classmethod
    def of(cls, position: Position, best: str, taken: str | None) -> Moment:
        """The moment of a position with its best answer and the one that was given, if that is known."""
        decision = position.decision
        when = (position.turn, position.phase, position.whose_turn)
        return cls(when, _action(decision, best), None if taken is None else _action(decision, taken))


def _action(decision: Decision, answer: str) -> _Action | None:
    option = None if answer == PASS else decision.option(answer)
    if decision.decision_type != "CARD_ACTION_CHOICE" or option is None:
        return None
    return option.card_id, option.action


def taken_later(moments: Sequence[Moment]) -> list[bool]:
    """Of each decision, whether another action was taken and the best one later in the same phase: only the order differs."""
    found = [False] * len(moments)
    after: set[tuple[Any, _Action]] = set()
    for place in reversed(range(len(moments))):
        moment = moments[place]
        found[place] = moment.best is not None and moment.best != moment.taken and (moment.when, moment.best) in after
        if moment.taken is not None:
            after.add((moment.when, moment.taken))
    return found


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How often which grade was given, and how often each picker picks the inferred answer.

    Decisions that only go on with a loop are counted as ``repeats`` and in nothing else. Those in which only the order
    differs are counted as ``order_only``, under no grade.
    """
    counted = [row for row in rows if row["again"] < LOOPS_FROM]
    kinds = {kind.code: kind.name for kind in KINDS}
    present = [code for code in kinds if any(row["kind"] == code for row in counted)]
    return {
        "decisions": len(rows),
        "known": len([row for row in rows if row["inferred_answer"] is not None]),
        **{band.code.lower(): _graded(counted, band.code) for band in BANDS},
        "order_only": len([row for row in counted if row["taken_later"]]),
        "flipped": len([row for row in rows if row["flipped"]]),
        "loops": len([row for row in rows if row["again"] == LOOPS_FROM]),
        "repeats": len(rows) - len(counted),
        "agreement": agreement(counted),
        "by_kind": [_of_kind(code, kinds[code], [row for row in counted if row["kind"] == code]) for code in present],
    }


def _of_kind(code: str, name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    same = _graded(rows, "SAME")
    return {"kind": code, "name": name, "decisions": len(rows), "same": same, "agreement": agreement(rows)}


def _graded(rows: list[dict[str, Any]], code: str) -> int:
    return len([row for row in rows if row["grade"] == code and not row["taken_later"]])


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
