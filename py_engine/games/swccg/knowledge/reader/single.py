"""A single decision from its XML, with an optional context for its position."""

from __future__ import annotations

from dataclasses import replace

from pydantic import ConfigDict, JsonValue

from py_engine.core.contract import ContractError, Model, StateWarning
from py_engine.games.swccg.knowledge.reader.loading import unknown_cards
from py_engine.games.swccg.knowledge.reader.replays import informed, nothing_to_choose
from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import Log, read_xml
from py_engine.games.swccg.rules.board import KEPT_MESSAGES, MAX_LOCATIONS, Board, Card, Location, Piles, Side
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.convert import concerned, state_of
from py_engine.games.swccg.rules.decisions import legal_answers, named
from py_engine.games.swccg.rules.events import MAX_ID_LENGTH, MAX_IN_PILE, PILES, Event, number, whole
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.records import StateRecord
from py_engine.games.swccg.rules.state import Name
from py_engine.games.swccg.rules.titles import FACE_DOWN, MAX_TITLE_LENGTH, is_face_down, plain

__all__ = ["ParseDecisionArgs", "parse_decision"]

_MAX_CARDS = 400
_INDEX = "locationIndex"
_AT_PLACES = ("", "AT_LOCATION", "LOCATIONS")
_OTHER = {"dark": "light", "light": "dark"}


class CardInContext(Model):
    """A card in the context."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    cardId: str | None = None  # noqa: N815 - spelled as in the server's log
    blueprintId: str | None = None  # noqa: N815
    title: str | None = None
    zone: str | None = None
    owner: str | None = None
    locationIndex: JsonValue = None  # noqa: N815


class Context(Model):
    """What is known besides the question; all of it is optional."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    seat: Name | None = None
    phase: str | None = None
    turnPlayer: Name | None = None  # noqa: N815
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
    """The ``<ge>`` element of a decision, and what is known about the position."""

    xml: str
    context: Context = Context()


def parse_decision(args: ParseDecisionArgs) -> StateRecord:
    """The state of a single decision; ``lacks`` lists what is unknown.

    Raises:
        ContractError: INVALID_PARAMS unless the XML has exactly one decision.
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
    decision = named(position.decision, position.board, position.titles)
    known = informed(replace(position, decision=decision))
    return state_of(known, None, None, _warnings(log, known))


def _warnings(log: Log, position: Position) -> list[StateWarning]:
    decision, found = position.decision, []
    if log.damaged:
        found.append(StateWarning(code="damaged", text="The XML ends early; only its beginning was read."))
    if not legal_answers(decision, 1)[0]:
        found.append(StateWarning(code="no_options", text=nothing_to_choose("The decision", decision)))
    unknown = [each for each in concerned(position.board, decision) if each not in position.facts]
    return found + unknown_cards(unknown)


def _tracker(context: Context, asked: str) -> Tracker:
    tracker = Tracker(context.seat or asked[:MAX_ID_LENGTH])
    if context.phase is not None:
        tracker.fold(Event("GPC", {"phase": context.phase}))
    tracker.whose_turn = context.turnPlayer or None
    for name in [*context.zones, *([context.turnPlayer] if context.turnPlayer else [])]:
        tracker.meet(name)
    tracker.side = _side(context, tracker)
    _piles(context, tracker)
    _powers(context, tracker)
    for each in context.referenced:
        _card(each, tracker, each.zone or "", tracker.owner(each.owner or ""))
    for each in context.hand:
        _card(each, tracker, "HAND", "seat")
    _row(context, tracker.board)
    for message in context.lastMessages[-KEPT_MESSAGES:]:
        tracker.board.add_message(plain(message))
    return tracker


def _side(context: Context, tracker: Tracker) -> str | None:
    """The seat's side: as given, or else from cards with a known owner (their loaded facts, or the backs they show)."""
    if context.side in _OTHER:
        return context.side
    owned: list[tuple[str | None, Side | None]] = [(each.blueprintId, "seat") for each in context.hand]
    owned += [(each.blueprintId, tracker.owner(each.owner or "")) for each in context.referenced]
    sides: set[str] = set()
    for blueprint, owner in owned:
        facts = LIBRARY.get(blueprint)
        side = facts.side if facts is not None else FACE_DOWN.get(blueprint or "")
        if side is not None and owner is not None:
            sides.add(side if owner == "seat" else _OTHER[side])
    return sides.pop() if len(sides) == 1 else None if sides else _side_by_names(context, tracker.seat)


