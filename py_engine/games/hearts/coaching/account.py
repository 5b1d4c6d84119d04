"""Luck and skill of a game: luck is what the deals gave, which is estimated, skill what moves lost.

A deal's luck for a seat is what a seat takes on average over all deals less what it is expected to take in this one
(``luck``): positive when the cards are kind. It stands with the move that ended the hand before, after which was dealt.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.core.account import AccountArgs
from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.core.states import checked_states
from py_engine.core.validation import parse_model
from py_engine.games.hearts.coaching.deal_proof import dealt_hands
from py_engine.games.hearts.coaching.luck import usual_points, worth_of_deal
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.fields import RULESET_ID
from py_engine.games.hearts.rules.play import apply_action, complete, illegal, legal_actions, observe
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState
from py_engine.games.hearts.search.evaluators import EVALUATORS

__all__ = ["Account", "AccountAnswer", "AccountStep"]

CHUNK = 16
"""States that are read in a piece."""
GRADING = EvaluatorParams(evaluator="search", evaluator_seed=0, max_work=2000, time_budget_ms=600_000)
"""How decisions are graded unless the question says otherwise."""
_FOLLOWS = ("active_player_id", "chance_counter", "phase", "hands", "passed", "trick", "trick_history", "scores")
"""Fields by which the state after a move is known."""


@dataclass(frozen=True, slots=True)
class AccountStep:
    """A move of the game."""

    index: int
    player_id: int
    delta_ev: float | None
    """What the move lost, in points; None where that was left out."""
    luck: list[float] | None
    """What the deal after it gave, by player; None where there was none, or a state hides it."""


@dataclass(frozen=True, slots=True)
class AccountAnswer:
    """Luck and skill over a game, in points by player."""

    skill: Sequence[float]
    luck: Sequence[float]
    luck_stderr: Sequence[float]
    opening_luck: Sequence[float] | None
    """What the first deal gave."""
    steps: Sequence[AccountStep]
    graded: int


class Account(Job[AccountAnswer]):
    """Goes through a game move by move."""

    def __init__(self, args: AccountArgs) -> None:
        super().__init__()
        args.check()
        self.args = args
        self.params = args.params or GRADING
        self.states: list[HeartsState] = []
        self.actions: list[HeartsAction] = []
        self.skill, self.luck = [0.0] * SEATS, [0.0] * SEATS
        self.variance = [0.0] * SEATS
        self.opening: list[float] | None = None
        self.steps: list[AccountStep] = []
        self.graded = 0

    @property
    def progress(self) -> float:
        """Part of the moves that are done."""
        return len(self.steps) / max(1, len(self.args.actions)) if not self.done else 1.0

    def work(self) -> Pieces:
        """A piece reads a few states, or goes through a move or a part of it."""
        for first in range(0, len(self.args.states), CHUNK):
            self.states += checked_states(
                self.args.states[first : first + CHUNK],
                first,
                game="Hearts",
                ruleset_id=RULESET_ID,
                model=HeartsState,
                complete=complete,
            )
            yield
        self._require_one_game()
        self.actions = [
            parse_model(HeartsAction, data, "INVALID_ACTION", f"action {index}")
            for index, data in enumerate(self.args.actions)
        ]
        if self.args.opening and _is_dealt(self.states[0]):
            self.opening = yield from self._luck(self.states[0])
        for index, action in enumerate(self.actions):
            before, after = self.states[index], self.states[index + 1]
            self._require_move(index, before, action, after)
            delta = yield from self._delta(index, before, action)
            if delta is not None:
                self.skill[before.active_player_id] += min(0.0, delta)
                self.graded += 1
            luck = None
            if after.chance_counter != before.chance_counter:
                luck = yield from self._luck(after)
            self.steps.append(AccountStep(index, before.active_player_id, delta, luck))
            yield

    def _require_one_game(self) -> None:
        for index, state in enumerate(self.states):
            if state.options != self.states[0].options:
                text = f"State {index} is of another game than the first: its options differ."
                raise ContractError("INVALID_PARAMS", text, index=index)

    def _require_move(self, index: int, before: HeartsState, action: HeartsAction, after: HeartsState) -> None:
        """Refuses an action that is illegal, or that does not lead from the one state to the other.

        Raises:
            ContractError: ACTION_FAILED, INVALID_PARAMS; INVALID_STATE when the state hides the player's cards.
        """
        if before.game_over or illegal(before, action) is not None:
            raise ContractError("ACTION_FAILED", f"Action {index} is not legal in its state.", index=index)
        if not before.is_whole:
            return
        happened = apply_action(before, action)
        if any(getattr(happened, name) != getattr(after, name) for name in _FOLLOWS):
            text = f"State {index + 1} does not follow from the state and the action before it."
            raise ContractError("INVALID_PARAMS", text, index=index)

    def _delta(self, index: int, state: HeartsState, action: HeartsAction) -> Generator[None, None, float | None]:
        """What the move lost, in points; None where that was left out."""
        if self.args.deltas is not None:
            given = self.args.deltas[index]
            return None if given is None else min(0.0, given)
        if len(legal_actions(state)) == 1:
            return 0.0
        player = state.active_player_id
        request = Request(observe(state, player), player, self.params, action)
        found: Result | None = yield from EVALUATORS.evaluation(request).pieces()
        return None if found is None else found.delta_ev

    def _luck(self, state: HeartsState) -> Generator[None, None, list[float] | None]:
        """What the deal gave, by player; it is added up. None where a state hides it."""
        if not state.is_whole:
            return None
        worth = yield from worth_of_deal(dealt_hands(state), state.shift, state.rules)
        usual = usual_points(state.rules)
        shares = [usual - points for points in worth.points]
        self.luck = [total + share for total, share in zip(self.luck, shares, strict=True)]
        self.variance = [total + error * error for total, error in zip(self.variance, worth.stderr, strict=True)]
        return shares

    def result(self) -> AccountAnswer:
        """Sums so far."""
        return AccountAnswer(
            skill=tuple(self.skill),
            luck=tuple(self.luck),
            luck_stderr=[float(np.sqrt(variance)) for variance in self.variance],
            opening_luck=self.opening,
            steps=tuple(self.steps),
            graded=self.graded,
        )


def _is_dealt(state: HeartsState) -> bool:
    """Whether nothing has happened since the deal."""
    return not (state.trick_history or state.trick or any(state.passed) or state.game_over)
