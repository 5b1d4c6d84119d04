"""Cards by number, by name and as bits of a mask.

A card's number is 16 x suit + rank, so that a 64-bit mask holds each suit's 13 cards in its own 16-bit word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from py_engine.core.numerics import U64

__all__ = [
    "BITS",
    "CARDS",
    "CARD_NAMES",
    "CLUBS",
    "DECK",
    "DIAMONDS",
    "HEARTS",
    "JACK_OF_DIAMONDS",
    "NUMBERS",
    "POINT_CARDS",
    "QUEEN_OF_SPADES",
    "RANKS",
    "SEATS",
    "SPADES",
    "SUITS",
    "SUIT_BITS",
    "SUIT_MASKS",
    "TWO_OF_CLUBS",
    "WORDS",
    "Card",
    "Suit",
    "cards_of",
    "mask_of",
    "names_of",
]

SEATS = 4
Suit = Literal["C", "D", "S", "H"]
SUITS: tuple[Suit, ...] = get_args(Suit)
RANKS = "23456789TJQKA"
CLUBS, DIAMONDS, SPADES, HEARTS = range(4)
SUIT_BITS = 16
"""Bits per suit in a mask."""
WORDS = {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}

Card = Literal[
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC",
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD",
    "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS",
    "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH",
]  # fmt: skip
CARD_NAMES: tuple[Card, ...] = get_args(Card)
"""All cards by name, in the order of their numbers."""
CARDS = tuple(SUIT_BITS * suit + rank for suit in range(len(SUITS)) for rank in range(len(RANKS)))
"""All cards by number, ascending."""
NUMBERS: dict[str, int] = dict(zip(CARD_NAMES, CARDS, strict=True))
"""Card numbers by name."""
_NAME_OF = dict(zip(CARDS, CARD_NAMES, strict=True))

TWO_OF_CLUBS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES = NUMBERS["2C"], NUMBERS["JD"], NUMBERS["QS"]
BITS = (1 << len(RANKS)) - 1
"""All cards of a suit, as the lowest word of a mask."""
SUIT_MASKS = tuple(BITS << SUIT_BITS * suit for suit in range(len(SUITS)))
DECK = U64(sum(SUIT_MASKS))  # same bits: whole numbers
POINT_CARDS = SUIT_MASKS[HEARTS] | 1 << QUEEN_OF_SPADES
"""Hearts and the queen of spades; not the jack of diamonds, which may be played to the first trick."""


def mask_of(names: Iterable[str]) -> int:
    """The mask of the named cards."""
    mask = 0
    for name in names:
        mask |= 1 << NUMBERS[name]
    return mask


def cards_of(mask: int) -> Iterator[int]:
    """The numbers of the cards in a mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def names_of(mask: int) -> list[Card]:
    """The names of the cards in a mask, by suit and rank."""
    return [_NAME_OF[card] for card in cards_of(mask)]
