"""The sensitivity of SWCCG's coach: how far each weight must move before picks flip, and the closest decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

import numpy as np

from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.scoring import STEPS
from py_engine.games.swccg.policies.strategy import MODES
from py_engine.games.swccg.policies.weights import Weights, default_weights
from py_engine.lab.swccg.flips import NEVER, Flips, flipped_within, flips, quantile
from py_engine.lab.swccg.replays import Task, opened
from py_engine.lab.swccg.score_inputs import Row, pooled

__all__ = [
    "SHARES",
    "WAYS",
    "Check",
    "Close",
    "ConfirmTask",
    "Left",
    "Moved",
    "Place",
    "Sensitivity",
    "confirm",
    "sensitivity",
]

WAYS = (("down", -1), ("up", 1))
SHARES = (0.05, 0.10)
NUDGE = 0.25
"""Fraction of a weight's value: the number of picks that flip within it measures the weight's fragility."""


class Place(NamedTuple):
    """A decision in the table."""

    replay: str
    at: int
    """Its index in the replay."""
    row: Row
    """From ``score_inputs.capture``."""


class Close(NamedTuple):
    """The smallest move of a single weight that flips a decision's pick."""

    place: Place
    weight: str
    value: float
    change: float
    relative: float
    """The change relative to the weight's absolute value, or to 1 if that is larger."""
    gap: float
    """Points between the two picks."""
    now: str
    then: str


@dataclass(slots=True)
class Moved:
    """The effect of moving one weight.

    Attributes:
        name: The name of the weight.
        value: Its current value.
        decisions: Number of decisions that it affects.
        first: Way -> smallest change in points that flips any pick; None if none within the limits does.
        shares: Way -> changes at which each share of ``SHARES`` of these decisions has flipped.
        nudged: Number that flip within ``NUDGE`` of its value, the larger of the two ways.
        checks: Number of flips rescored just before and at the change.
        confirmed: Number of those that agree with the table.
    """

    name: str
    value: float
    decisions: int
    first: dict[str, float | None] = field(default_factory=dict)
    shares: dict[str, list[float | None]] = field(default_factory=dict)
    nudged: int = 0
    checks: int = 0
    confirmed: int = 0

    @property
    def order(self) -> tuple[Any, ...]:
        """Sort key: the most fragile weights first."""
        fifths = [each for way in self.shares.values() for each in way[:1] if each is not None]
        firsts = [each for each in self.first.values() if each is not None]
        return (-self.nudged, min(fifths, default=np.inf), min(firsts, default=np.inf), self.name)


class Left(NamedTuple):
    """What a group of weights decides: the picks that would be others if all of the group were 0.

    Inputs are taken as they are, also those that an evaluator has found with weights of the group.
    """

    group: str
    decisions: int
    """Number of decisions in which some of its weights count."""
    flipped: int


