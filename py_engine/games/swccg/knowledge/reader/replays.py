"""A replay, read once: its decisions, each with the position it was asked in."""

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
from py_engine.games.swccg.rules.board import SIDES
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.convert import facts_of
from py_engine.games.swccg.rules.decisions import Decision, legal_answers, named
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
"""The share of the time that the XML takes."""
MAX_DECISIONS = 20_000
"""Decisions that are kept; a long game has 1,500."""
MAX_ENTRIES = 2_000_000
"""Cards, names and options that are kept with all decisions; a long game has 200,000."""
_ENTRIES_AN_OPTION = 5


@dataclass(slots=True)
class ReplayDecision:
    """A decision of a replay.

    Attributes:
        position: as the log alone tells it; what the loaded cards add is in ``with_facts`` and ``decision``.
        choices: how many legal answers are told apart (2 stands for "more than one").
        inferred: the answer that what follows tells.
    """

    position: Position
    choices: int
    inferred: Inferred
    _named: Decision | None = None
    _cards: str | None = None
    """The id of the cards that the names in ``_named`` are from."""

    @property
    def decision(self) -> Decision:
        """The question; cards that the log has not named have the names of the cards that are loaded now."""
        if self._named is None or self._cards != LIBRARY.id:
            position = self.position
            self._named, self._cards = named(position.decision, position.board, position.titles), LIBRARY.id
        return self._named

    def with_facts(self) -> Position:
        """The position with all that the cards tell that are loaded now, in whichever order they and the log came."""
        return informed(replace(self.position, decision=self.decision))


def informed(position: Position) -> Position:
    """A position with the facts of the loaded cards, and with what is still not known."""
    seen = of_side(position.board.seen, position.side)
    board = position.board if seen is position.board.seen else replace(position.board, seen=seen)
    told = replace(position, board=board, facts=facts_of(board, position.decision))
    told.lacks = tuple(lacking(told))
    return told


@dataclass(slots=True)
class Replay:
    """All that was read of a log."""

    id: str
    seat: str
    opponent: str | None
    side: str | None
    winner: str | None
    events: int
    decisions: list[ReplayDecision]
    blueprints: list[str] = field(default_factory=list)
    """The cards that the log names or shows, sorted."""
    titles: dict[str, str] = field(default_factory=dict)
    """What the whole log calls them, later than a position knows it: to be shown, not to be scored by."""
    warnings: list[StateWarning] = field(default_factory=list)

    def at(self, index: int) -> ReplayDecision:
        """A decision by its place.

        Raises:
            ContractError: NOT_FOUND.
        """
        if not 0 <= index < len(self.decisions):
            text = f"The replay has no decision {index}; it has {len(self.decisions)}."
            raise ContractError("NOT_FOUND", text, decisions=len(self.decisions))
        return self.decisions[index]


def lacking(position: Position) -> list[str]:
    """What is not known at a position, by code; where nobody has any power, it cannot be told from power not known."""
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
    """The last few replays that were read, by id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    def keep(self, replay: Replay) -> None:
        """Remembers a replay, and forgets the one that was not asked about for longest."""
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
"""What was loaded; ids are hashes of the contents, so that loading again gives the same."""


def read_replay(data: bytes | str) -> Generator[float, None, Replay]:
    """Reads a log, in pieces of a few milliseconds; what it yields is how much is done, 0..1.

    Args:
        data: the file's bytes as they are, or its XML as text.

    Raises:
        ContractError: INVALID_PARAMS when no decision can be read.
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
    """Folds the events of a log and infers what was answered, both in one pass.

    Attributes:
        tracker: what the log has told so far.
        positions: those in which the seat was asked, as many as are kept.
        left_out: how many more there were.
    """

    def __init__(self, log: Log) -> None:
        self.tracker = Tracker(seat_of(log.events))
        self.positions: list[tuple[Position, int]] = []
        self.left_out = 0
        self._inference = Inference(self.tracker)
        self._entries = 0
        """Cards, names and the like of all boards, those that several boards share counted once."""

    def take_in(self, event: Event) -> None:
        """Takes in the next event."""
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
        self.positions.append((position, len(legal_answers(position.decision, 2)[0])))
        return position.decision

    def end(self) -> list[ReplayDecision]:
        """The decisions that are kept, once the log has ended."""
        told = self._inference.end()
        return [
            ReplayDecision(position, choices, inferred(answer))
            for (position, choices), answer in zip(self.positions, told, strict=False)
        ]


def _entries(position: Position, before: Position | None) -> int:
    """How many entries of dictionaries a position has that it does not share with the one before it."""
    count = _ENTRIES_AN_OPTION * len(position.decision.options)
    for now, then in zip(_parts(position), [None] * 3 if before is None else _parts(before), strict=True):
        count += 0 if now is then else len(now)
    return count


def _parts(position: Position) -> list[Sized]:
    return [position.titles, position.board.cards, position.board.seen]


def _nothing_read(log: Log) -> str:
    if not log.events:
        return "The log has no events."
    return "The log has no decision of its player, so there is nothing to explain."


def _warnings(log: Log, reader: _Reader, asked: list[ReplayDecision], *, cut: bool) -> list[StateWarning]:
    tracker = reader.tracker
    found: list[tuple[str, str]] = []
    if cut or log.damaged:
        found.append(
            ("damaged", f"The file ends early or is damaged; {len(log.events):,} events before that were read.")
        )
    if reader.left_out:
        text = f"The log has more decisions than are kept: the first {len(asked):,} are here, {reader.left_out:,} more are left out."
        found.append(("too_many_decisions", text))
    if not tracker.seat:
        found.append(("no_player", "The log does not say whose it is."))
    elif not any(event.type == "P" for event in log.events):
        text = f"The log does not name its players; it is taken to be {shorten(tracker.seat)}'s, who is asked."
        found.append(("no_player", text))
    if tracker.opponent is None:
        found.append(("no_opponent", "The log does not name an opponent."))
    unknown = [name or "none" for name in tracker.unknown]
    if unknown:
        names = ", ".join(shorten(name) for name in sorted(unknown)[:5])
        found.append(("unknown_events", f"Events of types that are not known here were passed over: {names}."))
    if log.other:
        found.append(("unknown_elements", f"{log.other:,} elements that are no events were passed over."))
    for index, each in enumerate(asked):
        if each.choices == 0:
            found.append(("no_options", nothing_to_choose(f"Decision {index}", each.decision)))
    return [StateWarning(code=code, text=text) for code, text in found[:20]]


def read_at_once(data: bytes | str) -> Replay:
    """A log read in one go.

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
    """What is said of a decision that has no legal answer."""
    return f"{what} has nothing to choose from, though at least {max(1, decision.minimum)} must be chosen."
