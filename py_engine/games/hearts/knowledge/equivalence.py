"""Cards that are as good as each other.

Two cards of a hand are interchangeable when every rank between them is in the same hand or gone in a *completed* trick: no
card of another seat can tell them apart. A card in the current trick is not gone, for it may yet take the trick. The queen
of spades, and the jack of diamonds where it counts, are worth something of their own and stand apart.
"""

from __future__ import annotations

from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SUIT_MASKS, cards_of

__all__ = ["Lowest", "apart", "lowest_equals"]


def apart(rules: Rules) -> int:
    """Mask of the cards that are interchangeable with no other."""
    return 1 << QUEEN_OF_SPADES | (1 << JACK_OF_DIAMONDS if rules.jack_of_diamonds else 0)


def lowest_equals(hand: int, in_play: int, rules: Rules) -> dict[int, int]:
    """The card of every group that stands for it: number of each card of the hand -> number of the lowest of its equals.

    Args:
        hand: mask of the player's cards.
        in_play: mask of the cards in all hands and on the table: all that are not gone in completed tricks.
        rules: whether the jack of diamonds counts.
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


class Lowest(dict[int, tuple[int, ...]]):
    """The cards of one seat that are worth trying, as bits, by the mask of the cards of a suit that are in play.

    In play are the cards in all hands and on the table. Of interchangeable cards only the lowest is worth trying. Filled as
    it is asked.
    """

    __slots__ = ("_alone", "_hand")

    def __init__(self, hand: int, alone: int) -> None:
        super().__init__({0: ()})
        self._hand = hand
        self._alone = alone

    def __missing__(self, in_play: int) -> tuple[int, ...]:
        """Goes through the seat's cards from below."""
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
