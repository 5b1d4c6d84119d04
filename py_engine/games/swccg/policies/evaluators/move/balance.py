"""What a moving card gives up at its origin, gains at its destination, and which locations it can reach."""

from __future__ import annotations

import math
from dataclasses import dataclass

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.battle.ground import BATTLE_ABILITY, Ground, Grounds, number_text
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors
from py_engine.games.swccg.policies.evaluators.deploy.where import (
    ENOUGH,
    MAX_DEFICIT,
    WEAK,
    Body,
    aboard,
    at_place,
    crew_of,
    power_at,
)
from py_engine.games.swccg.rules.board import Card
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["Mover", "arrives", "leaves", "reach"]

_WALKS = 1.0
"""The landspeed of a character without another one."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A card on the table that may move.

    Attributes:
        card: The card.
        facts: The facts of the card.
        body: Its contribution to a location.
        origin: Its location now.
    """

    card: Card
    facts: CardFacts
    body: Body
    origin: Ground

    @classmethod
    def of(cls, context: DecisionContext, grounds: Grounds, card: Card | None) -> Mover | None:
        """The mover of a card; None for a location, an unknown card, or one that is not at a location."""
        facts, origin = context.facts_of(card), None if card is None else grounds.of(card.card_id)
        if card is None or facts is None or origin is None or facts.type == "Location":
            return None
        return cls(card, facts, Body(facts, crew_of(context, card)), origin)


def leaves(factors: Factors, mover: Mover) -> None:
    """Adds the findings on the location that a card leaves."""
    ground, power = mover.origin, mover.body.power
    if mover.facts.type == "Starship" and ground.space is False:
        power = 0.0
    rest = max(0.0, ground.mine.strength - power)
    along = [card for card in ground.mine.cards if mover.card.card_id in (card.card_id, card.attached_to)]
    remaining = [card for card in ground.mine.cards if card not in along]
    # Unknown cards may have presence, too.
    held = ground.mine.unidentified or not ground.mine.presence.issubset(card.card_id for card in along)
    given_up = mover.body.presence and not held
    if ground.theirs.is_present:
        _leaves_opponent(factors, ground, rest, alone=not remaining, given_up=given_up)
    elif given_up:
        _leaves_empty(factors, ground)
    elif remaining and rest < WEAK:
        text = f"Leaves only power {number_text(rest)} at {ground.name}"
        factors.add("leaves_weak", text, "move.leaves_weak", WEAK - rest)
    _spare(factors, ground, rest)
    ability = ground.mine.ability
    if remaining and ability is not None and ability - mover.body.ability < BATTLE_ABILITY <= ability:
        text = f"The cards that stay have ability {number_text(ability - mover.body.ability)}: no battle destiny"
        factors.add("destiny_lost", text, "move.destiny_lost")


def _spare(factors: Factors, ground: Ground, rest: float) -> None:
    """The cards that stay hold the location with ease."""
    lead = rest - ground.theirs.strength
    if rest > 0 and lead >= ENOUGH:
        text = f"Power {number_text(rest)} stays at {ground.name}, {number_text(lead)} ahead: enough there"
        factors.add("spare", text, "move.spare")


def _leaves_opponent(factors: Factors, ground: Ground, rest: float, *, alone: bool, given_up: bool) -> None:
    before, theirs = ground.mine.strength, ground.theirs.strength
    if given_up and ground.exposure:
        text = f"Leaves {ground.name} to the opponent: a Force drain of {ground.exposure}"
        factors.add("opens", text, "move.opens", float(ground.exposure))
    if alone:
        if before < theirs:
            text = f"Escapes power {number_text(theirs)} against {number_text(before)}"
            factors.add("flees", text, "move.flees", min(theirs - before, MAX_DEFICIT))
        return
    worse = min(theirs - rest, MAX_DEFICIT) - max(min(theirs - before, MAX_DEFICIT), 0.0)
    if worse > 0:
        text = f"Leaves power {number_text(rest)} against {number_text(theirs)} at {ground.name}"
        factors.add("weakens", text, "move.weakens", worse)


def _leaves_empty(factors: Factors, ground: Ground) -> None:
    if ground.drain is None:
        factors.note("unknown_icons", f"The icons at {ground.name} are unknown, so its drain is not judged")
    elif ground.drain:
        text = f"Gives up a Force drain of {ground.drain} at {ground.name}"
        factors.add("gives_up", text, "move.gives_up", float(ground.drain))


def arrives(factors: Factors, context: DecisionContext, grounds: Grounds, mover: Mover, ground: Ground) -> None:
    """Adds the findings on the destination of a move; in space, a character boards a ship that is there."""
    ship = _ship_at(context, ground) if mover.facts.type == "Character" and ground.space else None
    if ship is not None:
        aboard(factors, context, grounds, mover.body, ship, group="move")
    else:
        at_place(factors, grounds, mover.body, ground, "move")
        _together(factors, context, mover, ground)
        _onward(factors, grounds, mover, ground)
    if _came_from(context, mover, ground):
        factors.add("back", f"It just came from {ground.name}", "move.back")


