"""The value of a card to deploy: the source document's factors, and factors by card type."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil, floor

from py_engine.games.swccg.policies.card_texts import deploy_cost, may_deploy
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part
from py_engine.games.swccg.policies.evaluators.battle.ground import (
    BATTLE_ABILITY,
    Ground,
    Grounds,
    ability_of,
    fights,
    number_text,
    pilots_of,
)
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors
from py_engine.games.swccg.policies.evaluators.deploy.where import (
    MAX_DEFICIT,
    Body,
    aboard,
    at_place,
    is_pilot,
    matches,
    plain_title,
    power_at,
    weapon_fits,
)
from py_engine.games.swccg.rules.board import Card
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["Deployments", "icon_parts"]

HIGH_POWER = 5.0
KEPT = 2.0
"""Force worth keeping for a battle, a move or a response."""
_SUPPORT = ("Effect", "Epic Event", "Admiral's Order", "Objective", "Jedi Test #1", "Defensive Shield", "Game Aid")
_SHIPS = ("Starship", "Vehicle")
_IN_PLAY = ("AT_LOCATION", "ATTACHED")


def icon_parts(side: str, facts: CardFacts, group: str) -> Iterator[Part]:
    """Findings on a location's Force icons for the player of a side.

    The opponent's icons generate Force for the opponent every turn, but can be drained by whoever controls the location;
    on balance they cost a little.

    Args:
        side: The side of the player.
        facts: The facts of the location.
        group: The group of the weights ``own_icons`` and ``their_icons``.
    """
    own = facts.own_icons(side)
    other = facts.own_icons("light" if side == "dark" else "dark")
    if own:
        yield Part("own_icons", f"{own} more Force every turn", f"{group}.own_icons", float(own))
    if other:
        label = f"{other} more Force every turn for the opponent, but as much to drain there"
        yield Part("their_icons", label, f"{group}.their_icons", float(other))


class Deployments:
    """Findings on the cards that a decision may deploy, each computed once.

    Args:
        context: The decision.
        grounds: Its locations.
    """

    def __init__(self, context: DecisionContext, grounds: Grounds) -> None:
        self.context, self.grounds = context, grounds
        self._found: dict[tuple[str, bool, int | None], Factors] = {}

    def factors(self, facts: CardFacts, *, free: bool, only: Ground | None = None) -> Factors:
        """Findings on deploying a card.

        Args:
            facts: The facts of the card.
            free: Whether it costs no Force.
            only: The one location where it can go, as a 'react'; None if it can go to others.
        """
        key = (facts.blueprint_id, free, None if only is None else only.index)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = Factors(self.context.weights)
            self._document(found, facts)
            self._by_type(found, facts)
            if not free:
                self._cost(found, facts)
            # A pilot deployed together with its ship goes aboard and needs no location.
            if "simultaneously" not in self.context.words:
                self._place(found, facts, only)
        return found

    def _document(self, factors: Factors, facts: CardFacts) -> None:
        """The source document's factors: efficiency, uniqueness, high power and ability, a deficit in power."""
        power, ability = facts.power or 0.0, ability_of(facts)
        strong = facts.power is not None or facts.ability is not None
        if strong and facts.deploy is not None:
            text = (
                f"Power {number_text(power)} and ability {number_text(ability)} for {number_text(facts.deploy)} Force"
            )
            factors.add("efficiency", text, "deploy.efficiency", (power + ability) / max(facts.deploy, 1.0))
        elif strong:
            factors.note("unknown_cost", "Its printed cost is not a number")
        if facts.type == "Character":
            factors.add("character", "A character", "deploy.character")
            if facts.unique:
                factors.add("unique", "A unique character", "deploy.unique")
        if power >= HIGH_POWER:
            factors.add("high_power", f"High power: {number_text(power)}", "deploy.high_power")
        if ability >= BATTLE_ABILITY:
            factors.add("high_ability", f"High ability: {number_text(ability)}", "deploy.high_ability")
        board = self.context.board
        own, other = board.total_power("seat"), board.total_power("opponent")
        if power > 0 and own < other:
            text = (
                f"Behind on power by {number_text(other - own)} ({number_text(own)} against {number_text(other)}):"
                f" it adds {number_text(power)}"
            )
            factors.add("power_deficit", text, "deploy.power_deficit", power)

    def _by_type(self, factors: Factors, facts: CardFacts) -> None:
        if facts.type == "Location":
            self._location(factors, facts)
        elif facts.type == "Weapon":
            factors.add("weapon", "A weapon", "deploy.weapon")
            self._carriers(factors, facts)
        elif facts.type == "Device":
            factors.add("device", "A device", "deploy.device")
            factors.note("by_text", "Its text is not judged")
        elif facts.type in _SHIPS:
            self._crew(factors, facts)
        elif facts.type == "Character":
            self._ship(factors, facts)
        elif facts.type in _SUPPORT or facts.type.startswith("Jedi Test"):
            factors.add("support", "Keeps working from the table", "deploy.support")
            factors.note("by_text", "Its text is not judged")

    def _location(self, factors: Factors, facts: CardFacts) -> None:
        side = self.context.side
        factors.add("location", "A location: it costs nothing, and later cards can deploy there", "deploy.location")
        if side is None:
            factors.note("unknown_icons", "Which icons are yours is unknown")
            return
        factors.parts.extend(icon_parts(side, facts, "deploy"))

    def _carriers(self, factors: Factors, facts: CardFacts) -> None:
        """Who could use a weapon."""
        if facts.subtype not in ("Character", *_SHIPS):
            return
        table = [each for _, each in self._in_play if fights(each)]
        owner = next((each for each in table if matches(facts, each)), None)
        user = next((each for each in table if weapon_fits(facts, each)), None)
        if owner is not None:
            text = f"It matches {plain_title(owner.title)}, who is on the table"
            factors.add("matching", text, "deploy.matching")
        elif user is not None:
            factors.note("carrier", f"{plain_title(user.title)} can use it")
        else:
            factors.add("no_carrier", "No known card on the table can use it", "deploy.no_carrier")

    def _crew(self, factors: Factors, facts: CardFacts) -> None:
        """A starship or vehicle and its pilots."""
        near = [*self._in_hand, *(each for _, each in self._in_play)]
        own = next((each for each in near if each.type == "Character" and matches(facts, each)), None)
        if own is not None:
            factors.add("matching", f"Its matching pilot {plain_title(own.title)} is available", "deploy.matching")
        if pilots_of(facts):
            return
        pilot = next((each for each in near if is_pilot(each)), None)
        if pilot is None:
            factors.add("unpiloted", "It has no pilot, and none is available: no power", "deploy.unpiloted")
        else:
            factors.note("pilot", f"It needs a pilot: {plain_title(pilot.title)} is available")

    def _ship(self, factors: Factors, facts: CardFacts) -> None:
        """A character whose matching ship or weapon is available."""
        near = [*(each for _, each in self._in_play), *self._in_hand]
        thing = next((each for each in near if each.type in (*_SHIPS, "Weapon") and matches(facts, each)), None)
        if thing is not None:
            factors.add("matching", f"The matching {plain_title(thing.title)} is available", "deploy.matching")

    def _cost(self, factors: Factors, facts: CardFacts) -> None:
        force, cost = self.context.force, facts.deploy
        if force is None:
            factors.note("unknown_force", "The Force available is unknown")
        if force is None or not cost:
            return
        by, printed = "Its printed cost is", cost
        if cost > force:
            # The location is chosen later: what a text saves at one of them counts only if it is needed.
            cost = self._least_cost(facts, cost)
            by = by if cost == printed else "By its text it costs at least"
        if cost > force:
            text = f"{by} {number_text(cost)}, but the Force Pile has {force}: it needs a discount"
            factors.add("unaffordable", text, "deploy.unaffordable")
            return
        left, due = force - cost, self.context.upkeep
        if left < KEPT + due:
            text = f"Leaves {number_text(left)} Force for battles, moves and responses"
            text += f", and {due} are due for maintenance" if due else ""
            factors.add("force_left", text, "deploy.force_left", KEPT + due - left)

    def _least_cost(self, facts: CardFacts, printed: float) -> float:
        """The least that a card with power costs at a location where it may go; other cards have their printed cost."""
        places = (each.facts for each in self.grounds.all() if each.facts is not None and _may_go(facts, each))
        costs = [cost for each in places if (cost := deploy_cost(facts, each)) is not None] if fights(facts) else []
        return min(costs, default=printed)

    def _place(self, factors: Factors, facts: CardFacts, only: Ground | None) -> None:
        """The best location for a card with power, so that one with nowhere to go is not deployed for its numbers."""
        if not fights(facts) or not self.context.weights["deploy.place"]:
            return
        found = list(self._places(Body(facts), only))
        if not found:
            factors.note("no_place", "Where it may be deployed is unknown")
            return
        name, best, ground = max(found, key=lambda each: each[1].points)
        strongest = best.strongest()
        best_at = f"Best at {name}" if only is None else f"It goes to {name}"
        text = f"{best_at}: {strongest[:1].lower()}{strongest[1:]}" if strongest else best_at
        factors.add("place", text, "deploy.place", best.points)
        if ground is not None:
            self._outgunned(factors, facts, ground)

    def _outgunned(self, factors: Factors, facts: CardFacts, ground: Ground) -> None:
        """Its best location is one where it would stand alone against more power than the rest of the hand could add."""
        behind = ground.theirs.strength - power_at(Body(facts), ground)
        if ground.mine.is_present or not ground.theirs.is_present or behind <= 0:
            return
        behind -= self._support(facts, ground)
        if behind > 0:
            text = f"Alone at {ground.name}, behind by {number_text(behind)} even with the best cards that could follow"
            factors.add("outgunned", text, "deploy.outgunned", min(behind, MAX_DEFICIT))

    def _support(self, facts: CardFacts, ground: Ground) -> float:
        """The most power that the other cards in hand could add there with the Force that is left."""
        force = floor((self.context.force or 0) - (facts.deploy or 0.0))
        if force < 0:
            return 0.0
        # A knapsack, by dynamic programming: the most power for each amount of Force.
        most = [0.0] * (force + 1)
        for each in self._others(facts):
            if _may_go(each, ground):
                cost, power = ceil(each.deploy or 0.0), power_at(Body(each), ground)
                for spent in range(force, cost - 1, -1):
                    most[spent] = max(most[spent], most[spent - cost] + power)
        return most[force]

    def _others(self, facts: CardFacts) -> list[CardFacts]:
        """The cards in hand that could fight beside a card, of which one copy is deployed; a unique card is there once."""
        rest = [each for each in self._in_hand if fights(each)]
        if facts in rest:
            rest.remove(facts)
        unique = {each.blueprint_id: each for each in rest if each.unique and each != facts}
        return [*(each for each in rest if not each.unique), *unique.values()]

    def _places(self, body: Body, only: Ground | None) -> Iterator[tuple[str, Factors, Ground | None]]:
        """The places for a card: their name, its findings there, and the location; None for a ship to board."""
        weights = self.context.weights
        for ground in [only] if only is not None else self.grounds.all():
            if only is not None or _may_go(body.facts, ground):
                factors = Factors(weights)
                at_place(factors, self.grounds, body, ground)
                yield ground.name, factors, ground
        if only is not None or not is_pilot(body.facts):
            return
        for card, ship in self._in_play:
            if ship.type in _SHIPS:
                factors = Factors(weights)
                aboard(factors, self.context, self.grounds, body, card)
                yield plain_title(ship.title), factors, None

    @cached_property
    def _in_hand(self) -> list[CardFacts]:
        hand = (self.context.facts(card.blueprint_id) for card in self.context.board.hand())
        return [facts for facts in hand if facts is not None]

    @cached_property
    def _in_play(self) -> list[tuple[Card, CardFacts]]:
        cards = [card for card in self.context.board.cards.values() if card.owner == "seat" and card.zone in _IN_PLAY]
        return [(card, facts) for card in cards if (facts := self.context.facts(card.blueprint_id)) is not None]


def _may_go(facts: CardFacts, ground: Ground) -> bool:
    """Whether a card may usually be deployed to a location: one with a Force icon or cards of the seat, if its text agrees."""
    if not ground.own_icons and not ground.mine.is_present:
        return False
    if ground.facts is not None and not may_deploy(facts, ground.facts):
        return False
    return ground.space is None or ground.space == (facts.type == "Starship")
