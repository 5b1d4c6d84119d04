"""The inputs of all scores as a table: a score is the sum of inputs times weights, so new weights need no evaluators.

This holds as long as no evaluator's inputs depend on a weight. Some do (the best of several locations is found with the
weights), so results far from the weights that a table was captured with should be confirmed by rescoring.
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
from py_engine.lab.swccg.replays import Task, Unread, canonical, known_answers, opened, result_or_unread

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
"""The weights of the differences that determine the mode of a decision, see ``strategy``."""
_TRACE = 2.0**-40
"""Replaces a weight of 0, which would leave no contribution; too small to affect any score."""
_VETOED = 2.0**30
"""A penalty larger than any score."""


def traced(weights: Weights) -> Weights:
    """Weights that give the same scores, but with none equal to 0."""
    return weights.changed({name: _TRACE for name, value in weights.values.items() if value == 0})


class Wanted(TypedDict):
    """The wanted answers of a replay."""

    answers: Literal["known", "inferred", "preferred", "none"]
    confidence: NotRequired[float]
    """Minimum for inferred answers."""
    preferred: NotRequired[list[list[Any]]]
    """Pairs of index and answer."""


class CaptureTask(Task):
    """A replay to capture, with the wanted answers."""

    weights: dict[str, float]
    """Replacements of the coach's weights."""
    wanted: Wanted


class Row(TypedDict):
    """The inputs at a decision with a choice. Choices and weights are given as indices."""

    index: int
    kind: str
    type: str
    text: str
    answers: list[str]
    """In tie-breaking order."""
    chosen: int | None
    """Index of the given answer."""
    vetoed: list[int]
    """Indices of the vetoed choices."""
    standing: list[float]
    """The differences that ``STANDING`` weights, in its order."""
    linear: bool
    """Whether the scores are sums of inputs times weights."""
    choice: list[int]
    """The choice of each contribution."""
    weight: list[int]
    """The weight of each contribution."""
    input: list[float]
    """The input of each contribution, which is multiplied by the weight."""


class Captured(TypedDict):
    """The inputs at a replay's decisions, with its game, seat and side."""

    game: str
    seat: str
    side: str | None
    rows: list[Row]
    illegal: list[int]
    """Indices of decisions with an illegal answer."""


def captured(task: CaptureTask) -> Captured:
    """The inputs at every decision of a replay with a choice.

    Raises:
        UnreadableError: if the file is not a replay.
        LabError: if the answers cannot be read, or belong to another game.
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
    """The job: the result of ``captured``, or why the file is not a replay."""
    return result_or_unread(captured, task)


def _answers(task: CaptureTask, replay: Replay) -> dict[int, str | None]:
    """The wanted answers, by index of their decision."""
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
    # An index beyond the replay's decisions is dropped; the caller notices that its answer is in no row.
    return {place: canonical(kinds[place], answer) for place, answer in wanted["preferred"] if place < len(kinds)}


def _row(index: int, asked: ReplayDecision, answer: str | None, weights: Weights) -> Row:
    """The inputs at a decision, and its given answer if there is one."""
    position = asked.with_facts()
    scored = CombinedEvaluator(traced(weights)).evaluate(position, also=answer)
    plain = CombinedEvaluator(weights).evaluate(position, also=answer)
    actions = _in_order(position, scored)
    names = {name: number for number, name in enumerate(weight_table())}
    contributions = [
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
        # If the listed answers or the findings depend on the weights, a table cannot replace the evaluators.
        "linear": scored.complete and _scores(plain) == _scores(scored),
        "choice": [place for place, _, _ in contributions],
        "weight": [number for _, number, _ in contributions],
        "input": [amount for _, _, amount in contributions],
    }


def _scores(scored: Scored) -> dict[str, float]:
    """Answer -> score."""
    return {action.choice.answer: action.score for action in scored.actions}


def _in_order(position: Position, scored: Scored) -> list[EvaluatedAction]:
    """The actions in tie-breaking order: a pass first, then the server's order."""
    order = {choice.answer: place for place, choice in enumerate(choices_of(position.decision)[0])}
    return sorted(
        scored.actions, key=lambda action: (not action.choice.passes, order.get(action.choice.answer, len(order)))
    )


