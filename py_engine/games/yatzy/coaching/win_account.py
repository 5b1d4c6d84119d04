"""Luck and skill of a game of several players, in chances to win, as points of a hundred.

The chances of a turn are those of the player who throws. A throw's luck is the change of that chance, and what it gives to
the player it takes from the others in proportion to what they have, as in the query "chances". From one turn to the next the
view changes from one player, who plays to win, to another; that change is neither luck nor skill.

By exact chances and by estimated ones a throw brings nothing on average. So its error does too, and the errors of several throws
are uncorrelated.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from py_engine.core.coaching.account import AccountJob, require_legal
from py_engine.core.evaluation import Pieces
from py_engine.games.yatzy.coaching.chances import division
from py_engine.games.yatzy.coaching.following import check_follows
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.knowledge.winning.estimate import errors_of
from py_engine.games.yatzy.knowledge.winning.turns import WinTurn
from py_engine.games.yatzy.policies.policy import action_values, position_values
from py_engine.games.yatzy.rules.batch import awaited
from py_engine.games.yatzy.rules.play import illegal
from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState, number_of, to_batch
from py_engine.games.yatzy.search.win_evaluator import HUNDRED, cards_of, prospects_of, turn_job

__all__ = ["WinAccount"]


class WinAccount:
    """Enters the moves of a game into its account.

    Args:
        account: The account, with its states and actions read.
        table: The value table.
    """

    def __init__(self, account: AccountJob[YatzyState, YatzyAction], table: ValueTable) -> None:
        self.account, self.table = account, table
        self._divided: tuple[object, list[float]] = (None, [])
        """The latest division among the others, after the cards and the player that it is for."""

    def work(self) -> Pieces:
        """The pieces are those of the turns."""
        states, actions = self.account.states, self.account.actions
        for index, (state, action) in enumerate(zip(states[:-1], actions, strict=True)):
            require_legal(index, state, action, illegal)
        if actions:
            check_follows(to_batch(states), actions, 0)
        yield
        if self.account.args.opening and not states[0].game_over and not awaited(to_batch(states[:1]))[0]:
            self.account.opening = yield from self._thrown(states[0])
        for index, before, action, after in self.account.moves():
            delta = self.account.known(index)
            if self.account.args.deltas is None and action.enter is None:
                delta = yield from self._lost(before, action)
            luck = yield from self._luck(before, action, after)
            self.account.enter(before.active_player_id, delta, luck)

    def _turn(self, state: YatzyState) -> Generator[None, None, WinTurn]:
        turn = yield from turn_job(state, state.active_player_id, self.table).pieces()
        assert turn is not None  # noqa: S101 # for mypy
        return turn

    def _lost(self, state: YatzyState, action: YatzyAction) -> Generator[None, None, float]:
        """The loss of a move, never positive."""
        turn = yield from self._turn(state)
        values = action_values(to_batch([state]), prospects_of(turn, 1))[0]
        return min(0.0, HUNDRED * float(values[number_of(action)] - values.max()))

    def _luck(
        self, before: YatzyState, action: YatzyAction, after: YatzyState
    ) -> Generator[None, None, Sequence[float] | None]:
        """The luck of the throw that follows a move, if one does."""
        if action.enter is None and (after.game_over or None in after.dice or action.keep == [True] * len(after.dice)):
            return None
        if action.score is not None:
            return (yield from self._thrown(after))
        turn = yield from self._turn(before)
        if action.keep is not None:
            expected = float(action_values(to_batch([before]), prospects_of(turn, 1))[0][number_of(action)])
        else:
            expected = _now(before, turn)
        return self._shares(before, turn, _now(after, turn) - expected)

    def _thrown(self, state: YatzyState) -> Generator[None, None, Sequence[float]]:
        """The luck of the first throw of a turn."""
        turn = yield from self._turn(state)
        return self._shares(state, turn, _now(state, turn) - float(turn.turn.start[0]))

    def _shares(self, state: YatzyState, turn: WinTurn, value: float) -> Sequence[float]:
        """The luck of a throw per player, added to the totals; ``value`` is that of the one who threw."""
        parts = [-part for part in self._division(state)]
        parts[state.active_player_id] = 1.0
        error = 0.0 if turn.exact else HUNDRED * errors_of(self.table, len(parts)).luck
        variances = [error * part * (error * part) for part in parts]
        return self.account.add_luck([HUNDRED * (value * part) for part in parts], variances)

    def _division(self, state: YatzyState) -> list[float]:
        cards, mover = cards_of(state), state.active_player_id
        key = (mover, [card.key for card in cards])
        if self._divided[0] != key:
            self._divided = (key, division(cards, mover, self.table))
        return self._divided[1]


def _now(state: YatzyState, turn: WinTurn) -> float:
    """The chance of the player to move, with the dice on the table."""
    return float(position_values(to_batch([state]), prospects_of(turn, 1), turn.turn.start)[0])
