"""Evaluates cards to take into hand, retrieve, or start with."""

from __future__ import annotations

from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note, plural
from py_engine.games.swccg.policies.evaluators.deploy.cards import icon_parts
from py_engine.games.swccg.policies.evaluators.draw import WITH_POWER
from py_engine.games.swccg.policies.evaluators.selection.worth import Holdings, worth
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["Takes"]

_BY_CARD_ONLY = ("Effect", "Interrupt", "Objective", "Epic Event", "Defensive Shield", "Admiral's Order", "Device")


class Takes:
    """Findings on cards to take (``DeployEvaluator`` judges cards to deploy).

    Args:
        context: The decision.
        holdings: The seat's cards.
    """

    def __init__(self, context: DecisionContext, holdings: Holdings) -> None:
        self.context, self.holdings = context, holdings
        self.start = context.decision.kind == "start"

    def parts(self, option: Option) -> list[Part]:
        """Findings on taking an option's card."""
        facts = self.context.facts_of(option)
        if facts is None:
            return [
                *self._gain(option),
                note("card_unknown", "This card is unknown: its facts are not loaded"),
            ]
        return [*self._gain(option), *self._value(facts), *self._have(option, facts), *self._fits(facts)]

    def _gain(self, option: Option) -> Iterator[Part]:
        """What any card gains."""
        card = self.context.card(option.card_id)
        if self.start:
            yield Part("free", "A starting card costs no Force", "take.free")
        elif card is None or card.zone != "HAND":
            yield Part("card", "One more card", "take.card")

    def _value(self, facts: CardFacts) -> Iterator[Part]:
        side = self.context.side
        if facts.type == "Location" and side is not None:
            yield from icon_parts(side, facts, "take")
            return
        points, why = worth(facts)
        yield Part("worth", f"Worth {points:g} ({why})", "take.worth", points)
        if facts.type in _BY_CARD_ONLY:
            yield note("text_unknown", "Its text is not judged")

    def _have(self, option: Option, facts: CardFacts) -> Iterator[Part]:
        if facts.unique and facts.title in self.holdings.unique:
            yield Part("on_table", f"{facts.title} is unique and already on the table", "take.on_table")
        card = self.context.card(option.card_id)
        in_hand = self.holdings.hand.get(option.blueprint_id or "", 0)
        if in_hand and (card is None or card.zone != "HAND"):
            yield Part("in_hand", f"{plural(in_hand, 'copy', 'copies')} already in hand", "take.in_hand")

    def _fits(self, facts: CardFacts) -> Iterator[Part]:
        if self.start:
            return
        plain = facts.title.lstrip("•◇")
        if facts.type == "Weapon" and plain in self.holdings.matches:
            yield Part("weapon", "It matches a character on the table", "take.weapon")
        if facts.type == "Character" and "Pilot" in facts.icons and self.holdings.pilotless:
            yield Part("pilot", "A pilot, while a starship has none", "take.pilot")
        if facts.type in WITH_POWER and self.holdings.powerless:
            yield Part("needs", "Nothing in hand adds power to the table", "take.needs")
