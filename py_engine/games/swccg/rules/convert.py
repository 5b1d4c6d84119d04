"""Conversion between a position and the state that crosses the bridge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from py_engine.core.contract import Model, StateWarning
from py_engine.games.swccg.rules.board import SIDES, Battle, Board, Card, Location, Piles, Side
from py_engine.games.swccg.rules.cards import LIBRARY, CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.records import (
    BattleRecord,
    BoardRecord,
    DecisionRecord,
    LocationRecord,
    StateRecord,
)
from py_engine.games.swccg.rules.state import (
    MAX_FACTS,
    BattleModel,
    BoardModel,
    BothNumbers,
    DecisionModel,
    FactsModel,
    SwccgState,
)
from py_engine.games.swccg.rules.texts import TextEffect
from py_engine.games.swccg.rules.titles import is_face_down

__all__ = ["concerned", "facts_of", "position_of", "state_of"]

_Value = TypeVar("_Value")


def concerned(board: Board, decision: Decision) -> list[str]:
    """Blueprints of all cards in a position, sorted."""
    found = {card.blueprint_id for card in board.cards.values()}
    found.update(place.blueprint_id for place in board.locations if place is not None)
    found.update(board.seen)
    found.update(board.shown)
    found.update(option.blueprint_id for option in decision.options if option.blueprint_id is not None)
    found.update(decision.mentions)
    return [blueprint for blueprint in sorted(found) if not is_face_down(blueprint)]


def facts_of(board: Board, decision: Decision) -> dict[str, CardFacts]:
    """The loaded facts of the cards in a position, by blueprint."""
    if LIBRARY.id is None:
        return {}
    found: dict[str, CardFacts] = {}
    for name in concerned(board, decision):
        facts = LIBRARY.get(name)
        if facts is not None:
            found[name] = facts
            if len(found) == MAX_FACTS:
                break
    return found


def state_of(
    position: Position, replay_id: str | None, index: int | None, warnings: Sequence[StateWarning] = ()
) -> StateRecord:
    """The state record of a position."""
    return StateRecord(
        warnings=warnings,
        replay_id=replay_id,
        index=index,
        seat=position.seat,
        opponent=position.opponent,
        side=position.side,
        phase=position.phase,
        turn=position.turn,
        whose_turn=position.whose_turn,
        lacks=position.lacks,
        board=_board_record(position.board),
        titles=position.titles,
        cards=position.facts,
        decision=_decision_record(position),
    )


def _both(values: Mapping[Side, _Value]) -> dict[Side, _Value | None]:
    return {side: values.get(side) for side in SIDES}


def _board_record(board: Board) -> BoardRecord:
    return BoardRecord(
        piles=_both(board.piles),
        force_generation=_both(board.generation),
        locations=[
            LocationRecord(
                index,
                place.card_id,
                place.blueprint_id,
                place.system,
                place.owner,
                power={side: board.power_at(index, side) for side in SIDES},
            )
            for index, place in enumerate(board.locations)
            if place is not None
        ],
        cards=list(board.cards.values()),
        battle=None if board.battle is None else _battle_record(board.battle),
        seen=_listed(board.seen),
        shown=_listed(board.shown),
        messages=board.messages,
    )


def _listed(counts: Mapping[str, int]) -> list[str]:
    """Each blueprint, repeated by its count."""
    return [blueprint for blueprint, count in counts.items() for _ in range(count)]


def _battle_record(battle: Battle) -> BattleRecord:
    return BattleRecord(
        location=battle.location,
        cards=battle.cards,
        power=_both(battle.power),
        destiny_draws={side: battle.destiny_draws.get(side, 0) for side in SIDES},
        attrition=_both(battle.attrition),
        damage=_both(battle.damage),
    )


def _decision_record(position: Position) -> DecisionRecord:
    decision = position.decision
    return DecisionRecord(
        decision_type=decision.decision_type,
        kind=decision.kind,
        text=decision.text,
        min=decision.minimum,
        max=decision.maximum,
        default=decision.default,
        no_pass=decision.no_pass,
        options=decision.options,
        mentions=decision.mentions,
        repeats=position.repeats,
        taken=position.taken,
        fruitless=position.fruitless,
        drained=position.drained,
        any_change=decision.any_change,
    )


def position_of(state: SwccgState) -> Position:
    """The position of a state."""
    return Position(
        seat=state.seat,
        opponent=state.opponent,
        side=state.side,
        phase=state.phase,
        turn=state.turn,
        whose_turn=state.whose_turn,
        board=board_of(state.board),
        titles=state.titles,
        facts={name: _facts(model) for name, model in (state.cards or {}).items()},
        decision=decision_of(state.decision),
        repeats=state.decision.repeats,
        taken=state.decision.taken,
        fruitless=state.decision.fruitless,
        drained=state.decision.drained,
        lacks=tuple(state.lacks),
    )


def _facts(model: FactsModel) -> CardFacts:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in model}
    values["effects"] = tuple(TextEffect(**dict(effect)) for effect in model.effects)
    return CardFacts(**values)


def _numbers(model: BothNumbers) -> dict[Side, float]:
    both: list[tuple[Side, float | None]] = [("seat", model.seat), ("opponent", model.opponent)]
    return {side: value for side, value in both if value is not None}


def board_of(model: BoardModel) -> Board:
    """The board of a state."""
    board = Board()
    for side, piles in (("seat", model.piles.seat), ("opponent", model.piles.opponent)):
        if piles is not None:
            board.piles["seat" if side == "seat" else "opponent"] = Piles(**dict(piles))
    board.generation = _numbers(model.force_generation)
    for place in model.locations:
        board.locations.extend([None] * (place.index + 1 - len(board.locations)))
        board.locations[place.index] = Location(place.card_id, place.blueprint_id, place.system, place.owner)
        for side, power in _numbers(place.power).items():
            board.power[side][place.index] = power
    board.cards = {card.card_id: Card(**dict(card)) for card in model.cards}
    board.battle = None if model.battle is None else _battle(model.battle)
    for counts, listed in ((board.seen, model.seen), (board.shown, model.shown)):
        for blueprint in listed:
            counts[blueprint] = counts.get(blueprint, 0) + 1
    board.messages = list(model.messages)
    return board


def _battle(model: BattleModel) -> Battle:
    return Battle(
        location=model.location,
        cards=list(model.cards),
        power=_by_side(model.power),
        destiny_draws=_by_side(model.destiny_draws),
        attrition=_by_side(model.attrition),
        damage=_by_side(model.damage),
    )


def _by_side(model: Model) -> dict[Side, Any]:
    """The two fields of a model by side."""
    return {side: getattr(model, side) for side in SIDES}


def decision_of(model: DecisionModel) -> Decision:
    """The decision of a state."""
    return Decision(
        decision_type=model.decision_type,
        kind=model.kind,
        text=model.text,
        options=tuple(Option(**dict(option)) for option in model.options),
        minimum=model.min,
        maximum=model.max,
        default=model.default,
        no_pass=model.no_pass,
        mentions=tuple(model.mentions),
        any_change=model.any_change,
    )
