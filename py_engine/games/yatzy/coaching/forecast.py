"""The query "forecast": each player's expected final score in every state of a game."""

from __future__ import annotations

import numpy as np

from py_engine.core.coaching.forecast import ExpectedScores, ForecastArgs
from py_engine.core.evaluation import Job, Pieces
from py_engine.games.yatzy.coaching.expected import expected_remaining, remaining
from py_engine.games.yatzy.coaching.sent_states import SENT
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.state import YatzyState, rules_of, to_batch

__all__ = ["Forecast"]


CHUNK = 50
"""States read per piece."""


class Forecast(Job[ExpectedScores]):
    """Expected final scores of all players, for all states in one batch."""

    def __init__(self, args: ForecastArgs) -> None:
        super().__init__()
        self.args = args
        self.states: list[YatzyState] = []
        self.answer: ExpectedScores | None = None

    @property
    def progress(self) -> float:
        """Fraction of the states that have been read; 1 when all are valued."""
        return 1.0 if self.done else 0.9 * len(self.states) / len(self.args.states)

    def work(self) -> Pieces:
        """Each piece reads a few states; the last one values them all."""
        for first in range(0, len(self.args.states), CHUNK):
            self.states += SENT.parse(self.args.states[first : first + CHUNK], first)
            yield
        SENT.require_one_game(self.states)
        table = require(rules_of(self.states[0]))
        batch = to_batch(self.states)
        players = range(batch.players)
        later = np.array([remaining(batch, player, table) for player in players], dtype=np.float64)
        # The player to move has dice on the table. A bonus already won is part of the remaining points until the end.
        later[batch.turn, np.arange(batch.size, dtype=np.intp)] = expected_remaining(batch, table).now
        self.answer = ExpectedScores((batch.upper + batch.lower + later).T.tolist())

    def result(self) -> ExpectedScores | None:
        """The expected final scores, once all states are valued."""
        return self.answer
