"""A few cards in the format of the public card database, some with invented numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from py_engine.games.swccg.rules.cards import LIBRARY

__all__ = ["VADER", "card", "database", "loaded"]


def card(blueprint: str, title: str, kind: str, side: str = "Dark", **front: Any) -> dict[str, Any]:
    """An entry of the database, with numbers as text."""
    return {"gempId": blueprint, "side": side, "front": {"title": title, "type": kind, "destiny": "1", **front}}


VADER = card(
    "1_168",
    "•Darth Vader",
    "Character",
    subType="Imperial",
    power="6",
    ability="6",
    deploy="6",
    forfeit="8",
    uniqueness="*",
    icons=["Pilot", "Warrior"],
)
TROOPER = card("1_194", "Stormtrooper", "Character", power="1", ability="1", deploy="1", forfeit="2", destiny="4")
WAR_ROOM = card(
    "1_287", "•Death Star: War Room", "Location", subType="Site", darkSideIcons=2, lightSideIcons=1, destiny="0"
)
LUKE = card(
    "1_19",
    "•Luke Skywalker",
    "Character",
    "Light",
    power="3",
    ability="4",
    deploy="3",
    forfeit="7",
    uniqueness="*",
    destiny="1",
)


def database() -> dict[str, Any]:
    """Arguments of ``load_cards``."""
    return {"dark_json": {"cards": [VADER, TROOPER, WAR_ROOM]}, "light_json": {"cards": [LUKE]}}


@contextmanager
def loaded() -> Iterator[None]:
    """Loads exactly these cards, and unloads them afterwards."""
    LIBRARY.clear()
    try:
        LIBRARY.load("dark", [VADER, TROOPER, WAR_ROOM])
        LIBRARY.load("light", [LUKE])
        yield
    finally:
        LIBRARY.clear()
