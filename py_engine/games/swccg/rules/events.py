"""What a GEMP log consists of: events, as the server writes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

__all__ = ["LONGEST_ID", "MOST", "MOST_IN_PILE", "PILES", "Event", "number", "whole"]

PILES = {
    "force": "FORCE_PILE",
    "hand": "HAND",
    "reserve": "RESERVE_DECK",
    "used": "USED_PILE",
    "lost": "LOST_PILE",
    "out_of_play": "OUT_OF_PLAY",
}
"""A pile's name here -> its name in the log."""
MOST = 999_999
"""No number that is read is larger."""
MOST_IN_PILE = 1_000
"""Cards of a pile that are counted; a deck has 60."""
LONGEST_ID = 60
"""Characters of the longest id or name that is read."""


@dataclass(slots=True)
class Event:
    """One ``<ge>`` element.

    Attributes:
        type: the server's code, such as ``PCIP``; empty when the element has none.
        attributes: all of its XML attributes.
        parameters: of a decision: name -> values, in the order of the log.
        zones: of statistics: a player's name -> sizes of that player's piles, under the log's names.
        power: of statistics: ``"dark"`` and ``"light"`` -> ``locationIndexN`` -> power as text.
    """

    type: str
    attributes: dict[str, str]
    parameters: dict[str, list[str]] = field(default_factory=dict)
    zones: dict[str, dict[str, str]] = field(default_factory=dict)
    power: dict[str, dict[str, str]] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """An attribute's text; empty where there is none."""
        return self.attributes.get(name, "")

    def ids(self, name: str = "otherCardIds") -> list[str]:
        """The entries of an attribute that lists ids, each once."""
        text = self.attributes.get(name, "")
        return list(dict.fromkeys(part for part in text.split(",") if part)) if text else []


_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_DIGITS = 6


@lru_cache(maxsize=4_096)
def number(text: str | None) -> float | None:
    """The number a statistic says (``"3"``, ``"1.5"``, ``"½"``, ``"4½"``); None for ``"*"``, ``"π"`` and the like.

    Numbers of more than six digits are not read either: no statistic has them.
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
    """The whole number of up to six digits that a text says, None where it says none."""
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _DIGITS:
        return None
    return int(text)
