"""The query "chances": every player's chance to win in each state of a game, ties shared.

The chance of the player to move is that of the evaluator ``win``. What it leaves is divided among the others in proportion to
their chances if everybody played for points, as estimated.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.contract import JsonObject, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.sent_states import SENT
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.knowledge.winning.estimate import distribution_of
from py_engine.games.yatzy.knowledge.winning.payoff import Card, against, certain
from py_engine.games.yatzy.policies.policy import position_values
from py_engine.games.yatzy.rules.state import YatzyState, rules_of, to_batch
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT
from py_engine.games.yatzy.search.win_evaluator import cards_of, prospects_of, turn_job

__all__ = ["Chances", "ChancesArgs", "ChancesFound", "division"]


class ChancesArgs(Model):
    """States of one game, in any order."""

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=200)]


@dataclass(frozen=True, slots=True)
class ChancesFound:
    """The chances of each state."""

    chances: Sequence[Sequence[float]]
    """One row per state: by player, 0 to 1; they add up to 1."""


class Chances(Job[ChancesFound]):
    """The chances, state by state."""

    def __init__(self, args: ChancesArgs) -> None:
        super().__init__()
        self.args = args
        self.found: list[list[float]] = []

    @property
    def progress(self) -> float:
        """Fraction of the states that are done."""
        return 1.0 if self.done else 0.99 * len(self.found) / len(self.args.states)

    def work(self) -> Pieces:
        """The first piece reads all states; the others solve turns."""
        states = SENT.parse(self.args.states)
        SENT.require_one_game(states)
        table = require(rules_of(states[0]))
        yield
        for state in states:
            self.found.append((yield from _chances(state, table)))

    def result(self) -> ChancesFound | None:
        """The chances, once all states are done."""
        return ChancesFound(self.found) if len(self.found) == len(self.args.states) else None


def _chances(state: YatzyState, table: ValueTable) -> Generator[None, None, list[float]]:
    cards = cards_of(state)
    if state.game_over or len(cards) == 1:
        return _for_points(cards, table)
    mover = state.active_player_id
    turn = yield from turn_job(state, mover, table).pieces()
    assert turn is not None  # noqa: S101 # for mypy
    own = float(position_values(to_batch([state]), prospects_of(turn, 1), turn.turn.start)[0])
    parts = division(cards, mover, table)
    yield
    return [own if seat == mover else (1.0 - own) * part for seat, part in enumerate(parts)]


def division(cards: Sequence[Card], mover: int, table: ValueTable) -> list[float]:
    """What each of the others has of the chances that the player to move leaves; they add up to 1.

    It depends on the cards only, and thus stays the same during a turn.
    """
    if len(cards) == 2:
        return [float(seat != mover) for seat in range(2)]
    shares = [0.0 if seat == mover else share for seat, share in enumerate(_for_points(cards, table))]
    total = float(np.array(shares, dtype=np.float64).sum())
    if total <= 0:
        # Nobody else is estimated to win at all: what is left is shared.
        return [float(seat != mover) / (len(cards) - 1) for seat in range(len(cards))]
    return [share / total for share in shares]


def _for_points(cards: Sequence[Card], table: ValueTable) -> list[float]:
    """The chances between turns if everybody plays for points."""
    scores = [_distribution(card, table) for card in cards]
    return [
        float((own * against([other for seat, other in enumerate(scores) if seat != player])).sum())
        for player, own in enumerate(scores)
    ]


def _distribution(card: Card, table: ValueTable) -> Array:
    if card.open_rows:
        return distribution_of(table, card)
    return certain(card.points + (BONUS if card.upper >= BONUS_AT else 0))
