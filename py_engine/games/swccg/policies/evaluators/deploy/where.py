"""The value of a place for a card: power and drains at a location, pilots aboard ships, carriers for weapons."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.games.swccg.policies.card_texts import Around, added_power, deploy_cost
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.battle.ahead import Host
from py_engine.games.swccg.policies.evaluators.battle.ground import (
    BATTLE_ABILITY,
    Ground,
    Grounds,
    ability_of,
    fights,
    has_presence,
    is_pilot,
    matches,
    number_text,
    piloting,
    pilots_of,
    plain_title,
)
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors
from py_engine.games.swccg.policies.evaluators.deploy.plans import after_arrival
from py_engine.games.swccg.rules.board import Card
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.texts import TextEffect

__all__ = ["Body", "aboard", "at_place", "crew_of", "is_pilot", "matches", "place_for", "plain_title", "weapon_fits"]

ENOUGH = 6.0
"""Power that holds an uncontested location; a lead of this size wins a battle whatever the destiny."""
WEAK = 4.0
"""A card with less power and ability than this should not be alone."""
MAX_DEFICIT = 8.0
"""Cap on deficits in power."""


def weapon_fits(weapon: CardFacts, carrier: CardFacts) -> bool:
    """Whether a card can use a weapon, by matching titles and icons."""
    if matches(weapon, carrier):
        return True
    if weapon.subtype == "Character":
        return carrier.type == "Character" and any(icon.startswith("Warrior") for icon in carrier.icons)
    return weapon.subtype == carrier.type


def pilot_power(pilot: CardFacts, ship: CardFacts) -> float:
    """What a pilot's text adds to the power of a ship that it pilots; "any TIE" and the like count if the ship is certainly one."""
    return max((effect.amount for effect in pilot.says("pilot_power") if _piloted(effect, ship)), default=0.0)


def _piloted(effect: TextEffect, ship: CardFacts) -> bool:
    if effect.when:
        return False
    what = effect.what.lower().removeprefix("any ")
    return what == "anything" or what in plain_title(ship.title).lower() or what in ship.subtype.lower()


class Body:
    """A card's printed contribution to a location.

    Args:
        facts: The facts of the card.
        crew: The characters aboard a starship or vehicle.

    Attributes:
        power: 0 for a ship that lacks a pilot.
        ability: A ship's permanent pilots count as 1 each.
        presence: Whether it can control a location alone.
    """

    def __init__(self, facts: CardFacts, crew: Sequence[CardFacts] = ()) -> None:
        pilots = pilots_of(facts)
        character = facts.type == "Character"
        driven = character or pilots > 0 or any(is_pilot(each) for each in crew)
        self.facts = facts
        self.power = (facts.power or 0.0) if driven else 0.0
        for each in () if character else piloting(facts, crew) or ():
            self.power += pilot_power(each, facts)
        self.ability = ability_of(facts)
        for each in crew:
            self.ability += each.ability or 0.0
        self.presence = self.ability > 0 or has_presence(facts)


def power_at(body: Body, ground: Ground) -> float:
    """A card's power at a location, with what its text adds there."""
    more = added_power(body.facts, Around(ground.facts)) if ground.facts is not None and body.power else 0.0
    return max(0.0, body.power + more)


def at_place(factors: Factors, grounds: Grounds, body: Body, ground: Ground, group: str = "where") -> None:
    """Adds the findings on a card with power at a location.

    Args:
        factors: Receives the findings.
        grounds: The locations.
        body: The card.
        ground: Its destination.
        group: The group of the weights: ``where`` for a deployment, ``move`` for a move.
    """
    if group == "where" and ground.mine.strength < ground.theirs.strength:
        text = (
            f"Power is needed there: {number_text(ground.mine.strength)} against {number_text(ground.theirs.strength)}"
        )
        factors.add("needed", text, "where.source_needed")
    if group == "where":
        _cheaper(factors, body.facts, ground)
    if ground.theirs.is_present:
        _contested(factors, body, ground, group)
    elif ground.mine.is_present:
        _held(factors, ground, group)
    else:
        _empty(factors, grounds, body, ground, group)
    _destiny(factors, body, ground, group)
    landed = body.facts.type == "Starship" and ground.space is False
    if landed:
        factors.add("landed", "A starship has no power at a site", f"{group}.landed")
    arriving = Host(0.0 if landed else body.power, body.ability, body.facts.forfeit or 0.0)
    after_arrival(factors, grounds, ground, arriving, body.facts.deploy or 0.0 if group == "where" else None)