def _together(factors: Factors, context: DecisionContext, mover: Mover, ground: Ground) -> None:
    """Alone it would be outmatched, but the cards beside it can move along, a Force for each."""
    behind = ground.theirs.strength - power_at(mover.body, ground)
    if ground.mine.is_present or not ground.theirs.is_present or behind <= 0:
        return
    others = [
        card for card in mover.origin.mine.cards if card.card_id != mover.card.card_id and card.attached_to is None
    ]
    beside = [card for card in others if _follows(context, mover, card, ground)]
    if mover.origin.theirs.is_present or not beside or (context.force or 0) < 1 + len(beside):
        return
    slow = [
        Body(facts, crew_of(context, card)).power
        for card in others
        if card not in beside
        if (facts := context.facts_of(card))
    ]
    along = mover.origin.mine.strength - mover.body.power - math.fsum(slow)
    if along > behind:
        text = (
            f"With the other cards from {mover.origin.name}, power {number_text(power_at(mover.body, ground) + along)}"
        )
        text += f" against {number_text(ground.theirs.strength)}"
        factors.add("together", text, "move.together", min(behind, MAX_DEFICIT))


def _follows(context: DecisionContext, mover: Mover, card: Card, ground: Ground) -> bool:
    """Whether a card reaches where another one moves, as far as its landspeed is known; other kinds of moves have no such limit."""
    origin, facts = mover.origin, context.facts_of(card)
    distance = abs(ground.index - origin.index)
    walks = ground.system == origin.system is not None and not ground.space and not origin.space
    walks = walks and distance <= _landspeed(mover.facts)
    return facts is None or not walks or distance <= _landspeed(facts)


def _onward(factors: Factors, grounds: Grounds, mover: Mover, ground: Ground) -> None:
    """A step along a row of sites, from a location with nothing to do towards one with a drain or a weaker opponent."""
    origin = mover.origin
    if origin.theirs.is_present or origin.drain != 0 or ground.theirs.is_present or ground.drain:
        return
    if ground not in grounds.neighbours(origin):
        return
    step, seen, here = ground.index - origin.index, {origin.index}, ground
    while here.index not in seen:
        seen.add(here.index)
        ahead = [each for each in grounds.neighbours(here) if each.index - here.index == step]
        if not ahead:
            return
        here = ahead[0]
        weaker = here.theirs.is_present and here.mine.strength + mover.body.power > here.theirs.strength
        if weaker or (here.drain and not here.theirs.is_present and not here.mine.is_present):
            factors.add("onward", f"On the way to {here.name}", "move.onward")
            return


def _ship_at(context: DecisionContext, ground: Ground) -> Card | None:
    ships = (card for card in ground.mine.cards if (facts := context.facts_of(card)) and facts.type == "Starship")
    return next(ships, None)


def _came_from(context: DecisionContext, mover: Mover, ground: Ground) -> bool:
    """Whether a recent message of the log reports the reverse move."""
    titles, row = context.position.titles, context.board.locations
    name = titles.get(mover.card.blueprint_id, mover.facts.title)
    here, there = (
        None if (place := row[each.index]) is None else titles.get(place.blueprint_id)
        for each in (mover.origin, ground)
    )
    if here is None or there is None:
        return False
    reverse = f"moves {name} from {there} to {here}"
    return any(reverse in message for message in context.board.messages)


def _landspeed(facts: CardFacts) -> int:
    """How many sites a card moves at a time: as printed, or as its text says; a character's is 1."""
    said = [effect.amount for effect in facts.says("landspeed") if not effect.when]
    printed = _WALKS if facts.landspeed is None else facts.landspeed
    return int(max([printed, *said]))


def _is_docking_bay(ground: Ground) -> bool:
    return "docking bay" in ground.name.lower()


def _in_range(mover: Mover, ground: Ground) -> bool:
    """Whether a system is within a starship's hyperspeed, the difference of the parsecs that it crosses."""
    if ground.index == mover.origin.index:
        return False
    parsecs = [None if each.facts is None else each.facts.parsec for each in (mover.origin, ground)]
    here, there = parsecs
    speed = mover.facts.hyperspeed
    return here is None or there is None or speed is None or abs(here - there) <= speed


def reach(grounds: Grounds, mover: Mover, words: str) -> list[Ground]:
    """Possible destinations of an action; where parsecs or hyperspeed are unknown, any other system."""
    origin = mover.origin
    if "landspeed" in words:
        return grounds.neighbours(origin, _landspeed(mover.facts))
    if "hyperspeed" in words:
        return [ground for ground in grounds.all() if ground.space and _in_range(mover, ground)]
    related = [ground for ground in grounds.all() if ground.system == origin.system is not None]
    if "docking bay transit" in words:
        return [ground for ground in grounds.all() if ground.index != origin.index and _is_docking_bay(ground)]
    if "shuttle" in words:
        return [ground for ground in related if ground.space is not None and ground.space != origin.space]
    if words.startswith("take off"):
        return [ground for ground in related if ground.space]
    return []
