"""The luck and skill of a game: luck is what the refills gave, skill is what the decisions lost.

A refill's luck is its value minus the mean over sampled refills, as in the luck-adjusted results of backgammon analysis.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.account import AccountArgs, AccountJob, not_following, require_legal
from py_engine.core.contract import EvaluatorParams, JsonObject
from py_engine.core.evaluation import Pieces
from py_engine.core.game import without_seed
from py_engine.core.numerics import U32, Array
from py_engine.core.request import Request
from py_engine.core.results import UNSET
from py_engine.core.validation import parse_model
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.batch import Batch, concatenated, split_action, step
from py_engine.games.azul.rules.play import complete, illegal
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.rules.state import AzulAction, AzulRequest, AzulState, number_of, to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.evaluators import EVALUATORS

__all__ = ["Account"]

REFILLS = 256
"""Refills sampled for each one that happened."""
AT_ONCE = 64
"""Positions valued together."""

GRADING = EvaluatorParams(
    evaluator="search", evaluator_seed=0, time_budget_ms=600_000, rollouts_per_action=1_000_000, max_work=6_000
)
"""Default params for grading decisions: a whole game takes a few seconds in the browser."""


class Account(AccountJob[AzulState, AzulAction]):
    """The luck and skill account of a recorded game, computed move by move."""

    # Does not use ``read`` and ``known``: handling each move before reading the next reports the earliest error first and
    # keeps given losses unchanged.

    def __init__(self, args: AccountArgs) -> None:
        super().__init__(args, players=2)
        self.params = args.params or GRADING
        self.opening = UNSET

    def work(self) -> Pieces:
        """Works in pieces: each is at most a batch of values, or a piece of a grading."""
        before = _state(self.args.states[0])
        for index, data in enumerate(self.args.actions):
            after = _state(self.args.states[index + 1])
            action = parse_model(AzulAction, data, "INVALID_ACTION", "action")
            require_legal(index, before, action, illegal)
            player = before.active_player_id
            delta: float | None
            if self.args.deltas is None:
                request: AzulRequest = Request(without_seed(before, player), player, self.params, action)
                delta = yield from self.measured(EVALUATORS, request)
            else:
                delta = self.args.deltas[index]
            luck = None
            if not after.game_over and after.round_number > before.round_number:
                luck = yield from self._refill_luck(index, before, number_of(action), after)
            self.enter(player, delta, luck)
            before = after
            yield

    def _refill_luck(
        self, index: int, before: AzulState, number: int, after: AzulState
    ) -> Generator[None, None, Sequence[float]]:
        """Value of the refill for each player: the value after it minus the mean over sampled refills."""
        bare = to_batch([before])
        step(bare, *(np.array([n], dtype=INDEX) for n in split_action(np.array(number, dtype=INDEX))))
        bare = next_round(bare, finish_round(bare))
        happened = to_batch([after])
        if bare.front[0] != happened.front[0] or not all(
            (side.lines == other.lines).all() and (side.score == other.score).all()
            for side, other in zip(bare.sides, happened.sides, strict=True)
        ):
            raise not_following(index)
        sampled = bare.take(np.zeros(REFILLS, dtype=INDEX))
        bits = seeded(Domain.LUCK, self.params.evaluator_seed, index).integers(
            0, 2**32, size=(DRAWS, REFILLS), dtype=U32
        )
        deal(sampled, bits)
        yield
        values = yield from _values(concatenated([happened, sampled]))
        # The actual refill has the distribution of the sampled ones, so luck has mean zero.
        luck, variance = float(values[0] - values[1:].mean()), float(values[1:].var() / (REFILLS - 1))
        return self.add_luck([luck, -luck], [variance, variance])


def _state(data: JsonObject) -> AzulState:
    return complete(parse_model(AzulState, data, "INVALID_STATE", "state"))


def _values(batch: Batch) -> Generator[None, None, Array]:
    """(B,) float64 learnt values, for player 0, of freshly dealt positions of one round."""
    valuer = LearntValues(batch)
    values = np.empty(batch.size, dtype=np.float64)
    for start in range(0, batch.size, AT_ONCE):
        lanes = np.arange(start, min(start + AT_ONCE, batch.size), dtype=INDEX)
        found = valuer.moves(batch.take(lanes))
        starts = np.searchsorted(found.parents, np.arange(len(lanes), dtype=INDEX))
        values[lanes] = np.maximum.reduceat(found.values, starts)
        yield
    return np.where(batch.front == 0, values, -values)
