"""The lines of a game of Hearts as text: hands, passes and tricks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from py_engine.core.contract import ContractError
from py_engine.core.notation.lines import FaultError
from py_engine.core.validation import shorten
from py_engine.games.hearts.rules.cards import NUMBERS, Card
from py_engine.games.hearts.rules.fields import DIRECTIONS, Direction

__all__ = ["Cards", "Hand", "Step", "Trick", "explained", "parse_line"]

HAND = re.compile(r"hand\s+(\d{1,4})\s*(?::\s*([a-z]*))?", re.IGNORECASE)
CARDS = re.compile(r"p([1-4])\s+(holds|passes|receives)\s*:?\s+(.*)", re.IGNORECASE)
TRICK = re.compile(r"(?:p([1-4])\s*:\s*)?(.*)", re.IGNORECASE)
SUITS = str.maketrans("♣♦♠♥", "CDSH")
COUNTS = {"holds": 13, "passes": 3, "receives": 3}


@dataclass(frozen=True, slots=True)
class Hand:
    """The beginning of a hand."""

    number: int
    direction: Direction | None


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that a player was dealt, passes or receives."""

    kind: Literal["holds", "passes", "receives"]
    player: int
    cards: Sequence[Card]


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick, or of its beginning, in the order played; with none of them, only its leader."""

    leader: int | None
    cards: Sequence[Card]


Step = Hand | Cards | Trick


def parse_line(text: str) -> Step:
    """What a line describes.

    Raises:
        FaultError: it has none of the forms.
    """
    hand = HAND.fullmatch(text)
    if hand:
        named = (hand[2] or "").lower()
        if named and named not in DIRECTIONS:
            raise FaultError(f"Cards are passed left, right or across, or it is a hold; not {shorten(named)!r}.")
        return Hand(int(hand[1]), next((each for each in DIRECTIONS if each == named), None))
    given = CARDS.fullmatch(text)
    if given:
        kind = given[2].lower()
        cards = _cards(given[3])
        if len(cards) != COUNTS[kind]:
            raise FaultError(f"P{given[1]} {kind} {COUNTS[kind]} cards, and the line has {len(cards)}.")
        return Cards(kind, int(given[1]) - 1, cards)  # type: ignore[arg-type]
    trick = TRICK.fullmatch(text)
    cards = _cards(trick[2]) if trick else []
    if trick is None or len(cards) > 4:
        raise FaultError(f"A trick has four cards, and the line has {len(cards)}.")
    return Trick(int(trick[1]) - 1 if trick[1] else None, cards)


def _cards(text: str) -> list[Card]:
    found: list[Card] = []
    for word in text.replace(",", " ").split():
        name = word.upper().translate(SUITS).replace("10", "T")
        card = next((each for each in (name, name[::-1]) if each in NUMBERS), None)
        if card is None:
            raise FaultError(f"{shorten(word)!r} is no card; cards are written like QS, TH or 2C.")
        if card in found:
            raise FaultError(f"{card} is there twice.")
        found.append(card)  # type: ignore[arg-type]
    return found


def explained(error: ContractError) -> str:
    """The sentence for what the rules refuse, with the players' names as in the text."""
    problems = error.context.get("errors")
    first = problems[0] if isinstance(problems, list) and problems else None
    sentence = error.sentence
    if error.code == "INVALID_STATE" and isinstance(first, dict):
        sentence = f"This {first['problem']}."
    return re.sub(r"\b[Pp]layer (\d)", lambda found: f"P{int(found[1]) + 1}", sentence)
