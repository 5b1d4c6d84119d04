"""Interchangeable cards.

Two cards of a hand are interchangeable if every rank between them is in the same hand or gone in a *completed* trick, so that
no card of another seat lies between them. A card in the current trick is not gone, because it may still take the trick. The
queen of spades, and the jack of diamonds where it counts, have a value of their own and are interchangeable with no card.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.batch import Batch, Rules
from py_engine.games.hearts.rules.cards import DECK, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SUIT_BITS, SUIT_MASKS, cards_of

__all__ = ["Lowest", "apart", "interchangeable", "lowest_equals"]


def apart(rules: Rules) -> int:
    """Mask of the cards that are interchangeable with no other card."""
    return 1 << QUEEN_OF_SPADES | (1 << JACK_OF_DIAMONDS if rules.jack_of_diamonds else 0)


def lowest_equals(hand: int, in_play: int, rules: Rules) -> dict[int, int]:
    """Maps the number of each card of a hand to the number of the lowest card that is interchangeable with it.

    Args:
        hand: Mask of the player's cards.
        in_play: Mask of the cards in all hands and on the table, which are all that are not gone in completed tricks.
        rules: The rules of the hand; they say whether the jack of diamonds counts.
    """
    alone, found = apart(rules), {}
    for suit in SUIT_MASKS:
        lowest = -1
        for card in cards_of(suit & in_play):
            if not hand >> card & 1:
                lowest = -1
            elif alone >> card & 1:
                found[card] = card
            else:
                lowest = card if lowest < 0 else lowest
                found[card] = lowest
    return found


def interchangeable(batch: Batch, card: int) -> Array:
    """(B,) uint64: masks of a card and of those that are interchangeable with it in the hand of the player to move.

    Cards between them that are gone may be in the masks, too.

    Args:
        batch: The positions.
        card: The number of a card that the player to move has in every lane.
    """
    alone, shift = apart(batch.rules), U64(card - card % SUIT_BITS)
    if alone >> card & 1:
        return np.full(batch.size, U64(1 << card), dtype=U64)
    bit = np.uint16(1 << card % SUIT_BITS)
    run = ((batch.hand | batch.gone) >> shift).astype(np.uint16) | bit
    # Adding the bit carries through the ranks from it upwards, without a gap; those below reach down to the first gap.
    above = run & ~(run + bit)
    gaps = ~run & (bit - np.uint16(1))
    for by in (1, 2, 4, 8):
        gaps |= gaps >> np.uint16(by)
    below = ~gaps & (bit - np.uint16(1))
    return (above | below).astype(U64) << shift & U64(~alone & int(DECK))


class Lowest(dict[int, tuple[int, ...]]):
    """The cards of a seat worth trying, as bits, by the mask of a suit's cards in play (in all hands and on the table).

    Only the lowest of interchangeable cards is worth trying. Entries are computed on first access.
    """

    __slots__ = ("_alone", "_hand")

    def __init__(self, hand: int, alone: int) -> None:
        super().__init__({0: ()})
        self._hand = hand
        self._alone = alone

    def __missing__(self, in_play: int) -> tuple[int, ...]:
        """Computes an entry, from the seat's lowest card up."""
        own, alone = in_play & self._hand, self._alone
        others = in_play ^ own
        found: list[int] = []
        lowest = 0
        while own:
            card = own & -own
            own ^= card
            if card & alone:
                found.append(card)
            elif not lowest or others & card - lowest:
                # The difference of two bits is the mask of the ranks between them.
                lowest = card
                found.append(card)
        cards = self[in_play] = tuple(found)
        return cards
