"""Names of cards as the log itself tells them, and its texts without markup."""

from __future__ import annotations

import re
from html import unescape

__all__ = ["FACE_DOWN", "is_face_down", "learn", "mentions", "plain"]

_HINT = re.compile(r"<div[^<>]*\bvalue='([^'<>]*)'[^<>]*>([^<>]*)</div>")
_TAG = re.compile(r"<[^<>]{0,300}>")
_SPACES = re.compile(r"\s+")
_LONGEST = 2_000

FACE_DOWN = {"-1_1": "light", "-1_2": "dark"}
"""The blueprint of a card that lies face down -> the side whose back it shows."""


def is_face_down(blueprint_id: str) -> bool:
    """Whether a blueprint says nothing but the back of a card."""
    return blueprint_id.startswith("-1_")


def plain(text: str) -> str:
    """A text of the log as people read it: cards by their titles, no markup, at most 2,000 characters."""
    if "<" in text:
        text = _TAG.sub("", _HINT.sub(r"\2", text))
    if "&" in text:
        text = unescape(text)
    return _SPACES.sub(" ", text).strip()[:_LONGEST]


def mentions(text: str) -> list[str]:
    """The blueprints of the cards that a text of the log names, in its order."""
    return [match.group(1) for match in _HINT.finditer(text)] if "<div" in text else []


def learn(titles: dict[str, str], text: str) -> None:
    """Remembers what a text of the log calls its cards; the first name of a blueprint stays."""
    if "<div" not in text:
        return
    for match in _HINT.finditer(text):
        title = unescape(match.group(2)).strip()
        if title:
            titles.setdefault(match.group(1), title)
