"""The query "aim": the chance to reach a score, and how to play for it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import U8, Array
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.coaching.distributions import AccumulatedArgs
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.turn import play_turn
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, certain
from py_engine.games.yatzy.knowledge.winning.turns import EXACT_ROWS
from py_engine.games.yatzy.rules.batch import KEPT, held_multisets
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, DICE, FULL

__all__ = ["Aim", "AimArgs"]


class AimArgs(AccumulatedArgs):
    """A card, a score to reach, and the dice on the table, if any."""

    target: Annotated[int, Field(ge=0, lt=SCORES)]
    """The final score to reach, bonus included."""
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=DICE, max_length=DICE)] | None = None
    """None: before the first throw of a turn."""
    rerolls_remaining: Annotated[int, Field(ge=0, le=2)] = 2

    @model_validator(mode="after")
    def _dice_need_a_row(self) -> Self:
        if self.dice is not None and self.scored_categories == FULL:
            raise MisfitError("should be left out: no category is left", "dice")
        return self


@dataclass(frozen=True, slots=True)
class Aimed:
    """The chance to reach the score, 0 to 1, exactly."""

    chance_for_points: float
    """When played for points, from before the turn."""
    chance: float | None
    """When played for the score from here on; None with more than six open rows, where that is not solved."""
    keep: list[bool] | None
    """The dice to hold for it; None if a category is to be closed, without dice, or if it is not solved."""
    category: str | None
    """The category to close for it; None if dice are thrown again, without dice, or if it is not solved."""


class Aim(Job[Aimed]):
    """Answers "aim"."""

    def __init__(self, args: AimArgs) -> None:
        super().__init__()
        self.args, self.table = args, require(args.rules)
        self.card = Card(args.scored_categories, args.upper_score, args.accumulated_score)
        self.payoff = (np.arange(SCORES, dtype=np.int64) >= args.target).astype(np.float64)
        self._running: DistributionJob | BestResponse | None = None
        self._answer: Aimed | None = None

    @property
    def progress(self) -> float:
        """Fraction done of the longest part: the distribution with many open rows, the best response with few."""
        return 1.0 if self.done else 0.0 if self._running is None else self._running.progress

    def result(self) -> Aimed | None:
        """The chances, once they are computed."""
        return self._answer

    def work(self) -> Pieces:
        """The pieces are those of the distribution or of the best response."""
        for_points = yield from self._for_points()
        plain = min(1.0, float((for_points * self.payoff).sum()))
        if not self.card.open_rows:
            self._answer = Aimed(plain, plain, None, None)
        elif self.card.open_rows > EXACT_ROWS:
            self._answer = Aimed(plain, None, None, None)
        else:
            response = self._running = BestResponse(self.table.rules, self.card, self.payoff)
            yield from response.pieces()
            self._answer = self._aimed(response.closings(), plain)

    def _for_points(self) -> Generator[None, None, Array]:
        """(400,) float64: the final scores of the card when it is played for points."""
        if not self.card.open_rows:
            return certain(self.card.points + (BONUS if self.card.upper >= BONUS_AT else 0))
        found = np.zeros(SCORES, dtype=np.float64)
        if not self.card.mask and self.table.facts is not None:
            for score, chance in self.table.facts["pmf"]:
                found[int(score)] = chance
            return found
        job = DistributionJob(self.table.rules, 0.0, self.card.mask, self.card.upper, flat=self.table.flat)
        if self.card.open_rows > EXACT_ROWS:
            self._running = job
        yield from job.pieces()
        later = job.finished.distribution[: SCORES - self.card.points]
        found[self.card.points : self.card.points + len(later)] = later
        return found

    def _aimed(self, closed: Array, plain: float) -> Aimed:
        turn = play_turn(closed.max(axis=0)[:, None])
        if self.args.dice is None:
            return Aimed(plain, min(1.0, float(turn.start[0])), None, None)
        dice = np.array([self.args.dice], dtype=U8)
        held = held_multisets(dice[:, None, :], KEPT)[0]
        if self.args.rerolls_remaining:
            values = turn.held[self.args.rerolls_remaining - 1][held, 0].tolist()
            best = max(range(len(KEPT)), key=lambda keep: (values[keep], keep.bit_count(), -keep))
            return Aimed(plain, min(1.0, values[best]), KEPT[best].tolist(), None)
        values = closed[:, held[-1]].tolist()
        best = max(range(len(CATEGORIES)), key=lambda category: (values[category], -category))
        return Aimed(plain, min(1.0, values[best]), None, CATEGORIES[best])
