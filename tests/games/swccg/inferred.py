"""A small log for tests of inference: two locations and three cards in hand, followed by a test's events."""

from __future__ import annotations

from py_engine.games.swccg.knowledge.inference.infer import Inferred, infer_all
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg.logs import (
    DARK,
    FACE_DOWN_DARK,
    LIGHT,
    Action,
    game_replay,
    hint,
    location,
    message,
    multiple_choice,
    participants,
    phase,
    put_in_play,
    turn,
)

__all__ = [
    "BLASTER",
    "DEPLOY",
    "DOCK",
    "END",
    "HAND",
    "MOVE",
    "PILOT",
    "PLAZA",
    "RESPOND",
    "TABLE",
    "TAKE",
    "TRICK",
    "TROOPER",
    "WHERE",
    "activation",
    "answers",
    "confirmed",
    "events_of",
    "inferred",
    "only",
    "taken",
]

TROOPER, PILOT, BLASTER = "9_1", "9_2", "9_3"
DOCK, PLAZA = "9_11", "9_12"
TRICK = "9_21"

DEPLOY, MOVE, RESPOND = "Choose Deploy action or Pass", "Choose Move action or Pass", "Optional responses"
WHERE = f"Choose where to deploy {hint(TROOPER, 'Trooper')}, or click 'Done' to cancel"
TABLE = (
    participants(DARK, DARK, LIGHT),
    location(10, DOCK, 0, "Outpost"),
    location(11, PLAZA, 1, "Outpost"),
    turn(DARK),
    phase("Deploy", 1),
    put_in_play(1, TROOPER, "HAND"),
    put_in_play(2, TROOPER, "HAND"),
    put_in_play(3, PILOT, "HAND"),
    put_in_play(20, FACE_DOWN_DARK, "TOP_OF_RESERVE_DECK"),
    put_in_play(30, FACE_DOWN_DARK, "TOP_OF_FORCE_PILE"),
)
HAND = (Action("Deploy", 1), Action("Deploy", 2), Action("Deploy", 3))
END = phase("Battle", 1)


TAKE = "Choose card to take into hand"


def events_of(*events: str) -> list[Event]:
    return read_xml(game_replay([*TABLE, *events])).events


def inferred(*events: str) -> list[Inferred]:
    """The inferred answers to the decisions among events that follow ``TABLE``."""
    return infer_all(events_of(*events))


def answers(*events: str) -> list[str | None]:
    return [each.answer for each in inferred(*events)]


def only(*events: str) -> Inferred:
    (found,) = inferred(*events)
    return found


def confirmed(what: str) -> str:
    return multiple_choice(DARK, what, ("Yes", "No"))


def activation(count: int, who: str = DARK) -> list[str]:
    return [message(f"{who} activated 1 Force ({done + 1} total Force activated)") for done in range(count)]


def taken(number: int) -> tuple[str, str]:
    said = f"{DARK} takes {hint(PILOT, 'Pilot')} into hand from Reserve Deck"
    return put_in_play(number, PILOT, "HAND"), message(said)
