"""Games of Hearts as text: who holds and passes what, and a line for each trick.

``P1 holds 2C ...``, ``P1 passes QS AH KH`` and ``P3: 2C 5C KC AC``. With all four hands it is the whole game, with one it is
what that player saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from py_engine.core.coaching.account import require_legal
from py_engine.core.contract import ContractError
from py_engine.core.notation.game_text import GameReader, Notation
from py_engine.core.notation.lines import FaultError
from py_engine.games.hearts.coaching.sent_states import SENT
from py_engine.games.hearts.coaching.written.lines import Cards, Step, explained, parse_line
from py_engine.games.hearts.coaching.written.view import ViewReader
from py_engine.games.hearts.coaching.written.whole import WholeReader, with_hands
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.fields import DIRECTIONS, Held, Options
from py_engine.games.hearts.rules.play import apply_action, illegal
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, observer_of

__all__ = ["NotationOfHearts"]


class EitherReader(GameReader[HeartsState]):
    """Reads with the reader for whole games or the one for what a player saw, whichever the text is."""

    _reader: GameReader[HeartsState]

    @property
    def unknown(self) -> bool:
        """Whether the latest state holds a deal that neither the text nor a seed determines."""
        return self._reader.unknown

    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Step]) -> None:
        """A text with the cards of one player only is what that player saw."""
        shown = {step.player for step in steps if isinstance(step, Cards)}
        self._use(ViewReader() if len(shown) == 1 and self.seed is None else WholeReader(self.seed))
        self._reader.begin(options, steps)

    def resume(self, state: HeartsState, steps: Sequence[Step]) -> None:
        """Continues with a position, whole or as one player sees it."""
        self._use(WholeReader(self.seed) if state.is_whole else ViewReader())
        self._reader.resume(state, steps)
        self.states, self.actions = self._reader.states, self._reader.actions

    def _use(self, reader: GameReader[HeartsState]) -> None:
        self._reader = reader

    def play(self, step: Step) -> None:
        """Plays what a line says."""
        try:
            self._reader.play(step)
        finally:
            self.states, self.actions = self._reader.states, self._reader.actions

    def finish(self) -> None:
        """Called after the last line."""
        self._reader.finish()
        self.states, self.actions = self._reader.states, self._reader.actions


class NotationOfHearts(Notation[HeartsState]):
    """How games of Hearts are written."""

    sent = SENT
    action = HeartsAction
    options = Options
    identity = ("active_player_id", "chance_counter", "phase", "hands", "passed", "trick", "trick_history", "scores")

    def illegal(self, state: HeartsState, action: HeartsAction) -> ContractError | None:
        """Why a move is illegal, or None if it is legal."""
        return illegal(state, action)

    def applied(self, state: HeartsState, action: HeartsAction) -> HeartsState:
        """The state after a move, with what is drawn here."""
        return apply_action(state, action)

    def drawn(
        self, before: HeartsState, action: HeartsAction, happened: HeartsState, after: HeartsState
    ) -> HeartsState:
        """The state after a move, with the cards dealt in ``after``."""
        hands = [hand for hand in after.hands if isinstance(hand, list)]
        if len(hands) < SEATS or not any("2C" in hand for hand in hands):
            raise FaultError("The hands of all players are dealt after this move.")
        return with_hands(happened, hands)

    def require_move(self, index: int, before: HeartsState, action: HeartsAction, after: HeartsState) -> None:
        """As for every game; of what a player saw, only that player's own moves can be judged."""
        observer = observer_of(before)
        if observer is None:
            super().require_move(index, before, action, after)
        elif observer == before.active_player_id:
            require_legal(index, before, action, illegal)

    def parse(self, text: str) -> Step:
        """What a line describes."""
        return parse_line(text)

    def reader(self, seed: int | None) -> EitherReader:
        """A reader without a position."""
        return EitherReader(seed)

    def explained(self, error: ContractError) -> str:
        """The sentence for what the rules refuse."""
        return explained(error)

    def options_of(self, state: HeartsState) -> Mapping[str, JsonValue]:
        """The rules of the game."""
        return state.options.model_dump()

    def starts(self, state: HeartsState) -> bool:
        """Whether it is the first deal, and nothing has happened since; for an observer, nothing but passes."""
        me = observer_of(state)
        passed = any(state.passed) if me is None else _count(state.passed[me]) > 0
        fresh = state.chance_counter == 1 and state.pass_direction == DIRECTIONS[0] and not any(state.scores)
        begun = passed or state.trick or state.trick_history or state.game_over or state.phase != "pass"
        return fresh and not begun and (state.is_whole or me == state.active_player_id)

    def visible(
        self, states: Sequence[HeartsState], actions: Sequence[Any]
    ) -> tuple[Sequence[HeartsState], Sequence[Any]]:
        """All but the passes of other players than the observer, who does not see those cards."""
        seen = [
            i
            for i, (state, action) in enumerate(zip(states[:-1], actions, strict=True))
            if "pass" not in action or observer_of(state) in (None, state.active_player_id)
        ]
        return [*(states[i] for i in seen), states[-1]], [actions[i] for i in seen]

    def write(self, states: Sequence[HeartsState], actions: Sequence[Any]) -> Iterator[str]:
        """The lines of the hands."""
        if self.starts(states[0]):
            yield from _deal_text(states[0])
        cards: list[str] = []
        leader = states[0].lead
        for before, action, after in zip(states[:-1], actions, states[1:], strict=True):
            if "pass" in action:
                yield from _pass_text(before, action, after)
            else:
                leader = before.lead if not before.trick or not cards else leader
                cards.append(action["play"])
                if len(before.trick) == SEATS - 1:
                    yield f"P{leader + 1}: {' '.join(cards)}"
                    cards = []
            if after.chance_counter != before.chance_counter:
                yield ""
                yield from _deal_text(after)
        last = states[-1]
        if cards:
            yield f"P{leader + 1}: {' '.join(cards)}"
        elif last.phase == "play" and not last.is_whole and not last.trick and not last.trick_history:
            yield f"P{last.lead + 1}:"


def _count(held: Held) -> int:
    return len(held) if isinstance(held, list) else held


def _deal_text(state: HeartsState) -> Iterator[str]:
    yield f"Hand {state.chance_counter}: {state.pass_direction}"
    for seat, hand in enumerate(state.hands):
        if isinstance(hand, list):
            yield f"P{seat + 1} holds {' '.join(hand)}"


def _pass_text(before: HeartsState, action: Mapping[str, Any], after: HeartsState) -> Iterator[str]:
    player = before.active_player_id
    yield f"P{player + 1} passes {' '.join(action['pass'])}"
    got = after.received[player]
    if not before.is_whole and isinstance(got, list) and got:
        yield f"P{player + 1} receives {' '.join(got)}"
