"""One turn played to win: the payoff of the final scores, and the values of every roll, hold and category under it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.turn import Turn, play_turn
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.estimate import distribution_of, estimated_closings, mean_payoffs
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against, certain, last_answer
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT

__all__ = ["EXACT_ROWS", "WinTurn", "WinTurnJob", "give_back"]

EXACT_ROWS = 6
"""Open categories up to which the best response is solved, within 2 s in a browser."""
_KNOWN_ROWS = 9
"""Open categories up to which an opponent's distribution is computed for an exact answer; one more takes seconds."""
_KEPT = 64
"""Turns that are kept; a hint, its grade and the luck of the throws ask for the same one."""


class WinTurn(NamedTuple):
    """The chances to win during one turn, 0 to 1, ties shared."""

    closed: Array
    """(15, 252, 1) float64: after closing each category with each roll; minus infinity for closed ones."""
    turn: Turn
    """Over one column."""
    exact: bool
    """Whether these are solved, given how the opponents play, rather than estimated."""
    for_points: bool
    """Whether an opponent has turns left in which to play for points is assumed."""
    slope: float
    """What one more point is worth, about."""
    states: int
    """States solved."""


_kept: OrderedDict[object, WinTurn] = OrderedDict()
_distributions: OrderedDict[object, Array] = OrderedDict()
"""Distributions of opponents, whose cards stay the same while others play."""


def give_back() -> None:
    """Frees what is kept."""
    _kept.clear()
    _distributions.clear()


class WinTurnJob(Job[WinTurn]):
    """Solves the turn of a player.

    Args:
        table: The value table of the house rules.
        own: The player's card between turns.
        others: The opponents' cards.
    """

    def __init__(self, table: ValueTable, own: Card, others: Sequence[Card]) -> None:
        super().__init__()
        self.table, self.own, self.others = table, own, others
        self._found: WinTurn | None = None
        self._response: BestResponse | None = None

    @property
    def progress(self) -> float:
        """Fraction of the work done."""
        return 1.0 if self.done else 0.0 if self._response is None else 0.1 + 0.9 * self._response.progress

    def result(self) -> WinTurn | None:
        """The turn, once it is solved."""
        return self._found

    def work(self) -> Pieces:
        """The pieces are those of the opponents' distributions and of the best response."""
        key = (self.table, self.own.key, tuple(sorted(card.key for card in self.others)))
        self._found = _kept.get(key)
        if self._found is not None:
            _kept.move_to_end(key)
            return
        self._found = yield from self._solve()
        _kept[key] = self._found
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)

    def _solve(self) -> Generator[None, None, WinTurn]:
        exact = self.own.open_rows <= EXACT_ROWS
        for_points = False
        if self.own.open_rows == 1 and [card.open_rows for card in self.others] == [1]:
            payoff = last_answer(self.others[0], self.table.rules)
        else:
            distributions: list[Array] = []
            for card in self.others:
                found = yield from self._distribution(card, _KNOWN_ROWS if exact else EXACT_ROWS)
                exact &= found is not None
                distributions.append(distribution_of(self.table, card) if found is None else found)
                for_points |= card.open_rows > 0
            payoff = against(distributions)
        yield
        states = 0
        if self.own.open_rows <= EXACT_ROWS:
            self._response = BestResponse(self.table.rules, self.own, payoff)
            states = (yield from self._response.pieces()) or 0
            closed = self._response.closings()
        else:
            closed = estimated_closings(self.table, self.own, payoff)
        closed = closed[:, :, None]
        return WinTurn(closed, play_turn(closed.max(axis=0)), exact, for_points, self._slope(payoff), states)

    def _distribution(self, card: Card, most: int) -> Generator[None, None, Array | None]:
        """The exact distribution of a card's final score, played for points; None if that takes too long."""
        if not card.open_rows:
            return certain(card.points + (BONUS if card.upper >= BONUS_AT else 0))
        facts = self.table.facts
        if not card.mask and facts is not None:
            known = np.zeros(SCORES, dtype=np.float64)
            for score, chance in facts["pmf"]:
                known[int(score)] = chance
            return known
        if card.open_rows > most:
            return None
        key = (self.table, card.key)
        if key not in _distributions:
            job = DistributionJob(self.table.rules, 0.0, card.mask, card.upper, flat=self.table.flat)
            yield from job.pieces()
            later = job.finished.distribution[: SCORES - card.points]
            found = np.zeros(SCORES, dtype=np.float64)
            found[card.points : card.points + len(later)] = later
            _distributions[key] = found
        _distributions.move_to_end(key)
        while len(_distributions) > _KEPT:
            _distributions.popitem(last=False)
        return _distributions[key]

    def _slope(self, payoff: Array) -> float:
        masks, uppers = np.array([self.own.mask] * 2, dtype=np.int64), np.array([self.own.upper] * 2, dtype=np.int64)
        points = np.array([self.own.points - 1, self.own.points + 1], dtype=np.int64)
        below, above = mean_payoffs(self.table, masks, uppers, points, payoff).tolist()
        return float(above - below) / 2
