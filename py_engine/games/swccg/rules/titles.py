"""Card titles from the markup of a log's texts, and those texts without markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

__all__ = ["FACE_DOWN", "MAX_TEXT_LENGTH", "MAX_TITLE_LENGTH", "is_face_down", "learn", "mentions", "plain"]

# Each match starts at a "<" and ends before the third one after it, so matching takes linear time.
_HINT = re.compile(r"<div([^<>]*)>([^<>]*)</div>")
_VALUE = re.compile(r"""\svalue=['"]([^'"]{1,40})['"]""")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_SPACES = re.compile(r"\s+")
MAX_TEXT_LENGTH = 2_000
"""Longer texts are cut."""
_MAX_RAW_LENGTH = 16_000
MAX_TITLE_LENGTH = 120
_MAX_TITLES = 4_000

FACE_DOWN = {"-1_1": "light", "-1_2": "dark"}
"""Blueprint of a face-down card -> the side whose back it shows."""


def is_face_down(blueprint_id: str) -> bool:
    """Whether a blueprint stands for a card back."""
    return blueprint_id.startswith("-1_")


@lru_cache(maxsize=1_024)
def plain(text: str) -> str:
    """A text of the log without markup: cards by their titles, at most ``MAX_TEXT_LENGTH`` characters."""
    text = text[:_MAX_RAW_LENGTH]
    if "<" in text:
        text = _TAG.sub("", text)
    return _SPACES.sub(" ", _unescaped(text)).strip()[:MAX_TEXT_LENGTH]


def mentions(text: str) -> list[str]:
    """Blueprints of the cards named in a text of the log, in order."""
    return [blueprint for blueprint, _ in _hints(text)]


def learn(titles: dict[str, str], text: str) -> None:
    """Adds the card titles in a text of the log; the first title of a blueprint is kept."""
    for blueprint, name in _hints(text):
        title = _unescaped(name).strip()[:MAX_TITLE_LENGTH]
        if title and len(titles) < _MAX_TITLES:
            titles.setdefault(blueprint, title)


def _hints(text: str) -> Iterator[tuple[str, str]]:
    """Blueprint and name of every card named in a text."""
    if "<div" not in text:
        return
    for match in _HINT.finditer(text[:_MAX_RAW_LENGTH]):
        value = _VALUE.search(match.group(1))
        if value is not None:
            yield value.group(1), match.group(2)


def _unescaped(text: str) -> str:
    """A text with its entities resolved; unchanged if one of them is invalid."""
    if "&" not in text:
        return text
    try:
        return unescape(text)
    except ValueError:
        # A numeric entity with thousands of digits.
        return text