def _side_by_names(context: Context, seat: str) -> str | None:
    """The seat's side from the players' names, if one begins with Dark and the other with Light.

    A single name proves nothing ("DarkHelmet" may play either side). But a context gives power by side and players by
    name, and for games of bots, which have such names, nothing else links the two.
    """
    colours = {name: side for name in context.zones for side in _OTHER if name.startswith(side.capitalize())}
    return colours.get(seat) if len(context.zones) == len(set(colours.values())) == len(_OTHER) else None


def _piles(context: Context, tracker: Tracker) -> None:
    for name, sizes in context.zones.items():
        side = tracker.owner(name)
        if side is not None:
            counts = (whole(str(sizes.get(zone, 0))) or 0 for zone in PILES.values())
            tracker.board.piles[side] = Piles(*(min(max(0, count), MAX_IN_PILE) for count in counts))


def _powers(context: Context, tracker: Tracker) -> None:
    for side, colour in tracker.colours():
        listed = context.darkPower if colour == "dark" else context.lightPower
        for name, value in listed.items():
            place, power = _location_index(name), number(str(value))
            if place is not None and power is not None and power >= 0:
                tracker.board.power[side][place] = power
        given = context.darkForceGeneration if colour == "dark" else context.lightForceGeneration
        generation = None if given is None else number(str(given))
        if generation is not None:
            tracker.board.generation[side] = generation


def _location_index(name: str) -> int | None:
    return _place(name.removeprefix(_INDEX)) if name.startswith(_INDEX) else None


def _place(value: JsonValue) -> int | None:
    """The index of a location; None if it is not a valid one."""
    index = None if value is None else whole(str(value))
    return index if index is not None and 0 <= index < MAX_LOCATIONS else None


def _card(each: CardInContext, tracker: Tracker, zone: str, owner: Side | None) -> None:
    card_id, blueprint = each.cardId, each.blueprintId
    if not card_id or not blueprint or max(len(card_id), len(blueprint), len(zone)) > MAX_ID_LENGTH:
        return
    if len(tracker.board.cards) >= _MAX_CARDS and card_id not in tracker.board.cards:
        return
    place = _place(each.locationIndex) if zone in _AT_PLACES else None
    tracker.board.put(Card(card_id, blueprint, zone, owner, place))
    title = plain(each.title or "")[:MAX_TITLE_LENGTH]
    if title and not is_face_down(blueprint):
        tracker.titles.setdefault(blueprint, title)


def _row(context: Context, board: Board) -> None:
    """Fills the row of locations: those given as cards, and nameless ones where only power is given."""
    cards = [card for card in board.cards.values() if card.zone == "LOCATIONS"]
    known = {
        place for name in [*context.darkPower, *context.lightPower] if (place := _location_index(name)) is not None
    }
    if len(cards) == len(known) == 1 and cards[0].location is None:
        # A single index and a single location card: the card must be there.
        cards = [replace(cards[0], location=next(iter(known)))]
        board.put(cards[0])
    known.update(card.location for card in board.cards.values() if card.location is not None)
    for place in sorted(known):
        board.reach(place)
        board.locations[place] = Location.nameless(place)
    for card in cards:
        if card.location is not None:
            board.locations[card.location] = Location(card.card_id, card.blueprint_id, None, card.owner)
