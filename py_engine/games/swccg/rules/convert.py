"""Between a position and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from py_engine.games.swccg.rules.board import SIDES, Battle, Board, Card, Location, Piles, Side
from py_engine.games.swccg.rules.cards import LIBRARY, CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.state import (
    MOST_FACTS,
    RULESET_ID,
    BattleModel,
    BoardModel,
    BothNumbers,
    DecisionModel,
    FactsModel,
    SwccgState,
)
from py_engine.games.swccg.rules.titles import is_face_down

__all__ = ["concerned", "facts_of", "position_of", "state_json"]


def concerned(board: Board, decision: Decision) -> list[str]:
    """The blueprints that a position speaks of, sorted."""
    found = {card.blueprint_id for card in board.cards.values()}
    found.update(place.blueprint_id for place in board.locations if place is not None)
    found.update(board.seen)
    found.update(option.blueprint_id for option in decision.options if option.blueprint_id is not None)
    found.update(decision.mentions)
    return sorted(blueprint for blueprint in found if not is_face_down(blueprint))


def facts_of(board: Board, decision: Decision) -> dict[str, CardFacts]:
    """What the loaded cards say of the cards concerned."""
    if LIBRARY.id is None:
        return {}
    known = ((name, LIBRARY.get(name)) for name in concerned(board, decision))
    return dict(islice(((name, facts) for name, facts in known if facts is not None), MOST_FACTS))


def state_json(position: Position, replay_id: str | None, index: int | None) -> dict[str, Any]:
    """A position as the JSON data of a state."""
    return {
        "state_version": 1,
        "ruleset_id": RULESET_ID,
        "active_player_id": 0,
        "seed": 0,
        "chance_counter": 0,
        "game_over": False,
        "returns": [None],
        "last_events": [],
        "warnings": [],
        "replay_id": replay_id,
        "index": index,
        "seat": position.seat,
        "opponent": position.opponent,
        "side": position.side,
        "phase": position.phase,
        "turn": position.turn,
        "whose_turn": position.whose_turn,
        "lacks": list(position.lacks),
        "board": _board_json(position.board),
        "titles": dict(position.titles),
        "cards": {name: facts.as_json() for name, facts in position.facts.items()},
        "decision": _decision_json(position.decision, position.repeats),
    }


def _fields(value: Piles | Location | Card | Option) -> dict[str, Any]:
    """A record's fields; none of them holds others."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _both(values: Mapping[Side, Any]) -> dict[str, Any]:
    return {side: values.get(side) for side in SIDES}


def _board_json(board: Board) -> dict[str, Any]:
    return {
        "piles": {side: _fields(board.piles[side]) if side in board.piles else None for side in SIDES},
        "force_generation": _both(board.generation),
        "locations": [
            {"index": index, **_fields(place), "power": {side: board.power_at(index, side) for side in SIDES}}
            for index, place in enumerate(board.locations)
            if place is not None
        ],
        "cards": [_fields(card) for card in board.cards.values()],
        "battle": None if board.battle is None else _battle_json(board.battle),
        "seen": [blueprint for blueprint, count in board.seen.items() for _ in range(count)],
        "messages": list(board.messages),
    }


def _battle_json(battle: Battle) -> dict[str, Any]:
    return {
        "location": battle.location,
        "cards": list(battle.cards),
        "power": _both(battle.power),
        "destiny_draws": {side: battle.destiny_draws.get(side, 0) for side in SIDES},
        "attrition": _both(battle.attrition),
        "damage": _both(battle.damage),
    }


def _decision_json(decision: Decision, repeats: Mapping[str, int]) -> dict[str, Any]:
    return {
        "decision_type": decision.decision_type,
        "kind": decision.kind,
        "text": decision.text,
        "min": decision.minimum,
        "max": decision.maximum,
        "default": decision.default,
        "no_pass": decision.no_pass,
        "options": [_fields(option) for option in decision.options],
        "mentions": list(decision.mentions),
        "repeats": dict(repeats),
    }


def position_of(state: SwccgState) -> Position:
    """A state as a position."""
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
        lacks=tuple(state.lacks),
    )


def _facts(model: FactsModel) -> CardFacts:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in model}
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
    for blueprint in model.seen:
        board.seen[blueprint] = board.seen.get(blueprint, 0) + 1
    board.messages = list(model.messages)
    return board


def _battle(model: BattleModel) -> Battle:
    return Battle(
        location=model.location,
        cards=list(model.cards),
        power={"seat": model.power.seat, "opponent": model.power.opponent},
        destiny_draws={"seat": model.destiny_draws.seat, "opponent": model.destiny_draws.opponent},
        attrition={"seat": model.attrition.seat, "opponent": model.attrition.opponent},
        damage={"seat": model.damage.seat, "opponent": model.damage.opponent},
    )


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
    )
