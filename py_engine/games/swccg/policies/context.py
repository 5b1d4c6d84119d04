"""What an evaluator may look at: a decision, the board before it, and the facts of the cards concerned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from py_engine.games.swccg.policies.scoring import Choice, EvaluatedAction
from py_engine.games.swccg.policies.strategy import Strategy
from py_engine.games.swccg.rules.board import OTHER, Board, Card, Piles, Side
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position

__all__ = ["DecisionContext"]


@dataclass
class DecisionContext:
    """A position, the answers to score, and the weights as the strategy mode sets them.

    Attributes:
        position: see there.
        choices: the answers to score, each once.
        strategy: how the game stands.
        weights: name -> points per unit, the mode's factors included.
    """

    position: Position
    choices: tuple[Choice, ...]
    strategy: Strategy
    weights: dict[str, float]

    def action(self, evaluator: str, choice: Choice) -> EvaluatedAction:
        """An empty sheet for what the evaluator of a name says about a choice."""
        return EvaluatedAction(choice, evaluator, self.weights)

    @property
    def board(self) -> Board:
        """The board before the decision."""
        return self.position.board

    @property
    def decision(self) -> Decision:
        """The question."""
        return self.position.decision

    @property
    def side(self) -> str | None:
        """``"dark"`` or ``"light"``."""
        return self.position.side

    @cached_property
    def my_turn(self) -> bool | None:
        """Whether it is the seat's turn; None where that is not known."""
        position = self.position
        return None if position.whose_turn is None else position.whose_turn == position.seat

    @cached_property
    def words(self) -> str:
        """The question in lower case."""
        return self.position.decision.text.lower()

    def piles(self, side: Side = "seat") -> Piles | None:
        """A player's piles; None where they are not known."""
        return self.position.board.piles.get(side)

    @cached_property
    def force(self) -> int | None:
        """Force that the seat can use now; None where it is not known."""
        piles = self.piles()
        return None if piles is None else piles.force

    def facts(self, blueprint: str | None) -> CardFacts | None:
        """The facts of a blueprint; None where they are not known."""
        return None if blueprint is None else self.position.facts.get(blueprint)

    def facts_of(self, option: Option | Card | None) -> CardFacts | None:
        """The facts of an option's card, or of a card on the board."""
        return None if option is None else self.facts(option.blueprint_id)

    def title(self, blueprint: str | None) -> str:
        """A card's name: as the position's facts have it, else as its log calls it, else its blueprint."""
        if blueprint is None:
            return "a card"
        facts = self.facts(blueprint)
        return self.position.titles.get(blueprint, f"card {blueprint}") if facts is None else facts.title

    def card(self, card_id: str | None) -> Card | None:
        """A card on the board, or in the seat's hand, by its id."""
        return None if card_id is None else self.position.board.cards.get(card_id)

    def place_of(self, card_id: str | None) -> int | None:
        """The index of the location that a card is, or is at; None where it is at none."""
        card = self.card(card_id)
        return None if card is None else self.position.board.place_of(card)

    def power(self, location: int, side: Side = "seat") -> float:
        """A side's power at a location, 0 where it has nobody there."""
        return self.position.board.power_at(location, side) or 0.0

    def present(self, location: int, side: Side = "seat") -> bool:
        """Whether a side has anybody with power at a location."""
        return self.position.board.power_at(location, side) is not None

    def ability(self, location: int, side: Side = "seat") -> float | None:
        """The ability that a side has at a location, as far as cards are known; None where none of them is."""
        total, known = 0.0, False
        for card in self.position.board.at(location, side):
            facts = self.facts(card.blueprint_id)
            if facts is not None and facts.ability is not None:
                total, known = total + facts.ability, True
        return total if known else None

    def location_facts(self, location: int) -> CardFacts | None:
        """The facts of a location's card."""
        row = self.position.board.locations
        place = row[location] if 0 <= location < len(row) else None
        return None if place is None else self.facts(place.blueprint_id)

    def location_name(self, location: int) -> str:
        """What a location is called."""
        row = self.position.board.locations
        place = row[location] if 0 <= location < len(row) else None
        return "a location" if place is None else self.title(place.blueprint_id)

    def drain_icons(self, location: int, side: Side = "seat") -> int | None:
        """The icons that a side's Force drain would take there (the opponent's icons); None where they are not known."""
        facts = self.location_facts(location)
        mine = self.side if side == "seat" else {"dark": "light", "light": "dark"}.get(self.side or "")
        if facts is None or mine is None:
            return None
        return facts.light_icons if mine == "dark" else facts.dark_icons

    def controls(self, location: int, side: Side = "seat") -> bool:
        """Whether a side has somebody there and the other has nobody."""
        board = self.position.board
        return board.power_at(location, side) is not None and board.power_at(location, OTHER[side]) is None

    def named(self) -> CardFacts | None:
        """The facts of the card that the question is about (the first it names); None where they are not known."""
        mentions = self.position.decision.mentions
        return self.facts(mentions[0]) if mentions else None
