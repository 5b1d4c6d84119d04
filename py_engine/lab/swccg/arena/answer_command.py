"""``python -m py_engine.lab swccg-answer``: answers decisions from standard input, for programs that play.

It has no network client, and is not meant to help anybody during a game against another person.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from py_engine.core.contract import ContractError
from py_engine.core.results import dumps
from py_engine.core.validation import parse_model, shorten
from py_engine.games.swccg.knowledge.reader.single import Context, ParseDecisionArgs, parse_decision
from py_engine.games.swccg.knowledge.reader.tracker import seat_of
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.policies.scoring import EvaluatedAction
from py_engine.games.swccg.rules.convert import position_of
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.state import SwccgState
from py_engine.lab.core.commands import counted
from py_engine.lab.swccg.arena.players import PLAYERS, Player, Reply, player_named
from py_engine.lab.swccg.arena.seat import Seat
from py_engine.lab.swccg.options import overrides
from py_engine.lab.swccg.replays import load_cards

__all__ = ["Door", "add", "answers"]

MOST_GAMES = 100
"""Games followed at a time; the one heard of least recently is forgotten."""
MOST_TEXT = 64_000_000
"""Characters of one message."""
_MAX_PROLOG = 64_000
"""Characters before the outermost element of a message over several lines."""
_MAX_NAME = 100
"""Characters of the name of an element."""


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg-answer", help="answers SWCCG decisions from standard input, for programs")
    parser.add_argument("--player", choices=PLAYERS, default="coach", help="who answers (coach)")
    parser.add_argument("--weights", type=Path, metavar="FILE", help="replaces weights, as swccg-fit writes them")
    parser.add_argument(
        "--cards", nargs="+", type=Path, default=[], metavar="FILE", help="the card database (Dark.json, Light.json)"
    )
    parser.add_argument("--most", type=counted, default=10, help="scored answers reported per decision (10)")
    parser.add_argument("--seed", default="0", help="of random answers (0)")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    load_cards(chosen.cards)
    door = Door(player_named(chosen.player, overrides(chosen.weights), chosen.seed), chosen.most)
    for line in answers(door, sys.stdin):
        print(line, flush=True)


def answers(door: Door, lines: Iterable[str] | TextIO) -> Iterator[str]:
    """A line of JSON for every decision in the messages; a message that cannot be read gives one with ``error``, ``code``."""
    for message in _messages(lines):
        try:
            for row in door.rows(message):
                yield dumps(row)
        except ContractError as error:
            yield dumps({"error": error.sentence, "code": error.code})
        except RecursionError:
            yield dumps({"error": "The message is nested too deeply.", "code": "INVALID_PARAMS"})


def _messages(lines: Iterable[str]) -> Iterator[str]:
    """The messages: a line of JSON each, or an XML element over one or more lines."""
    held = _Held()
    for line in lines:
        if held.lines or line.strip():
            held.add(line)
            if held.complete:
                yield held.text
                held = _Held()
    if held.lines:
        yield held.text


class _Held:
    """The lines of a message so far. Each is scanned once, except those before the outermost element."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.size = 0
        self._name: str | None = None
        self._opened = 0
        self._tail = ""

    @property
    def text(self) -> str:
        """The whole message."""
        return "".join(self.lines).strip()

    def add(self, line: str) -> None:
        """Adds a line."""
        self.lines.append(line)
        self.size += len(line)
        if self._name is not None:
            self._opened += line.count("<")
            self._tail = (self._tail + line).rstrip()[-_MAX_NAME - 3 :]
        elif self.size <= _MAX_PROLOG or len(self.lines) == 1:
            self._begin(self.text)

    def _begin(self, text: str) -> None:
        while text.startswith(("<?", "<!--")):
            text = text.partition("?>" if text.startswith("<?") else "-->")[2].lstrip()
        name = text[1 : _MAX_NAME + 2].replace("/", " ").replace(">", " ").split(maxsplit=1)[:1]
        if text.startswith("<") and name:
            self._name, self._opened, self._tail = name[0], text.count("<"), text[-_MAX_NAME - 3 :]

    @property
    def complete(self) -> bool:
        """Whether the message has ended: it is no XML, or its outermost element is closed, or it is too long."""
        if not self.lines[0].lstrip().startswith("<") or self.size > MOST_TEXT:
            return True
        if self._name is None:
            return self.size > _MAX_PROLOG
        alone = self._tail.endswith("/>") and self._opened == 1
        return alone or self._tail.endswith(f"</{self._name}>")


