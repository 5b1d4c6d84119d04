"""Deploying and taking cards in the sample game, with the events the server would log."""

from __future__ import annotations

from collections.abc import Sequence

from build_tools.sample_game.cards import BARRIER, COMMAND, RIFLE_DROID, SABER, SCUM, VADER
from build_tools.sample_game.gemp_decisions import Action, Shown, arbitrary_cards
from build_tools.sample_game.table import FORCE, HAND, RESERVE, USED, Card, Player
from build_tools.sample_game.turns import DONE, RESPONSES, Turns


class Deploying(Turns):
    """Deploys locations, characters, weapons and Effects."""

    def deployable(self) -> list[Action]:
        """The seat's actions of cards in play, then its deployments from hand."""
        seat = self.table.seat
        actions = [self.alien()] if self._has(RIFLE_DROID) else []
        force = len(seat.piles[FORCE])
        for one in sorted(seat.piles[HAND], key=lambda held: held.number):
            fits = one.fact.kind in ("location", "effect")
            fits |= one.fact.kind == "character" and one.fact.deploy <= force and not self._has(one.blueprint)
            fits |= one.blueprint == SABER and self._has(VADER)
            if fits:
                actions.append(Action("Deploy", one.number))
        return actions

    def _has(self, blueprint: str) -> bool:
        return any(one.blueprint == blueprint for one in self.table.seat.in_play)

    def _ask_to_deploy(self, one: Card) -> None:
        action = Action("Deploy", one.number)
        self.choose("Choose Deploy action or Pass", self.deployable(), action)

    def _ask_where(self, one: Card, places: Sequence[Card], place: Card, how: str = "") -> None:
        self.select(f"Choose where to deploy {one.name}{how}, {DONE}", places, place, 0)

    def deploy_location(self, player: Player, one: Card, index: int) -> None:
        """Deploys a location from hand into the row."""
        table = self.table
        if self.is_seat(player):
            self._ask_to_deploy(one)
        table.from_hand(player, one)
        self.place_location(player, one, index, "hand")
        self.window()

    def place_location(self, player: Player, one: Card, index: int, source: str) -> None:
        """Puts a location into the row."""
        table = self.table
        table.renew(one)
        table.row.insert(index, one)
        table.show("PCIP", one, player, "LOCATIONS")
        table.say(f"{player.name} deploys {one.name} from {source}")
        table.count()

    def deploy_character(self, player: Player, one: Card, place: Card) -> None:
        """Deploys a character to a location."""
        table = self.table
        if self.is_seat(player):
            self._ask_to_deploy(one)
            open_to = [where for where in table.row if where.fact.icons[player.icon] or table.characters(player, where)]
            self._ask_where(one, open_to, place)
        self.pay(player, one.fact.deploy)
        table.from_hand(player, one)
        table.count()
        one.at = place
        self._finish_deploying(player, one, "AT_LOCATION", f" to {place.name}")

    def deploy_weapon(self, one: Card, bearer: Card) -> None:
        """The seat deploys a weapon on a character."""
        table, seat = self.table, self.table.seat
        self._ask_to_deploy(one)
        self._ask_where(one, [bearer], bearer, " as attached")
        table.from_hand(seat, one)
        table.count()
        self._attach(one, bearer)

    def deploy_effect(self, one: Card) -> None:
        """The seat deploys an Effect on the table or on its location."""
        table, seat = self.table, self.table.seat
        where = table.row[0] if one.blueprint == SCUM else None
        self._ask_to_deploy(one)
        if where:
            self._ask_where(one, [where], where, " as attached")
        table.from_hand(seat, one)
        table.count()
        table.show("IP", one, seat, "VOID")
        onto = f" on {where.name}" if where else ""
        if where:
            table.affect(one, seat, "VOID", [where])
        table.say(f"{seat.name} targets to deploy {one.name} from hand{onto}")
        self.window(f"Deploying {one.name}")
        if where:
            self._attach(one, where)
            return
        self._finish_deploying(seat, one, "SIDE_OF_TABLE")

    def _attach(self, one: Card, bearer: Card) -> None:
        one.on = bearer
        self._finish_deploying(self.table.seat, one, "ATTACHED", f" on {bearer.name}")

    def _finish_deploying(self, player: Player, one: Card, zone: str, where: str = "") -> None:
        """The end of every deployment from hand: the card gets a new number and is shown, and the seat may respond."""
        table = self.table
        table.renew(one)
        player.in_play.append(one)
        table.show("PCIP", one, player, zone)
        table.say(f"{player.name} deploys {one.name} from hand{where}")
        table.count()
        if self.is_seat(player):
            self.window()
        else:
            self._barriers(one)

    def _barriers(self, one: Card) -> None:
        """The seat lets a character of the opponent come, although it may hold an Imperial Barrier."""
        held = [barrier for barrier in self.table.seat.piles[HAND] if barrier.blueprint == BARRIER]
        words = f"Prevent {one.name} from battling or moving"
        self.choose(f"{one.name} just deployed - {RESPONSES}", [Action(words, barrier.number) for barrier in held])

    def alien(self) -> Action:
        """The action of the first location, which has no effect in this script."""
        return Action("Deploy an alien from Reserve Deck", self.table.row[0].number)

    def start_and_stop(self) -> None:
        """The seat starts the first location's action, without effect."""
        table, seat = self.table, self.table.seat
        self.choose("Choose Deploy action or Pass", self.deployable(), self.alien())
        table.show("CA", table.row[0], seat, "LOCATIONS")
        table.say(f"{seat.name} initiates {table.row[0].name} top-level action")

    # --- Taking a card ---

    def take_leader(self, command: Card, blueprint: str) -> None:
        """The seat's Imperial Command, already chosen, takes an admiral or general from the Reserve Deck."""
        table, seat = self.table, self.table.seat
        reserve = seat.piles[RESERVE]
        table.say(f"{seat.name} initiates playing {command.name} from hand")
        table.from_hand(seat, command)
        what = "to take an admiral or general into hand from Reserve Deck"
        table.say(f"{seat.name} plays {command.name} from hand {what}")
        table.show("IP", command, seat, "VOID")
        table.count()
        self.window(f"Playing {command.name}")
        shown = [Shown(one.blueprint, one.fact.leads, horizontal=one.fact.kind == "location") for one in reserve]
        taken = next(one for one in reserve if one.blueprint == blueprint)
        question = arbitrary_cards(seat.name, "Choose card to take into hand", shown)
        self.ask(question, f"temp{reserve.index(taken)}")
        self.window()
        reserve.remove(taken)
        table.renew(taken)
        seat.piles[HAND].append(taken)
        table.show_hand(seat, taken)
        table.say(f"{seat.name} takes {taken.name} into hand from Reserve Deck")
        table.count()
        table.shuffle(seat)
        table.count()
        table.on_pile(seat, command, USED)
        table.say(f"{seat.name} puts {command.name} in Used Pile")
        table.count()
        self.window()

    def commands(self) -> list[Action]:
        """The actions of the seat's Imperial Commands in hand."""
        held = [one for one in self.table.seat.piles[HAND] if one.blueprint == COMMAND]
        return [Action("Take card into hand from Reserve Deck", one.number) for one in held]
