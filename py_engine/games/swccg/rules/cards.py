"""Card facts, from the card database that the user supplies (``Dark.json``, ``Light.json``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any

from pydantic import JsonValue

from py_engine.games.swccg.rules.events import MAX_NUMBER, number
from py_engine.games.swccg.rules.texts import TextEffect, effects_of

__all__ = ["LIBRARY", "CardFacts", "Library", "Skipped", "read_card"]

_MAX_TEXT = 120
_MAX_ENTRIES = 40
_MAX_ID_LENGTH = 20
_MAX_ASKED = 10_000
"""Limit on remembered lookups; all cards of the game are about half as many."""
PICTURES = "*^"
"""Suffixes the server adds to the blueprint of a card with an alternate picture."""
BACK = "_BACK"
"""Suffix the server adds to the blueprint of a double-sided card that shows its second side."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is printed on a card; a statistic is None if the card lacks it, or if it is not a number."""

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
    """Whether only one copy may be on the table."""
    icons: tuple[str, ...] = ()
    characteristics: tuple[str, ...] = ()
    matching: tuple[str, ...] = ()
    """Titles of matching cards (of a pilot, the matching starships)."""
    matching_weapon: tuple[str, ...] = ()
    parsec: float | None = None
    """Of a system: starships move between systems as far as their hyperspeed."""
    pulls: tuple[str, ...] = ()
    """What it brings from the Reserve Deck, by title or in words."""
    effects: tuple[TextEffect, ...] = ()
    """What its text says, as far as it is understood."""

    def own_icons(self, side: str | None) -> int:
        """A location's Force icons for the player of a side."""
        return self.dark_icons if side == "dark" else self.light_icons

    def as_json(self) -> Mapping[str, JsonValue]:
        """The fields as JSON data."""
        # ``asdict`` makes deep copies, which would take most of the time of an evaluation.
        values = ((name, getattr(self, name)) for name in _FIELDS)
        found: dict[str, JsonValue] = {
            name: list(value) if isinstance(value, tuple) else value for name, value in values
        }
        found["effects"] = [effect.as_json() for effect in self.effects]
        return found

    def says(self, kind: str) -> Iterator[TextEffect]:
        """What its text says of a kind (a code of ``text_grammar.KINDS``)."""
        return (effect for effect in self.effects if effect.kind == kind)


_FIELDS = tuple(each.name for each in fields(CardFacts))


_NUMBERS = (
    "power",
    "ability",
    "deploy",
    "forfeit",
    "destiny",
    "armor",
    "maneuver",
    "hyperspeed",
    "landspeed",
    "parsec",
)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(each[:_MAX_TEXT] for each in value[:_MAX_ENTRIES] if isinstance(each, str))


