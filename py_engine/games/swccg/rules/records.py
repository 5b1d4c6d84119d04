"""Records that a position's JSON is written from; ``state`` has the models that validate it on the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from py_engine.core.contract import StateWarning
from py_engine.games.swccg.rules.board import Card, Piles, Side
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option
from py_engine.games.swccg.rules.state import RULESET_ID

__all__ = ["BattleRecord", "BoardRecord", "DecisionRecord", "LocationRecord", "StateRecord"]


@dataclass(frozen=True, slots=True)
class LocationRecord:
    """A location on the table, with the power of both sides."""

    index: int
    card_id: str
    blueprint_id: str
    system: str | None
    owner: Side | None
    power: Mapping[Side, float | None]


@dataclass(frozen=True, slots=True)
class BattleRecord:
    """A battle under way."""

    location: int
    cards: Sequence[str]
    power: Mapping[Side, float | None]
    destiny_draws: Mapping[Side, int]
    attrition: Mapping[Side, float | None]
    damage: Mapping[Side, float | None]


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """Everything known about the table, the piles and the seat's hand."""

    piles: Mapping[Side, Piles | None]
    force_generation: Mapping[Side, float | None]
    locations: Sequence[LocationRecord]
    cards: Sequence[Card]
    battle: BattleRecord | None
    seen: Sequence[str]
    shown: Sequence[str]
    messages: Sequence[str]


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision: the question, its options and limits."""

    decision_type: str
    kind: str
    text: str
    min: int
    max: int
    default: int | None
    no_pass: bool
    options: Sequence[Option]
    mentions: Sequence[str]
    repeats: Mapping[str, int]
    taken: Mapping[str, int]
    fruitless: Mapping[str, int]
    drained: Mapping[str, int]
    any_change: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRecord:
    """A decision of a recorded game, with everything its player could know at that moment."""

    state_version: int = 1
    ruleset_id: str = RULESET_ID
    active_player_id: int = 0
    seed: int = 0
    chance_counter: int = 0
    game_over: bool = False
    returns: Sequence[float | None] = (None,)
    last_events: Sequence[Mapping[str, str]] = ()
    warnings: Sequence[StateWarning] = ()
    replay_id: str | None
    index: int | None
    seat: str
    opponent: str | None
    side: str | None
    phase: str | None
    turn: int
    whose_turn: str | None
    lacks: Sequence[str]
    board: BoardRecord
    titles: Mapping[str, str]
    cards: Mapping[str, CardFacts]
    decision: DecisionRecord
