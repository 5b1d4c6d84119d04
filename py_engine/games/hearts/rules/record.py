"""What follows from the tricks of a hand: who took what, and which cards the players cannot have held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.batch import SEAT, TAKEN, Batch, Rules, legal_cards, points_of, start, step
from py_engine.games.hearts.rules.cards import CARDS, SEATS

__all__ = ["Played", "Record", "record"]

_ONE = U64(1)
_EACH = np.left_shift(_ONE, np.array(CARDS, dtype=U64))
"""(52,) uint64: the mask of each card."""


class Played(NamedTuple):
    """A trick: its leader, and the numbers of its cards in the order played."""

    leader: int
    cards: Sequence[int]


class Record(NamedTuple):
    """What follows from the tricks of a hand; the last one may be unfinished."""

    winners: list[int]
    """By completed trick."""
    points: list[int]
    """By completed trick."""
    taken: list[int]
    """By seat, coded as in ``batch``."""
    excluded: list[list[int]]
    """
    By trick and place: mask of the cards that the player cannot have held, because the card played would then have been
    illegal. It includes the played card itself if no hand makes it legal.
    """


def record(tricks: Sequence[Played], rules: Rules) -> Record:
    """Derives the record of a hand, by testing all plays at once against each card as the only other one in hand."""
    before, gone = [], 0
    for trick in tricks:
        before.append(gone)
        for card in trick.cards:
            gone |= 1 << card
    found = Record([], [], [0] * SEATS, [])
    for part in (slice(0, 1), slice(1, None)):
        if tricks[part]:
            _read(tricks[part], before[part], rules, part.start, found)
    return found


def _read(tricks: Sequence[Played], gone: Sequence[int], rules: Rules, done: int, found: Record) -> None:
    """Adds tricks to the record.

    Args:
        tricks: Only the last may be unfinished.
        gone: By trick, the cards of previous tricks.
        rules: The rules of the hand.
        done: Index of the first of these tricks, because the first trick of a hand has special rules.
        found: The record to add to.
    """
    width = len(CARDS)
    batch = _lanes(tricks, gone, rules, done)
    excluded: list[list[int]] = [[] for _ in tricks]
    for place in range(SEATS):
        cards = np.array([trick.cards[place] for trick in tricks if place < len(trick.cards)], dtype=U64)
        lanes = len(cards) * width
        if lanes == 0:
            break
        if lanes < batch.size:
            batch = batch.take(np.arange(lanes, dtype=SEAT))
        played = np.repeat(cards, width)
        illegal = (legal_cards(batch) >> played & _ONE) == 0
        masks = np.where(illegal.reshape(len(cards), width), _EACH, U64(0)).sum(axis=1, dtype=U64)
        for trick, mask in enumerate(masks.tolist()):
            excluded[trick].append(mask)
        step(batch, played)
    found.excluded.extend(excluded)
    if batch.tricks > done:
        _add_taken(tricks, batch, found)


def _lanes(tricks: Sequence[Played], gone: Sequence[int], rules: Rules, done: int) -> Batch:
    """Positions at the beginning of each trick, one per trick and other card in everyone's hand; seats are places."""
    width = len(CARDS)
    own = np.zeros((SEATS, len(tricks)), dtype=U64)
    for lane, trick in enumerate(tricks):
        for place, card in enumerate(trick.cards):
            own[place, lane] = 1 << card
    lanes = len(tricks) * width
    hands = np.repeat(own, width, axis=1) | np.tile(_EACH, len(tricks))
    batch = start(
        hands,
        np.zeros(lanes, dtype=SEAT),
        rules,
        np.zeros((SEATS, lanes), dtype=TAKEN),
        np.repeat(np.array(gone, dtype=U64), width),
    )
    # The number of tricks cannot be derived from these hands, which hold two cards each.
    batch.tricks = done
    return batch


def _add_taken(tricks: Sequence[Played], batch: Batch, found: Record) -> None:
    """Adds winners, points and codes of the completed tricks, all of which ``batch`` has played."""
    width = len(CARDS)
    codes: Array = batch.taken[:, ::width].sum(axis=0, dtype=TAKEN)
    for trick, place, code in zip(tricks, batch.leader[::width].tolist(), codes.tolist(), strict=False):
        winner = (trick.leader + place) % SEATS
        found.winners.append(winner)
        found.taken[winner] += code
    found.points.extend(points_of(codes).tolist())
