"""What the evaluators put in: a score is the sum of inputs times weights, so that other weights need no evaluators.

That holds as long as no evaluator looks at a weight before it speaks. Some do (the best of several places is found with
the weights), so what follows from a table far from the weights it was made with is to be confirmed by scoring anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

import numpy as np
import numpy.typing as npt

from py_engine.games.swccg.knowledge.reader.replays import Replay, ReplayDecision
from py_engine.games.swccg.policies.choices import choices_of
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.scoring import STEPS, EvaluatedAction
from py_engine.games.swccg.policies.strategy import MODES, strategy_of
from py_engine.games.swccg.policies.weights import Weights, default_weights, weight_table
from py_engine.games.swccg.rules.decisions import is_legal
from py_engine.games.swccg.rules.position import Position
from py_engine.lab.core.spread import report
from py_engine.lab.swccg.replays import Task, Unread, canonical, known_answers, opened, told

__all__ = [
    "STANDING",
    "CaptureTask",
    "Captured",
    "InputTable",
    "Row",
    "Wanted",
    "capture",
    "captured",
    "pooled",
    "traced",
]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

STANDING = ("mode.life_force", "mode.power", "mode.drains")
_TRACE = 2.0**-40
"""Instead of a weight of 0, which would leave no trace: no input is so large that it would come to anything."""
_VETOED = 2.0**30
"""Beyond any score."""


def traced(weights: Weights) -> Weights:
    """The same weights, as far as scores go, but none of them 0."""
    return weights.changed({name: _TRACE for name, value in weights.values.items() if value == 0})


class Wanted(TypedDict):
    """Which answers of a replay are wanted."""

    answers: Literal["known", "inferred", "preferred", "none"]
    confidence: NotRequired[float]
    """Of inferred answers, at least."""
    preferred: NotRequired[list[list[Any]]]
    """Pairs of index and answer."""


class CaptureTask(Task):
    """A replay whose inputs are wanted, and with which answers."""

    weights: dict[str, float]
    """That replace the coach's."""
    wanted: Wanted


class Row(TypedDict):
    """The inputs at a decision with a choice. Choices, and weights among all weights, go by their places."""

    index: int
    kind: str
    type: str
    text: str
    answers: list[str]
    """In the order in which a tie is broken."""
    chosen: int | None
    """The answer that was given."""
    vetoed: list[int]
    standing: list[float]
    linear: bool
    """The scores are sums of inputs times weights."""
    choice: list[int]
    """Of each contribution."""
    weight: list[int]
    input: list[float]


class Captured(TypedDict):
    """The inputs at a replay's decisions, and what names its game, seat and side."""

    game: str
    seat: str
    side: str | None
    rows: list[Row]
    illegal: list[int]
    """Decisions at which the answer is not legal."""


def captured(task: CaptureTask) -> Captured:
    """The inputs at every decision of a replay that has a choice.

    Raises:
        UnreadableError: it is no replay.
        LabError: the answers cannot be read, or are another game's.
    """
    replay, game = opened(task)
    answers = _answers(task, replay)
    weights = default_weights().changed(task["weights"])
    rows, illegal = [], []
    for index, asked in enumerate(replay.decisions):
        answer = answers.get(index)
        if answer is not None and not is_legal(asked.decision, answer):
            illegal.append(index)
            answer = None
        if asked.choices > 1:
            rows.append(_row(index, asked, answer, weights))
        report(index / len(replay.decisions))
    return {"game": game, "seat": replay.seat, "side": replay.side, "rows": rows, "illegal": illegal}


def capture(task: CaptureTask) -> Captured | Unread:
    """The job: what ``captured`` tells, or why the file is no replay."""
    return told(captured, task)


def _answers(task: CaptureTask, replay: Replay) -> dict[int, str | None]:
    decisions, wanted = replay.decisions, task["wanted"]
    if wanted["answers"] == "known":
        responses = task["responses"]
        return {} if responses is None else dict(enumerate(known_answers(Path(responses), replay)))
    if wanted["answers"] == "inferred":
        sure = {place for place, asked in enumerate(decisions) if asked.inferred.confidence >= wanted["confidence"]}
        return {place: decisions[place].inferred.answer for place in sorted(sure)}
    if wanted["answers"] == "none":
        return {}
    kinds = [asked.decision.decision_type for asked in decisions]
    # A place that the replay does not have is left to the caller to notice: its answer is in no row.
    return {place: canonical(kinds[place], answer) for place, answer in wanted["preferred"] if place < len(kinds)}


def _row(index: int, asked: ReplayDecision, answer: str | None, weights: Weights) -> Row:
    position = asked.with_facts()
    scored = CombinedEvaluator(traced(weights)).evaluate(position, also=answer)
    plain = CombinedEvaluator(weights).evaluate(position, also=answer)
    actions = _in_order(position, scored)
    names = {name: number for number, name in enumerate(weight_table())}
    told = [
        (place, names[each.weight_name], each.input)
        for place, action in enumerate(actions)
        for each in action.contributions
        if each.weight_name
    ]
    offered = [action.choice.answer for action in actions]
    return {
        "index": index,
        "kind": position.decision.kind,
        "type": position.decision.decision_type,
        "text": position.decision.text[:120],
        "answers": offered,
        "chosen": None if answer is None else offered.index(answer),
        "vetoed": [place for place, action in enumerate(actions) if action.vetoes],
        "standing": _standing(position, weights),
        # Where a list of answers depends on the weights, or what is said does, a table cannot stand for the evaluators.
        "linear": scored.complete and {a.choice.answer: a.score for a in plain.actions} == _told(scored),
        "choice": [place for place, _, _ in told],
        "weight": [number for _, number, _ in told],
        "input": [amount for _, _, amount in told],
    }


