"""What the conditions of card rules ask about a decision: amounts, and the cards of both sides on the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from py_engine.games.swccg.policies.card_rules.reading import (
    Amount,
    CardRule,
    Conditions,
    Target,
    plain_name,
    shown_names,
)
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.log import destiny_drawn
from py_engine.games.swccg.policies.strategy import drain_potential
from py_engine.games.swccg.rules.board import SIDES, Board, Card, Side
from py_engine.games.swccg.rules.decisions import Option
from py_engine.games.swccg.rules.titles import is_face_down

__all__ = ["Scene"]

_AWAY = ("HAND", "PILE", "DECK", "OUT_OF_PLAY", "VOID", "DESTINY", "STACKED")
"""Parts of the names of zones whose cards are not on the table."""


class Scene:
    """A decision as card rules see it; each fact is found when a rule first asks for it."""

    def __init__(self, context: DecisionContext) -> None:
        self.context = context

    @property
    def _board(self) -> Board:
        return self.context.board

    def holds(self, when: Conditions) -> bool:
        """Whether all conditions hold."""
        context = self.context
        if when.phase is not None and context.position.phase not in when.phase:
            return False
        if when.turn is not None and context.my_turn is not (when.turn == "mine"):
            return False
        if when.battle is not None and (self._board.battle is not None) != when.battle:
            return False
        if when.drawn is not None and self._drawn != when.drawn:
            return False
        named = (
            (when.have, self._mine, True),
            (when.lack, self._mine, False),
            (when.they_have, self._theirs, True),
            (when.they_lack, self._theirs, False),
            (when.there, self._fighters_mine, True),
            (when.against, self._fighters_theirs, True),
        )
        for titles, found, wanted in named:
            if titles is not None and any(plain_name(title) in found() for title in titles) != wanted:
                return False
        return self._within(when)

    @cached_property
    def _drawn(self) -> str | None:
        """Whose the latest destiny is; None if the log has none."""
        found = destiny_drawn(self.context)
        return None if found is None else "mine" if found.own else "theirs"

    def _within(self, when: Conditions) -> bool:
        for name, least in when.at_least.items():
            value = self.amount(name)
            if value is None or value < least:
                return False
        for name, most in when.at_most.items():
            value = self.amount(name)
            if value is None or value > most:
                return False
        return True

    def points(self, rule: CardRule) -> float:
        """The points of a rule that applies."""
        if rule.per is None:
            return rule.points
        return rule.points * max(0.0, min(self.amount(rule.per) or 0.0, rule.most))

    def fits(self, target: Target | None, option: Option) -> bool:
        """Whether a card that is offered is one that the rule is about."""
        if target is None:
            return True
        card, facts = self.context.card(option.card_id), self.context.facts_of(option)
        if target.owner is not None and (card is None or (card.owner == "seat") != (target.owner == "mine")):
            return False
        if target.types is not None and (facts is None or facts.type not in target.types):
            return False
        power, ability = (None, None) if facts is None else (facts.power, facts.ability)
        limits = (
            (target.least_power, power, 1.0),
            (target.least_ability, ability, 1.0),
            (target.most_ability, ability, -1.0),
        )
        return all(
            limit is None or (value is not None and sign * value >= sign * limit) for limit, value, sign in limits
        )

    def amount(self, name: Amount) -> float | None:
        """An amount; None if it is unknown."""
        return self._amounts.get(name)

    @cached_property
    def _amounts(self) -> dict[str, float]:
        context, board = self.context, self._board
        found: dict[str, float] = {}
        if context.position.turn > 0:
            found["turn"] = float(context.position.turn)
        mine, theirs = context.piles("seat"), context.piles("opponent")
        for prefix, piles in (("", mine), ("their_", theirs)):
            if piles is not None:
                found |= {
                    f"{prefix}force": float(piles.force),
                    f"{prefix}reserve": float(piles.reserve),
                    f"{prefix}lost": float(piles.lost),
                    f"{prefix}hand": float(piles.hand),
                    f"{prefix}life": float(piles.life_force),
                }
        if mine is not None and theirs is not None:
            found["lead"] = float(mine.life_force - theirs.life_force)
        own, other = (set(board.power[side]) for side in SIDES)
        if board.locations:
            found |= {"contested": len(own & other), "occupied": len(own), "their_occupied": len(other)}
            found |= self._drains
        abilities = [self._ability(card) for card in board.cards.values() if card.owner == "seat" and _on_table(card)]
        if any(abilities):
            found["best_ability"] = max(abilities)
        return found

    @property
    def _drains(self) -> dict[str, float]:
        position = self.context.position
        if position.side is None or not position.facts:
            return {}
        own, other = (drain_potential(self._board, position.facts, position.side, side) for side in SIDES)
        return {"drains": float(own), "their_drains": float(other)}

    def _ability(self, card: Card) -> float:
        facts = self.context.facts(card.blueprint_id)
        return 0.0 if facts is None or facts.type != "Character" else facts.ability or 0.0

    def _mine(self) -> frozenset[str]:
        return self._tables["seat"]

    def _theirs(self) -> frozenset[str]:
        return self._tables["opponent"]

    @cached_property
    def _tables(self) -> dict[Side, frozenset[str]]:
        return {side: self._names(card for card in self._board.cards.values() if card.owner == side) for side in SIDES}

    def _fighters_mine(self) -> frozenset[str]:
        return self._fighting["seat"]

    def _fighters_theirs(self) -> frozenset[str]:
        return self._fighting["opponent"]

    @cached_property
    def _fighting(self) -> dict[Side, frozenset[str]]:
        battle = self._board.battle
        if battle is None:
            return {side: frozenset() for side in SIDES}
        return {side: self._names(self._board.at(battle.location, side)) for side in SIDES}

    def _names(self, cards: Iterable[Card]) -> frozenset[str]:
        """The names of cards on the table, each part of combined ones, and of two sides the one that is up."""
        found: set[str] = set()
        for card in cards:
            if _on_table(card) and not is_face_down(card.blueprint_id):
                for name in shown_names(self.context.title(card.blueprint_id), card.blueprint_id):
                    found.add(name)
                    found.update(part.strip() for part in name.split(" & "))
        return frozenset(found)


def _on_table(card: Card) -> bool:
    return not any(part in card.zone for part in _AWAY)
