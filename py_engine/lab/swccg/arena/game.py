"""One game on the real rules: it relays decisions to the players, ends what does not end, and keeps the logs."""

from __future__ import annotations

import gzip
import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.decisions import PASS, legal_answers
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.arena.players import Player, Reply
from py_engine.lab.swccg.arena.protocol import SIDES, Link, said
from py_engine.lab.swccg.arena.seat import Seat

__all__ = ["LOOP", "Chair", "Ended", "Played", "play_game", "write_logs"]

LOOP = 40
"""Repetitions in one phase, of an answer to the same question with the same piles, that count as a loop."""


class Ended(TypedDict):
    """How a game went for the chair of one side."""

    decisions: int
    choices: int
    """Decisions with more than one legal answer."""
    refused: int
    failed: int
    """Decisions in which an evaluator failed."""
    fallbacks: int
    """Decisions that the keywords answered, because all evaluators failed."""
    life: int | None
    seconds: float


class Played(TypedDict):
    """A game that has ended.

    ``end`` is ``win``, ``cap`` (too many decisions), ``loop`` or ``broken``. The winner is the side that won, also of a
    loop, which is lost by whom repeats; None for the other ends.
    """

    end: str
    winner: str | None
    looped: str | None
    why: str
    turns: int
    seconds: float
    dark: Ended
    light: Ended


@dataclass(slots=True)
class Chair:
    """One side of the table.

    Attributes:
        name: The player's name in the game.
        deck: The cards as GEMP writes a deck: ids with commas, a bar, the cards outside the deck.
        player: Answers the decisions; None if the driver's bot does.
        bot: The bot's name; empty if ``player`` answers.
        seat: What the seat has seen of the game.
        heard: The XML that the driver has sent, in order.
        answers: The answers given: player, type of decision, response.
        ended: The counts so far.
    """

    name: str
    deck: str
    player: Player | None = None
    bot: str = ""
    seat: Seat = field(init=False)
    heard: list[str] = field(default_factory=list)
    answers: list[dict[str, str]] = field(default_factory=list)
    ended: Ended = field(init=False)
    _phase: object = None
    """The phase that ``_times`` counts: turn, whose turn, name."""
    _times: Counter[object] = field(default_factory=Counter)
    """How often each answer was given to the same question with the same piles."""

    def __post_init__(self) -> None:
        self.seat = Seat(self.name)
        self.ended = Ended(decisions=0, choices=0, refused=0, failed=0, fallbacks=0, life=None, seconds=0.0)

    def hear(self, xml: str) -> Position | None:
        """Takes in the seat's events; returns its decision if the last of them is one.

        Raises:
            LabError: if they are not this seat's own.
        """
        log = read_xml(xml)
        if log.damaged:
            raise LabError("The driver sent damaged XML.")
        for event in log.events:
            self._audit(event)
        self.heard.append(xml)
        positions = list(self.seat.follow(log.events))
        piles = self.seat.tracker.board.piles.get("seat")
        self.ended["life"] = self.ended["life"] if piles is None else piles.life_force
        return positions[-1] if positions else None

    def _audit(self, event: Event) -> None:
        """What only the other seat may see must not arrive: its decisions, its channel, cards in its hand."""
        owner = event.get("zoneOwnerId") or event.get("participantId")
        foreign = event.type in ("D", "P") and event.get("participantId") != self.name
        in_hand = event.get("zone") == "HAND" and event.type == "PCIP" and owner != self.name
        if foreign or in_hand:
            raise LabError(f"The driver sent {self.name} what only the other player may see.")

    def answer(self, position: Position, given: str | None) -> Reply:
        """The answer to a decision, which is counted.

        Args:
            position: The decision.
            given: The answer of the driver's bot; None if the chair's player is asked.

        Raises:
            LabError: if nobody is there to answer.
        """
        began = time.perf_counter()
        if given is not None:
            reply = Reply(given, self.bot)
        elif self.player is None:
            raise LabError(f"The driver asked {self.name}, whom a bot of its own plays.")
        else:
            reply = self.player(position)
        ended = self.ended
        ended["decisions"] += 1
        ended["choices"] += len(legal_answers(position.decision, 2)[0]) > 1
        ended["failed"] += bool(reply.scored is not None and reply.scored.failed)
        ended["fallbacks"] += reply.by == "keywords" and bool(reply.note)
        ended["seconds"] += time.perf_counter() - began
        self.seat.answered(reply.answer)
        self.answers.append({"player": self.name, "type": position.decision.decision_type, "response": reply.answer})
        return reply

    def loops(self, position: Position, answer: str) -> bool:
        """Whether the seat has given this answer too often in this phase; passes and forced answers do not count."""
        phase = (position.turn, position.whose_turn, position.phase)
        if phase != self._phase:
            self._phase = phase
            self._times.clear()
        decision = position.decision
        if answer == PASS or len(legal_answers(decision, 2)[0]) < 2:
            return False
        key = (decision.text, answer, tuple(option.text for option in decision.options), repr(position.board.piles))
        self._times[key] += 1
        return self._times[key] > LOOP