def _cheaper(factors: Factors, facts: CardFacts, ground: Ground) -> None:
    """What a card's text changes in the cost of deploying it there."""
    cost = None if ground.facts is None else deploy_cost(facts, ground.facts)
    saved = 0.0 if cost is None or facts.deploy is None else facts.deploy - cost
    if saved:
        text = f"Its text makes it cost {number_text(abs(saved))} {'less' if saved > 0 else 'more'} there"
        factors.add("cheaper", text, "where.cheaper", saved)


def _contested(factors: Factors, body: Body, ground: Ground, group: str) -> None:
    mine, theirs = ground.mine, ground.theirs
    total = mine.strength + power_at(body, ground)
    text = f"Power there {number_text(total)} with this card against {number_text(theirs.strength)}"
    before, lead = mine.strength - theirs.strength, total - theirs.strength
    gained = min(lead, ENOUGH) - max(before, 0.0)
    if mine.is_present and before >= ENOUGH:
        factors.add("stacked", f"{text}: already enough without it", f"{group}.stacked")
    elif lead > 0 and gained > 0:
        factors.add("ahead", text, f"{group}.ahead", gained)
    elif lead < 0 and not mine.is_present:
        factors.add("outmatched", text, f"{group}.outmatched", min(-lead, MAX_DEFICIT))
    elif lead < 0:
        factors.add("still_behind", f"{text}: still behind", f"{group}.still_behind", min(-lead, MAX_DEFICIT))
    else:
        factors.note("equal", text)
    if mine.is_present and before < 0:
        closed = min(total - mine.strength, -before)
        if closed > 0:
            gained_text = f"Makes up {number_text(closed)} of a deficit of {number_text(-before)}"
            factors.add("closes", gained_text, f"{group}.closes", closed)
        if lead > 0:
            factors.add("turns", "Behind there without it, ahead with it", f"{group}.turns")
    if not mine.is_present and ground.exposure and body.presence and theirs.may_drain:
        text = f"Stops the opponent's Force drain of {ground.exposure} there"
        factors.add("stops_drain", text, f"{group}.stops_drain", float(ground.exposure))


def _held(factors: Factors, ground: Ground, group: str) -> None:
    strength = ground.mine.strength
    if strength >= ENOUGH:
        factors.add("stacked", f"Already held, uncontested, with power {number_text(strength)}", f"{group}.stacked")
    else:
        factors.add("reinforces", f"Reinforces power {number_text(strength)} there", f"{group}.reinforces")


def _empty(factors: Factors, grounds: Grounds, body: Body, ground: Ground, group: str) -> None:
    if not body.presence:
        factors.add("no_presence", "It has no ability, so alone it cannot control the location", f"{group}.no_presence")
    elif ground.drain is None:
        factors.note("unknown_icons", "The icons there are unknown, so drains are not judged")
    elif ground.drain:
        text = f"Controls the location: a Force drain of {ground.drain}"
        factors.add("drain", text, f"{group}.drain", float(ground.drain))
    else:
        factors.add("idle", "Nobody to fight there, and nothing to drain", f"{group}.idle")
    near = max(grounds.neighbours(ground), key=lambda each: each.theirs.strength, default=None)
    if near is not None and near.theirs.strength > body.power:
        text = f"Alone with power {number_text(body.power)}, next to power {number_text(near.theirs.strength)} at {near.name}"
        factors.add("exposed", text, f"{group}.exposed", min(near.theirs.strength - body.power, MAX_DEFICIT))
    elif body.power < WEAK and body.ability < BATTLE_ABILITY:
        text = f"Alone with power {number_text(body.power)} and ability {number_text(body.ability)}"
        factors.add("alone", text, f"{group}.alone", WEAK - body.power)


