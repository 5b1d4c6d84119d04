"""Reading of a game of Hearts as one player saw it: the own hand, and every card that was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import JsonValue

from py_engine.core.notation.game_text import GameReader
from py_engine.core.notation.lines import FaultError
from py_engine.games.hearts.coaching.sent_states import SENT
from py_engine.games.hearts.coaching.written.lines import Cards, Hand, Step, Trick
from py_engine.games.hearts.rules.batch import TAKEN, after_moon
from py_engine.games.hearts.rules.cards import NUMBERS, SEATS, Card
from py_engine.games.hearts.rules.fields import DIRECTIONS, Direction, Options
from py_engine.games.hearts.rules.play import illegal
from py_engine.games.hearts.rules.record import Played, record
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsAction, HeartsState, observer_of, sorted_cards

__all__ = ["ViewReader"]

TRICKS = 13


class ViewReader(GameReader[HeartsState]):
    """Puts a game together as its observer saw it. What the others pass is no move here."""

    def __init__(self) -> None:
        super().__init__(None)
        self.me = 0
        self._options = Options()
        self._number = 0
        self._direction: Direction = DIRECTIONS[-1]
        self._scores = [0] * SEATS
        self._held: list[Card] | None = None
        """The observer's cards; None before the hand is named."""
        self._passed: list[Card] = []
        self._received: list[Card] = []
        self._tricks: list[tuple[int, list[Card]]] = []
        self._trick: list[Card] = []
        self._leader: int | None = None
        self._pending: JsonValue = None
        """A move whose next position is not known yet."""
        self._ended: Sequence[JsonValue] = ()
        """The events of the end of the previous hand."""
        self._over = False

    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Step]) -> None:
        """Takes the options; the first hand follows."""
        self._options = Options.model_validate(options)
        self.me = next((step.player for step in steps if isinstance(step, Cards)), 0)

    def resume(self, state: HeartsState, steps: Sequence[Step]) -> None:
        """Sets up a position to begin with."""
        super().resume(state, steps)
        self.me = observer_of(state) or 0
        self._options, self._number, self._direction = state.options, state.chance_counter, state.pass_direction
        self._scores, self._over = [*state.scores], bool(state.game_over)
        self._held = _listed(state.hands[self.me])
        self._passed, self._received = _listed(state.passed[self.me]), _listed(state.received[self.me])
        self._tricks = [(trick.leader, [*trick.cards]) for trick in state.trick_history]
        self._trick, self._leader = [*state.trick], state.leader

    def play(self, step: Step) -> None:
        """Deals, passes or plays."""
        if self._over:
            raise FaultError("The game is over before this line.")
        if isinstance(step, Hand):
            self._hand(step)
        elif isinstance(step, Trick):
            self._play_trick(step)
        elif step.player != self.me:
            raise FaultError(
                f"This game is as P{self.me + 1} saw it: it names no cards of the hand of P{step.player + 1}."
            )
        elif step.kind == "holds":
            self._holds(step.cards)
        elif step.kind == "passes":
            self._passes(step.cards)
        else:
            self._receives(step.cards)

    def _hand(self, step: Hand) -> None:
        if self._held is not None:
            raise FaultError("No cards are dealt here: the hand is not over.")
        if self._number and step.number != self._number + 1:
            raise FaultError(f"This should be hand {self._number + 1}, not {step.number}.")
        following = DIRECTIONS[(DIRECTIONS.index(self._direction) + 1) % SEATS]
        usual = following if self._number else DIRECTIONS[(step.number - 1) % SEATS]
        if self._number and step.direction not in (None, usual):
            raise FaultError(f"In hand {step.number} the pass is {usual}, not {step.direction}.")
        self._number, self._direction = step.number, step.direction or usual

    def _holds(self, cards: Sequence[Card]) -> None:
        if self._held is not None:
            raise FaultError("No cards are dealt here: the hand is not over.")
        if not self._number or self._tricks:
            number = self._number + 1
            raise FaultError(f'A hand begins with its number: "Hand {number}".')
        self._held = sorted_cards(cards)
        self._passed, self._received, self._trick, self._leader = [], [], [], None

    def _require_held(self) -> list[Card]:
        if self._held is None:
            raise FaultError(f"The hand of P{self.me + 1} is missing.")
        return self._held

    def _passes(self, cards: Sequence[Card]) -> None:
        held = self._require_held()
        if self._passed or self._trick or self._tricks or self._leader is not None or self._direction == "hold":
            raise FaultError("No cards are passed here.")
        strange = next((card for card in cards if card not in held), None)
        if strange is not None:
            raise FaultError(f"P{self.me + 1} does not hold {strange}.")
        self._enter(self._deal_events())
        self._pending = {"pass": [*sorted_cards(cards)]}
        self._passed = sorted_cards(cards)

    def _receives(self, cards: Sequence[Card]) -> None:
        held = self._require_held()
        if not self._passed or self._received:
            raise FaultError("No cards are received here.")
        own = next((card for card in cards if card in held), None)
        if own is not None:
            raise FaultError(f"P{self.me + 1} holds {own} already.")
        self._received = sorted_cards(cards)
        self._held = sorted_cards([*(card for card in held if card not in self._passed), *cards])
        if "2C" in self._held:
            self._lead(self.me)

    def _lead(self, leader: int) -> None:
        """Begins the play."""
        self._leader = leader
        events: list[JsonValue] = self._deal_events()
        if self._passed:
            passed: JsonValue = {"type": "pass", "player_id": self.me, "cards": [*self._passed]}
            events = [passed, {"type": "exchange", "pass_direction": self._direction}]
        self._enter(events)

    def _play_trick(self, step: Trick) -> None:
        held = self._require_held()
        if self._passed and not self._received:
            raise FaultError(f"What P{self.me + 1} receives is missing.")
        if self._leader is None:
            leader = self.me if "2C" in held else step.leader
            if leader is None:
                raise FaultError('Say who leads the first trick, as in "P3: 2C 5C KC AC".')
            self._lead(leader)
        if step.leader not in (None, self._leader) and not self._trick:
            raise FaultError(f"P{(self._leader or 0) + 1} leads this trick, not P{(step.leader or 0) + 1}.")
        for place, card in enumerate(step.cards):
            if place and not self._trick:
                raise FaultError("The trick is complete: the next one needs a line of its own.")
            self._card(card)

    def _card(self, card: Card) -> None:
        held = self._require_held()
        player = ((self._leader or 0) + len(self._trick)) % SEATS
        if card in self._trick or any(card in cards for _, cards in self._tricks):
            raise FaultError(f"{card} was played before.")
        if player == self.me:
            refused = illegal(self.state, HeartsAction(play=card))
            if refused is not None:
                raise refused
            self._held = [each for each in held if each != card]
        elif card in held:
            raise FaultError(f"P{player + 1} cannot play {card}: P{self.me + 1} holds it.")
        self._pending = {"play": card}
        event: dict[str, JsonValue] = {"type": "play", "player_id": player, "card": card}
        self._trick.append(card)
        if len(self._trick) < SEATS:
            self._enter([event])
        else:
            self._end_trick(event)

    def _end_trick(self, event: JsonValue) -> None:
        leader, cards = self._leader or 0, self._trick
        self._tricks.append((leader, cards))
        found = record(
            [Played(lead, [NUMBERS[card] for card in each]) for lead, each in self._tricks], self._options.rules
        )
        winner, points = found.winners[-1], found.points[-1]
        taken: JsonValue = {"type": "trick", "player_id": winner, "leader": leader, "cards": [*cards], "points": points}
        self._trick, self._leader = [], winner
        if len(self._tricks) < TRICKS:
            self._enter([event, taken])
            return
        totals = after_moon(np.array(found.taken, dtype=TAKEN)[:, None], self._options.rules)[:, 0].tolist()
        scores = [score + total for score, total in zip(self._scores, totals, strict=True)]
        self._over = max(scores) >= self._options.points_to_end
        self._scores = scores
        over: JsonValue = {"type": "hand_over", "points": totals, "scores": [*scores]}
        if self._over:
            self._enter([event, taken, over])
        else:
            self._held, self._tricks, self._leader = None, [], None
            self._ended = [event, taken, over]

    def _deal_events(self) -> list[JsonValue]:
        """The end of the previous hand, if any, and the deal."""
        return [*self._ended, {"type": "deal", "pass_direction": self._direction, "hand": self._number}]

    def _enter(self, events: Sequence[JsonValue]) -> None:
        """Adds the position as it is now, and the pending move that leads to it."""
        after = SENT.parse_one(self._fields()).model_copy(update={"last_events": [*events]})
        if self._pending is not None:
            self.add(self._pending, after)
        elif not self.states:
            self.states = [after]
        self._pending = None

    def _fields(self) -> dict[str, JsonValue]:
        """The position as JSON."""
        play = self._leader is not None and not self._over
        # Of the other hands only the numbers of cards are known: 13, less one for each trick that the seat has played to.
        played = {((self._leader or 0) + place) % SEATS for place in range(len(self._trick))}
        others = [TRICKS - len(self._tricks) - (seat in played) for seat in range(SEATS)]
        gave = 3 * bool(self._received)
        # Seats pass in order, three cards each: before the observer's turn, those in front of it have passed.
        waiting = [3 * (seat < self.me) * (not play and not self._over) for seat in range(SEATS)]

        def seen(own: Sequence[Card], counts: Sequence[int]) -> list[JsonValue]:
            """The observer's cards, and the numbers of the others'."""
            return [[*own] if seat == self.me else counts[seat] for seat in range(SEATS)]

        turn = ((self._leader or 0) + len(self._trick)) % SEATS if play or self._over else self.me
        history: list[JsonValue] = [{"leader": leader, "cards": [*cards]} for leader, cards in self._tricks]
        return {
            "ruleset_id": RULESET_ID,
            "active_player_id": turn,
            "chance_counter": self._number,
            "seed": None,
            "options": self._options.model_dump(),
            "phase": "done" if self._over else "play" if play else "pass",
            "pass_direction": self._direction,
            "hands": seen(self._held or [], others),
            "passed": seen(self._passed, [gave] * SEATS if play or self._over else waiting),
            "received": seen(self._received, [gave] * SEATS),
            "leader": self._leader if play else None,
            "trick": [*self._trick],
            "trick_history": history,
            "scores": [*self._scores],
        }

    def finish(self) -> None:
        """A hand without a trick needs its leader; the last card of the last hand may be left out, which was forced."""
        if self._held is not None and not self._received and self._passed:
            raise FaultError(f"What P{self.me + 1} receives is missing.")
        if self._held is not None and self._leader is None and not self._over:
            if self._direction == "hold" and "2C" in self._held:
                self._lead(self.me)
            elif self._direction == "hold" or self._passed:
                raise FaultError('The first trick is missing: say who leads it, as in "P3: 2C".')
            else:
                self._enter(self._deal_events())
        if not self.states:
            raise FaultError(f"The hand of P{self.me + 1} is missing.")


def _listed(held: list[Card] | int) -> list[Card]:
    return [*held] if isinstance(held, list) else []