class Check(TypedDict):
    """A decision to rescore: for two values of one weight, the expected picks."""

    index: int
    weight: str
    before: tuple[float, str]
    after: tuple[float, str]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The sensitivity of all weights.

    Attributes:
        weights: The weights by fragility, without those that affect no decision.
        silent: Names of the weights that affect no decision.
        close: The closest decision first.
        groups: What each group decides, the most picks first; without those that are factors on others.
        checks: Replay -> flips for ``confirm`` to rescore.
    """

    weights: list[Moved]
    silent: list[str]
    close: list[Close]
    groups: list[Left]
    checks: dict[str, list[Check]]


def sensitivity(places: Sequence[Place], weights: Weights) -> Sensitivity:
    """Moves every weight both ways, one at a time.

    Args:
        places: Decisions with scores linear in the weights.
        weights: The current weights.
    """
    search = _Search(places, weights)
    moved = [search.moved(name) for name in search.table.names]
    close = sorted(search.close.values(), key=lambda each: (each.relative, each.place.replay, each.place.at))
    return Sensitivity(
        weights=sorted((each for each in moved if each.decisions), key=lambda each: each.order),
        silent=sorted(each.name for each in moved if not each.decisions),
        close=close,
        groups=sorted(search.groups(), key=lambda each: (-each.flipped, each.group)),
        checks=search.checks,
    )


class _Search:
    """Results so far, weight by weight."""

    def __init__(self, places: Sequence[Place], weights: Weights) -> None:
        self.places = places
        self.table = pooled([place.row for place in places], weights)
        self.scores = self.table.scores(self.table.values, self.table.modes())
        self.now = self.table.picks(self.scores)
        self.close: dict[int, Close] = {}
        self.checks: dict[str, list[Check]] = {}

    def moved(self, name: str) -> Moved:
        """Moves a weight both ways."""
        found = {way: flips(self.table, name, sign) for way, sign in WAYS}
        value = self.table.value(name)
        line = Moved(name, value, len(np.union1d(*(each.decisions for each in found.values()))))
        for way, sign in WAYS:
            each = found[way]
            line.first[way] = quantile(each, 0.0)
            line.shares[way] = [quantile(each, share) for share in SHARES]
            line.nudged = max(line.nudged, flipped_within(each, NUDGE * abs(value)))
            for at in _nearest(each):
                self._check(each, at, name, sign)
            for at in np.flatnonzero(each.steps != NEVER).tolist():
                self._compare(each, at, name, sign)
        return line

    def groups(self) -> Iterator[Left]:
        """Leaves out one group after the other."""
        table = self.table
        group_of = np.array([name.partition(".")[0] for name in table.names])
        modes = table.modes()
        for group in dict.fromkeys(group_of.tolist()):
            counts = np.unique(table.owner[table.choice[group_of[table.weight] == group]])
            if group not in (*MODES, "mode") and len(counts):
                values = np.where(group_of == group, 0.0, table.values)
                picks = table.picks(table.scores(values, modes))
                yield Left(group, len(counts), int(np.count_nonzero(picks != self.now)))

    def _answers(self, found: Flips, at: int) -> tuple[str, str]:
        """The pick before and after a flip."""
        decision = int(found.decisions[at])
        start, answers = int(self.table.first[decision]), self.places[decision].row["answers"]
        return answers[int(self.now[decision]) - start], answers[int(found.picks[at]) - start]

    def _check(self, found: Flips, at: int, name: str, sign: int) -> None:
        """Records a flip to rescore, one step before it and at it."""
        place, steps, value = self.places[int(found.decisions[at])], int(found.steps[at]), self.table.value(name)
        now, then = self._answers(found, at)
        check: Check = {
            "index": place.at,
            "weight": name,
            "before": (value + sign * (steps - 1) / STEPS, now),
            "after": (value + sign * steps / STEPS, then),
        }
        self.checks.setdefault(place.replay, []).append(check)

    def _compare(self, found: Flips, at: int, name: str, sign: int) -> None:
        """Keeps the smallest move that flips a decision."""
        decision, value = int(found.decisions[at]), self.table.value(name)
        change = float(found.steps[at]) / STEPS
        relative = change / max(1.0, abs(value))
        known = self.close.get(decision)
        if known is None or relative < known.relative:
            gap = float(self.scores[self.now[decision]] - self.scores[found.picks[at]])
            place = self.places[decision]
            self.close[decision] = Close(place, name, value, sign * change, relative, gap, *self._answers(found, at))


def _nearest(found: Flips) -> list[int]:
    """Indices of the first flip, and of those that reach each share."""
    order = np.lexsort((found.decisions, found.steps))
    order = order[found.steps[order] != NEVER]
    wanted = [max(1, int(np.ceil(share * len(found.decisions)))) for share in (0.0, *SHARES)]
    return list(dict.fromkeys(int(order[place - 1]) for place in wanted if place <= len(order)))


class ConfirmTask(Task):
    """Decisions of a replay to rescore."""

    weights: dict[str, float]
    """Replacements of the coach's weights."""
    checks: list[Check]


def confirm(task: ConfirmTask) -> list[bool]:
    """The job: rescores decisions of a replay with one weight changed.

    Returns:
        For each check, whether the picks before and after agree with the table.
    """
    replay, _ = opened(task)
    weights = default_weights().changed(task["weights"])
    found = []
    for check in task["checks"]:
        position = replay.at(check["index"]).with_facts()
        seen = [
            CombinedEvaluator(weights.changed({check["weight"]: value})).evaluate(position).best.choice.answer == answer
            for value, answer in (check["before"], check["after"])
        ]
        found.append(all(seen))
    return found
