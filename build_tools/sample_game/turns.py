"""Decisions of the seat, turns and Force in the sample game, with the events the server would log."""

from __future__ import annotations

from collections.abc import Sequence

from build_tools.sample_game.gemp import turn
from build_tools.sample_game.gemp_decisions import Action, card_action_choice, card_selection, integer
from build_tools.sample_game.table import FORCE, RESERVE, USED, Card, Player, Table

RESPONSES = "Optional responses"
DONE = "or click 'Done' to cancel"


class Turns:
    """Turns at a table. Each action of the seat follows a decision that lists its alternatives."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.drained: set[Card] = set()
        """Locations already drained this turn."""

    # --- Decisions of the seat ---

    def ask(self, decision: str, answer: str) -> None:
        """Writes a decision and records its answer."""
        self.table.write(decision)
        self.table.answers.append(answer)

    def choose(self, question: str, actions: Sequence[Action] = (), taken: Action | None = None) -> None:
        """Writes a choice of actions; None is a pass."""
        response = question.endswith(RESPONSES)
        yours = self.table.current is self.table.seat
        decision = card_action_choice(self.table.seat.name, question, actions, your_turn=yours, response=response)
        self.ask(decision, "" if taken is None else str(actions.index(taken)))

    def window(self, about: str = "") -> None:
        """A chance to respond, for which the seat has no response."""
        self.choose(f"{about} - {RESPONSES}" if about else RESPONSES)

    def select(self, question: str, cards: Sequence[Card], taken: Card, minimum: int = 1) -> None:
        """Writes a selection among cards that the seat sees."""
        numbers = [one.number for one in cards]
        self.ask(card_selection(self.table.seat.name, question, numbers, minimum), str(taken.number))

    def is_seat(self, player: Player) -> bool:
        """Whether a player is the one whose log this is."""
        return player is self.table.seat

    # --- Turns and Force ---

    def begin_turn(self, player: Player) -> None:
        """Starts a turn."""
        table = self.table
        table.current = player
        table.number += player is table.seat
        self.drained.clear()
        table.write(turn(player.name))
        table.say(f"Start of {player.name}'s turn #{table.number}")
        for one in (player, table.opponent(player)):
            table.say(f"{one.name}'s Force generation for this turn is {table.generation(one)}")

    def end_turn(self) -> None:
        """Ends a turn: the Used Piles go under the Reserve Decks."""
        table = self.table
        table.begin("End of turn")
        for player in (table.current, table.opponent(table.current)):
            if player.piles[USED]:
                table.say(f"{player.name} re-circulates")
                table.remove_card(player.piles[USED][0])
                player.piles[RESERVE] += player.piles[USED]
                player.piles[USED].clear()
                table.count()
        table.begin("Between turns")

    def nothing(self, *phases: str) -> None:
        """Phases in which the seat has no action."""
        for name in phases:
            self.table.begin(name)
            self.choose(f"Choose {name} action or Pass")

    def activate(self, player: Player, amount: int) -> None:
        """Activates Force; for the seat, with the decision on the amount."""
        table = self.table
        if self.is_seat(player):
            most = table.generation(player)
            self.ask(integer(player.name, "Choose amount of Force to activate", 0, most), str(amount))
        self._move_force(player, RESERVE, FORCE, [self._activated(player, count + 1) for count in range(amount)])

    def pay(self, player: Player, amount: int) -> None:
        """Uses Force."""
        if amount:
            self._move_force(player, FORCE, USED, [None] * amount)
            self.table.say(f"{player.name} uses {amount} Force")

    def _activated(self, player: Player, count: int) -> str:
        return f"{player.name} activated 1 Force ({count} total Force activated from Force generation)"

    def _move_force(self, player: Player, start: str, end: str, messages: Sequence[str | None]) -> None:
        """Moves cards one by one from the top of a pile to the top of another; the new tops are shown at the end."""
        table, last = self.table, len(messages) - 1
        with table.changing(player, start, end):
            for place, text in enumerate(messages):
                player.piles[end].insert(0, player.piles[start].pop(0))
                if place < last:
                    self._step(text)
        self._step(messages[last])

    def _step(self, text: str | None) -> None:
        if text is not None:
            self.table.say(text)
        self.table.count()

    def draw(self, player: Player) -> None:
        """Draws a card from the Force Pile."""
        table = self.table
        with table.changing(player, FORCE):
            one = table.to_hand(player, FORCE)
        table.show_hand(player, one)
        table.say(f"{player.name} draws a card into hand from Force Pile")
        table.count()
        if self.is_seat(player):
            self.window()

    def drawing(self) -> Action:
        """The action of drawing a card."""
        return Action("Draw card into hand from Force Pile", self.table.seat.piles[FORCE][0].number)
