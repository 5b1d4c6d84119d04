"""A replay, read in a single pass: its decisions, each with the position at that moment and the inferred answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Sized
from dataclasses import dataclass, field, replace
from hashlib import sha256

from py_engine.core.contract import ContractError, StateWarning
from py_engine.core.validation import shorten
from py_engine.games.swccg.knowledge.inference.infer import Inference, Inferred, inferred
from py_engine.games.swccg.knowledge.reader.container import unpack
from py_engine.games.swccg.knowledge.reader.deck import of_side
from py_engine.games.swccg.knowledge.reader.tracker import Tracker, seat_of
from py_engine.games.swccg.knowledge.reader.xml_events import CONTAINERS, Log, reading_xml
from py_engine.games.swccg.rules.board import SIDES, Board
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.convert import facts_of
from py_engine.games.swccg.rules.decisions import Decision, count_answers, named
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position

__all__ = [
    "REPLAYS",
    "Replay",
    "ReplayDecision",
    "Replays",
    "informed",
    "nothing_to_choose",
    "read_at_once",
    "read_replay",
]

_KEPT = 4
_EVENTS_A_PIECE = 100
_PARSED = 0.35
"""Share of the reading time spent on parsing XML, for the progress."""
MAX_DECISIONS = 20_000
"""Limit on decisions; a long game has 1,500."""
MAX_ENTRIES = 2_000_000
"""Limit on cards, names and options over all positions; a long game has 200,000."""
_ENTRIES_AN_OPTION = 5


@dataclass(slots=True)
class ReplayDecision:
    """A decision of a replay.

    Attributes:
        position: The position from the log alone; ``with_facts`` and ``decision`` add the loaded cards.
        choices: Number of legal answers, counted up to 2.
        inferred: The answer inferred from what follows.
    """

    position: Position
    choices: int
    inferred: Inferred
    _named: Decision | None = None
    _cards: str | None = None
    """Id of the loaded cards when ``_named`` was made."""

    @property
    def decision(self) -> Decision:
        """The decision; cards not named in the log have their titles from the loaded cards."""
        if self._named is None or self._cards != LIBRARY.id:
            position = self.position
            self._named, self._cards = named(position.decision, position.board, position.titles), LIBRARY.id
        return self._named

    def with_facts(self) -> Position:
        """The position with the facts of the loaded cards, whether these were loaded before or after the log."""
        found = informed(self.position, self.decision)
        if _nobody_anywhere(found.board):
            # A log gives power with every change, so there is none.
            found.lacks = tuple(code for code in found.lacks if code != "power")
        return found


_OTHER_COLOUR = {"dark": "light", "light": "dark"}


def informed(position: Position, decision: Decision | None = None) -> Position:
    """A position with the facts of the loaded cards, and the codes of what is still unknown.

    Args:
        position: The position from the log alone.
        decision: Its decision with the titles of the loaded cards; by default its own.
    """
    decision = position.decision if decision is None else decision
    seen = of_side(position.board.seen, position.side)
    shown = of_side(position.board.shown, None if position.side is None else _OTHER_COLOUR[position.side])
    kept = seen is position.board.seen and shown is position.board.shown
    board = position.board if kept else replace(position.board, seen=seen, shown=shown)
    found = replace(position, board=board, decision=decision, facts=facts_of(board, decision))
    found.lacks = tuple(lacking(found))
    return found


@dataclass(slots=True)
class Replay:
    """The contents of a log."""

    id: str
    seat: str
    opponent: str | None
    side: str | None
    winner: str | None
    events: int
    decisions: list[ReplayDecision]
    blueprints: list[str] = field(default_factory=list)
    """Cards that the log names or shows, sorted."""
    titles: dict[str, str] = field(default_factory=dict)
    """Blueprint -> title from the whole log: for display only, as a position must not know later titles."""
    warnings: list[StateWarning] = field(default_factory=list)

    def at(self, index: int) -> ReplayDecision:
        """A decision by its index.

        Raises:
            ContractError: NOT_FOUND.
        """
        if not 0 <= index < len(self.decisions):
            text = f"The replay has no decision {index}; it has {len(self.decisions)} decisions."
            raise ContractError("NOT_FOUND", text, decisions=len(self.decisions))
        return self.decisions[index]


def _nobody_anywhere(board: Board) -> bool:
    """Whether the row of locations is known, and no card is at any of them."""
    known = any(place is not None and place.is_known for place in board.locations)
    cards = (card for card in board.cards.values() if card.zone != "LOCATIONS")
    return known and all(board.place_of(card) is None for card in cards)


def lacking(position: Position) -> list[str]:
    """Codes of what is unknown at a position; a board without any power counts as unknown power."""
    board = position.board
    lacks = {
        "phase": position.phase is None,
        "board": not any(place is not None and place.is_known for place in board.locations),
        "hand": not board.hand() and not any(piles.hand == 0 for side, piles in board.piles.items() if side == "seat"),
        "piles": len(board.piles) < len(SIDES),
        "power": not any(board.power.values()),
        "cards": not position.facts,
        "titles": not position.titles,
    }
    return [code for code, missing in lacks.items() if missing]


class Replays:
    """A cache of the last few replays, by id (least recently used are dropped)."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    def keep(self, replay: Replay) -> None:
        """Adds a replay, and drops the least recently used one if there are too many."""
        self._kept[replay.id] = replay
        self._kept.move_to_end(replay.id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def get(self, replay_id: str) -> Replay:
        """A replay by its id.

        Raises:
            ContractError: NOT_FOUND.
        """
        if replay_id not in self._kept:
            raise ContractError("NOT_FOUND", "This replay is not loaded; load it again.", replay_id=shorten(replay_id))
        self._kept.move_to_end(replay_id)
        return self._kept[replay_id]


REPLAYS = Replays()
"""The loaded replays; ids are hashes of the contents, so loading a replay again gives the same id."""


def read_replay(data: bytes | str) -> Generator[float, None, Replay]:
    """Reads a log in pieces of a few milliseconds; yields the share of the work done, 0..1.

    Args:
        data: The bytes of the file, or its XML as text.

    Raises:
        ContractError: INVALID_PARAMS if no decision can be read.
    """
    raw, cut = (data, False) if isinstance(data, str) else unpack(data)
    log = yield from _parsed(raw)
    if log.root not in CONTAINERS and len(log.events) == 1:
        text = "This is a single event; a replay's outermost element is gameReplay, gameState or update."
        raise ContractError("INVALID_PARAMS", text)
    reader = _Reader(log)
    for start in range(0, len(log.events), _EVENTS_A_PIECE):
        yield _PARSED + (1 - _PARSED) * start / len(log.events)
        for event in log.events[start : start + _EVENTS_A_PIECE]:
            reader.take_in(event)
    if not reader.positions:
        raise ContractError("INVALID_PARAMS", _nothing_read(log), events=len(log.events))
    replay_id = sha256(raw.encode("utf-8", "replace") if isinstance(raw, str) else raw).hexdigest()
    yield 1.0
    tracker, asked = reader.tracker, reader.end()
    return Replay(
        id=replay_id,
        seat=tracker.seat,
        opponent=tracker.opponent,
        side=tracker.side,
        winner=tracker.winner,
        events=len(log.events),
        decisions=asked,
        blueprints=sorted(tracker.blueprints),
        titles=dict(sorted(tracker.titles.items())),
        warnings=_warnings(log, reader, asked, cut=cut),
    )


def _parsed(raw: bytes | str) -> Generator[float, None, Log]:
    parsing = reading_xml(raw)
    while True:
        try:
            share = next(parsing)
        except StopIteration as end:
            log: Log = end.value
            return log
        yield _PARSED * share


class _Reader:
    """Tracks the positions of a log and infers the answers in a single pass over its events.

    Attributes:
        tracker: The state of the log so far.
        positions: The positions of the seat's decisions, with their number of choices.
        left_out: Number of decisions beyond the limits.
    """

    def __init__(self, log: Log) -> None:
        self.tracker = Tracker(seat_of(log.events))
        self.positions: list[tuple[Position, int]] = []
        self.left_out = 0
        self._inference = Inference(self.tracker)
        self._entries = 0
        """Cards, names and options in all positions; shared ones count once."""

    def take_in(self, event: Event) -> None:
        """Processes the next event."""
        tracker = self.tracker
        tracker.fold(event)
        decision: Decision | None = None
        if tracker.asks(event):
            decision = self._ask(event)
        self._inference.take_in(event, decision)

    def _ask(self, event: Event) -> Decision:
        if self.left_out or len(self.positions) >= MAX_DECISIONS or self._entries >= MAX_ENTRIES:
            self.left_out += 1
            return self.tracker.decision(event)
        before = self.positions[-1][0] if self.positions else None
        position = self.tracker.position(event)
        self._entries += _entries(position, before)
        self.positions.append((position, count_answers(position.decision, 2)))
        return position.decision

    def end(self) -> list[ReplayDecision]:
        """The decisions, once the log has ended."""
        deductions = self._inference.end()
        return [
            ReplayDecision(position, choices, inferred(deduction))
            for (position, choices), deduction in zip(self.positions, deductions, strict=False)
        ]


def _entries(position: Position, before: Position | None) -> int:
    """Number of dictionary entries of a position that it does not share with the one before it."""
    count = _ENTRIES_AN_OPTION * len(position.decision.options)
    for now, then in zip(_parts(position), [None] * 4 if before is None else _parts(before), strict=True):
        count += 0 if now is then else len(now)
    return count


def _parts(position: Position) -> list[Sized]:
    return [position.titles, position.board.cards, position.board.seen, position.board.shown]


def _nothing_read(log: Log) -> str:
    if not log.events:
        return "The log has no events."
    return "The log has no decision of its player, so there is nothing to explain."


def _warnings(log: Log, reader: _Reader, asked: list[ReplayDecision], *, cut: bool) -> list[StateWarning]:
    tracker = reader.tracker
    found: list[tuple[str, str]] = []
    if cut or log.damaged:
        found.append(
            ("damaged", f"The file is damaged or ends early; only the first {len(log.events):,} events were read.")
        )
    if reader.left_out:
        text = (
            f"The log is too long: only the first {len(asked):,} decisions are kept; {reader.left_out:,} are left out."
        )
        found.append(("too_many_decisions", text))
    if not tracker.seat:
        found.append(("no_player", "The log does not name its player."))
    elif not any(event.type == "P" for event in log.events):
        text = f"The log does not name its players; its decisions are {shorten(tracker.seat)}'s, so it is taken as that player's."
        found.append(("no_player", text))
    if tracker.opponent is None:
        found.append(("no_opponent", "The log does not name an opponent."))
    unknown = [name or "none" for name in tracker.unknown]
    if unknown:
        names = ", ".join(shorten(name) for name in sorted(unknown)[:5])
        found.append(("unknown_events", f"Events of unknown types were skipped: {names}."))
    if log.other:
        found.append(("unknown_elements", f"Elements other than events were skipped: {log.other:,}."))
    for index, each in enumerate(asked):
        if each.choices == 0:
            found.append(("no_options", nothing_to_choose(f"Decision {index}", each.decision)))
    return [StateWarning(code=code, text=text) for code, text in found[:20]]


def read_at_once(data: bytes | str) -> Replay:
    """A log, read in one piece.

    Raises:
        ContractError: see ``read_replay``.
    """
    reading = read_replay(data)
    while True:
        try:
            next(reading)
        except StopIteration as end:
            replay: Replay = end.value
            return replay


def nothing_to_choose(what: str, decision: Decision) -> str:
    """The warning about a decision without a legal answer."""
    return f"{what} has nothing to choose from, though at least {max(1, decision.minimum)} must be chosen."
