"""A seat in a running game: it follows the events that the server sends to it, and answers its decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from py_engine.games.swccg.knowledge.reader.replays import informed
from py_engine.games.swccg.knowledge.reader.tracker import Tracker, seat_of
from py_engine.games.swccg.rules.decisions import named
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position

__all__ = ["Seat"]


class Seat:
    """What a player knows of a game so far. One tracker is kept for the whole game; no event is read twice.

    Args:
        name: The player's name; by default the one in the first events.
    """

    def __init__(self, name: str = "") -> None:
        self.tracker = Tracker(name)

    def answered(self, answer: str) -> None:
        """The seat's answer to its last decision: an answer without effect is then known as such."""
        self.tracker.attempts.questions.gave(answer)

    def follow(self, events: Iterable[Event]) -> Iterator[Position]:
        """Takes in the next events; yields the position of each decision of the seat among them."""
        events = list(events)
        if not self.tracker.seat:
            self.tracker.seat = seat_of(events)
        for event in events:
            self.tracker.fold(event)
            if self.tracker.asks(event):
                position = self.tracker.position(event)
                decision = named(position.decision, position.board, position.titles)
                yield informed(replace(position, decision=decision))
