"""Events of a GEMP log, as the server writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

__all__ = ["MAX_ID_LENGTH", "MAX_IN_PILE", "MAX_NUMBER", "PILES", "Event", "number", "whole"]

PILES = {
    "force": "FORCE_PILE",
    "hand": "HAND",
    "reserve": "RESERVE_DECK",
    "used": "USED_PILE",
    "lost": "LOST_PILE",
    "out_of_play": "OUT_OF_PLAY",
}
"""Name of a pile in the engine -> in the log."""
MAX_NUMBER = 999_999
"""Largest number that is read."""
MAX_IN_PILE = 1_000
"""Cap on the size of a pile; a deck has 60 cards."""
MAX_ID_LENGTH = 60
"""Longer ids and names are ignored."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})
"""Shared by all events without parts, which are most."""


def _nothing() -> Mapping[str, Any]:
    return _NOTHING


@dataclass(slots=True)
class Event:
    """One ``<ge>`` element.

    Attributes:
        type: The server's code, such as ``PCIP``; empty if the element has none.
        attributes: All XML attributes.
        parameters: For a decision: name -> values, in the order of the log.
        zones: For statistics: player -> sizes of the player's piles, under the log's names.
        power: For statistics: ``"dark"`` and ``"light"`` -> ``locationIndexN`` -> power as text.
    """

    type: str
    attributes: Mapping[str, str]
    parameters: Mapping[str, list[str]] = field(default_factory=_nothing)
    zones: Mapping[str, Mapping[str, str]] = field(default_factory=_nothing)
    power: Mapping[str, Mapping[str, str]] = field(default_factory=_nothing)

    def get(self, name: str) -> str:
        """An attribute's text; empty if it is missing."""
        return self.attributes.get(name, "")

    def ids(self, name: str = "otherCardIds") -> list[str]:
        """The distinct entries of a comma-separated attribute."""
        text = self.attributes.get(name, "")
        return list(dict.fromkeys(part for part in text.split(",") if part)) if text else []


_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_DIGITS = 6


@lru_cache(maxsize=4_096)
def number(text: str | None) -> float | None:
    """The value of a statistic (``"3"``, ``"1.5"``, ``"½"``, ``"4½"``); None for ``"*"``, ``"π"`` and the like.

    Numbers of more than six digits give None too: no statistic has them.
    """
    if not text:
        return None
    text = text.strip()
    sign = -1.0 if text.startswith("-") else 1.0
    text = text.removeprefix("-")
    extra = _FRACTIONS.get(text[-1:], 0.0)
    if extra:
        text = text[:-1] or "0"
        if "." in text:
            return None
    before, _, after = text.partition(".")
    digits = before + after
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _DIGITS:
        return None
    return sign * (float(text) + extra) or 0.0


@lru_cache(maxsize=4_096)
def whole(text: str | None) -> int | None:
    """The integer of up to six digits in a text; None if it is not one."""
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _DIGITS:
        return None
    return int(text)
