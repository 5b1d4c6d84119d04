"""The query "forecast": the expected final score in each state of a game."""

from __future__ import annotations

from py_engine.core.coaching.forecast import ExpectedScores, ForecastArgs
from py_engine.core.evaluation import Job, Pieces
from py_engine.games.entropy.coaching.final_score import score_of_state
from py_engine.games.entropy.coaching.sent_states import SENT
from py_engine.games.entropy.knowledge.calibration import rise

__all__ = ["Forecast"]


class Forecast(Job[ExpectedScores]):
    """Expected final scores, state by state: one number each."""

    def __init__(self, args: ForecastArgs) -> None:
        super().__init__()
        self.args = args
        self.expected: list[list[float]] = []

    @property
    def progress(self) -> float:
        """Fraction of the states valued."""
        return 1.0 if self.done else 0.99 * len(self.expected) / len(self.args.states)

    def work(self) -> Pieces:
        """The first piece reads all states; each further one values a state."""
        states = SENT.parse(self.args.states)
        SENT.require_one_game(states)
        yield
        for state in states:
            # With the next token shown, the rise is not measured.
            more = 0.0 if state.shows_next else rise(state.size, state.board.count(""))
            self.expected.append([score_of_state(state) + more])
            yield

    def result(self) -> ExpectedScores | None:
        """The expected final scores, once all states are valued."""
        return ExpectedScores(self.expected) if len(self.expected) == len(self.args.states) else None
