"""The exact probability distribution over deals of the unseen cards that agree with what a seat knows.

A world (determinization) assigns every unseen card to a seat, with each seat holding as many cards as it is known to. Its
probability is proportional to the product of the weights of its cards in their seats. A weight is 0 where a card cannot be, 1
where there is no evidence either way, and otherwise as ``Soft`` says. Cards with equal weights in all seats form a group, in
which only the number of cards per seat matters; there are at most five groups (three suits, the spades, and their queen).

The distribution is computed by dynamic programming over the groups. With ``a`` and ``b`` cards still to come for two of the
three other seats (the third number follows), the total weight of all ways to deal group g and the groups after it is

    Z[g][a, b] = sum over x, y of  n! / (x! y! z!) * wa^x wb^y wc^z * Z[g + 1][a - x, b - y],   x + y + z = n

The two largest groups come first and last, because they are the cheapest there: the first group is dealt from only one
position, and the last one just fills the hands, so neither needs a sum over all positions.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from py_engine.core.contract import ContractError
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.cards import QUEEN_OF_SPADES, SEATS, SPADES, SUIT_MASKS, SUITS, cards_of

__all__ = ["HARD", "MOST_WORLDS", "SOFT", "Beliefs", "Group", "Soft"]

MOST_WORLDS = 512
"""Default limit on the number of worlds to enumerate."""
_HAND = 13
_QUEEN_BIT = 1 << QUEEN_OF_SPADES
_SUIT_PARTS = tuple(mask & ~_QUEEN_BIT for mask in SUIT_MASKS)
Row = tuple[float, ...]


class Soft(NamedTuple):
    """Factors by which a seat's plays make it more or less likely to hold a card; each applies once per play."""

    low_spade: float = 0.65
    """For the queen of spades, after following a spade lead with a lower spade."""
    slough: float = 1.15
    """For other cards of a suit, after discarding one of that suit."""


SOFT = Soft()
HARD = Soft(1.0, 1.0)
"""All possible deals are equally likely."""


class Group(NamedTuple):
    """Unseen cards that have the same weight in each seat."""

    cards: tuple[int, ...]
    """Card numbers, ascending."""
    weights: Row
    """For the three seats of ``Beliefs.seats``, in that order."""

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.cards)


