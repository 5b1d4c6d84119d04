"""Hand-made positions of SWCCG with locations and cards, for tests of deploying, battling and moving."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.choices import choices_of
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.scoring import Contribution, rounded
from py_engine.games.swccg.policies.strategy import scaled, strategy_of
from py_engine.games.swccg.policies.weights import Profile, default_weights
from py_engine.games.swccg.rules.board import Board, Card, Location, Piles, Side
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position

__all__ = ["Table", "all_of", "context_of", "exact", "fact", "findings", "labels", "weight"]


def fact(blueprint: str, kind: str = "Character", **more: Any) -> CardFacts:
    """Facts of a dark card, by default named after its blueprint."""
    return CardFacts(**{"blueprint_id": blueprint, "title": f"Card {blueprint}", "side": "dark", "type": kind, **more})


def weight(name: str) -> float:
    """A default weight."""
    return default_weights()[name]


class Table:
    """A board under construction; the seat plays the dark side."""

    def __init__(
        self, side: str | None = "dark", *, force: int | None = None, hand: int = 0, reserve: int = 0, used: int = 0
    ) -> None:
        self.side = side
        self.board = Board()
        if force is not None:
            self.board.piles["seat"] = Piles(force=force, hand=hand, reserve=reserve, used=used)
        self.facts: dict[str, CardFacts] = {}
        self.titles: dict[str, str] = {}

    def location(
        self,
        title: str = "Place",
        *,
        system: str | None = "Tatooine",
        subtype: str = "Site",
        dark: int | None = None,
        light: int | None = None,
    ) -> int:
        """Adds a location at the right end of the row; returns its index. Without icons its facts are unknown."""
        index = len(self.board.locations)
        blueprint, card_id = f"L_{index}", f"9{index}"
        self.board.locations.append(Location(card_id, blueprint, system, "seat"))
        self.board.cards[card_id] = Card(card_id, blueprint, "LOCATIONS", "seat", index)
        self.titles[blueprint] = title
        if dark is not None or light is not None:
            icons = {"dark_icons": dark or 0, "light_icons": light or 0}
            self.facts[blueprint] = fact(blueprint, "Location", title=title, subtype=subtype, **icons)
        return index

    def power(self, index: int, seat: float | None = None, opponent: float | None = None) -> None:
        """Sets the power at a location."""
        powers: Mapping[Side, float | None] = {"seat": seat, "opponent": opponent}
        for side, power in powers.items():
            if power is not None:
                self.board.power[side][index] = power

    def put(
        self,
        facts: CardFacts | None,
        at: int | None = None,
        owner: Side = "seat",
        on: str | None = None,
        zone: str = "",
    ) -> str:
        """Adds a card at a location, on another card, or in a zone; returns its id. Without facts it is unknown."""
        card_id = str(100 + len(self.board.cards))
        blueprint = "X_1" if facts is None else facts.blueprint_id
        if facts is not None:
            self.facts[blueprint] = facts
        zone = zone or ("ATTACHED" if on is not None else "AT_LOCATION")
        self.board.cards[card_id] = Card(card_id, blueprint, zone, owner, at, on)
        return card_id

    def hand(self, facts: CardFacts | None) -> str:
        """Adds a card to the seat's hand; returns its id."""
        return self.put(facts, zone="HAND")

    def option(self, card_id: str, action: str = "", answer: str | None = None) -> Option:
        """An option on a card on the board."""
        card = self.board.cards[card_id]
        return Option(answer or card_id, action or card_id, card_id, card.blueprint_id, action=action)

    def position(self, decision: Decision, turn: int = 3) -> Position:
        """The position of a decision."""
        return Position("Me", "You", self.side, "Deploy", turn, "Me", self.board, self.titles, self.facts, decision)

    def actions(self, *options: tuple[str, str], kind: str = "deploy", no_pass: bool = False) -> Position:
        """A choice of actions, each given as a card's id and the server's text."""
        offered = tuple(self.option(card_id, action, str(index)) for index, (card_id, action) in enumerate(options))
        text = f"Choose {kind.title()} action or Pass"
        return self.position(Decision("CARD_ACTION_CHOICE", kind, text, offered, no_pass=no_pass))

    def where(self, facts: CardFacts | None, *card_ids: str, text: str = "Choose where to deploy it") -> Position:
        """The decision where to put a card, with the cards to choose from."""
        if facts is not None:
            self.facts[facts.blueprint_id] = facts
        named = ("X_9",) if facts is None else (facts.blueprint_id,)
        offered = tuple(self.option(card_id) for card_id in card_ids)
        return self.position(Decision("CARD_SELECTION", "where", text, offered, 0, 1, mentions=named))


def context_of(position: Position, profile: Profile = "coach") -> DecisionContext:
    """The evaluators' input, with the mode forced to even."""
    weights = default_weights(profile)
    strategy = strategy_of(position.board, position.facts, position.side, weights, "even")
    choices, _ = choices_of(position.decision)
    return DecisionContext(position, choices, strategy, scaled(weights, strategy))


def contributions_of(evaluator: ActionEvaluator, position: Position) -> dict[str, list[Contribution]]:
    """Answer -> contributions of an evaluator; empty if it does not cover the decision."""
    context = context_of(position)
    if not evaluator.can_evaluate(context):
        return {}
    return {action.choice.answer: action.contributions for action in evaluator.evaluate(context)}


def findings(evaluator: ActionEvaluator, position: Position) -> dict[str, dict[str, Contribution]]:
    """Answer -> code -> contribution of an evaluator, the last one of each code."""
    return {
        answer: {each.code: each for each in found} for answer, found in contributions_of(evaluator, position).items()
    }


def labels(evaluator: ActionEvaluator, position: Position) -> dict[str, list[str]]:
    """Answer -> labels of an evaluator's contributions."""
    return {answer: [each.label for each in found] for answer, found in contributions_of(evaluator, position).items()}


def exact(scored: Scored) -> None:
    """Asserts that every score is the sum of its reasons, and every reason its input times its weight."""
    assert scored.failed == []
    for action in scored.actions:
        total = 0.0
        for each in action.contributions:
            total += each.value
            assert each.value == rounded(each.input * each.weight)
        assert action.score == total


def all_of(position: Position, profile: Profile = "coach") -> Scored:
    """The scores by all evaluators, with the mode forced to even."""
    return CombinedEvaluator(default_weights(profile), "even").evaluate(position)
