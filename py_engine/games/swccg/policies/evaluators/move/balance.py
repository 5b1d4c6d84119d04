"""What a moving card gives up at its origin, gains at its destination, and which locations it can reach."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.battle.ground import BATTLE_ABILITY, Ground, Grounds, number_text
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors
from py_engine.games.swccg.policies.evaluators.deploy.where import MAX_DEFICIT, WEAK, Body, aboard, at_place, crew_of
from py_engine.games.swccg.rules.board import Card
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["Mover", "arrives", "leaves", "reach"]


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
    ability = ground.mine.ability
    if remaining and ability is not None and ability - mover.body.ability < BATTLE_ABILITY <= ability:
        text = f"The cards that stay have ability {number_text(ability - mover.body.ability)}: no battle destiny"
        factors.add("destiny_lost", text, "move.destiny_lost")


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
    if _came_from(context, mover, ground):
        factors.add("back", f"It just came from {ground.name}", "move.back")


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


def reach(grounds: Grounds, mover: Mover, words: str) -> list[Ground]:
    """Possible destinations of an action. The range of hyperspeed is not modelled: it reaches any other system."""
    origin = mover.origin
    if "landspeed" in words:
        return grounds.neighbours(origin)
    if "hyperspeed" in words:
        return [ground for ground in grounds.all() if ground.space and ground.index != origin.index]
    related = [ground for ground in grounds.all() if ground.system == origin.system is not None]
    if "shuttle" in words:
        return [ground for ground in related if ground.space is not None and ground.space != origin.space]
    if words.startswith("take off"):
        return [ground for ground in related if ground.space]
    return []
