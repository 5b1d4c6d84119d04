"""Logs tracked event by event, and invariants of every board."""

from __future__ import annotations

from collections.abc import Iterable

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.board import MAX_LOCATIONS, Board
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.logs import DARK, FACE_DOWN_DARK, FACE_DOWN_LIGHT, LIGHT, game_replay, participants, put_in_play

START = [
    participants(DARK, DARK, LIGHT),
    put_in_play(1, FACE_DOWN_DARK, "TOP_OF_RESERVE_DECK"),
    put_in_play(2, FACE_DOWN_LIGHT, "TOP_OF_RESERVE_DECK", LIGHT),
]
"""The beginning of the dark player's log, which makes the sides known."""


def events(*written: str) -> list[Event]:
    """Parsed events."""
    return read_xml(game_replay(written)).events


def folded(*written: str) -> Tracker:
    """A tracker that has processed these events."""
    tracker = Tracker()
    for each in events(*written):
        tracker.fold(each)
    return tracker


def positions(log: Iterable[Event]) -> list[Position]:
    """The position at every decision of the seat."""
    tracker, found = Tracker(), []
    for each in log:
        tracker.fold(each)
        if tracker.asks(each):
            found.append(tracker.position(each))
    return found


def sound(board: Board) -> None:
    """Asserts the invariants of a board."""
    assert all(card_id == card.card_id for card_id, card in board.cards.items())
    stand = [place.card_id for place in board.locations if place is not None]
    assert len(set(stand)) == len(stand)
    for card in board.cards.values():
        assert card.location is None or 0 <= card.location < len(board.locations)
        assert card.location is None or card.zone in ("AT_LOCATION", "LOCATIONS")
    for power in board.power.values():
        assert all(0 <= place < MAX_LOCATIONS and value >= 0 for place, value in power.items())
    assert board.battle is None or 0 <= board.battle.location < len(board.locations)
    assert all(count > 0 for count in board.seen.values())
    assert len(board.messages) <= 12