def _told(scored: Scored) -> dict[str, float]:
    return {action.choice.answer: action.score for action in scored.actions}


def _in_order(position: Position, scored: Scored) -> list[EvaluatedAction]:
    """The actions in the order in which a tie is broken."""
    order = {choice.answer: place for place, choice in enumerate(choices_of(position.decision)[0])}
    return sorted(scored.actions, key=lambda action: order.get(action.choice.answer, len(order)))


def _standing(position: Position, weights: Weights) -> list[float]:
    """The differences that make the standing, each times a weight of 1."""
    ones = weights.changed(dict.fromkeys(STANDING, 1.0))
    found = strategy_of(position.board, position.facts, position.side, ones)
    return [value for _, _, value in found.parts]


@dataclass(frozen=True, slots=True)
class InputTable:
    """The inputs of many decisions.

    Attributes:
        names: of the W weights.
        values: (W,) the weights that are in force.
        first: (D + 1,) where each decision's choices begin among all C.
        vetoed: (C,) choices that stand behind all others.
        standing: (D, 3) differences in life Force, power and drains.
        choice: (N,) of each contribution, among all C.
        weight: (N,) of each contribution.
        input: (N,) of each contribution.
    """

    names: tuple[str, ...]
    values: Floats
    first: Ints
    vetoed: Bools
    standing: Floats
    choice: Ints
    weight: Ints
    input: Floats

    @property
    def decisions(self) -> int:
        """How many there are."""
        return len(self.first) - 1

    @property
    def owner(self) -> Ints:
        """(C,) the decision of each choice."""
        return np.repeat(np.arange(self.decisions), np.diff(self.first))

    def value(self, name: str) -> float:
        """The weight of a name that is in force."""
        return float(self.values[self.names.index(name)])

    def modes(self, said: dict[str, Floats] | None = None) -> Ints:
        """(D,) places among ``MODES``.

        Args:
            said: other weights of group ``mode`` by name, (D,).
        """
        weights = {name: (said or {}).get(name, self.value(name)) for name in (*STANDING, "mode.margin")}
        standing = np.zeros(self.decisions)
        for column, name in enumerate(STANDING):
            standing = standing + rounded(self.standing[:, column] * weights[name])
        margin = weights["mode.margin"]
        return np.where(standing <= -margin, 0, np.where(standing >= margin, 2, 1)).astype(np.int64)

    def factors(self, values: Floats) -> Floats:
        """(3, W) what each mode multiplies each weight by."""
        found = np.ones((len(MODES), len(self.names)))
        by_name = dict(zip(self.names, values, strict=True))
        for row, mode in enumerate(MODES):
            for column, name in enumerate(self.names):
                found[row, column] = by_name.get(f"{mode}.{name.partition('.')[0]}", 1.0)
        return found

    def scores(self, values: Floats, modes: Ints) -> Floats:
        """(C,) the score of every choice.

        Args:
            values: (W,) the weights.
            modes: (D,) see ``modes``.
        """
        mode = modes[self.owner[self.choice]]
        weights = values[self.weight] * self.factors(values)[mode, self.weight]
        return self.summed(rounded(self.input * weights), self.choice)

    def summed(self, parts: Floats, choice: Ints) -> Floats:
        """(C,) sums of contributions; multiples of 1/4096, so exact in any order."""
        return np.bincount(choice, weights=parts, minlength=len(self.vetoed)).astype(np.float64)

    def picks(self, scores: Floats) -> Ints:
        """(D,) the best choice of each decision, the first of equals, among all C.

        Args:
            scores: (C,).
        """
        standing = scores - _VETOED * self.vetoed
        best = np.maximum.reduceat(standing, self.first[:-1])
        places = np.where(standing == best[self.owner], np.arange(len(standing)), len(standing))
        return np.minimum.reduceat(places, self.first[:-1])

    def taken(self, decisions: Ints) -> InputTable:
        """The table of some decisions, in their order of before."""
        keep = np.zeros(self.decisions, dtype=bool)
        keep[decisions] = True
        choices = keep[self.owner]
        place = np.cumsum(choices) - 1
        told = choices[self.choice]
        first = np.concatenate([[0], np.cumsum(np.diff(self.first)[keep])]).astype(np.int64)
        parts = place[self.choice[told]], self.weight[told], self.input[told]
        return InputTable(self.names, self.values, first, self.vetoed[choices], self.standing[keep], *parts)


def rounded(values: Floats) -> Floats:
    """As ``scoring.rounded``, for arrays."""
    return np.rint(values * STEPS) / STEPS


def pooled(rows: Sequence[Row], weights: Weights) -> InputTable:
    """The rows of ``capture`` as one table.

    Args:
        rows: of any replays.
        weights: that are in force.
    """
    sizes = [len(row["answers"]) for row in rows]
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    starts = [int(start) for start in first[:-1]]
    names = tuple(weight_table())
    vetoed = np.zeros(int(first[-1]), dtype=bool)
    for start, row in zip(starts, rows, strict=True):
        vetoed[[start + place for place in row["vetoed"]]] = True
    return InputTable(
        names=names,
        values=np.array([weights[name] for name in names]),
        first=first,
        vetoed=vetoed,
        standing=np.array([row["standing"] for row in rows], dtype=np.float64).reshape(len(rows), len(STANDING)),
        choice=_flat(
            [np.array(row["choice"], dtype=np.int64) + start for start, row in zip(starts, rows, strict=True)]
        ),
        weight=_flat([np.array(row["weight"], dtype=np.int64) for row in rows]),
        input=np.concatenate([np.zeros(0), *(np.array(row["input"], dtype=np.float64) for row in rows)]),
    )


def _flat(parts: Sequence[Ints]) -> Ints:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])
