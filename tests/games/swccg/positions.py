"""Hand-made positions of SWCCG for tests that look at an evaluator's findings by code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.choices import choices_of
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.scoring import EvaluatedAction, rounded
from py_engine.games.swccg.policies.strategy import Strategy
from py_engine.games.swccg.policies.weights import Profile, default_weights
from py_engine.games.swccg.rules.board import Battle, Board, Card, Location, Piles, Side
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.kinds import kind_of
from py_engine.games.swccg.rules.position import Position

__all__ = ["Table", "factors", "notes"]

SEAT, OPPONENT = "Test Dark", "Test Light"


@dataclass
class Table:
    """A board under construction; the seat plays dark.

    Attributes:
        phase: of the turn.
        mine: whether it is the seat's turn.
        board: filled by the methods.
        facts: blueprint -> facts of the cards.
    """

    phase: str = "Deploy"
    mine: bool = True
    board: Board = field(default_factory=Board)
    facts: dict[str, CardFacts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.piles()
        self.piles("opponent")

    def piles(self, side: Side = "seat", **sizes: int) -> Table:
        """Sets a player's piles; by default 5 Force, 8 in hand, 40 in reserve."""
        self.board.piles[side] = Piles(**{"force": 5, "hand": 8, "reserve": 40, **sizes})
        return self

    def fact(self, title: str, kind: str = "Character", side: str = "dark", **numbers: Any) -> str:
        """Adds a card's facts; returns its new blueprint."""
        blueprint = f"9_{len(self.facts) + 1}"
        self.facts[blueprint] = CardFacts(blueprint, title, side, kind, **numbers)
        return blueprint

    def place(self, title: str, own: float | None = None, theirs: float | None = None, **icons: Any) -> int:
        """Adds a location with both sides' power; returns its index. Its card id is ``L<index>``."""
        index = len(self.board.locations)
        blueprint = self.fact(title, "Location", **icons)
        self.board.locations.append(Location(f"L{index}", blueprint, None, "seat"))
        self.board.cards[f"L{index}"] = Card(f"L{index}", blueprint, "LOCATIONS", "seat", index)
        for side, power in (("seat", own), ("opponent", theirs)):
            if power is not None:
                self.board.power["seat" if side == "seat" else "opponent"][index] = power
        return index

    def put(
        self,
        title: str,
        zone: str = "HAND",
        owner: Side = "seat",
        *,
        at: int | None = None,
        on: str | None = None,
        kind: str = "Character",
        **numbers: Any,
    ) -> str:
        """Adds a card with facts; returns its id."""
        side = "dark" if owner == "seat" else "light"
        known = next((each.blueprint_id for each in self.facts.values() if each.title == title), None)
        blueprint = known or self.fact(title, kind, side, **numbers)
        return self.unknown_card(blueprint, zone, owner, at=at, on=on)

    def unknown_card(
        self, blueprint: str, zone: str = "HAND", owner: Side = "seat", *, at: int | None = None, on: str | None = None
    ) -> str:
        """Adds a card by blueprint, with or without facts; returns its id."""
        card_id = str(100 + len(self.board.cards))
        self.board.cards[card_id] = Card(card_id, blueprint, zone, owner, at, on)
        return card_id

    def battle(self, at: int, damage: float | None = None, attrition: float | None = None) -> Table:
        """Starts a battle with what the seat still has to pay."""
        found = Battle(at, [])
        if damage is not None or attrition is not None:
            found.damage, found.attrition = {"seat": damage or 0.0}, {"seat": attrition or 0.0}
        self.board.battle = found
        return self

    def option(self, answer: str, action: str = "", card_id: str | None = None, blueprint: str | None = None) -> Option:
        """An option; its card's blueprint comes from the board by default."""
        card = self.board.cards.get(card_id or "")
        known = blueprint or (card.blueprint_id if card is not None and not card.blueprint_id.startswith("-") else None)
        return Option(answer, action or f"card {card_id}", card_id, known, action=action)

    def position(self, decision: Decision) -> Position:
        """The position of a decision."""
        whose = SEAT if self.mine else OPPONENT
        return Position(SEAT, OPPONENT, "dark", self.phase, 3, whose, self.board, {}, self.facts, decision)

    def ask(self, decision_type: str, text: str, options: Sequence[Option] = (), **more: Any) -> Decision:
        """A decision of any type."""
        kind = kind_of(decision_type, text, self.phase)
        return Decision(decision_type, kind, text, tuple(options), **more)

    def actions(self, text: str, *named: str | tuple[str, str | None], **more: Any) -> Decision:
        """A CARD_ACTION_CHOICE of actions, or pairs of an action and its card's id; answers count from 0."""
        pairs = [each if isinstance(each, tuple) else (each, None) for each in named]
        options = [self.option(str(index), action, card_id) for index, (action, card_id) in enumerate(pairs)]
        return self.ask("CARD_ACTION_CHOICE", text, options, **more)

    def select(self, text: str, *cards: str, least: int = 1, most: int = 1) -> Decision:
        """A CARD_SELECTION among cards on the board."""
        options = [self.option(card_id, card_id=card_id) for card_id in cards]
        return self.ask("CARD_SELECTION", text, options, minimum=least, maximum=most)

    def listed(self, text: str, *blueprints: str, least: int = 1, most: int = 1) -> Decision:
        """An ARBITRARY_CARDS decision; answers are ``temp0`` and so on."""
        options = [Option(f"temp{index}", each, None, each) for index, each in enumerate(blueprints)]
        return self.ask("ARBITRARY_CARDS", text, options, minimum=least, maximum=most)

    def asked(self, decision: Decision, profile: Profile = "coach") -> DecisionContext:
        """The evaluators' input."""
        choices, _ = choices_of(decision)
        values = dict(default_weights(profile).values)
        return DecisionContext(self.position(decision), choices, Strategy("even", (), {}), values)

    def findings(self, evaluator: ActionEvaluator, decision: Decision, profile: Profile = "coach") -> dict[str, Any]:
        """Answer -> evaluated action; empty if the evaluator does not cover the decision."""
        context = self.asked(decision, profile)
        if not evaluator.can_evaluate(context):
            return {}
        return {sheet.choice.answer: sheet for sheet in evaluator.evaluate(context)}

    def scored(self, decision: Decision) -> Scored:
        """The scores by all evaluators."""
        return CombinedEvaluator(default_weights()).evaluate(self.position(decision))


def factors(sheet: EvaluatedAction) -> dict[str, tuple[str, float]]:
    """Code -> weight's name and input, of findings with points; asserts that each value is input times weight."""
    found: dict[str, tuple[str, float]] = {}
    for each in sheet.contributions:
        if each.weight_name:
            assert each.value == rounded(each.input * sheet.weights[each.weight_name])
            assert each.label
            assert each.code not in found
            found[each.code] = (each.weight_name, each.input)
    return found


def notes(sheet: EvaluatedAction) -> set[str]:
    """Codes of findings without points."""
    noted = [each for each in sheet.contributions if not each.weight_name]
    assert all(each.value == 0 and each.label for each in noted)
    return {each.code for each in noted}
