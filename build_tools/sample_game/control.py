"""Moves, Force drains and Force loss in the sample game, with the events the server would log."""

from __future__ import annotations

from collections.abc import Sequence

from build_tools.sample_game.cards import SABER
from build_tools.sample_game.gemp_decisions import Action
from build_tools.sample_game.table import FORCE, HAND, LOST, RESERVE, USED, Card, Player
from build_tools.sample_game.turns import DONE, RESPONSES, Turns


class Control(Turns):
    """Moves characters, drains Force and loses cards."""

    # --- Moving ---

    def moves(self) -> list[Action]:
        """Move actions of the seat's characters, if it has Force."""
        seat = self.table.seat
        if not seat.piles[FORCE]:
            return []
        movers = [one for one in seat.in_play if one.at is not None and self._next_to(one.at)]
        return [Action("Move using landspeed", one.number) for one in movers]

    def _next_to(self, place: Card) -> list[Card]:
        """The adjacent sites of a location; Jabba's Palace, at the end of the row, has none."""
        row, index = self.table.row[1:], self.table.index(place) - 1
        return [] if index < 0 else [row[near] for near in (index - 1, index + 1) if 0 <= near < len(row)]

    def move(self, player: Player, one: Card, place: Card) -> None:
        """Moves a character to an adjacent location."""
        table, start = self.table, one.at
        if start is None:
            raise ValueError(one)
        if self.is_seat(player):
            taken = Action("Move using landspeed", one.number)
            self.choose("Choose Move action or Pass", self.moves(), taken)
            question = f"Choose where to move {one.name} using landspeed, {DONE}"
            self.select(question, self._next_to(start), place, 0)
        self.pay(player, 1)
        self.window()
        table.say(f"{player.name} moves {one.name} from {start.name} to {place.name} using landspeed")
        one.at = place
        table.show("MCIP", one, player, "AT_LOCATION")
        table.count()
        self.window()

    # --- Losing Force ---

    def lose_from(self, player: Player, pile: str, one: Card) -> None:
        """Loses a card from hand or from the top of a pile."""
        table = self.table
        source = {HAND: "hand", RESERVE: "Reserve Deck", FORCE: "Force Pile", USED: "Used Pile"}[pile]
        table.say(f"{player.name} loses a Force, {one.name}, from {source}")
        if pile == HAND:
            table.from_hand(player, one)
        else:
            with table.changing(player, pile):
                player.piles[pile].remove(one)
        table.on_pile(player, one, LOST)

    def lose_force(self, losses: Sequence[tuple[str, str]]) -> None:
        """The opponent loses Force, given as pairs of a pile and a blueprint."""
        other = self.table.other
        for place, (pile, blueprint) in enumerate(losses):
            left = len(losses) - place
            self.table.say(f"{other.name} has {left} Force loss remaining to satisfy")
            self.lose_from(other, pile, self.pick(pile, blueprint))
            self.table.count()

    def pick(self, pile: str, blueprint: str) -> Card:
        """The opponent's card to lose: one in hand, or the top card of a pile."""
        other = self.table.other
        if pile == HAND:
            return next(one for one in other.piles[HAND] if one.blueprint == blueprint)
        top = other.piles[pile][0]
        self.table.exchange(other, top, blueprint, pile)
        return top

    def choose_loss(self, taken: Card) -> None:
        """The seat loses 1 Force, from hand or from the top of a pile."""
        table, seat = self.table, self.table.seat
        table.say(f"{seat.name} has 1 Force loss remaining to satisfy")
        tops = [seat.piles[pile][0] for pile in (FORCE, RESERVE, USED) if seat.piles[pile]]
        self.select("Choose Force to lose", [*seat.piles[HAND], *tops], taken)
        pile = next(name for name, cards in seat.piles.items() if taken in cards)
        self.lose_from(seat, pile, taken)
        table.count()
        self.window()

    # --- Draining ---

    def drains(self) -> list[Action]:
        """The seat's Force drain actions."""
        table = self.table
        places = [place for place in table.controls(table.seat) if place.fact.icons[1] and place not in self.drained]
        return [Action("Force drain", place.number) for place in places]

    def drain(self, player: Player, place: Card, *, adding: bool = False) -> None:
        """Initiates a Force drain, without the loss. The seat may add 1 with a lightsaber at the location."""
        table = self.table
        amount = place.fact.icons[1 - player.icon]
        if self.is_seat(player):
            self.choose("Choose Control action or Pass", self.drains(), Action("Force drain", place.number))
        self.drained.add(place)
        table.show("CA", place, player, "LOCATIONS")
        table.say(f"{player.name} initiates Force drain of {amount} at {place.name}")
        saber = next((one for one in player.in_play if one.blueprint == SABER and one.on and one.on.at is place), None)
        actions = [Action("Add 1 to Force drain", saber.number)] if saber else []
        taken = actions[0] if adding else None
        self.choose(f"Force drain initiated at {place.name} - {RESPONSES}" if saber else RESPONSES, actions, taken)
        if saber and adding:
            amount += 1
            table.show("CA", saber, player, "ATTACHED")
            table.say(f"{player.name} initiates {saber.name} optional response")
            table.say(f"{player.name} targets to add 1 to Force drain using {saber.name}")
            table.say(f"{player.name} adds 1 to Force drain using {saber.name}")
            self.window()
        table.say(f"{player.name} Force drains {amount} at {place.name}")
        self.window()