class Beliefs:
    """The distribution of the unseen cards over the other hands.

    Args:
        facts: What the seat knows.
        soft: Factors for the evidence from plays.

    Attributes:
        placed: By seat, masks of the cards whose place is certain: the seat's own hand, known cards, and cards that only
            one seat can hold.
        seats: The three other seats, those with the fewest unplaced cards first.
        unplaced: Number of unplaced cards that each of them holds.
        groups: The unplaced cards, in the order they are dealt.
        tables: The terms of the sums Z (see the module) for all groups but the last.
        total: Z of the first position: the total weight of all worlds.

    Raises:
        ContractError: INVALID_STATE if no world agrees with the facts.
    """

    def __init__(self, facts: Facts, soft: Soft = SOFT) -> None:
        self.facts = facts
        self.soft = soft
        self.placed, unplaced, rows = _separated(facts, soft)
        others = [seat for seat in range(SEATS) if seat != facts.seat]
        self.seats = tuple(sorted(others, key=lambda seat: unplaced[seat]))
        self.unplaced = tuple(unplaced[seat] for seat in self.seats)
        found = [Group(tuple(cards_of(cards)), tuple(row[seat] for seat in self.seats)) for row, cards in rows.items()]
        found.sort(key=lambda group: (-group.size, group.cards))
        self.groups = (*found[:1], *found[2:], *found[1:2])
        self.tables, self.total = self._backward()
        if not self.total:
            raise _contradiction()

    def _backward(self) -> tuple[list[Array], float]:
        """The terms of the sums Z by group, (x, y) for the first group and (a, b, x, y) for the others, and the total."""
        if not self.groups:
            return [], 0.0 if any(self.unplaced) else 1.0
        most_a, most_b, _ = self.unplaced
        rest = _filling(self.groups[-1], most_a, most_b)
        if len(self.groups) == 1:
            return [], float(rest[most_a, most_b])
        tables: list[Array] = []
        for group in self.groups[-2:0:-1]:
            table = _terms(_kernel(group.size, group.weights, most_a, most_b), rest)
            tables.append(table)
            rest = table.sum(axis=3).sum(axis=2)
        kernel = _kernel(self.groups[0].size, self.groups[0].weights, most_a, most_b)
        across, down = kernel.shape
        first = kernel * rest[::-1, ::-1][:across, :down]
        tables.append(first)
        return tables[::-1], float(first.sum())

    def marginals(self) -> Array:
        """(4, 64) float64: the probability of each card, by number, in each hand; 0 for cards already played."""
        chances = np.zeros((SEATS, 64), dtype=np.float64)
        for seat, mask in enumerate(self.placed):
            chances[seat, list(cards_of(mask))] = 1.0
        for group, expected in zip(self.groups, self._expected(), strict=True):
            cards = list(group.cards)
            for seat, weight, count in zip(self.seats, group.weights, expected, strict=True):
                chances[seat, cards] = min(1.0, max(0.0, count / group.size)) if weight else 0.0
        return chances

    def _expected(self) -> list[tuple[float, float, float]]:
        """By group: expected number of its cards in each of ``seats``."""
        if len(self.groups) < 2:
            most_a, most_b, most_c = map(float, self.unplaced)
            return [(most_a, most_b, most_c) for _ in self.groups]
        most_a, most_b, _ = self.unplaced
        # Forward pass: the weight of all ways to reach a position, divided by the total; times Z, it is a probability.
        before = np.zeros((most_a + 1, most_b + 1), dtype=np.float64)
        kernel = _kernel(self.groups[0].size, self.groups[0].weights, most_a, most_b) / self.total
        across, down = kernel.shape
        before[most_a + 1 - across :, most_b + 1 - down :] = kernel[::-1, ::-1]
        expected = [_means(self.tables[0] / self.total, self.groups[0].size)]
        for group, table in zip(self.groups[1:-1], self.tables[1:], strict=True):
            joint = (table * before[:, :, None, None]).sum(axis=(0, 1))
            expected.append(_means(joint, group.size))
            before = _forward(before, _kernel(group.size, group.weights, most_a, most_b))
        last = self.groups[-1]
        expected.append(_means(before * _filling(last, most_a, most_b), last.size))
        return expected

    def number(self) -> int:
        """The exact number of worlds that agree with the facts."""
        sizes: dict[tuple[bool, ...], int] = {}
        for group in self.groups:
            where = tuple(weight > 0 for weight in group.weights)
            sizes[where] = sizes.get(where, 0) + group.size
        two = [sizes.get(where, 0) for where in ((True, True, False), (True, False, True), (False, True, True))]
        free = sizes.get((True, True, True), 0)
        most_a, most_b, _ = self.unplaced
        number = 0
        # x and y: cards for the first seat of those that only it and the second, or only it and the third, can hold. z: cards
        # for the second seat of those that only it and the third can hold. a and b: what these two hold of the
        # cards that all three can hold.
        for x in range(two[0] + 1):
            for y in range(two[1] + 1):
                a = most_a - x - y
                if not 0 <= a <= free:
                    continue
                ways = comb(two[0], x) * comb(two[1], y) * comb(free, a)
                for z in range(two[2] + 1):
                    b = most_b - (two[0] - x) - z
                    if 0 <= b <= free - a:
                        number += ways * comb(two[2], z) * comb(free - a, b)
        return number

    def enumerate_worlds(self, max_worlds: int = MOST_WORLDS) -> tuple[Array, Array] | None:
        """All worlds, or None if there are more than ``max_worlds``.

        Returns:
            (4, N) uint64 hands by seat, and (N,) float64 probabilities.
        """
        if self.number() > max_worlds:
            return None
        partial = {self.unplaced[:2]: [((0, 0, 0), 1.0)]}
        for index, group in enumerate(self.groups):
            longer: dict[tuple[int, ...], list[tuple[tuple[int, int, int], float]]] = {}
            for (a, b), worlds in partial.items():
                for x, y in self._splits(index, a, b):
                    weight = _weight(group, x, y)
                    dealt = _deals(group.cards, x, y)
                    longer.setdefault((a - x, b - y), []).extend(
                        ((had[0] | got[0], had[1] | got[1], had[2] | got[2]), far * weight)
                        for had, far in worlds
                        for got in dealt
                    )
            partial = longer
        worlds = partial[0, 0]
        hands = np.zeros((SEATS, len(worlds)), dtype=U64)
        for seat, mask in enumerate(self.placed):
            hands[seat] = mask
        hands[list(self.seats)] |= np.array([masks for masks, _ in worlds], dtype=U64).T
        weights = np.array([weight for _, weight in worlds], dtype=np.float64)
        return hands, weights / weights.sum()

    def _splits(self, index: int, a: int, b: int) -> list[tuple[int, int]]:
        """The possible numbers (x, y) of a group's cards for the first two seats, which still need ``a`` and ``b`` cards."""
        if index == len(self.groups) - 1:
            return [(a, b)]
        table = self.tables[index] if index == 0 else self.tables[index][a, b]
        return [(x, y) for x, row in enumerate(table.tolist()) for y, weight in enumerate(row) if weight > 0]


