"""One decision's XML alone, with whatever else is known of the position it was asked in."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ConfigDict, JsonValue

from py_engine.contract import ContractError, Model
from py_engine.games.swccg.board import Card, Piles, Side
from py_engine.games.swccg.convert import facts_of, state_json
from py_engine.games.swccg.decisions import Decision
from py_engine.games.swccg.events import PILES, Event, number, whole
from py_engine.games.swccg.replays import lacking
from py_engine.games.swccg.titles import plain
from py_engine.games.swccg.tracker import Tracker
from py_engine.games.swccg.xml_events import read_xml

__all__ = ["ParseDecisionArgs", "parse_decision"]

_MOST = 400
_INDEX = re.compile(r"locationIndex(\d{1,3})")


class CardInContext(Model):
    """A card that is known to be somewhere."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    cardId: str | None = None  # noqa: N815 - the context's own spelling, as in the server's log
    blueprintId: str | None = None  # noqa: N815
    title: str | None = None
    zone: str | None = None
    owner: str | None = None
    locationIndex: JsonValue = None  # noqa: N815


class Context(Model):
    """What is known beside the question; every part may be left out."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    seat: str | None = None
    phase: str | None = None
    turnPlayer: str | None = None  # noqa: N815
    zones: dict[str, dict[str, JsonValue]] = {}
    darkPower: dict[str, JsonValue] = {}  # noqa: N815
    lightPower: dict[str, JsonValue] = {}  # noqa: N815
    darkForceGeneration: JsonValue = None  # noqa: N815
    lightForceGeneration: JsonValue = None  # noqa: N815
    side: str | None = None
    hand: list[CardInContext] = []
    referenced: list[CardInContext] = []
    lastMessages: list[str] = []  # noqa: N815


class ParseDecisionArgs(Model):
    """The ``<ge>`` element of a decision, and what is known of the position."""

    xml: str
    context: Context = Context()


def parse_decision(args: ParseDecisionArgs) -> dict[str, Any]:
    """The state of a decision that stands alone; ``lacks`` lists what is not known.

    Raises:
        ContractError: INVALID_PARAMS when there is no decision in the XML.
    """
    log = read_xml(args.xml)
    events = [event for event in log.events if event.type == "D"]
    if not events:
        raise ContractError("INVALID_PARAMS", "The XML has no decision: no ge element of type D.")
    if len(events) > 1:
        raise ContractError("INVALID_PARAMS", "The XML has several decisions; load it as a replay.")
    tracker = _tracker(args.context, events[0].get("participantId"))
    for event in log.events:
        tracker.fold(event)
    position = tracker.position(events[0])
    position.facts = facts_of(position.board, position.decision)
    position.lacks = tuple(lacking(position))
    state = state_json(position, None, None)
    if log.damaged:
        state["warnings"] = [{"code": "damaged", "text": "The XML ends early; what could be read is here."}]
    return state


def _tracker(context: Context, asked: str) -> Tracker:
    tracker = Tracker(context.seat or asked)
    if context.phase is not None:
        tracker.fold(Event("GPC", {"phase": context.phase}))
    tracker.whose_turn = context.turnPlayer
    for name in [*context.zones, *([context.turnPlayer] if context.turnPlayer else [])]:
        tracker.meet(name)
    tracker.side = _side(context, tracker)
    _piles(context, tracker)
    _powers(context, tracker)
    for each in [*context.referenced, *context.hand]:
        _card(each, tracker, hand=each in context.hand)
    for message in context.lastMessages:
        tracker.board.tell(plain(message))
    return tracker


def _side(context: Context, tracker: Tracker) -> str | None:
    """Said, or told by the player's name or by a card of the hand that the loaded cards know."""
    if context.side in ("dark", "light"):
        return context.side
    board = Tracker(tracker.seat).board
    for each in context.hand:
        if each.cardId is not None and each.blueprintId is not None:
            board.cards[each.cardId] = Card(each.cardId, each.blueprintId, "HAND", "seat")
    known = facts_of(board, Decision("EMPTY", "other", ""))
    sides = {facts.side for facts in known.values()}
    if len(sides) == 1:
        return sides.pop()
    name = tracker.seat.lower()
    return "dark" if name.startswith("dark") else "light" if name.startswith("light") else None


def _piles(context: Context, tracker: Tracker) -> None:
    for name, sizes in context.zones.items():
        side = tracker.owner(name)
        if side is not None:
            counts = (whole(str(sizes.get(zone, 0))) or 0 for zone in PILES.values())
            tracker.board.piles[side] = Piles(*(max(0, count) for count in counts))


def _powers(context: Context, tracker: Tracker) -> None:
    for side, colour in tracker.colours():
        listed = context.darkPower if colour == "dark" else context.lightPower
        for name, value in listed.items():
            match, power = _INDEX.fullmatch(name), number(str(value))
            if match is not None and power is not None and power >= 0:
                tracker.board.power[side][int(match.group(1))] = power
        said = context.darkForceGeneration if colour == "dark" else context.lightForceGeneration
        generation = None if said is None else number(str(said))
        if generation is not None:
            tracker.board.generation[side] = generation


def _card(each: CardInContext, tracker: Tracker, *, hand: bool) -> None:
    if each.cardId is None or each.blueprintId is None or len(tracker.board.cards) >= _MOST:
        return
    zone = "HAND" if hand else (each.zone or "")
    owner: Side | None = "seat" if hand else tracker.owner(each.owner or "")
    place = whole(str(each.locationIndex)) if each.locationIndex is not None else None
    tracker.board.cards[each.cardId] = Card(each.cardId, each.blueprintId, zone, owner, place)
    if each.title is not None:
        tracker.titles.setdefault(each.blueprintId, plain(each.title))
