"""Writes logs of SWCCG games for tests, event by event.

The log's player is ``DARK`` by default. A small log::

    game_replay([participants(DARK, DARK, LIGHT), turn(DARK), phase("Deploy", 1),
                 put_in_play(12, "1_168", "HAND"), choose("Choose Deploy action or Pass", [Action("Deploy", 12)])])
"""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from build_tools.sample_game.gemp import (
    FACE_DOWN_DARK,
    FACE_DOWN_LIGHT,
    NOBODY,
    PHASES,
    PILES,
    Numbers,
    Value,
    battle_ends,
    battle_starts,
    card,
    element,
    event,
    game_replay,
    game_state,
    hint,
    ids,
    locations_removed,
    message,
    participants,
    phase,
    removed,
    stats,
    turn,
    update,
    warning,
)
from build_tools.sample_game.gemp_decisions import (
    IN_PLAY,
    Action,
    Shown,
    action_choice,
    arbitrary_cards,
    card_action_choice,
    card_selection,
    decision,
    empty,
    integer,
    multiple_choice,
)

__all__ = [
    "DARK",
    "FACE_DOWN_DARK",
    "FACE_DOWN_LIGHT",
    "IN_PLAY",
    "LIGHT",
    "NOBODY",
    "PHASES",
    "PILES",
    "Action",
    "Numbers",
    "Shown",
    "Value",
    "action_choice",
    "activated",
    "affected",
    "arbitrary_cards",
    "as_gzip",
    "as_zlib",
    "base64_of",
    "battle_ends",
    "battle_starts",
    "card",
    "card_action_choice",
    "card_selection",
    "choose",
    "decision",
    "destiny",
    "element",
    "empty",
    "event",
    "flipped",
    "game_replay",
    "game_state",
    "hint",
    "ids",
    "in_battle",
    "integer",
    "interrupt",
    "location",
    "locations_removed",
    "message",
    "moved",
    "multiple_choice",
    "numbers",
    "out_of_battle",
    "participants",
    "phase",
    "put_in_play",
    "removed",
    "replaced",
    "rotated",
    "stats",
    "turn",
    "update",
    "warning",
]

DARK = "Test Dark"
LIGHT = "Test Light"


# --- Cards: keyword arguments as ``card`` takes them (phase, location, zone_owner, system, target, sideways, ...) ---


def put_in_play(card_id: int | str, blueprint_id: str, zone: str, owner: str = DARK, **more: Any) -> str:
    """PCIP: a card comes to a zone, such as a hand or the top of a pile."""
    return card("PCIP", card_id, blueprint_id, owner, zone, **more)


def location(
    card_id: int | str, blueprint_id: str, index: int, system: str | None, owner: str = DARK, **more: Any
) -> str:
    """PCIP: a location enters the row."""
    attributes: dict[str, Any] = {"horizontal": True, "location": index, "system": system, **more}
    return card("PCIP", card_id, blueprint_id, owner, "LOCATIONS", **attributes)


def moved(card_id: int | str, blueprint_id: str, to: int, owner: str = DARK, **more: Any) -> str:
    """MCIP: a card in play moves to the location with index ``to``."""
    return card("MCIP", card_id, blueprint_id, owner, "AT_LOCATION", **{"location": to, "phase": "MOVE", **more})


def replaced(card_id: int | str, blueprint_id: str, zone: str, owner: str = DARK, **more: Any) -> str:
    """RCIP: another card replaces a card under its number."""
    return card("RCIP", card_id, blueprint_id, owner, zone, **more)


def rotated(card_id: int | str, blueprint_id: str, zone: str, owner: str = DARK, **more: Any) -> str:
    """ROCIP: a card is turned, by default sideways."""
    return card("ROCIP", card_id, blueprint_id, owner, zone, **{"sideways": True, **more})


def flipped(card_id: int | str, blueprint_id: str, zone: str, owner: str = DARK, **more: Any) -> str:
    """FCIP: a double-sided card shows its other side."""
    return card("FCIP", card_id, blueprint_id, owner, zone, **more)


def in_battle(card_id: int | str, blueprint_id: str, index: int, owner: str = DARK, **more: Any) -> str:
    """ATB: a card joins the battle at that location."""
    attributes: dict[str, Any] = {"location": index, "phase": "BATTLE", **more}
    return card("ATB", card_id, blueprint_id, owner, "AT_LOCATION", **attributes)


def out_of_battle(card_id: int | str, blueprint_id: str, zone: str, owner: str = DARK, **more: Any) -> str:
    """RFB: a card leaves the battle, usually for the Lost Pile."""
    return card("RFB", card_id, blueprint_id, owner, zone, **{"phase": "BATTLE", **more})


def interrupt(card_id: int | str, blueprint_id: str, owner: str = DARK, zone: str = "VOID", **more: Any) -> str:
    """IP: a card is shown as it is played."""
    return card("IP", card_id, blueprint_id, owner, zone, **more)


def destiny(card_id: int | str, blueprint_id: str, what: str = "battle destiny", owner: str = DARK, **more: Any) -> str:
    """DD: a card is drawn for destiny; the server shows its back."""
    attributes: dict[str, Any] = {"destinyText": what, "phase": "BATTLE", **more}
    return card("DD", card_id, blueprint_id, owner, "TOP_OF_RESERVE_DECK", **attributes)


def activated(card_id: int | str, blueprint_id: str, zone: str, owner: str = DARK, **more: Any) -> str:
    """CA: an action of a card is taken."""
    return card("CA", card_id, blueprint_id, owner, zone, **more)


def affected(
    card_id: int | str,
    blueprint_id: str,
    zone: str,
    others: Iterable[int | str],
    owner: str = DARK,
    **more: Any,
) -> str:
    """CAC: a card affects others."""
    return card("CAC", card_id, blueprint_id, owner, zone, **{"otherCardIds": ids(others), **more})


# --- Decisions and numbers ---


def choose(text: str, actions: Sequence[Action] = (), *, no_pass: bool = False) -> str:
    """A CARD_ACTION_CHOICE of ``DARK`` in its own turn."""
    return card_action_choice(DARK, text, actions, no_pass=no_pass)


def numbers(
    dark: Numbers | None = None, light: Numbers | None = None, dark_name: str = DARK, light_name: str = LIGHT
) -> str:
    """GS with both sides' numbers, 0 by default."""
    return stats((dark_name, dark or Numbers()), (light_name, light or Numbers()))


# --- Packing ---


def as_gzip(text: str) -> bytes:
    """A log as a real gzip file."""
    return gzip.compress(text.encode(), mtime=0)


def as_zlib(text: str) -> bytes:
    """A log as the server packs it: zlib, despite the file's name."""
    return zlib.compress(text.encode(), 9)


def base64_of(data: bytes | str) -> str:
    """Base64 of bytes, or of text as UTF-8."""
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()
