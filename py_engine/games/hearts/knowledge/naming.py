"""Card names in sentences: by rank and sign of the suit, as the page writes moves."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.text import listed

__all__ = ["JACK_OF_DIAMONDS", "QUEEN_OF_SPADES", "card_words", "cards_words"]

_SIGNS = {"C": "\u2663", "D": "\u2666", "S": "\u2660", "H": "\u2665"}


def card_words(card: str) -> str:
    """A card as players write it: ``Q\u2660`` for ``QS``, ``10\u2665`` for ``TH``."""
    rank = "10" if card[0] == "T" else card[0]
    return f"{rank}{_SIGNS[card[1]]}"


def cards_words(cards: Sequence[str]) -> str:
    """A list of cards: ``2\u2663, 3\u2663 and A\u2665``."""
    return listed([card_words(card) for card in cards])


QUEEN_OF_SPADES, JACK_OF_DIAMONDS = card_words("QS"), card_words("JD")
