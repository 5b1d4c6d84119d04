"""Reads what a card's game text says, as far as a small grammar of common sentences goes.

A sentence counts only as a whole: if any part of it is not in the grammar, nothing is said about it. A condition (``While ...,``,
``... at ...``) stays with the effect, in the card's words, so an effect is never stated without it. Sentences that speak of
other cards than their own are left out, by the types of cards a pattern applies to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from py_engine.games.swccg.rules.text_grammar import PATTERNS, Pattern

__all__ = ["TextEffect", "effects_of", "sentences"]

MAX_LENGTH = 2_000
"""Longer texts are cut."""
MAX_EFFECTS = 20
MAX_WORDS = 120
_SIDES = re.compile(r"\b(Dark|Light) ?:\s*")
_NOTES = re.compile(r"[\[(](Immune to [^\])]+?)\.?[\])]", re.IGNORECASE)
_END = re.compile(r"(?<!\s[A-Z])\.(?:\s+|$)")
_BEFORE = re.compile(r"(?:While|When|If|During|Where) (?P<when>[^,;:]+), (?P<rest>.+)", re.IGNORECASE)
_AFTER = re.compile(
    r"(?P<rest>.+?) (?P<when>(?:(?:while|when|if|where) [^,;:.]+|(?:at|on|for each|unless|during) [^,;:.]+))",
    re.IGNORECASE,
)
_CONDITIONS = ("while", "when", "if", "during", "where")
_STARTS = re.compile(r"(?:while|when|if|where) ", re.IGNORECASE)
_LIST = re.compile(r", and | and |, ")
_SHUFFLE = re.compile(r"; (?:reshuffle|shuffle, cut and replace)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextEffect:
    """Something a card's text says.

    Attributes:
        kind: A code of ``text_grammar.KINDS``.
        amount: The number in it; 0 if there is none.
        what: What it applies to, in the card's words; empty if that is the card itself.
        when: Its condition, in the card's words; empty if it always holds.
        side: The player whose text it is, on a location: ``"dark"`` or ``"light"``.
    """

    kind: str
    amount: float = 0.0
    what: str = ""
    when: str = ""
    side: str = ""

    def as_json(self) -> dict[str, JsonValue]:
        """The fields as JSON data."""
        return {"kind": self.kind, "amount": self.amount, "what": self.what, "when": self.when, "side": self.side}


def effects_of(text: object, card_type: str) -> tuple[TextEffect, ...]:
    """What a card's text says, in its order.

    Args:
        text: The game text.
        card_type: The type of the card, such as ``"Character"``.
    """
    if not isinstance(text, str):
        return ()
    found = [effect for _, effects in sentences(text, card_type) for effect in effects]
    return tuple(found[:MAX_EFFECTS])


def sentences(text: str, card_type: str) -> Iterator[tuple[str, tuple[TextEffect, ...]]]:
    """The sentences of a text, each with what it is understood to say; nothing if it is not understood."""
    for side, part in _by_side(" ".join(text[:MAX_LENGTH].split()), card_type):
        for note in _NOTES.findall(part):
            yield note, tuple(replace(each, side=side) for each in _read(note, card_type))
        for sentence in _END.split(_NOTES.sub("", part)):
            plain = sentence.strip(" -")
            if plain:
                yield plain, tuple(replace(each, side=side) for each in _read(plain, card_type))


def _by_side(text: str, card_type: str) -> Iterator[tuple[str, str]]:
    """The parts of a location's text for each player; other cards have one part."""
    if card_type != "Location":
        yield "", text
        return
    parts = _SIDES.split(text)
    if parts[0].strip():
        yield "", parts[0]
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        yield name.lower(), part


def _read(sentence: str, card_type: str) -> list[TextEffect]:
    plain = _SHUFFLE.sub("", sentence)
    found = _items(plain, card_type)
    if found:
        return found
    first = plain.partition(" ")[0].lower()
    shape = _BEFORE if first in _CONDITIONS else _AFTER if first in PATTERNS else None
    match = None if shape is None else shape.fullmatch(plain)
    if match is None or len(match["when"]) > MAX_WORDS:
        return []
    found = _items(match["rest"], card_type)
    if any(each.when for each in found):
        return []
    return [replace(each, when=_STARTS.sub("", match["when"])) for each in found]


def _items(text: str, card_type: str) -> list[TextEffect]:
    """The effects that a text lists; nothing if any item of the list is not understood."""
    whole = _item(text, card_type)
    if whole is not None:
        return [whole]
    found: list[TextEffect] = []
    for part in _LIST.split(text):
        # "Immune to Dodge and attrition < 4" names attrition without a verb of its own.
        after = bool(found) and found[-1].kind == "immune_to" and part.startswith("attrition")
        effect = _item(f"immune to {part}" if after else part, card_type)
        if effect is None:
            return []
        found.append(effect)
    return found


def _item(text: str, card_type: str) -> TextEffect | None:
    word = text.partition(" ")[0].lower()
    for pattern in PATTERNS.get(word, ()):
        match = pattern.shape.fullmatch(text) if card_type in pattern.types else None
        if match is not None:
            return _effect(pattern, match.groupdict())
    return None


def _effect(pattern: Pattern, found: dict[str, str | None]) -> TextEffect | None:
    words = found.get("what") or ""
    if len(words) > MAX_WORDS:
        return None
    return TextEffect(pattern.kind, _number(found.get("n"), pattern.amount), words, found.get("when") or "")


_WORDS = {"one": 1.0, "two": 2.0, "three": 3.0}


def _number(text: str | None, default: float) -> float:
    if text is None:
        return default
    return _WORDS[text.lower()] if text.lower() in _WORDS else float(text.replace(" ", ""))
