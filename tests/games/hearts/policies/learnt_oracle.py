"""The learnt policy card by card in plain Python, from the arrays of its file: a second reading of what they mean."""

from __future__ import annotations

import math

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies.learnt import FILE, GAIN, SHAPES
from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import DECK, HEARTS, QUEEN_OF_SPADES, SPADES

Weights = dict[str, Array]
Scores = dict[tuple[int, int], int]
"""By number of the card and which of a suit's cards (or ways to follow) it is: its score."""
SUIT, QUEEN_RANK = 16, 10


def shipped_weights() -> Weights:
    """The arrays of the file that the engine ships."""
    with np.load(FILE) as found:
        return {name: found[name] for name in SHAPES}


def shares(found: Scores) -> dict[tuple[int, int], float]:
    """The softmax of scores."""
    each = {place: math.exp((score - max(found.values())) / GAIN) for place, score in found.items()}
    return {place: share / sum(each.values()) for place, share in each.items()}


def ranks(mask: int, suit: int) -> list[int]:
    """The ranks held in a suit, ascending."""
    return [rank for rank in range(13) if mask >> suit * SUIT + rank & 1]


def scores(batch: Batch, lane: int, legal: int, weights: Weights) -> Scores:
    """The scores of what competes in a lane."""
    hand, gone, trick = int(batch.hand[lane]), int(batch.gone[lane]), int(batch.trick[lane])
    seen = gone | trick if batch.on_table else gone
    place = batch.on_table - 1
    queen = _queen(hand, seen)
    others = int(DECK) & ~(seen | hand)
    if batch.on_table and legal & int(batch.led[lane]):
        return _ways(batch, lane, legal, others, weights)
    found: Scores = {}
    for suit in range(4):
        held = ranks(legal, suit)
        if not held:
            continue
        kind = _class(suit, queen)
        out = ranks(others, suit)
        if batch.on_table:
            rank = QUEEN_RANK if suit == SPADES and QUEEN_RANK in held else held[-1]
            pair = kind * 196 + 14 * sum(each > rank for each in out) + sum(each < rank for each in out)
            score = int(weights["discard_pairs"][pair]) + _holding(weights["discard_holdings"][kind], held)
            found[SUIT * suit + rank, 0] = score + int(weights["discard_contexts"][suit, batch.tricks, place, queen])
            continue
        led = [rank for rank in held if suit != SPADES or rank != QUEEN_RANK] or held
        for end, rank in enumerate((led[0], led[-1])):
            pair = kind * 196 + 14 * sum(each > rank for each in out) + sum(each < rank for each in out)
            score = int(weights["lead_pairs"][end, pair]) + _holding(weights["lead_holdings"][end, kind], held)
            found[SUIT * suit + rank, end] = score + int(weights["lead_contexts"][end, suit, batch.tricks, queen])
    return found


def _ways(batch: Batch, lane: int, legal: int, others: int, weights: Weights) -> Scores:
    """The scores of the ways to follow suit, by card and way."""
    suit = int(batch.shift[lane]) // SUIT
    hand, seen = int(batch.hand[lane]), int(batch.gone[lane] | batch.trick[lane])
    queen = _queen(hand, seen)
    trick, best = int(batch.trick[lane]), int(batch.best[lane]).bit_length() - 1 - SUIT * suit
    kind, place = _class(suit, queen), batch.on_table - 1
    held, out = ranks(legal, suit), ranks(others, suit)
    under = [rank for rank in held if rank < best]
    worth = min(3, len(ranks(trick, HEARTS)) + (trick >> QUEEN_OF_SPADES & 1))
    worth += 4 * (trick >> QUEEN_OF_SPADES & 1 or (suit == SPADES and QUEEN_RANK in under))
    number = (((place * 5 + kind) * 14 + len(out)) * 8 + worth) * 2 + (not under)
    reach = (place * 5 + kind) * 8 + min(7, sum(rank > best for rank in out))
    reach = (reach * 4 + min(3, len(under))) * 4 + min(3, len(held) - len(under))
    context = ((batch.tricks * 3 + place) * 5 + kind) * 3 + queen
    spared = [rank for rank in held if suit != SPADES or rank != QUEEN_RANK] or held
    cards = [spared[0], spared[-1]]
    if under:
        cards.insert(0, QUEEN_RANK if suit == SPADES and QUEEN_RANK in under else under[-1])
    found: Scores = {}
    for way, rank in zip(range(3 - len(cards), 3), cards, strict=True):
        score = int(weights["follow_kinds"][way, number]) + int(weights["follow_reaches"][way, reach])
        score += _holding(weights["follow_holdings"][way, place, kind], held)
        found[SUIT * suit + rank, way] = score + int(weights["follow_contexts"][way, context])
    return found


def _queen(hand: int, seen: int) -> int:
    """Where the queen of spades is: elsewhere, in the hand, or gone."""
    return 2 if seen >> QUEEN_OF_SPADES & 1 else hand >> QUEEN_OF_SPADES & 1


def _class(suit: int, queen: int) -> int:
    return {SPADES: 1 + queen, HEARTS: 4}.get(suit, 0)


def _holding(part: Array, held: list[int]) -> int:
    """The weight of the cards held in a suit."""
    top = sum(1 << rank - 10 for rank in held if rank >= 10)
    second = held[1] if len(held) > 1 else 13
    return sum(int(part[place]) for place in (len(held), 14 + held[0], 28 + second, 42 + held[-1], 56 + top))
