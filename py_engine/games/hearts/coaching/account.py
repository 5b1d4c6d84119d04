"""Luck and skill over a game: luck is the estimated value of the deals, skill is what the moves lost.

Both are in points, so hands that may end the game are left out: there, losses are chances to win. A deal's luck for a seat is the average number of points over all deals minus the number expected from this one (see
``luck``), so good cards count as positive. It is booked on the move that ended the previous hand, after which the cards
were dealt.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from py_engine.core.coaching.account import AccountArgs, AccountJob, not_following, require_legal
from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Pieces
from py_engine.core.request import Request
from py_engine.games.hearts.coaching.deal_proof import dealt_hands
from py_engine.games.hearts.coaching.luck import usual_points, worth_of_deal
from py_engine.games.hearts.coaching.sent_states import SENT
from py_engine.games.hearts.knowledge.objective import goal_of
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.play import apply_action, illegal, legal_actions, observe
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, observer_of
from py_engine.games.hearts.search.evaluators import EVALUATORS

__all__ = ["Account"]

CHUNK = 16
"""States parsed per piece of work."""
GRADING = EvaluatorParams(evaluator="search", evaluator_seed=0, max_work=2000, time_budget_ms=600_000)
"""Default parameters for grading the decisions."""
_FOLLOWS = ("active_player_id", "chance_counter", "phase", "hands", "passed", "trick", "trick_history", "scores")
"""Fields that identify the state after a move."""


class Account(AccountJob[HeartsState, HeartsAction]):
    """The job that goes through a game move by move."""

    def __init__(self, args: AccountArgs) -> None:
        super().__init__(args, players=SEATS)
        self.params = args.params or GRADING

    def work(self) -> Pieces:
        """Yields after parsing a few states, and after each move or part of a move."""
        yield from self.read(SENT, HeartsAction, CHUNK)
        if self.args.opening and _is_dealt(self.states[0]):
            self.opening = yield from self._luck(self.states[0])
        for index, before, action, after in self.moves():
            _require_move(index, before, action, after)
            delta = yield from self._delta(index, before, action)
            luck = None
            if after.chance_counter != before.chance_counter:
                luck = yield from self._luck(after)
            self.enter(before.active_player_id, delta, luck)
            yield

    def _delta(self, index: int, state: HeartsState, action: HeartsAction) -> Generator[None, None, float | None]:
        """What the move lost, in points; None if the given deltas leave it out, or if the hand may end the game."""
        if not _for_points(state):
            return None
        if self.args.deltas is not None:
            return self.known(index)
        if len(legal_actions(state)) == 1:
            return 0.0
        player = state.active_player_id
        request = Request(observe(state, player), player, self.params, action)
        return (yield from self.measured(EVALUATORS, request))

    def _luck(self, state: HeartsState) -> Generator[None, None, Sequence[float] | None]:
        """Adds and returns the luck of a deal by player; None if the state hides the deal, or the hand may end the game."""
        if not state.is_whole or not _for_points(state):
            return None
        worth = yield from worth_of_deal(dealt_hands(state), state.shift, state.rules)
        usual = usual_points(state.rules)
        return self.add_luck([usual - points for points in worth.points], [error * error for error in worth.stderr])


def _require_move(index: int, before: HeartsState, action: HeartsAction, after: HeartsState) -> None:
    """Rejects an action that is illegal, or that does not lead from ``before`` to ``after``.

    Raises:
        ContractError: ACTION_FAILED, INVALID_PARAMS; INVALID_STATE when the state hides the player's cards.
    """
    observer = observer_of(before)
    if observer is not None and observer != before.active_player_id:
        return  # an observer does not see what else could have been played
    require_legal(index, before, action, illegal)
    if not before.is_whole:
        return
    happened = apply_action(before, action)
    if any(getattr(happened, name) != getattr(after, name) for name in _FOLLOWS):
        raise not_following(index)


def _for_points(state: HeartsState) -> bool:
    """Whether the hand is played for points, as it cannot end the game."""
    return goal_of(state.scores, state.options.points_to_end) == "points"


def _is_dealt(state: HeartsState) -> bool:
    """Whether nothing has happened since the deal."""
    return not (state.trick_history or state.trick or any(state.passed) or state.game_over)