def _standing(position: Position, weights: Weights) -> list[float]:
    """The differences behind the standing, with weights of 1."""
    ones = weights.changed(dict.fromkeys(STANDING, 1.0))
    found = strategy_of(position.board, position.facts, position.side, ones)
    return [value for _, _, value in found.parts]


@dataclass(frozen=True, slots=True)
class InputTable:
    """The inputs of D decisions with C choices in all, as a sparse table of N contributions.

    Attributes:
        names: The names of the W weights.
        values: (W,) the current weights.
        first: (D + 1,) offset of each decision's choices.
        vetoed: (C,) whether each choice is vetoed.
        standing: (D, 3) differences in life Force, power and drains.
        choice: (N,) choice of each contribution.
        weight: (N,) weight of each contribution.
        input: (N,) input of each contribution.
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
        """The number of decisions D."""
        return len(self.first) - 1

    @property
    def owner(self) -> Ints:
        """(C,) the decision of each choice."""
        return np.repeat(np.arange(self.decisions), np.diff(self.first))

    def value(self, name: str) -> float:
        """The current value of a weight."""
        return float(self.values[self.names.index(name)])

    def modes(self, overrides: dict[str, Floats] | None = None) -> Ints:
        """(D,) indices into ``MODES``.

        Args:
            overrides: Weights of group ``mode`` by name, (D,) each.
        """
        weights = {name: (overrides or {}).get(name, self.value(name)) for name in (*STANDING, "mode.margin")}
        standing = np.zeros(self.decisions)
        for column, name in enumerate(STANDING):
            standing = standing + rounded(self.standing[:, column] * weights[name])
        margin = weights["mode.margin"]
        return np.where(standing <= -margin, 0, np.where(standing >= margin, 2, 1)).astype(np.int64)

    def factors(self, values: Floats) -> Floats:
        """(3, W) factor of each mode on each weight."""
        found = np.ones((len(MODES), len(self.names)))
        by_name = dict(zip(self.names, values, strict=True))
        for row, mode in enumerate(MODES):
            for column, name in enumerate(self.names):
                found[row, column] = by_name.get(f"{mode}.{name.partition('.')[0]}", 1.0)
        return found

    def scores(self, values: Floats, modes: Ints) -> Floats:
        """(C,) the scores of all choices.

        Args:
            values: (W,) the weights.
            modes: (D,) indices into ``MODES``.
        """
        mode = modes[self.owner[self.choice]]
        weights = values[self.weight] * self.factors(values)[mode, self.weight]
        return self.summed(rounded(self.input * weights), self.choice)

    def summed(self, parts: Floats, choice: Ints) -> Floats:
        """(C,) sums of contributions; as multiples of 1/4096 they are exact in any order."""
        return np.bincount(choice, weights=parts, minlength=len(self.vetoed)).astype(np.float64)

    def picks(self, scores: Floats) -> Ints:
        """(D,) the best choice of each decision, the first of equals.

        Args:
            scores: (C,).
        """
        standing = scores - _VETOED * self.vetoed
        best = np.maximum.reduceat(standing, self.first[:-1])
        places = np.where(standing == best[self.owner], np.arange(len(standing)), len(standing))
        return np.minimum.reduceat(places, self.first[:-1])

    def taken(self, decisions: Ints) -> InputTable:
        """The table restricted to some decisions, in their original order."""
        keep = np.zeros(self.decisions, dtype=bool)
        keep[decisions] = True
        choices = keep[self.owner]
        place = np.cumsum(choices) - 1
        kept = choices[self.choice]
        first = np.concatenate([[0], np.cumsum(np.diff(self.first)[keep])]).astype(np.int64)
        parts = place[self.choice[kept]], self.weight[kept], self.input[kept]
        return InputTable(self.names, self.values, first, self.vetoed[choices], self.standing[keep], *parts)


def rounded(values: Floats) -> Floats:
    """Like ``scoring.rounded``, for arrays."""
    return np.rint(values * STEPS) / STEPS


def pooled(rows: Sequence[Row], weights: Weights) -> InputTable:
    """The rows of ``capture`` as one table.

    Args:
        rows: The rows of any replays.
        weights: The current weights.
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
