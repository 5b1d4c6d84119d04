"""Battles in the sample game, with the events the server would log: weapons, destiny, attrition, damage, forfeits."""

from __future__ import annotations

from build_tools.sample_game.cards import FIRST_STRIKE, SCUM
from build_tools.sample_game.control import Control
from build_tools.sample_game.gemp import battle_ends, battle_starts
from build_tools.sample_game.gemp_decisions import Action, action_choice, multiple_choice
from build_tools.sample_game.table import LOST, RESERVE, USED, Card, Player
from build_tools.sample_game.turns import DONE

_WEAPONS = "Choose weapons segment action to play or Pass"
_TO_DRAW = 4
"""The total ability needed to draw battle destiny."""


class Battles(Control):
    """Battles that the seat initiates."""

    # --- Beginning and end ---

    def initiate(self, place: Card) -> None:
        """Starts a battle."""
        table, seat = self.table, self.table.seat
        places = [one for one in table.row if table.characters(seat, one) and table.characters(table.other, one)]
        actions = [Action("Initiate battle", one.number) for one in places]
        self.choose("Choose Battle action or Pass", actions, Action("Initiate battle", place.number))
        self.pay(seat, 1)
        table.say(f"{seat.name} initiates battle at {place.name}")
        fighting = [*table.characters(seat, place), *table.characters(table.other, place)]
        carried = [one for one in seat.in_play if one.on in fighting]
        table.write(battle_starts(table.index(place), [one.number for one in (*fighting, *carried)]))
        for player in (seat, table.other):
            able = sum(one.fact.ability for one in table.characters(player, place)) >= _TO_DRAW
            player.battle = {"Power": table.power(player, place), "NumBattleDestiny": int(able)}
        table.count()

    def finish(self, place: Card) -> None:
        """Ends the battle."""
        table = self.table
        for player in (table.seat, table.other):
            player.battle = {}
        table.say(f"Battle at {place.name} ends")
        table.write(battle_ends())

    def required(self, place: Card, *, first_strike_first: bool, loss: tuple[str, str]) -> None:
        """The seat's two Effects respond, in the order that the seat chooses."""
        table, seat = self.table, self.table.seat
        strike, scum = seat.find(FIRST_STRIKE), seat.find(SCUM)
        actions = [
            Action("Retrieve 1 Force and lose 1 Force", blueprint_id=FIRST_STRIKE),
            Action("Retrieve 2 Force", blueprint_id=SCUM),
        ]
        question = f"Battle just initiated at {place.name} - Required responses"
        self.ask(action_choice(seat.name, question, actions), "0" if first_strike_first else "1")
        order = (strike, scum) if first_strike_first else (scum, strike)
        for one in order:
            table.show("CA", one, seat, "ATTACHED" if one.on else "SIDE_OF_TABLE")
            table.say(f"{one.name} required response is initiated")
            if one is scum:
                table.say(f"{one.name} targets to retrieve 2 Force")
                self._retrieve(2)
            else:
                table.say(
                    f"{one.name} targets to make {seat.name} retrieve 1 Force and {table.other.name} lose 1 Force"
                )
                self._retrieve(1)
                self.lose_force([loss])

    def _retrieve(self, amount: int) -> None:
        """The seat retrieves up to ``amount`` Force from the top of its Lost Pile."""
        table, seat = self.table, self.table.seat
        self.window()
        table.say(f"{seat.name}'s Force retrieval amount is {amount}")
        for place in range(min(amount, len(seat.piles[LOST]))):
            table.say(f"{seat.name} retrieves {seat.piles[LOST][0].name} ({place + 1} Force retrieved)")
            with table.changing(seat, LOST):
                one = seat.piles[LOST].pop(0)
            table.on_pile(seat, one, USED)
            table.count()

    # --- Weapons and destiny ---

    def fire_rifle(self, droid: Card, target: Card) -> None:
        """The seat fires the droid's rifle, which cancels a character's game text and draws no destiny."""
        table, seat = self.table, self.table.seat
        if droid.at is None:
            raise ValueError(droid)
        action = Action("Fire 4-LOM's Concussion Rifle", droid.number)
        self.choose(_WEAPONS, [action], action)
        self.select(f"Choose target, {DONE}", table.characters(table.other, droid.at), target, 0)
        self._aim(seat, droid, target)
        self.window("Fire 4-LOM's Concussion Rifle")
        table.say(f"{target.name}'s game text is canceled until end of the turn")
        table.affect(droid, seat, "AT_LOCATION", [target])
        self.window()

    def fire_back(self, shooter: Card, target: Card, *drawn: str) -> None:
        """The opponent fires a character's built-in lightsaber, and draws these cards for weapon destiny."""
        table, other = self.table, self.table.other
        self._aim(other, shooter, target)
        self.window("Fire Obi-Wan's Lightsaber")
        total = 0
        for blueprint in drawn:
            total += self._destiny(other, "weapon destiny", blueprint)
        table.say(f"{other.name}'s total weapon destiny is {total}")
        self.window()
        defense = target.fact.ability
        table.say(f"Total destiny: {total}")
        table.say(f"Defense value: {defense}")
        table.say(f"Result: {'Succeeded' if total > defense else 'Failed'}")
        if total > defense:
            table.say(f"{target.name} is 'hit' by {shooter.name} and its forfeit is reset to 0")
            table.affect(shooter, other, "AT_LOCATION", [target])
            target.hit = True
            table.show("ROCIP", target, table.seat, "AT_LOCATION")
        self.window()

    def hold_fire(self) -> None:
        """The seat passes in the weapons segment."""
        self.choose(_WEAPONS)

    def _aim(self, player: Player, weapon: Card, target: Card) -> None:
        table = self.table
        table.show("CA", weapon, player, "AT_LOCATION")
        table.say(f"{player.name} targets to fire {weapon.name} at {target.name} using {weapon.name}")
        table.affect(weapon, player, "AT_LOCATION", [target])

    def _destiny(self, player: Player, what: str, blueprint: str) -> int:
        """Draws the top card of the Reserve Deck for destiny; it goes to the Used Pile."""
        table = self.table
        one = player.piles[RESERVE][0]
        table.exchange(player, one, blueprint, RESERVE)
        table.show("DD", one, player, f"TOP_OF_{RESERVE}", face_down=True, destinyText=what)
        with table.changing(player, RESERVE):
            player.piles[RESERVE].pop(0)
        table.renew(one)
        table.show("PCIP", one, player, "TOP_OF_UNRESOLVED_DESTINY_DRAW")
        table.count()
        table.say(f"{player.name} draws {one.name} as a {one.fact.destiny} for {what}")
        table.remove_card(one)
        table.on_pile(player, one, USED)
        table.count()
        return one.fact.destiny

    def battle_destiny(self, player: Player, blueprint: str) -> int:
        """Draws one battle destiny, which adds to power; for the seat, with the decision whether to."""
        table = self.table
        if self.is_seat(player):
            question = multiple_choice(player.name, "Do you want to draw 1 battle destiny?", ["Yes", "No"])
            self.ask(question, "0")
        destiny = self._destiny(player, "battle destiny", blueprint)
        table.say(f"{player.name}'s total battle destiny is {destiny}")
        player.battle |= {"NumBattleDestiny": 0, "Power": int(player.battle["Power"]) + destiny}
        table.count()
        self.window()
        return destiny

    # --- Damage ---

    def result(self, attrition: dict[str, int]) -> None:
        """Writes who wins, and what each side has to satisfy.

        Args:
            attrition: Side ("dark", "light") -> attrition on it, drawn by the other side.
        """
        table = self.table
        sides = sorted((table.seat, table.other), key=lambda player: player.side)
        totals = {player.side: int(player.battle["Power"]) for player in sides}
        for player in sides:
            player.battle["AttritionRemaining"] = attrition[player.side]
        table.count()
        self.window()
        for side, total in totals.items():
            table.say(f"{side.capitalize()} side total power: {total}")
        table.say(f"{max(totals, key=lambda side: totals[side]).capitalize()} side wins battle")
        for player in sides:
            against = totals["light" if player.side == "dark" else "dark"]
            player.battle["DamageRemaining"] = max(0, against - totals[player.side])
            player.battle["Power"] = -1
        table.count()

    def _remaining(self, player: Player) -> None:
        attrition, damage = (int(player.battle[f"{what}Remaining"]) for what in ("Attrition", "Damage"))
        left = [f"{amount} {what}" for amount, what in ((attrition, "attrition"), (damage, "battle damage")) if amount]
        self.table.say(f"{player.name} has {' and '.join(left)} remaining to satisfy")

    def forfeit(self, player: Player, one: Card) -> None:
        """Forfeits a card from the battle; for the seat, with the decision which (it has no damage in this script)."""
        table, place = self.table, one.at
        if place is None:
            raise ValueError(one)
        self._remaining(player)
        if self.is_seat(player):
            self.select("Choose a card from battle to forfeit", table.characters(player, place), one)
        table.say(f"{player.name} choose to forfeit {one.name}")
        self._satisfy(player, 0 if one.hit else one.fact.forfeit)
        table.count()
        table.remove_card(one)
        table.say(f"{player.name} forfeits {one.name} from table")
        player.in_play.remove(one)
        table.count()
        table.on_pile(player, one, LOST)
        table.say(f"{player.name} puts {one.name} on Lost Pile")
        table.count()
        table.show("RFB", one, player, f"TOP_OF_{LOST}")
        self.window()

    def damage(self, pile: str, blueprint: str) -> None:
        """The opponent loses a Force to battle damage."""
        table, other = self.table, self.table.other
        self._remaining(other)
        self.lose_from(other, pile, self.pick(pile, blueprint))
        other.battle["DamageRemaining"] = int(other.battle["DamageRemaining"]) - 1
        table.count()

    def _satisfy(self, player: Player, worth: int) -> None:
        """Counts a forfeited card against attrition and battle damage, in full against both."""
        for what in ("AttritionRemaining", "DamageRemaining"):
            player.battle[what] = max(0, int(player.battle[what]) - worth)
