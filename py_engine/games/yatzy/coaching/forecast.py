"""What every player may expect at the end, in each state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.contract import JsonObject, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.games.yatzy.coaching.expected import expected_remaining, remaining
from py_engine.games.yatzy.coaching.game_states import parse_states, require_one_game
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.state import YatzyState, rules_of, to_batch

__all__ = ["Forecast", "ForecastArgs"]


class ForecastArgs(Model):
    """States of one game, in any order."""

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=200)]


CHUNK = 50
"""States that are read in a piece."""


@dataclass(frozen=True, slots=True)
class ForecastAnswer:
    """What every player may expect."""

    expected: Sequence[Sequence[float]]
    """Final scores of all players, state by state."""


class Forecast(Job[ForecastAnswer]):
    """Values all states in one batch."""

    def __init__(self, args: ForecastArgs) -> None:
        super().__init__()
        self.args = args
        self.states: list[YatzyState] = []
        self.answer: ForecastAnswer | None = None

    @property
    def progress(self) -> float:
        """Part of the states that have been read; 1 when all are valued."""
        return 1.0 if self.done else 0.9 * len(self.states) / len(self.args.states)

    def work(self) -> Pieces:
        """A piece reads a few states; the last one values them all."""
        for first in range(0, len(self.args.states), CHUNK):
            self.states += parse_states(self.args.states[first : first + CHUNK], first)
            yield
        require_one_game(self.states)
        table = require(rules_of(self.states[0]))
        batch = to_batch(self.states)
        players = range(batch.players)
        later = np.array([remaining(batch, player, table) for player in players], dtype=np.float64)
        # The player to move has dice on the table; a bonus that is won is still in what remains.
        later[batch.turn, np.arange(batch.size, dtype=np.intp)] = expected_remaining(batch, table).now
        self.answer = ForecastAnswer((batch.upper + batch.lower + later).T.tolist())

    def result(self) -> ForecastAnswer | None:
        """The expected final scores, once all states are valued."""
        return self.answer
