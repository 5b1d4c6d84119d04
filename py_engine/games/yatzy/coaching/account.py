"""Luck and skill of a game: luck is the gain or loss by throws, skill the loss by decisions.

In points, which a game alone is played for, both are exact, and for each player the two add up to the final score minus
the score expected at the start. With several players both are chances to win, see ``win_account``.
"""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.coaching.account import AccountJob, require_legal
from py_engine.core.evaluation import Pieces
from py_engine.games.yatzy.coaching.expected import Expected, expected_remaining
from py_engine.games.yatzy.coaching.following import check_follows
from py_engine.games.yatzy.coaching.sent_states import SENT
from py_engine.games.yatzy.coaching.win_account import WinAccount
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.batch import awaited
from py_engine.games.yatzy.rules.play import illegal
from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState, number_of, rules_of, to_batch

__all__ = ["Account"]

CHUNK = 128
"""Positions per piece of work."""


class Account(AccountJob[YatzyState, YatzyAction]):
    """Luck and skill of one game, computed from the values of its positions."""

    def work(self) -> Pieces:
        """Each piece reads or values at most ``CHUNK`` positions."""
        yield from self.read(SENT, YatzyAction, CHUNK)
        self.table = require(rules_of(self.states[0]))
        self.seat_players(len(self.states[0].players))
        if self._to_win():
            yield from WinAccount(self, self.table).work()
            return
        if self.args.opening:
            self._open()
        for first in range(0, len(self.actions), CHUNK):
            self._enter_moves(first, min(first + CHUNK, len(self.actions)))
            yield

    def _to_win(self) -> bool:
        params = self.args.params
        return len(self.states[0].players) > 1 and (params is None or params.evaluator != "exact")

    def _open(self) -> None:
        state = self.states[0]
        batch = to_batch([state])
        if state.game_over or awaited(batch)[0]:
            return
        found = expected_remaining(batch, self.table)
        self.opening = self._shares(state.active_player_id, float(found.now[0] - found.start[0]))

    def _enter_moves(self, first: int, last: int) -> None:
        """Enters the moves ``first`` to ``last - 1``."""
        states, actions = self.states[first : last + 1], self.actions[first:last]
        for index, (state, action) in enumerate(zip(states[:-1], actions, strict=True), first):
            require_legal(index, state, action, illegal)
        batch = to_batch(states)
        check_follows(batch, actions, first)
        found = expected_remaining(batch, self.table)
        for index in range(first, last):
            self._enter(index, found, index - first)

    def _enter(self, index: int, found: Expected, place: int) -> None:
        """Enters one move: its loss, and the luck of the throw that follows it."""
        before, after, action = self.states[index], self.states[index + 1], self.actions[index]
        player = before.active_player_id
        delta = luck = None
        if action.enter is not None:
            luck = self._shares(player, float(found.now[place + 1] - found.now[place]))
        else:
            values = found.actions[place]
            worth = float(values[number_of(action)])
            delta = min(0.0, worth - float(values.max()))
            if action.score is not None:
                worth = float(found.start[place + 1])
            if not after.game_over and None not in after.dice and action.keep != [True] * len(after.dice):
                luck = self._shares(after.active_player_id, float(found.now[place + 1]) - worth)
        if self.args.deltas is not None:
            delta = self.known(index)
        self.enter(player, delta, luck)

    def _shares(self, player: int, value: float) -> Sequence[float]:
        """The luck of a throw per player, added to the totals; ``player`` is the one who threw."""
        return self.add_luck([value if index == player else 0.0 for index in range(len(self.luck))])
