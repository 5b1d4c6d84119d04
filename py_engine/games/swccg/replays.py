"""A replay, read once: its decisions, each with the position it was asked in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from py_engine.contract import ContractError
from py_engine.games.swccg.board import SIDES
from py_engine.games.swccg.container import unpack
from py_engine.games.swccg.context import Position
from py_engine.games.swccg.convert import facts_of
from py_engine.games.swccg.decisions import Decision, legal_answers
from py_engine.games.swccg.inference import Inferred, infer_all
from py_engine.games.swccg.tracker import Tracker, seat_of
from py_engine.games.swccg.xml_events import CONTAINERS, Log, read_xml
from py_engine.validation import shorten

__all__ = ["REPLAYS", "Asked", "Replay", "Replays", "read_replay"]

_KEPT = 4
_EVENTS_A_PIECE = 250


@dataclass(slots=True)
class Asked:
    """A decision of a replay.

    Attributes:
        position: as it stood when it was asked; without facts of cards, which may be loaded later.
        choices: how many legal answers are told apart (2 stands for "more than one").
        inferred: the answer that what follows tells.
    """

    position: Position
    choices: int
    inferred: Inferred

    @property
    def decision(self) -> Decision:
        """The question."""
        return self.position.decision

    def with_facts(self) -> Position:
        """The position with the facts of the cards that are loaded now."""
        position = self.position
        position.facts = facts_of(position.board, position.decision)
        position.lacks = tuple(lacking(position))
        return position


@dataclass(slots=True)
class Replay:
    """All that was read of a log."""

    id: str
    seat: str
    opponent: str | None
    side: str | None
    winner: str | None
    events: int
    decisions: list[Asked]
    blueprints: list[str] = field(default_factory=list)
    """The cards that the log names or shows, sorted."""
    titles: dict[str, str] = field(default_factory=dict)
    """What the whole log calls them, later than a position knows it: to be shown, not to be scored by."""
    warnings: list[dict[str, str]] = field(default_factory=list)

    def at(self, index: int) -> Asked:
        """A decision by its place.

        Raises:
            ContractError: NOT_FOUND.
        """
        if not 0 <= index < len(self.decisions):
            text = f"The replay has no decision {index}; it has {len(self.decisions)}."
            raise ContractError("NOT_FOUND", text, decisions=len(self.decisions))
        return self.decisions[index]


def lacking(position: Position) -> list[str]:
    """What is not known at a position, by code."""
    board = position.board
    lacks = {
        "phase": position.phase is None,
        "board": not board.locations,
        "hand": not board.hand() and not any(piles.hand == 0 for side, piles in board.piles.items() if side == "seat"),
        "piles": len(board.piles) < len(SIDES),
        "power": position.side is None,
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
    """Reads a log, in pieces; what it yields is how much is done, 0..1.

    Args:
        data: the file's bytes as they are, or its XML as text.

    Raises:
        ContractError: INVALID_PARAMS when no decision can be read.
    """
    raw, cut = (data, False) if isinstance(data, str) else unpack(data)
    log = read_xml(raw)
    yield 0.3
    if log.root not in CONTAINERS and len(log.events) == 1:
        text = "This is a single event; a replay's outermost element is gameReplay, gameState or update."
        raise ContractError("INVALID_PARAMS", text)
    tracker = Tracker(seat_of(log.events))
    positions: list[Position] = []
    for start in range(0, len(log.events), _EVENTS_A_PIECE):
        for event in log.events[start : start + _EVENTS_A_PIECE]:
            tracker.fold(event)
            if event.type == "D" and event.get("participantId") in ("", tracker.seat):
                positions.append(tracker.position(event))
        yield 0.3 + 0.4 * start / len(log.events)
    if not positions:
        raise ContractError("INVALID_PARAMS", _nothing_read(log), events=len(log.events))
    inferred = infer_all(log.events)
    yield 0.9
    asked = [
        Asked(position, len(legal_answers(position.decision, 2)[0]), found)
        for position, found in zip(positions, inferred, strict=True)
    ]
    return Replay(
        id=sha256(raw.encode("utf-8", "replace") if isinstance(raw, str) else raw).hexdigest(),
        seat=tracker.seat,
        opponent=tracker.opponent,
        side=tracker.side,
        winner=tracker.winner,
        events=len(log.events),
        decisions=asked,
        blueprints=sorted(tracker.blueprints),
        titles=dict(sorted(tracker.titles.items())),
        warnings=_warnings(log, tracker, asked, cut=cut),
    )


def _nothing_read(log: Log) -> str:
    if not log.events:
        return "The log has no events."
    return "The log has no decision of its player, so there is nothing to explain."


def _warnings(log: Log, tracker: Tracker, asked: list[Asked], *, cut: bool) -> list[dict[str, str]]:
    found: list[tuple[str, str]] = []
    if cut or log.damaged:
        found.append(
            ("damaged", f"The file ends early or is damaged; {len(log.events):,} events before that were read.")
        )
    if not tracker.seat:
        found.append(("no_player", "The log does not say whose it is."))
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
            text = f"Decision {index} has nothing to choose from, though at least {max(1, each.decision.minimum)} must be chosen."
            found.append(("no_options", text))
    return [{"code": code, "text": text} for code, text in found[:20]]


def rows(replay: Replay) -> list[dict[str, Any]]:
    """Every decision in short, as ``load_replay`` answers it."""
    return [_row(index, asked) for index, asked in enumerate(replay.decisions)]


def _row(index: int, asked: Asked) -> dict[str, Any]:
    position, decision, inferred = asked.position, asked.decision, asked.inferred
    return {
        "index": index,
        "decision_type": decision.decision_type,
        "kind": decision.kind,
        "text": decision.text,
        "phase": position.phase,
        "turn": position.turn,
        "whose_turn": position.whose_turn,
        "option_count": len(decision.options),
        "has_choice": asked.choices > 1,
        "inferred_answer": inferred.answer,
        "inferred_confidence": inferred.confidence,
        "inferred_text": None if inferred.answer is None else text_of(decision, inferred.answer),
    }


def text_of(decision: Decision, answer: str) -> str:
    """An answer in words."""
    if answer == "":
        return "Pass" if decision.decision_type == "CARD_ACTION_CHOICE" else "Nothing"
    if decision.decision_type == "INTEGER":
        return answer
    options = {option.answer: option.text for option in decision.options}
    if answer in options:
        return options[answer]
    return ", ".join(options.get(part, part) for part in answer.split(","))
