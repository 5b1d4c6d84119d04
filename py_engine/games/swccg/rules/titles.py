"""Names of cards as the log itself tells them, and its texts without markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

__all__ = ["FACE_DOWN", "LONGEST_TEXT", "LONGEST_TITLE", "is_face_down", "learn", "mentions", "plain"]

# Each match begins at a "<" and ends before the next but two, so that no text takes longer than its length.
_HINT = re.compile(r"<div([^<>]*)>([^<>]*)</div>")
_VALUE = re.compile(r"""\svalue=['"]([^'"]{1,40})['"]""")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_SPACES = re.compile(r"\s+")
LONGEST_TEXT = 2_000
"""Characters of the longest text that is kept."""
_LONGEST_RAW = 16_000
LONGEST_TITLE = 120
_MOST_TITLES = 4_000

FACE_DOWN = {"-1_1": "light", "-1_2": "dark"}
"""The blueprint of a card that lies face down -> the side whose back it shows."""


def is_face_down(blueprint_id: str) -> bool:
    """Whether a blueprint says nothing but the back of a card."""
    return blueprint_id.startswith("-1_")


@lru_cache(maxsize=1_024)
def plain(text: str) -> str:
    """A text of the log as people read it: cards by their titles, no markup, at most 2,000 characters."""
    text = text[:_LONGEST_RAW]
    if "<" in text:
        text = _TAG.sub("", text)
    return _SPACES.sub(" ", _unescaped(text)).strip()[:LONGEST_TEXT]


def mentions(text: str) -> list[str]:
    """The blueprints of the cards that a text of the log names, in its order."""
    return [blueprint for blueprint, _ in _hints(text)]


def learn(titles: dict[str, str], text: str) -> None:
    """Remembers what a text of the log calls its cards; the first name of a blueprint stays."""
    for blueprint, said in _hints(text):
        title = _unescaped(said).strip()[:LONGEST_TITLE]
        if title and len(titles) < _MOST_TITLES:
            titles.setdefault(blueprint, title)


def _hints(text: str) -> Iterator[tuple[str, str]]:
    """Blueprint and name of every card that a text names."""
    if "<div" not in text:
        return
    for match in _HINT.finditer(text[:_LONGEST_RAW]):
        value = _VALUE.search(match.group(1))
        if value is not None:
            yield value.group(1), match.group(2)


def _unescaped(text: str) -> str:
    """A text with its entities resolved, and as it is where one of them stands for nothing."""
    if "&" not in text:
        return text
    try:
        return unescape(text)
    except ValueError:
        # A number of thousands of digits.
        return text
