"""What a GEMP log consists of: events, as the server writes them."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["PILES", "Event", "number", "whole"]

PILES = {
    "force": "FORCE_PILE",
    "hand": "HAND",
    "reserve": "RESERVE_DECK",
    "used": "USED_PILE",
    "lost": "LOST_PILE",
    "out_of_play": "OUT_OF_PLAY",
}
"""A pile's name here -> its name in the log."""


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
        """The entries of an attribute that lists ids."""
        text = self.attributes.get(name, "")
        return [part for part in text.split(",") if part] if text else []


_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_DIGITS = 9


def number(text: str | None) -> float | None:
    """The number a statistic says (``"3"``, ``"1.5"``, ``"½"``, ``"4½"``), None for ``"*"``, ``"π"`` and the like."""
    if not text:
        return None
    text = text.strip()
    extra = 0.0
    if text[-1:] in _FRACTIONS:
        extra, text = _FRACTIONS[text[-1]], text[:-1]
        if not text:
            return extra
    sign = -1.0 if text.startswith("-") else 1.0
    whole_part, _, fraction = text.removeprefix("-").partition(".")
    digits = whole_part + fraction
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _DIGITS:
        return None
    return sign * (float(text.removeprefix("-")) + extra)


def whole(text: str | None) -> int | None:
    """The whole number a text says, None where it says none."""
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _DIGITS:
        return None
    return int(text)
