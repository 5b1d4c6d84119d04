"""Random deals of Hearts for tests, and batches of positions from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.batch import SEAT, Batch, Rules, first_leader, legal_cards, start, step
from py_engine.games.hearts.rules.cards import CARDS, DECK, NUMBERS, mask_of

EVERY_RULES = tuple(Rules(*switches) for switches in product((False, True), repeat=4))
Policy = Callable[[Batch], Array]


def deals(seed: int, size: int) -> Array:
    """(4, size) uint64: hands by seat."""
    deck = np.tile(np.array(CARDS, dtype=U64), (size, 1))
    order = np.random.default_rng(seed).permuted(deck, axis=1)
    hands: Array = np.left_shift(U64(1), order).reshape(size, 4, 13).sum(axis=2, dtype=U64).T
    return hands


def opening(hands: Array, rules: Rules | None = None) -> Batch:
    """The positions of the first trick, for hands (4, B) by seat."""
    return start(hands, first_leader(hands), rules or Rules())


def by_seat(batch: Batch) -> Array:
    """(4, B) uint64: the hands by seat; a batch stores them by place."""
    places = (np.arange(4)[:, None] - batch.leader) & 3
    hands: Array = np.take_along_axis(batch.hands, places, axis=0)
    return hands


def any_of(masks: Array, rng: np.random.Generator) -> Array:
    """(B,) uint64: the number of a random card of each mask."""
    held = masks[:, None] >> np.array(CARDS, dtype=U64) & U64(1)
    keys = rng.random(held.shape) * held
    return np.array(CARDS, dtype=U64).take(keys.argmax(axis=1))


def positions(batch: Batch, rng: np.random.Generator) -> Iterator[Batch]:
    """The same batch before each card of a random game."""
    while batch.tricks < 13:
        yield batch
        step(batch, any_of(legal_cards(batch), rng))


def other_hands(batch: Batch, rng: np.random.Generator) -> Batch:
    """The same positions with the hands of the three players not to move redealt among them."""
    found = batch.take(np.arange(batch.size, dtype=SEAT))
    mover = batch.on_table
    others = [place for place in range(4) if place != mover]
    for lane in range(batch.size):
        hands = [int(batch.hands[place, lane]) for place in others]
        cards = rng.permutation([card for card in CARDS if (hands[0] | hands[1] | hands[2]) >> card & 1])
        begin = 0
        for place, hand in zip(others, hands, strict=True):
            end = begin + hand.bit_count()
            found.hands[place, lane] = mask_of_numbers(cards[begin:end])
            begin = end
    return found


def mask_of_numbers(cards: Sequence[int] | Array) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def at_table(hand: str, table: str = "", *, gone: str = "", rules: Rules | None = None) -> Batch:
    """One position with seat 0 to play, given its hand, the cards on the table and the cards of completed tricks.

    The others hold the lowest of the remaining cards; the rest are out of the game.
    """
    own, cards = mask_of(hand.split()), [NUMBERS[card] for card in table.split()]
    out = mask_of(gone.split())
    rest = [card for card in CARDS if not (own | out | mask_of(table.split())) >> card & 1]
    hands, size = [own, 0, 0, 0], own.bit_count()
    leader = (4 - len(cards)) % 4
    for seat in (1, 2, 3):
        place = (seat - leader) % 4
        first = [cards[place]] if place < len(cards) else []
        dealt, rest = rest[: size - len(first)], rest[size - len(first) :]
        hands[seat] = mask_of_numbers(first + dealt)
    batch = start(
        np.array(hands, dtype=U64)[:, None],
        np.array([leader], dtype=SEAT),
        rules or Rules(),
        gone=np.array([out], dtype=U64),
    )
    for card in cards:
        step(batch, np.array([card], dtype=U64))
    assert batch.seat[0] == 0
    return batch


def all_but(kept: str) -> str:
    """The names of all cards except the given ones."""
    return " ".join(card for card in NUMBERS if card not in kept.split())


def is_whole_deal(hands: Array) -> bool:
    """Whether the hands (4, B) hold every card exactly once in every lane."""
    return bool((np.bitwise_or.reduce(hands, axis=0) == DECK).all() and (np.bitwise_count(hands) == 13).all())