class Door:
    """Answers the decisions in messages, and follows their games.

    Args:
        player: Who answers.
        most: The number of scored answers reported per decision.
    """

    def __init__(self, player: Player, most: int) -> None:
        self.player, self.most = player, most
        self._seats: dict[tuple[str, str], Seat] = {}

    def rows(self, message: str) -> Iterator[dict[str, Any]]:
        """The rows on the decisions in a message.

        Raises:
            ContractError: if the message cannot be read.
        """
        if message.startswith("<"):
            yield from self._follow("", "", message)
            return
        data = _object(message)
        if "state" in data:
            yield self._row(position_of(parse_model(SwccgState, data["state"], "INVALID_STATE", "state")), data)
        elif not isinstance(data.get("xml"), str):
            raise ContractError("INVALID_PARAMS", 'A line of JSON needs "xml", the events of a game, or "state".')
        elif "context" in data:
            args = ParseDecisionArgs(
                xml=data["xml"], context=parse_model(Context, data["context"], "INVALID_PARAMS", "context")
            )
            state = json.loads(dumps(parse_decision(args)))
            yield self._row(position_of(parse_model(SwccgState, state, "INVALID_STATE", "state")), data)
        else:
            game, seat = (str(data.get(name, "")) for name in ("game", "seat"))
            yield from self._follow(game, seat, data["xml"], data)

    def _follow(self, game: str, name: str, xml: str, asked: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
        log = read_xml(xml)
        if log.damaged:
            raise ContractError("INVALID_PARAMS", "The XML is damaged or ends early.")
        key = self._key(game, name, log.events)
        # The server sends the whole table: whatever was known of a game of this name is about another one.
        known = None if log.root in ("gameState", "gameReplay") else self._seats.get(key)
        self._seats.pop(key, None)
        seat = self._seats[key] = known or Seat(key[1])
        while len(self._seats) > MOST_GAMES:
            del self._seats[next(iter(self._seats))]
        for position in seat.follow(log.events):
            row = self._row(position, asked or {})
            if log.root != "gameReplay":
                # In a replay, what follows shows how somebody else has answered.
                seat.answered(row["answer"])
            yield row

    def _key(self, game: str, name: str, events: Sequence[Event]) -> tuple[str, str]:
        """The game and seat that events are for; without a name, the seat that they show.

        Raises:
            ContractError: if they could be for several seats.
        """
        if name:
            return game, name
        found = seat_of(events)
        seats = [key for key in self._seats if key[0] == game]
        if found:
            # The events so far may have been without a name.
            if (game, "") in self._seats and (game, found) not in self._seats:
                self._seats[game, found] = self._seats.pop((game, ""))
            return game, found
        if len(seats) > 1:
            raise ContractError("INVALID_PARAMS", 'Several seats of this game are followed: say which with "seat".')
        return seats[0] if seats else (game, "")

    def _row(self, position: Position, asked: dict[str, Any]) -> dict[str, Any]:
        reply = self.player(position)
        said = {name: asked[name] for name in ("game", "id") if name in asked}
        decision = position.decision
        row = said | {
            "seat": position.seat,
            "decision_type": decision.decision_type,
            "text": decision.text,
            "answer": reply.answer,
            "by": reply.by,
            "scores": _scores(reply, self.most),
        }
        return row | ({"note": reply.note} if reply.note else {})


def _object(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    except RecursionError:
        raise ContractError("INVALID_PARAMS", "The line of JSON is nested too deeply.") from None
    if not isinstance(data, dict):
        raise ContractError("INVALID_PARAMS", f"The line is neither a JSON object nor XML: {shorten(line)!r}.")
    return data


def _scores(reply: Reply, most: int) -> list[dict[str, Any]]:
    return [] if reply.scored is None else [_score(action) for action in reply.scored.actions[:most]]


def _score(action: EvaluatedAction) -> dict[str, Any]:
    return {
        "answer": action.choice.answer,
        "text": action.choice.text,
        "score": action.score,
        "vetoed": bool(action.vetoes),
        "reasons": [
            *(
                {"code": each.code, "text": each.label, "value": each.value, "evaluator": each.evaluator}
                for each in action.contributions
            ),
            *(
                {"code": f"veto_{veto.code}", "text": veto.label, "value": 0.0, "evaluator": veto.evaluator}
                for veto in action.vetoes
            ),
        ],
    }