def _contradiction() -> ContractError:
    sentence = "No deal of the unseen cards agrees with the cards that were played, passed and counted."
    return ContractError("INVALID_STATE", sentence)


def _separated(facts: Facts, soft: Soft) -> tuple[list[int], list[int], dict[Row, int]]:
    """Separates the cards whose place is certain from the others.

    Args:
        facts: What the seat knows.
        soft: Factors for the evidence from plays.

    Returns:
        Masks of the placed cards by seat; the number of unplaced cards by seat; masks of the unplaced cards by their
        weights in the four seats.

    Raises:
        ContractError: INVALID_STATE.
    """
    unseen = facts.unseen
    placed = list(facts.known)
    unplaced = [count - mask.bit_count() for count, mask in zip(facts.counts, placed, strict=True)]
    placed[facts.seat] = facts.hand
    unplaced[facts.seat] = 0
    everywhere = 0
    for mask, may in zip(facts.known, facts.may, strict=True):
        if mask & (everywhere | ~unseen | ~may):
            raise _contradiction()
        everywhere |= mask
    parts = [(part, row) for part, row in _parts(unseen & ~everywhere, facts, soft) if part]
    while True:
        rows: dict[Row, int] = {}
        certain = None
        for part, wide in parts:
            row = tuple(weight if left else 0.0 for weight, left in zip(wide, unplaced, strict=True))
            rows[row] = rows.get(row, 0) | part
            if row.count(0.0) == SEATS - 1:
                certain = row
        if certain is None:
            break
        (seat,) = (seat for seat, weight in enumerate(certain) if weight)
        placed[seat] |= rows[certain]
        unplaced[seat] -= rows[certain].bit_count()
        parts = [(part, row) for part, row in parts if not part & rows[certain]]
        if unplaced[seat] < 0:
            raise _contradiction()
    left = (unseen & ~placed[0] & ~placed[1] & ~placed[2] & ~placed[3]).bit_count()
    if min(unplaced) < 0 or sum(unplaced) != left or (0.0,) * SEATS in rows:  # same bits: whole numbers
        raise _contradiction()
    return placed, unplaced, rows


def _parts(unseen: int, facts: Facts, soft: Soft) -> list[tuple[int, list[float]]]:
    """Masks of the unseen cards of each suit, and of the queen of spades, with their weights by seat."""
    parts = []
    for suit in range(len(SUITS)):
        part = unseen & _SUIT_PARTS[suit]
        row = [
            _repeated(soft.slough, sloughs[suit]) if may & part else 0.0
            for may, sloughs in zip(facts.may, facts.sloughs, strict=True)
        ]
        parts.append((part, row))
    queen = unseen & SUIT_MASKS[SPADES] & _QUEEN_BIT
    row = [
        _repeated(soft.low_spade, times) if may & queen else 0.0
        for may, times in zip(facts.may, facts.low_spades, strict=True)
    ]
    return [*parts, (queen, row)]


def _repeated(factor: float, times: int) -> float:
    product = 1.0
    for _ in range(times):
        product *= factor
    return product


