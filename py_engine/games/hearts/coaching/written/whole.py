"""Reading of a game of Hearts whose four hands are all known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from py_engine.core.notation.game_text import GameReader
from py_engine.core.notation.lines import FaultError
from py_engine.games.hearts.coaching.written.lines import Cards, Hand, Step, Trick
from py_engine.games.hearts.rules.cards import SEATS, Card
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.play import apply_action, new_game
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, sorted_cards

__all__ = ["WholeReader", "with_hands"]


class WholeReader(GameReader[HeartsState]):
    """Puts a game together whose cards are all known."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._dealt: dict[int, Sequence[Card]] = {}
        """The hands that the text has named of the latest deal, by seat."""
        self._unknown = False
        """Whether cards were dealt that the text does not name."""

    @property
    def unknown(self) -> bool:
        """Whether cards were dealt that neither the text nor a seed determines."""
        return self._unknown and self.seed is None

    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Step]) -> None:
        """Sets up the first deal."""
        self.states = [new_game(self.seed or 0, Options.model_validate(options))]
        self._unknown = True

    def play(self, step: Step) -> None:
        """Deals, passes or plays."""
        if self.state.game_over:
            raise FaultError("The game is over before this line.")
        if isinstance(step, Hand):
            self._hand(step)
        elif isinstance(step, Trick):
            self._trick(step)
        elif step.kind == "holds":
            self._holds(step)
        elif step.kind == "passes":
            self._passes(step)
        else:
            raise FaultError("With all hands known, what a player receives follows from what the others pass.")

    def _hand(self, step: Hand) -> None:
        state = self.state
        if not self._unknown:
            raise FaultError("No cards are dealt here: the hand is not over.")
        if step.number != state.chance_counter:
            raise FaultError(f"This should be hand {state.chance_counter}, not {step.number}.")
        if step.direction not in (None, state.pass_direction):
            raise FaultError(f"In hand {step.number} the pass is {state.pass_direction}, not {step.direction}.")

    def _holds(self, step: Cards) -> None:
        if not self._unknown:
            raise FaultError("No cards are dealt here: the hand is not over.")
        if step.player in self._dealt:
            raise FaultError(f"The hand of P{step.player + 1} is there twice.")
        for seat, hand in self._dealt.items():
            both = next((card for card in step.cards if card in hand), None)
            if both is not None:
                raise FaultError(f"{both} is also in the hand of P{seat + 1}.")
        self._dealt[step.player] = step.cards
        if len(self._dealt) == SEATS:
            self.states[-1] = with_hands(self.state, [self._dealt[seat] for seat in range(SEATS)])
            self._dealt, self._unknown = {}, False

    def _require_hands(self) -> None:
        if self._dealt or (self._unknown and self.seed is None):
            missing = next(seat for seat in range(SEATS) if seat not in self._dealt)
            raise FaultError(f"The hand of P{missing + 1} is missing.")
        self._unknown = False

    def _passes(self, step: Cards) -> None:
        self._require_hands()
        self._require_turn(step.player)
        self._apply({"pass": [*step.cards]})

    def _trick(self, step: Trick) -> None:
        self._require_hands()
        if self.state.phase == "pass":
            raise FaultError(f"P{self.state.active_player_id + 1} passes three cards first.")
        if step.leader is not None and not self.state.trick:
            self._require_turn(step.leader)
        for place, card in enumerate(step.cards):
            if place and not self.state.trick:
                raise FaultError("The trick is complete: the next one needs a line of its own.")
            self._apply({"play": card})

    def _require_turn(self, player: int) -> None:
        if player != self.state.active_player_id:
            raise FaultError(f"It is the turn of P{self.state.active_player_id + 1}, not of P{player + 1}.")

    def _apply(self, action: dict[str, JsonValue]) -> None:
        before = self.state
        after = apply_action(before, HeartsAction.model_validate(action))
        self.add(action, after)
        self._unknown = after.chance_counter != before.chance_counter

    def finish(self) -> None:
        """The cards after the last hand may be unknown: then the text ends before its last card, which was forced."""
        if self._dealt or (self._unknown and self.seed is None and not self.actions):
            self._require_hands()
        elif self._unknown and self.seed is None:
            self.states.pop()
            self.actions.pop()


def with_hands(state: HeartsState, hands: Sequence[Sequence[Card]]) -> HeartsState:
    """The state right after a deal, had these hands been dealt."""
    update: dict[str, object] = {"hands": [sorted_cards(hand) for hand in hands]}
    if state.phase == "play":
        leader = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
        update |= {"leader": leader, "active_player_id": leader}
    return state.model_copy(update=update)
