"""The query "sensitivity": what players with other risk preferences would choose, and where the choice changes."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.coaching.queries import EvaluateArgs
from py_engine.games.yatzy.knowledge.risk import RiskTable, certain, risk_table
from py_engine.games.yatzy.knowledge.solver import MAX_THETA
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.policies.policy import Objective, look_ahead, optimal
from py_engine.games.yatzy.rules.batch import KEEPS, KEPT
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL
from py_engine.games.yatzy.search.exact_evaluator import ranked
from py_engine.games.yatzy.search.position import Move, Position, moves_under

__all__ = ["Sensitivity", "SensitivityArgs"]

_HALVINGS = 30


class SensitivityArgs(EvaluateArgs):
    """A card, the dice on the table, and some risk preferences."""

    thetas: Annotated[list[Annotated[float, Field(ge=-MAX_THETA, le=MAX_THETA)]], Field(min_length=1, max_length=8)]
    """Besides 0, which is always among them. Solving takes a while for each with more than ten open rows."""

    @model_validator(mode="after")
    def _something_to_choose(self) -> Self:
        if self.scored_categories == FULL:
            raise MisfitError("leaves no category to choose", "scored_categories")
        return self


@dataclass(frozen=True, slots=True)
class Preference:
    """The best choice of a player with some risk preference."""

    theta: float
    keep: list[bool] | None
    """The dice to hold; None if a category is closed."""
    category: str | None
    """The category to close; None if dice are held."""
    lead: float
    """Its lead over the choice of a player who plays for points, in certain points: 0 if it is the same."""


@dataclass(frozen=True, slots=True)
class Sensitive:
    """The choices by risk preference."""

    choices: Sequence[Preference]
    """In ascending order of theta."""
    flips: Sequence[Preference]
    """Where the choice changes, going away from 0: theta between two of those asked for, by interpolation, and the
    choice from there on, with its lead at the next of them."""


class _Chosen(NamedTuple):
    theta: float
    best: Move
    worth: dict[int, float]
    """By action number: the certain score that is worth as much."""


class Sensitivity(Job[Sensitive]):
    """Answers "sensitivity"."""

    def __init__(self, args: SensitivityArgs) -> None:
        super().__init__()
        self.table = require(args.rules)
        self.position = Position(
            args.scored_categories, args.upper_score, list(args.dice), args.rerolls_remaining, args.rules
        )
        self.thetas = sorted({0.0, *args.thetas})
        self._solved = 0.0
        self._answer: Sensitive | None = None

    @property
    def progress(self) -> float:
        """Fraction of the risk preferences that are solved."""
        return 1.0 if self.done else self._solved / len(self.thetas)

    def result(self) -> Sensitive | None:
        """The choices, once all are known."""
        return self._answer

    def work(self) -> Pieces:
        """The pieces are those of the tables."""
        found: list[_Chosen] = []
        neutral = self._choice(0.0, optimal(self.table))
        for number, theta in enumerate(self.thetas):
            if not theta:
                found.append(neutral)
                continue
            table = yield from self._table(number, theta)
            found.append(self._choice(theta, table.closings, neutral.best))
            yield
        choices = [_preference(each, each.worth[each.best.number] - each.worth[neutral.best.number]) for each in found]
        start = next(index for index, each in enumerate(found) if not each.theta)
        flips = _flips(found, start, 1) + _flips(found, start, -1)
        self._answer = Sensitive(choices, sorted(flips, key=lambda flip: flip.theta))

    def _table(self, number: int, theta: float) -> Generator[None, None, RiskTable]:
        steps = risk_table(self.table.rules, theta, self.position.mask)
        try:
            while True:
                self._solved = number + next(steps)
                yield
        except StopIteration as ended:
            table: RiskTable = ended.value
            return table

    def _choice(self, theta: float, objective: Objective, neutral: Move | None = None) -> _Chosen:
        moves = moves_under(self.position, look_ahead(self.position.batch(), objective)).moves
        if theta:
            moves = [move._replace(ev=certain(move.ev, theta)) for move in moves]
        # Where two are equal, the choice is the one of a player for points.
        best = ranked(moves, None if neutral is None else neutral.number)[0]
        return _Chosen(theta, best, {move.number: move.ev for move in moves})


def _preference(chosen: _Chosen, lead: float) -> Preference:
    number = chosen.best.number
    if number < KEEPS:
        return Preference(chosen.theta, KEPT[number].tolist(), None, max(0.0, lead))
    return Preference(chosen.theta, None, CATEGORIES[number - KEEPS], max(0.0, lead))


def _flips(found: Sequence[_Chosen], start: int, step: int) -> list[Preference]:
    """The changes from each to the next, going away from ``start``, the choice for points, in one direction."""
    flips = []
    neutral = found[start].best.number
    place = start
    while 0 <= place + step < len(found):
        here, there = found[place], found[place + step]
        if here.best.number != there.best.number:
            # A third point for the curve: the one before, or at the end of the list the one after.
            third = place - step if 0 <= place - step < len(found) else place + 2 * step
            points = [here, there, *([found[third]] if 0 <= third < len(found) else [])]
            theta = _crossing(points, here.best.number, there.best.number)
            lead = there.worth[there.best.number] - there.worth[neutral]
            flips.append(replace(_preference(there, lead), theta=theta))
        place += step
    return flips


def _crossing(points: Sequence[_Chosen], old: int, new: int) -> float:
    """Where two actions are worth the same, between the first two points, on the parabola through their differences."""
    thetas = [each.theta for each in points]
    leads = [each.worth[old] - each.worth[new] for each in points]

    def lead(theta: float) -> float:
        terms = []
        for index, (at, term) in enumerate(zip(thetas, leads, strict=True)):
            for other in thetas[:index] + thetas[index + 1 :]:
                term = term * (theta - other) / (at - other)  # noqa: PLW2901 - a product
            terms.append(term)
        return float(np.array(terms, dtype=np.float64).sum())

    near, far = thetas[0], thetas[1]
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        near, far = (middle, far) if lead(middle) > 0 else (near, middle)
    return (near + far) / 2
