"""Luck and skill of a game: luck is what the tokens drawn gave to Order and took from Chaos, skill what moves lost."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.core.account import AccountArgs
from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.game import without_seed
from py_engine.core.numerics import U8, Array
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.core.validation import parse_model
from py_engine.games.entropy.coaching.final_score import score_before_draw, score_with_token, scores_by_next_token
from py_engine.games.entropy.coaching.sent_states import parse_states, require_one_game
from py_engine.games.entropy.rules.batch import Batch, draws, step, unplaced
from py_engine.games.entropy.rules.play import illegal
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, number_of, to_batch
from py_engine.games.entropy.search.evaluators import EVALUATORS

__all__ = ["Account", "AccountStep", "LuckAndSkill"]

CHUNK = 32
"""States that are read in a piece."""
GRADING = EvaluatorParams(evaluator="value", evaluator_seed=0, time_budget_ms=600_000)
"""How decisions are graded unless the question says otherwise."""


@dataclass(frozen=True, slots=True)
class AccountStep:
    """A move."""

    index: int
    player_id: int
    delta_ev: float | None
    """What it lost, in points; None where that was left out."""
    luck: Sequence[float] | None
    """What the token drawn after it gave, by player; None when none was drawn."""


@dataclass(frozen=True, slots=True)
class LuckAndSkill:
    """Sums by player, in points, and the moves that make them up."""

    skill: Sequence[float]
    luck: Sequence[float]
    luck_stderr: Sequence[float]
    opening_luck: Sequence[float] | None
    """What the tokens drawn before the first move gave."""
    steps: Sequence[AccountStep]
    graded: int
    """Moves whose loss is known."""


class Account(Job[LuckAndSkill]):
    """Goes through a game move by move."""

    def __init__(self, args: AccountArgs) -> None:
        super().__init__()
        args.check()
        self.args = args
        self.params = args.params or GRADING
        self.states: list[EntropyState] = []
        self.actions: list[EntropyAction] = []
        self.skill, self.luck = [0.0, 0.0], [0.0, 0.0]
        self.opening: list[float] | None = None
        self.steps: list[AccountStep] = []
        self.graded = 0

    @property
    def progress(self) -> float:
        """Part of the moves that are done."""
        return len(self.steps) / max(1, len(self.args.actions)) if not self.done else 1.0

    def work(self) -> Pieces:
        """A piece reads a few states, or goes through a move."""
        for first in range(0, len(self.args.states), CHUNK):
            self.states += parse_states(self.args.states[first : first + CHUNK], first)
            yield
        require_one_game(self.states)
        self.actions = [
            parse_model(EntropyAction, data, "INVALID_ACTION", f"action {index}")
            for index, data in enumerate(self.args.actions)
        ]
        if self.args.opening:
            self._open()
        for index, action in enumerate(self.actions):
            before, after = self.states[index], self.states[index + 1]
            if before.game_over or illegal(before, action) is not None:
                raise ContractError("ACTION_FAILED", f"Action {index} is not legal in its state.", index=index)
            luck = self._luck(index, before, action, after)
            delta = yield from self._delta(index, before, action)
            if delta is not None:
                self.skill[before.active_player_id] += min(0.0, delta)
                self.graded += 1
            self.steps.append(AccountStep(index, before.active_player_id, delta, luck))
            yield

    def _open(self) -> None:
        """The luck of the tokens that were drawn before the first move."""
        first = self.states[0]
        if "".join(first.board) or first.token is None:
            return
        drawn = to_batch([first])
        whole = unplaced(drawn)[0]
        whole[int(drawn.token[0])] += not drawn.next_known
        self.opening = self._shares(_gift(drawn, whole))

    def _delta(self, index: int, state: EntropyState, action: EntropyAction) -> Generator[None, None, float | None]:
        """What the move lost, in points; None where that was left out."""
        if self.args.deltas is not None:
            given = self.args.deltas[index]
            return None if given is None else min(0.0, given)
        player = state.active_player_id
        request = Request(without_seed(state, player), player, self.params, action)
        found: Result | None = yield from EVALUATORS.evaluation(request).pieces()
        return None if found is None else found.delta_ev

    def _luck(self, index: int, before: EntropyState, action: EntropyAction, after: EntropyState) -> list[float] | None:
        """What the token drawn after the move gave, by player; None when none was drawn."""
        batch, happened = to_batch([before]), to_batch([after])
        drawing = bool(draws(batch)[0])
        left = batch.bag.copy()
        # Where the next token is known, that is the one that was drawn.
        drawn = happened.next_token if batch.next_known else happened.token
        step(batch, np.array([number_of(action, before.size)], dtype=np.intp), drawn.astype(U8))
        if not _same(batch, happened):
            text = f"State {index + 1} does not follow from the state and the action before it."
            raise ContractError("INVALID_PARAMS", text, index=index)
        if not drawing:
            return None
        return self._shares(_gift(batch, left[0]))

    def _shares(self, value: float) -> list[float]:
        """The luck of a draw by player; it is added up."""
        # A zero is added because minus zero looks odd.
        shares = [value, 0.0 - value]
        self.luck = [total + share for total, share in zip(self.luck, shares, strict=True)]
        return shares

    def result(self) -> LuckAndSkill:
        """What is found so far."""
        return LuckAndSkill(
            skill=tuple(self.skill),
            luck=tuple(self.luck),
            luck_stderr=(0.0, 0.0),
            opening_luck=self.opening,
            steps=tuple(self.steps),
            graded=self.graded,
        )


def _gift(drawn: Batch, bag: Array) -> float:
    """What a draw gave to Order, in points: the value after it less the mean over what might have been drawn.

    Args:
        drawn: the position after the draw, of one.
        bag: (8,) what the draw was from.
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