@cache
def _ways(size: int) -> Array:
    """(14, 14) float64: n! / (x! y! (n - x - y)!), and 0 where x + y > n."""
    counts = range(_HAND + 1)
    ways = [[comb(size, x) * comb(size - x, y) if x + y <= size else 0 for y in counts] for x in counts]
    return np.array(ways, dtype=np.float64)


_X = np.arange(_HAND + 1, dtype=np.int64)[:, None]
_Y = np.arange(_HAND + 1, dtype=np.int64)[None, :]


@lru_cache(maxsize=1024)
def _kernel(size: int, weights: Row, most_a: int, most_b: int) -> Array:
    """(x, y) float64: total weight of the ways to deal a group with x and y cards to the first two seats."""
    powers = [_powers(weight, size) for weight in weights]
    most_x, most_y = min(most_a, size if weights[0] else 0), min(most_b, size if weights[1] else 0)
    x, y = _X[: most_x + 1], _Y[:, : most_y + 1]
    kernel = _ways(size)[: most_x + 1, : most_y + 1] * powers[2].take(size - x - y, mode="clip")
    kernel *= powers[0][: most_x + 1, None]
    kernel *= powers[1][: most_y + 1]
    return kernel


def _filling(group: Group, most_a: int, most_b: int) -> Array:
    """(a, b) float64: total weight of the ways to deal the last group so that it fills the hands."""
    filling = np.zeros((most_a + 1, most_b + 1), dtype=np.float64)
    kernel = _kernel(group.size, group.weights, most_a, most_b)
    filling[: kernel.shape[0], : kernel.shape[1]] = kernel
    return filling


def _powers(weight: float, most: int) -> Array:
    """(most + 1,) float64: 1, w, w^2 ..."""
    powers = [1.0]
    for _ in range(most):
        powers.append(powers[-1] * weight)
    return np.array(powers, dtype=np.float64)


def _terms(kernel: Array, rest: Array) -> Array:
    """(a, b, x, y) float64: kernel[x, y] * rest[a - x, b - y], and 0 out of bounds."""
    across, down = kernel.shape
    padded = np.zeros((rest.shape[0] + across - 1, rest.shape[1] + down - 1), dtype=np.float64)
    padded[across - 1 :, down - 1 :] = rest
    # A view with negative strides reads rest[a - x, b - y] for all (a, b, x, y) without copying.
    row, column = padded.strides
    start = (across - 1) * row + (down - 1) * column
    moved: Array = np.ndarray(rest.shape + kernel.shape, np.float64, padded, start, (row, column, -row, -column))
    return moved * kernel


def _forward(before: Array, kernel: Array) -> Array:
    """(a, b) float64: the sum over x and y of kernel[x, y] * before[a + x, b + y]."""
    across, down = kernel.shape
    wide, deep = before.shape
    padded = np.zeros((wide + across - 1, deep + down - 1), dtype=np.float64)
    padded[:wide, :deep] = before
    # A view of before[a + x, b + y] for all (a, b, x, y), as in ``_terms``.
    moved: Array = np.ndarray(before.shape + kernel.shape, np.float64, padded, 0, padded.strides * 2)
    return (moved * kernel).sum(axis=3).sum(axis=2)


def _means(joint: Array, size: int) -> tuple[float, float, float]:
    """The expected x, y and z, given the probability of each split (x, y)."""
    by_x, by_y = joint.sum(axis=1), joint.sum(axis=0)
    x = float((by_x * _X[: len(by_x), 0]).sum())
    y = float((by_y * _Y[0, : len(by_y)]).sum())
    return x, y, size - x - y


def _weight(group: Group, x: int, y: int) -> float:
    first, second, third = group.weights
    return _repeated(first, x) * _repeated(second, y) * _repeated(third, group.size - x - y)


def _deals(cards: tuple[int, ...], x: int, y: int) -> list[tuple[int, int, int]]:
    """All ways to give x of the cards to the first seat, y to the second and the rest to the third, as masks."""
    dealt = []
    for first in combinations(cards, x):
        others = [card for card in cards if card not in first]
        for second in combinations(others, y):
            third = [card for card in others if card not in second]
            dealt.append((_mask(first), _mask(second), _mask(third)))
    return dealt


def _mask(cards: tuple[int, ...] | list[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