def play_game(link: Link, chairs: Mapping[str, Chair], seed: int, cap: int) -> Played:
    """Plays a game between two chairs.

    Args:
        link: The driver.
        chairs: Side -> chair.
        seed: Of the shuffles.
        cap: The most decisions of both sides together.

    Raises:
        LabError: if the driver does not keep to the protocol.
    """
    began = time.perf_counter()
    request = {"do": "start", "seed": f"{seed}"}
    for side in SIDES:
        chair = chairs[side]
        request |= {f"{side}_name": chair.name, f"{side}_deck": chair.deck, f"{side}_bot": chair.bot}
    link.send(**request)
    game = _Game(link, chairs, cap)
    while game.end is None:
        game.take(link.receive())
    end, winner, looped, why = game.end
    return Played(
        end=end,
        winner=winner,
        looped=looped,
        why=why,
        turns=max(chair.seat.tracker.turn for chair in chairs.values()),
        seconds=time.perf_counter() - began,
        dark=chairs["dark"].ended,
        light=chairs["light"].ended,
    )


class _Game:
    """Relays messages between the driver and the chairs.

    Attributes:
        end: End, winner, who looped, and why; None while the game goes on.
    """

    def __init__(self, link: Link, chairs: Mapping[str, Chair], cap: int) -> None:
        self.link, self.chairs, self.cap = link, chairs, cap
        self.sides = {chair.name: side for side, chair in chairs.items()}
        self.end: tuple[str, str | None, str | None, str] | None = None

    def take(self, message: Mapping[str, str]) -> None:
        """Handles the driver's next message."""
        what = said(message, "say")
        if what == "over":
            self._over(message)
        elif what == "broken":
            self.end = "broken", None, None, message.get("why", "")[:200]
        elif what in ("ask", "answered", "rest", "refused"):
            self._at(what, message)
        else:
            raise LabError(f"The driver said {what[:40]!r} during a game.")

    def _over(self, message: Mapping[str, str]) -> None:
        """Handles the message that a side has won."""
        for side in SIDES:
            life = message.get(f"{side}_life", "")
            if life.removeprefix("-").isdecimal():
                self.chairs[side].ended["life"] = int(life)
        self.end = "win", self.sides.get(said(message, "winner")), None, ""

    def _at(self, what: str, message: Mapping[str, str]) -> None:
        """Handles a message to one seat.

        Args:
            what: ``ask`` for a decision, ``answered`` for a decision and its bot's answer, ``rest`` for the
                seat's last events, ``refused`` for an answer that was illegal; see ``protocol``.
            message: The message.
        """
        side = self.sides.get(said(message, "seat"))
        if side is None:
            raise LabError("The driver named a player who does not play.")
        chair = self.chairs[side]
        if what == "refused":
            chair.ended["refused"] += 1
            return
        position = chair.hear(said(message, "xml"))
        if what == "rest":
            return
        if position is None:
            raise LabError(f"The driver asked {chair.name} without a decision.")
        given = said(message, "answer") if what == "answered" else None
        reply = chair.answer(position, given)
        looped = chair.loops(position, reply.answer)
        if looped or sum(each.ended["decisions"] for each in self.chairs.values()) >= self.cap:
            _stop(self.link, asked=given is None)
            other = SIDES[1 - SIDES.index(side)]
            self.end = ("loop", other, side, position.decision.text[:200]) if looped else ("cap", None, None, "")
        elif given is None:
            self.link.send(do="answer", answer=reply.answer)


def _stop(link: Link, *, asked: bool) -> None:
    """Ends a game early. A driver that does not wait for an answer would not read a request, and is given up."""
    if not asked:
        link.abandon()
        return
    link.send(do="stop")
    while said(link.receive(), "say") != "stopped":
        pass


def write_logs(folder: Path, name: str, chairs: Mapping[str, Chair]) -> None:
    """Writes both seats' logs as replays, with the true answers, in the form that the other commands read."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, str]] = []
    for side in SIDES:
        chair = chairs[side]
        inside = "".join(_inside(xml) for xml in chair.heard)
        log = f'<?xml version="1.0" encoding="UTF-8"?><gameReplay>{inside}</gameReplay>'
        (folder / f"{name}.{chair.name}.replay.xml.gz").write_bytes(gzip.compress(log.encode(), mtime=0))
        rows += chair.answers
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    (folder / f"{name}.responses.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


def _inside(xml: str) -> str:
    """The events inside an update."""
    start, end = xml.find(">", xml.find("<update")), xml.rfind("</update>")
    return xml[start + 1 : end] if end > start else ""