def _destiny(factors: Factors, body: Body, ground: Ground, group: str) -> None:
    """Adds that the card brings the ability there up to what a battle destiny needs."""
    before = ground.mine.ability
    if before is None:
        if ground.mine.is_present:
            return
        before = 0.0
    after = before + body.ability
    if before < BATTLE_ABILITY <= after:
        text = f"Ability there {number_text(after)}: enough for a battle destiny"
        factors.add("destiny", text, f"{group}.destiny")


def aboard(
    factors: Factors, context: DecisionContext, grounds: Grounds, body: Body, carrier: Card, *, group: str = "where"
) -> None:
    """Adds the findings on a card aboard a starship or vehicle; see ``at_place``."""
    ship = context.facts_of(carrier)
    if ship is None:
        factors.note("unknown_carrier", "The card to board is unknown")
        return
    piloted = pilots_of(ship) > 0 or any(is_pilot(facts) for facts in crew_of(context, carrier))
    name = plain_title(ship.title)
    if matches(body.facts, ship):
        factors.add("matching", f"{name} is its matching ship", f"{group}.matching")
    seated = is_pilot(body.facts) and piloting(ship, [*crew_of(context, carrier), body.facts]) is not None
    more = pilot_power(body.facts, ship) if seated else 0.0
    if more:
        factors.add("pilot_power", f"Adds {number_text(more)} to the power of {name}", f"{group}.pilot_power", more)
    if not piloted and is_pilot(body.facts):
        factors.add("pilots", f"Pilots {name}: its power {number_text(ship.power or 0.0)} counts", f"{group}.pilots")
    elif body.power > 0:
        full = is_pilot(body.facts) and not seated and any(ship.says("capacity"))
        taken = "has no seat for another pilot" if full else "already has a pilot"
        why = f"{name} {taken}" if piloted else "it is not a pilot"
        text = f"Its own power {number_text(body.power)} does not count aboard, and {why}"
        factors.add("power_unused", text, f"{group}.power_unused", body.power)
    ground = grounds.of(carrier.card_id)
    if ground is not None:
        _destiny(factors, body, ground, group)


def crew_of(context: DecisionContext, carrier: Card) -> list[CardFacts]:
    """The known characters aboard a card."""
    aboard_it = (context.facts_of(card) for card in context.board.attached(carrier.card_id))
    return [facts for facts in aboard_it if facts is not None and facts.type == "Character"]


def onto(factors: Factors, context: DecisionContext, grounds: Grounds, facts: CardFacts, carrier: Card) -> None:
    """Adds the findings on a weapon or another card attached to a card."""
    there = context.facts_of(carrier)
    if facts.type != "Weapon" or carrier.owner != "seat":
        factors.note("by_text", "Its best place depends on its text, which is not judged")
        return
    if there is None:
        factors.note("unknown_carrier", "The carrier is unknown")
        return
    name = plain_title(there.title)
    if matches(facts, there):
        factors.add("matching", f"It is the weapon of {name}", "where.matching")
    elif weapon_fits(facts, there):
        factors.add("carrier", f"{name} can use it", "where.carrier")
    else:
        factors.add("no_carrier", f"{name} has no Warrior icon", "where.no_carrier")
    if _armed(context, carrier, there):
        factors.add("armed", f"{name} already has a weapon", "where.armed")
    ground = grounds.of(carrier.card_id)
    if ground is not None and ground.theirs.is_present:
        factors.add("target", f"There are targets at {ground.name}", "where.target")


def _armed(context: DecisionContext, carrier: Card, facts: CardFacts) -> bool:
    permanent = any(icon.lower() == "permanent weapon" for icon in facts.icons)
    carried = (context.facts_of(card) for card in context.board.attached(carrier.card_id))
    return permanent or any(each is not None and each.type == "Weapon" for each in carried)


def place_for(factors: Factors, context: DecisionContext, grounds: Grounds, facts: CardFacts, card: Card) -> None:
    """Adds the findings on a card at, aboard or attached to the card that an option names."""
    ground = grounds.location(card.card_id)
    there = context.facts_of(card)
    if ground is not None and fights(facts):
        at_place(factors, grounds, Body(facts), ground)
    elif ground is None and fights(facts) and there is not None and there.type in ("Starship", "Vehicle"):
        aboard(factors, context, grounds, Body(facts), card)
    else:
        onto(factors, context, grounds, facts, card)
