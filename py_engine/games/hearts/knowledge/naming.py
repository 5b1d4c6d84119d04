"""Card names in words, for sentences."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.text import listed
from py_engine.games.hearts.rules.cards import WORDS

__all__ = ["card_words", "cards_words"]

_RANK_WORDS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def card_words(card: str) -> str:
    """A card in words: ``the queen of spades`` for ``QS``."""
    return f"the {_RANK_WORDS.get(card[0], card[0])} of {WORDS[card[1]]}"


def cards_words(cards: Sequence[str]) -> str:
    """A list of cards in words: ``the 2 of clubs, the 3 of clubs and the ace of hearts``."""
    return listed([card_words(card) for card in cards])
