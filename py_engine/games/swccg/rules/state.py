"""The JSON models of a state and an action: the board before a decision, the question, and the cards involved."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from py_engine.core.contract import GameState, Model, SafeInt
from py_engine.core.request import Request

__all__ = ["EXPORTED_MODELS", "MAX_CARDS", "MAX_FACTS", "RULESET_ID", "SwccgAction", "SwccgRequest", "SwccgState"]

RULESET_ID: Final = "swccg_gemp_v1"
MAX_CARDS = 2_000
MAX_OPTIONS = 2_000
MAX_FACTS = 4_000

Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=2_000)]
Side = Literal["seat", "opponent"]
Amount = Annotated[int, Field(ge=0, le=1_000)]
Number = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]
Bound = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class PilesModel(Model):
    """How many cards a player has in each pile and in hand."""

    force: Amount = 0
    hand: Amount = 0
    reserve: Amount = 0
    used: Amount = 0
    lost: Amount = 0
    out_of_play: Amount = 0


class BothPiles(Model):
    """Both players' piles; null where unknown."""

    seat: PilesModel | None = None
    opponent: PilesModel | None = None


class BothNumbers(Model):
    """A number for each player; null where there is none."""

    seat: Number | None = None
    opponent: Number | None = None


class BothCounts(Model):
    """A count for each player."""

    seat: Amount = 0
    opponent: Amount = 0


class LocationModel(Model):
    """A location on the table, with the power of both sides; null where a side has nobody."""

    index: Annotated[int, Field(ge=0, le=199)]
    card_id: Name
    blueprint_id: Name
    system: Name | None = None
    owner: Side | None = None
    power: BothNumbers = BothNumbers()


class CardModel(Model):
    """A card on the table or in the seat's hand."""

    card_id: Name
    blueprint_id: Name
    zone: Name
    owner: Side | None = None
    location: Annotated[int, Field(ge=0, le=199)] | None = None
    attached_to: Name | None = None


class BattleModel(Model):
    """A battle under way."""

    location: Annotated[int, Field(ge=0, le=199)]
    cards: Annotated[list[Name], Field(max_length=MAX_CARDS)] = []
    power: BothNumbers = BothNumbers()
    destiny_draws: BothCounts = BothCounts()
    attrition: BothNumbers = BothNumbers()
    damage: BothNumbers = BothNumbers()


class BoardModel(Model):
    """Everything known about the table, the piles and the seat's hand."""

    piles: BothPiles = BothPiles()
    force_generation: BothNumbers = BothNumbers()
    locations: Annotated[list[LocationModel], Field(max_length=200)] = []
    cards: Annotated[list[CardModel], Field(max_length=MAX_CARDS)] = []
    battle: BattleModel | None = None
    seen: Annotated[list[Name], Field(max_length=MAX_CARDS)] = []
    """Blueprints known to be in the seat's deck, one entry per known copy."""
    shown: Annotated[list[Name], Field(max_length=MAX_CARDS)] = []
    """The same for the opponent's deck, from what the seat has been shown of it."""
    messages: Annotated[list[Text], Field(max_length=12)] = []


class EffectModel(Model):
    """Something that a card's text says, with its condition in the card's words; empty if it always holds."""

    kind: Name
    amount: Number = 0
    what: Name = ""
    when: Name = ""
    side: Literal["", "dark", "light"] = ""


class FactsModel(Model):
    """What is printed on a card; null where it lacks a statistic."""

    blueprint_id: Name
    title: Name
    side: Literal["dark", "light"]
    type: Name
    subtype: Name = ""
    power: Number | None = None
    ability: Number | None = None
    deploy: Number | None = None
    forfeit: Number | None = None
    destiny: Number | None = None
    armor: Number | None = None
    maneuver: Number | None = None
    hyperspeed: Number | None = None
    landspeed: Number | None = None
    dark_icons: Amount = 0
    light_icons: Amount = 0
    unique: bool = False
    icons: Annotated[list[Name], Field(max_length=40)] = []
    characteristics: Annotated[list[Name], Field(max_length=40)] = []
    matching: Annotated[list[Name], Field(max_length=40)] = []
    matching_weapon: Annotated[list[Name], Field(max_length=40)] = []
    parsec: Number | None = None
    pulls: Annotated[list[Name], Field(max_length=40)] = []
    effects: Annotated[list[EffectModel], Field(max_length=40)] = []


class OptionModel(Model):
    """An option of a decision."""

    answer: Name
    text: Text
    card_id: Name | None = None
    blueprint_id: Name | None = None
    selectable: bool = True
    preselected: bool = False
    action: Text = ""
    """The server's text for the action, without the card's name."""


class DecisionModel(Model):
    """A decision: the question, its options and limits."""

    decision_type: Name
    kind: Name = "other"
    text: Text = ""
    min: Bound = 0
    max: Bound = 0
    default: Bound | None = None
    no_pass: bool = False
    options: Annotated[list[OptionModel], Field(max_length=MAX_OPTIONS)] = []
    mentions: Annotated[list[Name], Field(max_length=50)] = []
    """Blueprints of the cards named in the question."""
    repeats: Annotated[dict[Name, Amount], Field(max_length=MAX_OPTIONS)] = {}
    """Answer -> earlier times it was taken without changing anything."""
    taken: Annotated[dict[Name, Amount], Field(max_length=MAX_OPTIONS)] = {}
    """Answer -> earlier times that the action was taken this turn, with or without effect."""
    fruitless: Annotated[dict[Name, Amount], Field(max_length=MAX_OPTIONS)] = {}
    """Answer -> earlier times in the game that the same search found nothing."""
    drained: Annotated[dict[Name, Amount], Field(max_length=MAX_OPTIONS)] = {}
    """Answer -> size of the last Force drain at that location, if made in the last few turns."""
    any_change: bool = False
    """Whether the server accepts any change to the preselected cards, and asks again; min to max cards lead on."""


class SwccgState(GameState):
    """A decision of a recorded game, with everything its player could know at that moment."""

    ruleset_id: Literal["swccg_gemp_v1"] = "swccg_gemp_v1"
    active_player_id: Literal[0] = 0
    replay_id: Name | None = None
    index: SafeInt | None = None
    """The decision's index in its replay."""
    seat: Name = ""
    opponent: Name | None = None
    side: Literal["dark", "light"] | None = None
    phase: Name | None = None
    turn: Amount = 0
    whose_turn: Name | None = None
    lacks: Annotated[list[Name], Field(max_length=20)] = []
    """Codes of what is unknown."""
    board: BoardModel = BoardModel()
    titles: Annotated[dict[Name, Name], Field(max_length=4_000)] = {}
    """Blueprint -> title in the log."""
    cards: Annotated[dict[Name, FactsModel], Field(max_length=MAX_FACTS)] | None = None
    """Blueprint -> facts; null takes them from the loaded cards."""
    decision: DecisionModel


class SwccgAction(Model):
    """An answer in the server's format: an id, comma-separated ids, an index, an amount, or empty to pass."""

    answer: Annotated[str, Field(max_length=20_000)]
    built: bool = False
    """Whether it is one of too many combinations to list all of."""


EXPORTED_MODELS = (SwccgState, SwccgAction)
SwccgRequest = Request[SwccgState, SwccgAction]
"""The request type of SWCCG's evaluators."""
