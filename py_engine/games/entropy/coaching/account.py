"""Luck and skill of a game: luck is what drawn tokens gave Order and cost Chaos, skill the loss by moves."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from py_engine.core.coaching.account import AccountArgs, AccountJob, not_following, require_legal
from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Pieces
from py_engine.core.game import without_seed
from py_engine.core.numerics import U8, Array
from py_engine.core.request import Request
from py_engine.games.entropy.coaching.final_score import score_before_draw, score_with_token, scores_by_next_token
from py_engine.games.entropy.coaching.sent_states import SENT
from py_engine.games.entropy.knowledge.calibration import luck_variance
from py_engine.games.entropy.rules.batch import Batch, draws, step, unplaced
from py_engine.games.entropy.rules.play import illegal
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, number_of, to_batch
from py_engine.games.entropy.search.evaluators import EVALUATORS

__all__ = ["Account"]

CHUNK = 32
"""States read per piece."""
GRADING = EvaluatorParams(evaluator="value", evaluator_seed=0, time_budget_ms=600_000)
"""How decisions are graded by default."""


class Account(AccountJob[EntropyState, EntropyAction]):
    """Luck and skill of one game, move by move."""

    def __init__(self, args: AccountArgs) -> None:
        super().__init__(args, players=2)
        self.params = args.params or GRADING

    def work(self) -> Pieces:
        """Each piece reads a few states or enters one move."""
        yield from self.read(SENT, EntropyAction, CHUNK)
        if self.args.opening:
            self._open()
        for index, before, action, after in self.moves():
            require_legal(index, before, action, illegal)
            luck = self._luck(index, before, action, after)
            delta = yield from self._delta(index, before, action)
            self.enter(before.active_player_id, delta, luck)
            yield

    def _open(self) -> None:
        """Enters the luck of the tokens drawn before the first move."""
        first = self.states[0]
        if "".join(first.board) or first.token is None:
            return
        drawn = to_batch([first])
        whole = unplaced(drawn)[0]
        whole[int(drawn.token[0])] += not drawn.next_known
        self.opening = self._shares(_draw_luck(drawn, whole), first.size)

    def _delta(self, index: int, state: EntropyState, action: EntropyAction) -> Generator[None, None, float | None]:
        """The loss of a move in points; None if it is left out."""
        if self.args.deltas is not None:
            return self.known(index)
        player = state.active_player_id
        request = Request(without_seed(state, player), player, self.params, action)
        return (yield from self.measured(EVALUATORS, request))

    def _luck(
        self, index: int, before: EntropyState, action: EntropyAction, after: EntropyState
    ) -> Sequence[float] | None:
        """The luck of the token drawn after a move, by player; None if none was drawn."""
        batch, happened = to_batch([before]), to_batch([after])
        drawing = bool(draws(batch)[0])
        left = batch.bag.copy()
        # If the next token is shown, that is the one that was drawn.
        drawn = happened.next_token if batch.next_known else happened.token
        step(batch, np.array([number_of(action, before.size)], dtype=np.intp), drawn.astype(U8))
        if not _same(batch, happened):
            raise not_following(index)
        if not drawing:
            return None
        return self._shares(_draw_luck(batch, left[0]), before.size)

    def _shares(self, value: float, size: int) -> Sequence[float]:
        """The luck of a draw by player, added to the totals."""
        # 0.0 - value instead of -value: it is never minus zero.
        return self.add_luck([value, 0.0 - value], [luck_variance(size)] * 2)


def _draw_luck(drawn: Batch, bag: Array) -> float:
    """What a draw gave Order, in points: the value after it minus the mean over all possible draws.

    Args:
        drawn: The position after the draw, a batch of one.
        bag: (8,) the bag before the draw.
    """
    codes, occupied, size = drawn.codes[0], int(drawn.occupied[0]), drawn.size
    token, following = int(drawn.token[0]), int(drawn.next_token[0])
    if not drawn.next_known:
        after = score_with_token(codes, occupied, drawn.bag[0], token, size)
        return after - score_before_draw(codes, occupied, bag, size)
    values = scores_by_next_token(codes, occupied, bag, token, size)
    chances = bag / bag.sum(dtype=np.int64)
    return float(values[following] - (chances * values).sum())


def _same(one: Batch, other: Batch) -> bool:
    """Whether two batches of one hold the same position."""
    columns = ("codes", "occupied", "bag", "token", "next_token", "turn")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in columns)
