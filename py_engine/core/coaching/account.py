"""Luck and skill over a game: what chance contributed, and what the decisions lost."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Annotated, Generic

from pydantic import Field

from py_engine.core.coaching.sent_states import SentStates
from py_engine.core.contract import ContractError, EvaluatorParams, JsonObject, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.evaluators import Evaluators
from py_engine.core.request import A, Request, S
from py_engine.core.results import UNSET, Result, Unset
from py_engine.core.validation import parse_model

__all__ = ["AccountArgs", "AccountJob", "AccountStep", "GameAccount", "not_following", "require_legal"]


class AccountArgs(Model):
    """A game's states and the actions between them; ``deltas`` are the known losses of the actions.

    Without ``deltas`` every decision is graded here; a null in ``deltas`` skips a decision.
    """

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=2000)]
    actions: Annotated[list[JsonObject | str], Field(max_length=2000)]
    deltas: list[float | None] | None = None
    opening: bool = False
    """Whether the first state is the initial one, so that its chance counts as luck."""
    params: EvaluatorParams | None = None
    """Parameters for grading; unused in a game with exact grades."""

    def check(self) -> None:
        """Raises INVALID_PARAMS when the lengths of the lists do not match."""
        if len(self.states) != len(self.actions) + 1:
            raise ContractError("INVALID_PARAMS", "Expected one more state than actions.")
        if self.deltas is not None and len(self.deltas) != len(self.actions):
            raise ContractError("INVALID_PARAMS", "Expected as many deltas as actions.")


@dataclass(frozen=True, slots=True)
class AccountStep:
    """The luck and skill of one move."""

    index: int
    player_id: int
    delta_ev: float | None
    """The move's loss, in the game's unit; None if there was nothing to decide or the decision was skipped."""
    luck: Sequence[float] | None
    """The luck of the chance event after the move, by player; None if there was none or its luck is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAccount:
    """Sums by player, in the game's unit, and the moves that they consist of."""

    skill: Sequence[float]
    luck: Sequence[float]
    luck_stderr: Sequence[float]
    opening_luck: Sequence[float] | Unset | None = UNSET
    """The luck before the first move, by player; None if not requested."""
    steps: Sequence[AccountStep]
    graded: int
    """Number of moves whose loss is known."""


class AccountJob(Job[GameAccount], Generic[S, A]):
    """Goes through a game move by move; a subclass's ``work`` enters each move's loss and the luck after it.

    Args:
        args: The game.
        players: The number of players; if it varies, the subclass calls ``seat_players`` later.
    """

    def __init__(self, args: AccountArgs, players: int = 0) -> None:
        super().__init__()
        args.check()
        self.args = args
        self.states: list[S] = []
        self.actions: list[A] = []
        self.steps: list[AccountStep] = []
        self.graded = 0
        self.opening: Sequence[float] | Unset | None = None
        """The luck before the first move, by player; UNSET in a game that never reports it."""
        self.seat_players(players)

    def seat_players(self, players: int) -> None:
        """Starts the sums at 0 for this number of players."""
        self.skill, self.luck, self.variance = ([0.0] * players for _ in range(3))

    @property
    def progress(self) -> float:
        """The fraction of the moves that are done."""
        return len(self.steps) / max(1, len(self.args.actions)) if not self.done else 1.0

    def read(self, sent: SentStates[S], action: type[A], at_once: int) -> Pieces:
        """Parses all states and actions, ``at_once`` states in each piece.

        Raises:
            ContractError: INVALID_STATE, INVALID_ACTION; INVALID_PARAMS when the states are not of the same game.
        """
        for first in range(0, len(self.args.states), at_once):
            self.states += sent.parse(self.args.states[first : first + at_once], first)
            yield
        sent.require_one_game(self.states)
        self.actions = [
            parse_model(action, data, "INVALID_ACTION", f"action {index}")
            for index, data in enumerate(self.args.actions)
        ]

    def moves(self) -> Iterator[tuple[int, S, A, S]]:
        """The parsed moves: index, state before, action, state after."""
        numbers = range(len(self.actions))
        return zip(numbers, self.states[:-1], self.actions, self.states[1:], strict=True)

    def known(self, index: int) -> float | None:
        """A move's loss as given in ``deltas``, never positive; None if it is not given."""
        given = None if self.args.deltas is None else self.args.deltas[index]
        return None if given is None else min(0.0, given)

    def measured(self, evaluators: Evaluators, request: Request[S, A]) -> Generator[None, None, float | None]:
        """Grades the action of a request and returns its loss."""
        found: Result | None = yield from evaluators.evaluation(request).pieces()
        return None if found is None else found.delta_ev

    def add_luck(self, shares: Sequence[float], variances: Sequence[float] | None = None) -> Sequence[float]:
        """Adds the luck of a chance event to the sums and returns it.

        Args:
            shares: The luck, by player.
            variances: Variances of the estimates; None when they are exact.
        """
        self.luck = [total + share for total, share in zip(self.luck, shares, strict=True)]
        if variances is not None:
            self.variance = [total + variance for total, variance in zip(self.variance, variances, strict=True)]
        return shares

    def enter(self, player: int, delta: float | None, luck: Sequence[float] | None) -> None:
        """Records the next move with its loss, if known, and the luck after it, if any."""
        if delta is not None:
            self.skill[player] += min(0.0, delta)
            self.graded += 1
        self.steps.append(AccountStep(len(self.steps), player, delta, luck))

    def result(self) -> GameAccount:
        """The sums so far."""
        return GameAccount(
            skill=tuple(self.skill),
            luck=tuple(self.luck),
            luck_stderr=tuple(sqrt(variance) for variance in self.variance),
            opening_luck=self.opening,
            steps=tuple(self.steps),
            graded=self.graded,
        )


def require_legal(index: int, state: S, action: A, illegal: Callable[[S, A], ContractError | None]) -> None:
    """Raises an error if an action is illegal in its state; ``illegal`` is the game's check.

    Raises:
        ContractError: ACTION_FAILED.
    """
    if state.game_over or illegal(state, action) is not None:
        raise ContractError("ACTION_FAILED", f"Action {index} is not legal in its state.", index=index)


def not_following(index: int) -> ContractError:
    """The error for a state that does not result from the action before it; ``index`` is the action's."""
    text = f"State {index + 1} does not follow from the state and the action before it."
    return ContractError("INVALID_PARAMS", text, index=index)
