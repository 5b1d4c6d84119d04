"""The summary of a review: grades, agreement with the baselines, and repeated actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from py_engine.games.swccg.knowledge.reader.decision_rows import DecisionInShort
from py_engine.games.swccg.policies.strategy import Mode
from py_engine.games.swccg.rules.decisions import ACTIONS, PASS, Decision
from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.games.swccg.rules.position import Position

__all__ = [
    "Compared",
    "KindSummary",
    "Moment",
    "ReviewOption",
    "ReviewRow",
    "Summary",
    "graded_before",
    "summary",
    "taken_later",
]

PICKERS = ("coach", "pass", "keywords")
LOOPS_FROM = 2
"""An action repeated this often without effect counts as a loop."""

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
    """The inferred answer compared with the best; all None if no answer was inferred."""

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
    """Highest number of earlier times without effect over all answers."""
    again: int
    """Earlier times without effect of the inferred answer."""
    options: list[ReviewOption]
    option_count: int
    flipped: bool
    """Whether the default weights have another best answer."""
    default_answer: str
    default_text: str
    failed: list[str]
    """Names of evaluators that raised an error."""
    baselines: dict[str, str]
    taken_later: bool
    """Whether only the order differs, or the choice was graded before: it has no grade of its own (see ``taken_later``)."""
    graded_before: bool
    """Whether it was graded before: as an amount of Force to activate, or when the same was chosen in the same position."""


@dataclass(frozen=True, slots=True)
class KindSummary:
    """Summary of the decisions of one kind."""

    kind: str
    name: str
    decisions: int
    same: int
    agreement: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of all decisions; see ``summary``."""

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
    """When a decision came up, and the best and the taken action as pairs of card id and action text.

    Attributes:
        when: The turn and phase.
        best: The best action; None for a pass.
        taken: The action taken; None for a pass, or if it is unknown.
        ordering: Whether all of its actions are carried out, so that only their order is chosen.
        amount: Whether it is an amount of Force to activate.
        passed: Whether the seat passed.
        again: Whether the same was chosen in the same position before, as after taking it back.
    """

    when: _When
    best: _Action | None
    taken: _Action | None
    ordering: bool = False
    amount: bool = False
    passed: bool = False
    again: bool = False

    @classmethod
    def of(cls, position: Position, best: str, taken: str | None) -> Moment:
        """The moment of a position, from its best answer and the inferred one (None if unknown)."""
        decision = position.decision
        when = (position.turn, position.phase, position.whose_turn)
        return cls(
            when,
            _action(decision, best),
            None if taken is None else _action(decision, taken),
            ordering=decision.decision_type == "ACTION_CHOICE" and "required responses" in decision.text.lower(),
            amount=decision.decision_type == "INTEGER" and "to activate" in decision.text.lower(),
            passed=taken == PASS,
            again=position.repeats.get(taken or "", 0) > 0,
        )


def _action(decision: Decision, answer: str) -> _Action | None:
    option = None if answer == PASS else decision.option(answer)
    if decision.decision_type not in ACTIONS or option is None:
        return None
    return option.card_id, option.action


def graded_before(moments: Sequence[Moment]) -> list[bool]:
    """For each decision, whether its choice was graded before.

    It was if the same was chosen before in the same position, and if no more Force is activated after an amount that was
    graded in the same phase.
    """
    amounts: set[_When] = set()
    found = []
    for moment in moments:
        more = moment.best is not None and moment.best[1].lower().startswith("activate force")
        found.append(moment.again or (moment.passed and more and moment.when in amounts))
        if moment.amount:
            amounts.add(moment.when)
    return found


def taken_later(moments: Sequence[Moment]) -> list[bool]:
    """For each decision, whether only an order differs, or it was graded before.

    An order differs if the best action was not taken then but later in the same phase, or if all are carried out anyway.
    """
    found = [moment.ordering or before for moment, before in zip(moments, graded_before(moments), strict=True)]
    after: set[tuple[_When, _Action]] = set()
    for place in reversed(range(len(moments))):
        moment = moments[place]
        later = moment.best is not None and moment.best != moment.taken and (moment.when, moment.best) in after
        found[place] = found[place] or later
        if moment.taken is not None:
            after.add((moment.when, moment.taken))
    return found


def summary(rows: Sequence[ReviewRow]) -> Summary:
    """Counts of the grades, and how often each picker picks the inferred answer.

    Decisions that merely continue a loop count as ``repeats`` and nothing else. Those where only the order differs count
    as ``order_only`` and have no grade.
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
    """A summary for each kind that occurs, in the order of ``KINDS``."""
    found = []
    for kind in KINDS:
        own = [row for row in rows if row["kind"] == kind.code]
        if own:
            found.append(KindSummary(kind.code, kind.name, len(own), _graded(own, "SAME"), agreement(own)))
    return found


def _graded(rows: Sequence[ReviewRow], code: str) -> int:
    return len([row for row in rows if row["grade"] == code and not row["taken_later"]])


def agreement(rows: Sequence[ReviewRow]) -> dict[str, float | None]:
    """Share of decisions with an inferred answer that each picker picks too; None without any such decision."""
    known = [row for row in rows if row["inferred_answer"] is not None]
    if not known:
        return dict.fromkeys(PICKERS)
    hits = dict.fromkeys(PICKERS, 0)
    for row in known:
        picked = {"coach": row["best_answer"], **row["baselines"]}
        for name in PICKERS:
            hits[name] += picked[name] == row["inferred_answer"]
    return {name: hits[name] / len(known) for name in PICKERS}
