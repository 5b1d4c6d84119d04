"""Luck and skill of a game: luck is what the refills gave, skill what the decisions lost."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.core.account import AccountArgs
from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import ContractError, EvaluatorParams, JsonObject
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.game import without_seed
from py_engine.core.numerics import U32, Array
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.core.validation import parse_model
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.batch import Batch, concatenated, split_action, step
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.rules.state import AzulAction, AzulState, number_of, to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.evaluators import EVALUATORS
from py_engine.games.azul.search.root import AzulRequest

__all__ = ["Account", "GameAccount", "Step"]

REFILLS = 256
"""Sampled for each refill that happened."""
AT_ONCE = 64
"""Positions that are valued in one go."""

GRADING = EvaluatorParams(
    evaluator="search", evaluator_seed=0, time_budget_ms=600_000, rollouts_per_action=1_000_000, max_work=6_000
)
"""How decisions are graded unless the question says otherwise: a whole game in a few seconds in the browser."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move: what it lost, and the luck of the refill after it for each player."""

    index: int
    player_id: int
    delta_ev: float | None
    luck: Sequence[float] | None
    """None where no refill follows."""


@dataclass(frozen=True, slots=True)
class GameAccount:
    """Luck and skill of both players over a game, in points."""

    skill: Sequence[float]
    luck: Sequence[float]
    luck_stderr: Sequence[float]
    steps: Sequence[Step]
    graded: int
    """Moves whose loss is known."""


class Account(Job[GameAccount]):
    """Goes through a game move by move."""

    def __init__(self, args: AccountArgs) -> None:
        super().__init__()
        args.check()
        self.args = args
        self.params = args.params or GRADING
        self.steps: list[Step] = []
        self.skill, self.luck, self.variance = [0.0, 0.0], [0.0, 0.0], 0.0
        self.graded = 0

    @property
    def progress(self) -> float:
        """Part of the moves that are done."""
        return len(self.steps) / max(1, len(self.args.actions)) if not self.done else 1.0

    def work(self) -> Pieces:
        """A piece is at most a batch of values, or a piece of a grading."""
        before = _state(self.args.states[0])
        for index, data in enumerate(self.args.actions):
            after = _state(self.args.states[index + 1])
            action = parse_model(AzulAction, data, "INVALID_ACTION", "action")
            if number_of(action) not in legal_actions(before):
                raise ContractError("ACTION_FAILED", f"Action {index} is not legal in its state.", index=index)
            delta: float | None
            if self.args.deltas is None:
                delta = yield from self._grade(before, action)
            else:
                delta = self.args.deltas[index]
            luck = None
            if not after.game_over and after.round_number > before.round_number:
                luck = yield from self._refill_luck(index, before, number_of(action), after)
            self._enter(index, before.active_player_id, delta, luck)
            before = after
            yield

    def _grade(self, state: AzulState, action: AzulAction) -> Generator[None, None, float | None]:
        player = state.active_player_id
        request: AzulRequest = Request(without_seed(state, player), player, self.params, action)
        found: Result | None = yield from EVALUATORS.evaluation(request).pieces()
        return None if found is None else found.delta_ev

    def _refill_luck(
        self, index: int, before: AzulState, number: int, after: AzulState
    ) -> Generator[None, None, tuple[float, float]]:
        """Value for player 0 after the refill minus its mean over sampled refills; and the variance of that."""
        bare = to_batch([before])
        step(bare, *(np.array([n], dtype=INDEX) for n in split_action(np.array(number, dtype=INDEX))))
        bare = next_round(bare, finish_round(bare))
        happened = to_batch([after])
        if bare.front[0] != happened.front[0] or not all(
            (side.lines == other.lines).all() and (side.score == other.score).all()
            for side, other in zip(bare.sides, happened.sides, strict=True)
        ):
            text = f"State {index + 1} does not follow from the state and the action before it."
            raise ContractError("INVALID_PARAMS", text, index=index)
        sampled = bare.take(np.zeros(REFILLS, dtype=INDEX))
        bits = seeded(Domain.LUCK, self.params.evaluator_seed, index).integers(
            0, 2**32, size=(DRAWS, REFILLS), dtype=U32
        )
        deal(sampled, bits)
        yield
        values = yield from _values(concatenated([happened, sampled]))
        # The refill that happened is one more of those that are sampled: luck has a mean of nothing.
        return float(values[0] - values[1:].mean()), float(values[1:].var() / (REFILLS - 1))

    def _enter(self, index: int, player: int, delta: float | None, luck: tuple[float, float] | None) -> None:
        if delta is not None:
            self.skill[player] += min(0.0, delta)
            self.graded += 1
        shares = None
        if luck is not None:
            shares = [luck[0], -luck[0]]
            self.luck = [total + share for total, share in zip(self.luck, shares, strict=True)]
            self.variance += luck[1]
        self.steps.append(Step(index, player, delta, shares))

    def result(self) -> GameAccount:
        """The sums so far."""
        stderr = float(np.sqrt(self.variance))
        return GameAccount(tuple(self.skill), tuple(self.luck), (stderr, stderr), tuple(self.steps), self.graded)


def _state(data: JsonObject) -> AzulState:
    return complete(parse_model(AzulState, data, "INVALID_STATE", "state"))


def _values(batch: Batch) -> Generator[None, None, Array]:
    """(B,) float64: what dealt positions of one round are worth to player 0, by what was learnt."""
    valuer = LearntValues(batch)
    values = np.empty(batch.size, dtype=np.float64)
    for start in range(0, batch.size, AT_ONCE):
        lanes = np.arange(start, min(start + AT_ONCE, batch.size), dtype=INDEX)
        found = valuer.moves(batch.take(lanes))
        starts = np.searchsorted(found.parents, np.arange(len(lanes), dtype=INDEX))
        values[lanes] = np.maximum.reduceat(found.values, starts)
        yield
    return np.where(batch.front == 0, values, -values)
