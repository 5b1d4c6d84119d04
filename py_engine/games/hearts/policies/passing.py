"""The greedy passing policy: pass the three cards that minimize the expected cost of the rest of the hand.

The expected cost is modelled as a sum over suits (``weights.toml`` says how it was fitted), so the best triple follows from
tables of the best one, two or three cards to remove from each suit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.weights import MASKS, PassWeights, SuitValues, default_weights, practised_weights
from py_engine.games.hearts.rules.cards import BITS, HEARTS, QUEEN_OF_SPADES, RANKS, SPADES, SUIT_BITS, SUITS, cards_of

__all__ = [
    "PASSED",
    "PassTables",
    "all_passes",
    "costs",
    "default_pass_tables",
    "pass_cards",
    "pass_tables",
    "practised_pass_tables",
    "rule_of_thumb",
]

PASSED = 3
"""Number of cards passed."""
GUARDS = 8
_SHARES = np.array(
    [each for each in product(range(PASSED + 1), repeat=4) if sum(each) == PASSED],  # same bits: whole numbers
    dtype=np.int64,
)
"""(20, 4): all ways to split the three cards over the suits."""
_SUITS = np.arange(len(SUITS), dtype=np.int64)[:, None]
_SHIFTS = (np.arange(len(SUITS), dtype=U64) * U64(SUIT_BITS))[:, None]


@dataclass(frozen=True, slots=True)
class PassTables:
    """Expected costs of suits by the cards kept, and the best cards to pass from them."""

    cost: Array
    """(4, MASKS) float64, in points."""
    least: Array
    """((PASSED + 1) * 4 * MASKS,) float64: minimum cost by number of cards passed, suit and holding; inf if too few."""
    gone: Array
    """The same shape, uint64: the cards to pass for that minimum, as words of 13 bits."""


def suit_costs(weights: PassWeights) -> Array:
    """(4, MASKS) float64: expected cost of a suit in points, by the cards held in it."""
    minor = _costs(weights.minor)
    spades = _costs(weights.spades)
    masks = np.arange(MASKS, dtype=np.int64)
    queen = QUEEN_OF_SPADES % SUIT_BITS
    guards = np.minimum(np.bitwise_count(masks & (1 << queen) - 1), GUARDS - 1)
    mine, over = masks >> queen & 1 > 0, masks >> queen + 1 > 0
    spades += np.where(mine, np.array(weights.queen_guards, dtype=np.float64).take(guards), 0.0)
    spades += np.where(over & ~mine, np.array(weights.over_guards, dtype=np.float64).take(guards), 0.0)
    return np.stack([minor, minor, spades, _costs(weights.hearts)])


def _costs(values: SuitValues) -> Array:
    masks = np.arange(MASKS, dtype=np.int64)
    held = masks[:, None] >> np.arange(len(RANKS), dtype=np.int64) & 1
    total = (held * np.array(values.rank, dtype=np.float64)).sum(axis=1)
    total += np.array(values.length, dtype=np.float64).take(np.bitwise_count(masks))
    total += np.array(values.lowest, dtype=np.float64).take(np.where(masks > 0, held.argmax(axis=1), 13))
    highest = 12 - held[:, ::-1].argmax(axis=1)
    total += np.array(values.highest, dtype=np.float64).take(np.where(masks > 0, highest, 13))
    cost: Array = total
    return cost


def pass_tables(weights: PassWeights) -> PassTables:
    """Builds the tables for given weights."""
    cost = suit_costs(weights)
    least, gone = [cost], [np.zeros(cost.shape, dtype=U64)]
    masks = np.arange(MASKS, dtype=np.int64)
    for _ in range(PASSED):
        best, which = np.full(cost.shape, np.inf, dtype=np.float64), np.zeros(cost.shape, dtype=U64)
        for rank in range(len(RANKS)):
            without = masks & ~(1 << rank)
            held = without != masks
            after = np.where(held, least[-1][:, without], np.inf)
            better = after < best
            best = np.where(better, after, best)
            which = np.where(better, gone[-1][:, without] | U64(1 << rank), which)
        least.append(best)
        gone.append(which)
    return PassTables(cost, np.stack(least).ravel(), np.stack(gone).ravel())


@cache
def default_pass_tables() -> PassTables:
    """The tables of the engine's own weights."""
    return pass_tables(default_weights().passing)


@cache
def practised_pass_tables() -> PassTables:
    """The tables for players who compare their cards by playouts; greedy ones lose less by other cards."""
    return pass_tables(practised_weights())


def pass_cards(hands: Array, tables: PassTables) -> Array:
    """The three cards whose removal minimizes the expected cost of each hand.

    Args:
        hands: (H,) uint64: masks of 13 cards.
        tables: The tables of the policy.

    Returns:
        (H,) uint64: masks of three cards; ties go to the first split over the suits.
    """
    words = (hands >> _SHIFTS & U64(BITS)).astype(np.int64)
    where = words + _SUITS * MASKS
    counts = np.arange(PASSED + 1, dtype=np.int64)[:, None, None] * (4 * MASKS)
    least = tables.least.take(where + counts)
    total = least[_SHARES[:, 0], 0] + least[_SHARES[:, 1], 1]
    total += least[_SHARES[:, 2], 2]
    total += least[_SHARES[:, 3], 3]
    share = _SHARES.take(total.argmin(axis=0), axis=0).T
    gone = tables.gone.take(where + share * (4 * MASKS)) << _SHIFTS
    return gone[0] | gone[1] | gone[2] | gone[3]


def rule_of_thumb(hand: int) -> int:
    """The mask of the three cards that a rule of thumb for beginners passes from a mask of 13.

    The queen, king and ace of spades go unless four lower spades guard them, then high hearts and high cards of short suits.
    """
    spades = hand >> SPADES * SUIT_BITS & BITS
    guarded = (spades & (1 << QUEEN_OF_SPADES % SUIT_BITS) - 1).bit_count() >= PASSED + 1

    def danger(card: int) -> int:
        suit, rank = divmod(card, SUIT_BITS)
        if suit == SPADES:
            return 100 + 2 * (card == QUEEN_OF_SPADES) if card >= QUEEN_OF_SPADES and not guarded else -rank
        length = (hand >> suit * SUIT_BITS & BITS).bit_count()
        return 3 * rank + (10 if suit == HEARTS else 0) - 2 * length

    mask = 0
    for card in sorted(cards_of(hand), key=danger)[-PASSED:]:
        mask |= 1 << card
    return mask


@cache
def _triples() -> Array:
    return np.array(list(combinations(range(13), PASSED)), dtype=np.int64)


def all_passes(hand: int) -> Array:
    """(286,) uint64: masks of all ways to pass three of 13 cards, in card order."""
    bits = np.array([1 << card for card in range(64) if hand >> card & 1], dtype=U64)
    triples = bits.take(_triples())
    return triples[:, 0] | triples[:, 1] | triples[:, 2]


def costs(hands: Array, tables: PassTables) -> Array:
    """(H, 4) float64: expected cost in points of each suit, for hands (H,) uint64."""
    words = (hands >> _SHIFTS & U64(BITS)).astype(np.int64)
    return tables.cost.ravel().take(words + _SUITS * MASKS).T
