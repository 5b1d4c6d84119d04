"""Facts of cards, from the card database that the user supplies (``Dark.json``, ``Light.json``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any

from pydantic import JsonValue

from py_engine.games.swccg.rules.events import MOST, number

__all__ = ["LIBRARY", "CardFacts", "Library", "Skipped", "read_card"]

_MOST_TEXT = 120
_MOST_ENTRIES = 40
_LONGEST_ID = 20
PICTURES = "*^"
"""What the server adds to the blueprint of a card with another picture."""
BACK = "_BACK"
"""What the server adds to the blueprint of a card with two fronts that shows its second one."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is printed on a card; a number is None where the card has none, or none that is a number."""

    blueprint_id: str
    title: str
    side: str
    """``"dark"`` or ``"light"``."""
    type: str
    subtype: str = ""
    power: float | None = None
    ability: float | None = None
    deploy: float | None = None
    forfeit: float | None = None
    destiny: float | None = None
    armor: float | None = None
    maneuver: float | None = None
    hyperspeed: float | None = None
    landspeed: float | None = None
    dark_icons: int = 0
    light_icons: int = 0
    unique: bool = False
    """Whether only one may be on the table."""
    icons: tuple[str, ...] = ()
    characteristics: tuple[str, ...] = ()
    matching: tuple[str, ...] = ()
    """Titles of what it matches (a pilot its ships)."""
    matching_weapon: tuple[str, ...] = ()

    def own_icons(self, side: str | None) -> int:
        """Force icons on a location for the player of a side."""
        return self.dark_icons if side == "dark" else self.light_icons

    def as_json(self) -> Mapping[str, JsonValue]:
        """Its fields as JSON data."""
        # Not ``asdict``, which copies deeply and takes most of the time of an evaluation.
        values = ((name, getattr(self, name)) for name in _FIELDS)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


_FIELDS = tuple(each.name for each in fields(CardFacts))


_NUMBERS = ("power", "ability", "deploy", "forfeit", "destiny", "armor", "maneuver", "hyperspeed", "landspeed")


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(each[:_MOST_TEXT] for each in value[:_MOST_ENTRIES] if isinstance(each, str))


def _number(value: object) -> float | None:
    """A statistic, which the database writes as a text."""
    if isinstance(value, str):
        return number(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -MOST <= value <= MOST else None


def _icons(face: Mapping[str, Any], *names: str) -> int:
    for name in names:
        value = face.get(name)
        if type(value) is int and 0 <= value <= 20:
            return value
    return 0


def read_card(data: object, side: str) -> CardFacts | str:
    """A card of the database, or why it cannot be taken, in one sentence."""
    if not isinstance(data, dict):
        return "It is not an object."
    blueprint, face = data.get("gempId"), data.get("front")
    if not isinstance(blueprint, str) or not blueprint:
        return "It has no gempId."
    if len(blueprint) > _LONGEST_ID:
        return f"Its gempId has more than {_LONGEST_ID} characters."
    if not isinstance(face, dict):
        return "It has no front."
    title, kind = face.get("title"), face.get("type")
    if not isinstance(title, str) or not title or not isinstance(kind, str):
        return "Its front has no title or no type."
    numbers = {name: _number(face.get(name)) for name in _NUMBERS}
    said = data.get("side")
    return CardFacts(
        blueprint_id=blueprint,
        # The database writes the mark of a restricted card as text; the log writes the sign.
        title=title[:_MOST_TEXT].replace("<>", "◇"),
        side=said.lower() if isinstance(said, str) and said.lower() in ("dark", "light") else side,
        type=kind[:_MOST_TEXT],
        subtype=subtype[:_MOST_TEXT] if isinstance(subtype := face.get("subType"), str) else "",
        **numbers,
        dark_icons=_icons(face, "darkSideIcons", "darksideIcons"),
        light_icons=_icons(face, "lightSideIcons", "lightsideIcons"),
        unique=face.get("uniqueness") == "*",
        icons=_texts(face.get("icons")),
        characteristics=_texts(face.get("characteristics")),
        matching=_texts(data.get("matching")),
        matching_weapon=_texts(data.get("matchingWeapon")),
    )


@dataclass(frozen=True, slots=True)
class Skipped:
    """A card of the database that was not taken."""

    side: str
    index: int
    id: str | None
    reason: str


@dataclass(slots=True)
class Library:
    """The cards that are loaded.

    Attributes:
        by_side: ``"dark"`` and ``"light"`` -> blueprint -> facts.
        backs: the same of the second fronts of cards that have one.
        id: SHA-256 of all facts; None while there are none.
    """

    by_side: dict[str, dict[str, CardFacts]] = field(default_factory=dict)
    backs: dict[str, dict[str, CardFacts]] = field(default_factory=dict)
    id: str | None = None

    def get(self, blueprint: str | None) -> CardFacts | None:
        """The facts of a blueprint, None where they are not known."""
        if blueprint is None:
            return None
        plain = blueprint.rstrip(PICTURES)
        if plain.endswith(BACK):
            front = plain.removesuffix(BACK)
            return _first(self.backs, front) or _first(self.by_side, front)
        return _first(self.by_side, plain)

    def load(self, side: str, data: Iterable[object]) -> tuple[int, list[Skipped]]:
        """Replaces a side's cards; how many were taken, and which were not."""
        cards: dict[str, CardFacts] = {}
        backs: dict[str, CardFacts] = {}
        skipped = []
        for index, each in enumerate(data):
            card = read_card(each, side)
            if isinstance(card, CardFacts) and card.blueprint_id in cards:
                card = "Another card before it has the same gempId."
            if isinstance(card, str):
                said = each.get("gempId") if isinstance(each, dict) else None
                skipped.append(Skipped(side, index, said[:_LONGEST_ID] if isinstance(said, str) else None, card))
                continue
            cards[card.blueprint_id] = card
            back = read_card({**each, "front": each.get("back")}, side) if isinstance(each, dict) else ""
            if isinstance(back, CardFacts):
                backs[card.blueprint_id] = back
        self.by_side[side], self.backs[side] = cards, backs
        self._name()
        return len(cards), skipped

    def clear(self) -> None:
        """Forgets all cards."""
        self.by_side, self.backs = {}, {}
        self.id = None

    def _name(self) -> None:
        facts = [
            {side: [card.as_json() for _, card in sorted(cards.items())] for side, cards in faces.items()}
            for faces in (self.by_side, self.backs)
        ]
        text = json.dumps(facts, sort_keys=True, ensure_ascii=True, allow_nan=False)
        self.id = sha256(text.encode()).hexdigest() if any(self.by_side.values()) else None


def _first(faces: Mapping[str, Mapping[str, CardFacts]], blueprint: str) -> CardFacts | None:
    return next((cards[blueprint] for cards in faces.values() if blueprint in cards), None)


LIBRARY = Library()
"""The cards that this engine has been given; every answer that they can change names their ``id``."""
