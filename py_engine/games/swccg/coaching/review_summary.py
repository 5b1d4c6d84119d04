"""What the decisions of a review come to together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from py_engine.games.swccg.knowledge.reader.decision_rows import DecisionInShort
from py_engine.games.swccg.policies.strategy import Mode
from py_engine.games.swccg.rules.decisions import PASS, Decision
from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.games.swccg.rules.position import Position

__all__ = ["Compared", "KindSummary", "Moment", "ReviewOption", "ReviewRow", "Summary", "summary", "taken_later"]

PICKERS = ("coach", "pass", "keywords")
LOOPS_FROM = 2
"""An action that was taken so often without effect goes round in a loop."""

_Action = tuple[str | None, str]
_When = tuple[int, str | None, str | None]
"""Turn, phase, and whose turn it is."""


class ReviewOption(TypedDict):
    """An answer to a decision, scored."""

    answer: str
    text: str
    score: float
    vetoed: bool


class Compared(TypedDict):
    """How the inferred answer compares with the best; all None where none is known."""

    inferred_score: float | None
    gap: float | None
    grade: str | None


class ReviewRow(DecisionInShort, Compared):
    """A decision, scored."""

    best_answer: str
    best_text: str
    best_score: float
    stakes: float
    """The best score minus the worst."""
    mode: Mode
    loop: int
    """How often the answer that was given most often was taken already without effect."""
    again: int
    """The same of the inferred answer."""
    options: list[ReviewOption]
    option_count: int
    flipped: bool
    """Whether the default weights have another best answer."""
    default_answer: str
    default_text: str
    failed: list[str]
    """Names of the evaluators that failed."""
    baselines: dict[str, str]
    taken_later: bool
    """Whether the best action was taken later in the same phase, so that only the order differs."""


@dataclass(frozen=True, slots=True)
class KindSummary:
    """What the decisions of one kind come to together."""

    kind: str
    name: str
    decisions: int
    same: int
    agreement: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What all decisions come to together; see ``summary``."""

    decisions: int
    known: int
    same: int
    close: int
    different: int
    far: int
    order_only: int
    flipped: int
    loops: int
    repeats: int
    agreement: Mapping[str, float | None]
    by_kind: Sequence[KindSummary]


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision was asked, and which actions were best and taken: a card, and what it does."""

    when: _When
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
    after: set[tuple[_When, _Action]] = set()
    for place in reversed(range(len(moments))):
        moment = moments[place]
        found[place] = moment.best is not None and moment.best != moment.taken and (moment.when, moment.best) in after
        if moment.taken is not None:
            after.add((moment.when, moment.taken))
    return found


def summary(rows: Sequence[ReviewRow]) -> Summary:
    """How often which grade was given, and how often each picker picks the inferred answer.

    Decisions that only go on with a loop are counted as ``repeats`` and in nothing else. Those in which only the order
    differs are counted as ``order_only``, under no grade.
    """
    counted = [row for row in rows if row["again"] < LOOPS_FROM]
    return Summary(
        decisions=len(rows),
        known=len([row for row in rows if row["inferred_answer"] is not None]),
        same=_graded(counted, "SAME"),
        close=_graded(counted, "CLOSE"),
        different=_graded(counted, "DIFFERENT"),
        far=_graded(counted, "FAR"),
        order_only=len([row for row in counted if row["taken_later"]]),
        flipped=len([row for row in rows if row["flipped"]]),
        loops=len([row for row in rows if row["again"] == LOOPS_FROM]),
        repeats=len(rows) - len(counted),
        agreement=agreement(counted),
        by_kind=_by_kind(counted),
    )


def _by_kind(rows: Sequence[ReviewRow]) -> list[KindSummary]:
    """The kinds that there are, in the registry's order."""
    found = []
    for kind in KINDS:
        own = [row for row in rows if row["kind"] == kind.code]
        if own:
            found.append(KindSummary(kind.code, kind.name, len(own), _graded(own, "SAME"), agreement(own)))
    return found


def _graded(rows: Sequence[ReviewRow], code: str) -> int:
    return len([row for row in rows if row["grade"] == code and not row["taken_later"]])


def agreement(rows: Sequence[ReviewRow]) -> dict[str, float | None]:
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
