"""The input of an action evaluator: a decision, the board before it, and card facts, with common lookups."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from py_engine.games.swccg.policies.card_rules.reading import RuleBook, shipped_rules
from py_engine.games.swccg.policies.card_texts import drain_bonuses, drain_cost, drain_size, upkeep
from py_engine.games.swccg.policies.scoring import Choice, EvaluatedAction
from py_engine.games.swccg.policies.strategy import Strategy
from py_engine.games.swccg.rules.board import OTHER, Board, Card, Piles, Side
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position

__all__ = ["DecisionContext"]


@dataclass
class DecisionContext:
    """A position, the answers to score, and the weights scaled by the strategy mode.

    Attributes:
        position: The decision with everything known at that moment.
        choices: The answers to score, without duplicates.
        strategy: The strategy mode and its reasons.
        weights: Name -> points per unit, including the mode's factors.
        rules: The card rules.
    """

    position: Position
    choices: tuple[Choice, ...]
    strategy: Strategy
    weights: dict[str, float]
    rules: RuleBook = field(default_factory=shipped_rules)

    def action(self, evaluator: str, choice: Choice) -> EvaluatedAction:
        """An empty list of findings of an evaluator on a choice."""
        return EvaluatedAction(choice, evaluator, self.weights)

    @property
    def board(self) -> Board:
        """The board before the decision."""
        return self.position.board

    @property
    def decision(self) -> Decision:
        """The decision."""
        return self.position.decision

    @property
    def side(self) -> str | None:
        """``"dark"`` or ``"light"``."""
        return self.position.side

    @cached_property
    def my_turn(self) -> bool | None:
        """Whether it is the seat's turn; None if unknown."""
        position = self.position
        return None if position.whose_turn is None else position.whose_turn == position.seat

    @cached_property
    def words(self) -> str:
        """The question in lower case."""
        return self.position.decision.text.lower()

    def piles(self, side: Side = "seat") -> Piles | None:
        """A player's piles; None if unknown."""
        return self.position.board.piles.get(side)

    @cached_property
    def force(self) -> int | None:
        """Force that the seat can use now; None if unknown."""
        piles = self.piles()
        return None if piles is None else piles.force

    def facts(self, blueprint: str | None) -> CardFacts | None:
        """The facts of a blueprint; None if unknown."""
        return None if blueprint is None else self.position.facts.get(blueprint)

    def facts_of(self, option: Option | Card | None) -> CardFacts | None:
        """The facts of an option's card, or of a card on the board; None if unknown."""
        return None if option is None else self.facts(option.blueprint_id)

    def title(self, blueprint: str | None) -> str:
        """A card's title, from its facts or else from the log; without either, its number."""
        if blueprint is None:
            return "a card"
        facts = self.facts(blueprint)
        return self.position.titles.get(blueprint, f"card {blueprint}") if facts is None else facts.title

    def card(self, card_id: str | None) -> Card | None:
        """A card on the board or in the seat's hand, by id; None if there is none."""
        return None if card_id is None else self.position.board.cards.get(card_id)

    def place_of(self, card_id: str | None) -> int | None:
        """Index of the location that a card is, or is at; None if there is none."""
        card = self.card(card_id)
        return None if card is None else self.position.board.place_of(card)

    def power(self, location: int, side: Side = "seat") -> float:
        """A side's power at a location, 0 if it has nobody there."""
        return self.position.board.power_at(location, side) or 0.0

    def present(self, location: int, side: Side = "seat") -> bool:
        """Whether the log reports power of a side at a location."""
        return self.position.board.power_at(location, side) is not None

    def ability(self, location: int, side: Side = "seat") -> float | None:
        """A side's total ability at a location over the known cards; None if none is known."""
        total, known = 0.0, False
        for card in self.position.board.at(location, side):
            facts = self.facts(card.blueprint_id)
            if facts is not None and facts.ability is not None:
                total, known = total + facts.ability, True
        return total if known else None

    def location_facts(self, location: int) -> CardFacts | None:
        """The facts of a location; None if unknown."""
        row = self.position.board.locations
        place = row[location] if 0 <= location < len(row) else None
        return None if place is None else self.facts(place.blueprint_id)

    def location_name(self, location: int) -> str:
        """The title of a location."""
        row = self.position.board.locations
        place = row[location] if 0 <= location < len(row) else None
        return "a location" if place is None else self.title(place.blueprint_id)

    @cached_property
    def drain_bonuses(self) -> dict[tuple[int, Side], int]:
        """What cards add to Force drains where they are present, by location and side."""
        return drain_bonuses(self.board, self.position.facts)

    @cached_property
    def drain_cost(self) -> int:
        """Force that each of the seat's Force drains costs."""
        return drain_cost(self.board, self.position.facts)

    @cached_property
    def upkeep(self) -> int:
        """Force that the seat must still have at the end of its turn for the maintenance of its cards."""
        return upkeep(self.board, self.position.facts)

    def drain_at(self, location: int, side: Side = "seat") -> int | None:
        """Size of a side's Force drain at a location: the other side's icons there, and what texts add; None if unknown."""
        facts = self.location_facts(location)
        mine = self.side if side == "seat" else {"dark": "light", "light": "dark"}.get(self.side or "")
        if facts is None or mine is None:
            return None
        return drain_size(facts, mine, self.drain_bonuses.get((location, side), 0))

    def controls(self, location: int, side: Side = "seat") -> bool:
        """Whether only one side has anybody at a location."""
        board = self.position.board
        return board.power_at(location, side) is not None and board.power_at(location, OTHER[side]) is None

    def named(self) -> CardFacts | None:
        """The facts of the card that the question is about (the first it names); None if unknown."""
        mentions = self.position.decision.mentions
        return self.facts(mentions[0]) if mentions else None
