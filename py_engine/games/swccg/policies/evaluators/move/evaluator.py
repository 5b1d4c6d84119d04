"""Evaluates whether to move, and where to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.battle.ground import Ground, Grounds, fights, number_text, pilots_of
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors
from py_engine.games.swccg.policies.evaluators.deploy.plans import before_leaving
from py_engine.games.swccg.policies.evaluators.deploy.where import crew_of, is_pilot, plain_title
from py_engine.games.swccg.policies.evaluators.move.balance import Mover, arrives, leaves, reach
from py_engine.games.swccg.policies.scoring import ActionType, EvaluatedAction
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["MoveEvaluator"]

_PAID = ("landspeed", "hyperspeed", "shuttle", "take off", "land")
_BOARDING = ("embark", "disembark", "capacity slot")
_WHERE = "where to move"


class MoveEvaluator(ActionEvaluator):
    """Weighs what a move gives up at its origin against what it gains at its destination."""

    name: ClassVar[str] = "Move"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return _asks_where(context) or any(choice.action_type is ActionType.MOVE for choice in context.choices)

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        grounds = Grounds(context)
        if _asks_where(context):
            yield from self._where(context, grounds)
            return
        for choice in context.choices:
            option = choice.option
            if option is not None and choice.action_type is ActionType.MOVE:
                factors = Factors(context.weights)
                _move(factors, context, grounds, option)
                action = context.action(self.name, choice)
                factors.put_on(action)
                yield action

    def _where(self, context: DecisionContext, grounds: Grounds) -> Iterable[EvaluatedAction]:
        """The destinations for a card that has been chosen."""
        picks = [(choice, choice.option) for choice in context.choices if choice.option is not None]
        places = [ground for _, option in picks if (ground := grounds.location(option.card_id)) is not None]
        mover = _named_mover(context, grounds, places)
        for choice, option in picks:
            factors = Factors(context.weights)
            factors.add("chosen", "The card was chosen to be moved", "move.chosen")
            ground = grounds.location(option.card_id)
            if mover is None or ground is None:
                factors.note("unknown_mover", "The moving card or its origin is unknown")
            else:
                leaves(factors, mover)
                before_leaving(factors, grounds, mover.origin)
                arrives(factors, context, grounds, mover, ground)
            action = context.action(self.name, choice)
            factors.put_on(action)
            yield action


def _asks_where(context: DecisionContext) -> bool:
    return context.decision.decision_type == "CARD_SELECTION" and _WHERE in context.words


def _named_mover(context: DecisionContext, grounds: Grounds, places: list[Ground]) -> Mover | None:
    """The card that the question names; among copies, one next to the destinations offered."""
    mentions = context.decision.mentions
    if not mentions:
        return None
    cards = [
        card
        for card in context.board.cards.values()
        if card.owner == "seat" and card.blueprint_id == mentions[0] and card.zone in ("AT_LOCATION", "ATTACHED")
    ]
    movers = [mover for card in cards if (mover := Mover.of(context, grounds, card)) is not None]
    if len({mover.origin.index for mover in movers}) > 1:
        beside = {near.index for place in places for near in grounds.neighbours(place)}
        movers = [mover for mover in movers if mover.origin.index in beside]
    origins = {mover.origin.index for mover in movers}
    return movers[0] if len(origins) == 1 else None


def _move(factors: Factors, context: DecisionContext, grounds: Grounds, option: Option) -> None:
    words = option.action.lower()
    mover = Mover.of(context, grounds, context.card(option.card_id))
    if any(word in words for word in _PAID) and "for free" not in words:
        factors.add("cost", "Costs Force", "move.cost")
    elif "transit" in words and mover is not None and mover.origin.facts is not None:
        _fare(factors, context, mover.origin.facts)
    if mover is None or not fights(mover.facts):
        factors.note("unknown_mover", "The moving card is chosen next, or unknown")
    elif any(word in words for word in _BOARDING):
        _boards(factors, context, mover, words)
    elif words.startswith("land"):
        factors.add("lands", "A starship has no power at a site", "move.lands")
        leaves(factors, mover)
    else:
        _goes(factors, context, grounds, mover, words)


def _fare(factors: Factors, context: DecisionContext, origin: CardFacts) -> None:
    """What the text of a docking bay asks for transit from it."""
    for effect in origin.says("transit"):
        if effect.side == context.side and not effect.when:
            if effect.amount:
                factors.add("cost", f"Transit from there costs {effect.amount:g} Force", "move.cost", effect.amount)
            return


def _goes(factors: Factors, context: DecisionContext, grounds: Grounds, mover: Mover, words: str) -> None:
    """A move between locations: the origin, and the best of the possible destinations."""
    leaves(factors, mover)
    before_leaving(factors, grounds, mover.origin)
    if words.startswith("take off") and mover.body.power > 0:
        text = f"Takes off: its power {number_text(mover.body.power)} counts in space"
        factors.add("takes_off", text, "move.takes_off")
    found = []
    for ground in reach(grounds, mover, words):
        arrival = Factors(context.weights)
        arrives(arrival, context, grounds, mover, ground)
        found.append((ground, arrival))
    if not found:
        factors.note("unknown_place", "The destination is unknown")
        return
    best, arrival = max(found, key=lambda each: each[1].points)
    strongest = arrival.strongest()
    text = f"Best destination {best.name}" + (f": {strongest[:1].lower()}{strongest[1:]}" if strongest else "")
    factors.add("place", text, "move.place", arrival.points)


def _boards(factors: Factors, context: DecisionContext, mover: Mover, words: str) -> None:
    """Embarking, disembarking or changing seats: free, but it decides whose power counts."""
    name = context.position.titles.get(mover.card.blueprint_id, mover.facts.title)
    if any(name in message and "embark" in message for message in context.board.messages):
        factors.add("again", "It embarked or disembarked a moment ago", "move.again")
    if words.startswith("embark"):
        _embarks(factors, context, mover)
        return
    carrier = context.card(mover.card.attached_to)
    ship = context.facts_of(carrier)
    if carrier is None or ship is None:
        factors.note("unknown_carrier", "The ship it is aboard is unknown")
        return
    pilots = sum(1 for facts in crew_of(context, carrier) if is_pilot(facts))
    if is_pilot(mover.facts) and pilots == 1 and not pilots_of(ship) and "pilot" not in words:
        factors.add("unpilots", f"Leaves {plain_title(ship.title)} without a pilot", "move.unpilots")
    elif words.startswith("disembark") and mover.body.power > 0:
        text = f"Its own power {number_text(mover.body.power)} counts again"
        factors.add("power_back", text, "move.power_back", mover.body.power)
    else:
        factors.note("same_place", "It stays where it is")


def _embarks(factors: Factors, context: DecisionContext, mover: Mover) -> None:
    ship = _pilotless(context, mover)
    if ship is not None:
        factors.add("pilots", f"May pilot {ship}, which has no pilot", "move.pilots")
    elif mover.body.power > 0:
        text = f"Its own power {number_text(mover.body.power)} does not count aboard"
        factors.add("power_unused", text, "move.power_unused", mover.body.power)
    else:
        factors.note("same_place", "It stays where it is")


def _pilotless(context: DecisionContext, mover: Mover) -> str | None:
    """Title of a ship or vehicle at the pilot's location without a pilot; None if there is none."""
    if not is_pilot(mover.facts):
        return None
    for card in mover.origin.mine.cards:
        facts = context.facts_of(card)
        if facts is None or facts.type not in ("Starship", "Vehicle") or pilots_of(facts):
            continue
        if not any(is_pilot(each) for each in crew_of(context, card)):
            return plain_title(facts.title)
    return None