def _number(value: object) -> float | None:
    """A statistic, which the database writes as text."""
    if isinstance(value, str):
        return number(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -MAX_NUMBER <= value <= MAX_NUMBER else None


def _icons(face: Mapping[str, Any], *names: str) -> int:
    for name in names:
        value = face.get(name)
        if type(value) is int and 0 <= value <= 20:
            return value
    return 0


def read_card(data: object, side: str) -> CardFacts | str:
    """The facts of a database entry, or a sentence on why it cannot be used."""
    if not isinstance(data, dict):
        return "It is not an object."
    blueprint, face = data.get("gempId"), data.get("front")
    if not isinstance(blueprint, str) or not blueprint:
        return "It has no gempId."
    if len(blueprint) > _MAX_ID_LENGTH:
        return f"Its gempId has more than {_MAX_ID_LENGTH} characters."
    if not isinstance(face, dict):
        return "It has no front."
    title, kind = face.get("title"), face.get("type")
    if not isinstance(title, str) or not title or not isinstance(kind, str):
        return "Its front has no title or no type."
    numbers = {name: _number(face.get(name)) for name in _NUMBERS}
    side_name = data.get("side")
    return CardFacts(
        blueprint_id=blueprint,
        # The database writes the mark of a restricted card as "<>"; the log writes "◇".
        title=title[:_MAX_TEXT].replace("<>", "◇"),
        side=side_name.lower() if isinstance(side_name, str) and side_name.lower() in ("dark", "light") else side,
        type=kind[:_MAX_TEXT],
        subtype=subtype[:_MAX_TEXT] if isinstance(subtype := face.get("subType"), str) else "",
        **numbers,
        dark_icons=_icons(face, "darkSideIcons", "darksideIcons"),
        light_icons=_icons(face, "lightSideIcons", "lightsideIcons"),
        unique=face.get("uniqueness") == "*",
        icons=_texts(face.get("icons")),
        characteristics=_texts(face.get("characteristics")),
        matching=_texts(data.get("matching")),
        matching_weapon=_texts(data.get("matchingWeapon")),
        pulls=_texts(data.get("pulls")),
        effects=effects_of(face.get("gametext"), kind),
    )


@dataclass(frozen=True, slots=True)
class Skipped:
    """A database entry that was not loaded."""

    side: str
    index: int
    id: str | None
    reason: str


@dataclass(slots=True)
class Library:
    """The loaded cards.

    Attributes:
        by_side: ``"dark"`` and ``"light"`` -> blueprint -> facts.
        backs: Likewise, the second sides of double-sided cards.
        id: SHA-256 of all facts; None while no cards are loaded.
    """

    by_side: dict[str, dict[str, CardFacts]] = field(default_factory=dict)
    backs: dict[str, dict[str, CardFacts]] = field(default_factory=dict)
    id: str | None = None
    _asked: dict[str, CardFacts | None] = field(default_factory=dict)
    """Results of ``get``: every decision of a replay asks for the same cards."""

    def get(self, blueprint: str | None) -> CardFacts | None:
        """The facts of a blueprint; None if they are not loaded."""
        if blueprint is None:
            return None
        if blueprint not in self._asked and len(self._asked) < _MAX_ASKED:
            self._asked[blueprint] = self._find(blueprint)
        return self._asked[blueprint] if blueprint in self._asked else self._find(blueprint)

    def _find(self, blueprint: str) -> CardFacts | None:
        plain = blueprint.rstrip(PICTURES)
        if plain.endswith(BACK):
            front = plain.removesuffix(BACK)
            return _first(self.backs, front) or _first(self.by_side, front)
        return _first(self.by_side, plain)

    def load(self, side: str, data: Iterable[object]) -> tuple[int, list[Skipped]]:
        """Replaces the cards of one side.

        Args:
            side: ``"dark"`` or ``"light"``.
            data: Entries of the database.

        Returns:
            How many cards were loaded, and the skipped entries.
        """
        cards: dict[str, CardFacts] = {}
        backs: dict[str, CardFacts] = {}
        skipped = []
        for index, each in enumerate(data):
            card = read_card(each, side)
            if isinstance(card, CardFacts) and card.blueprint_id in cards:
                card = "An earlier card has the same gempId."
            if isinstance(card, str):
                gemp_id = each.get("gempId") if isinstance(each, dict) else None
                skipped.append(
                    Skipped(side, index, gemp_id[:_MAX_ID_LENGTH] if isinstance(gemp_id, str) else None, card)
                )
                continue
            cards[card.blueprint_id] = card
            back = read_card({**each, "front": each.get("back")}, side) if isinstance(each, dict) else ""
            if isinstance(back, CardFacts):
                backs[card.blueprint_id] = back
        self.by_side[side], self.backs[side] = cards, backs
        self._asked.clear()
        self._update_id()
        return len(cards), skipped

    def clear(self) -> None:
        """Unloads all cards."""
        self.by_side, self.backs = {}, {}
        self._asked.clear()
        self.id = None

    def _update_id(self) -> None:
        facts = [
            {side: [card.as_json() for _, card in sorted(cards.items())] for side, cards in faces.items()}
            for faces in (self.by_side, self.backs)
        ]
        text = json.dumps(facts, sort_keys=True, ensure_ascii=True, allow_nan=False)
        self.id = sha256(text.encode()).hexdigest() if any(self.by_side.values()) else None


def _first(faces: Mapping[str, Mapping[str, CardFacts]], blueprint: str) -> CardFacts | None:
    return next((cards[blueprint] for cards in faces.values() if blueprint in cards), None)


LIBRARY = Library()
"""The cards loaded into this engine; every result that depends on them carries their ``id``."""
