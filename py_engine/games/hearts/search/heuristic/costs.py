"""Static evaluation of a card in points, by rules of thumb: the cost of its trick and of the cards left in hand.

There are no playouts. The chance that the card takes its trick, and the expected points in it, follow from the probabilities
of the unseen cards (``Beliefs``). The cost of the remaining cards is a sum over suits, fitted to hands of greedy players.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.results import Reason
from py_engine.core.text import percent
from py_engine.games.hearts.knowledge.beliefs import Beliefs
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.naming import card_words
from py_engine.games.hearts.policies.weights import HEART, MINOR, QUEEN_GONE, QUEEN_MINE, QUEEN_OUT
from py_engine.games.hearts.rules.batch import HEART_COUNT, JACK, QUEEN
from py_engine.games.hearts.rules.cards import (
    BITS,
    HEARTS,
    JACK_OF_DIAMONDS,
    POINT_CARDS,
    QUEEN_OF_SPADES,
    SEATS,
    SPADES,
    SUIT_BITS,
    SUIT_MASKS,
    SUITS,
    WORDS,
    cards_of,
    names_of,
)
from py_engine.games.hearts.search.heuristic.weights import CARD, LEFT, LENGTH, LEVELS, ROW_LIMITS, TO_LEAD

__all__ = ["card_parts", "part", "suit_cost"]

STEPS = 1024.0
"""Steps per point: every part is a multiple of a step, so that sums are exact."""
QUEEN_BIT = 1 << QUEEN_OF_SPADES
QUEEN_POINTS = 13.0
LONG_ENOUGH = 8
"""Cards of a suit in the other hands from which nobody is likely to be void, so that high cards are played freely."""
FREELY, SELDOM = 0.85, 0.1
"""Chance that a player who could duck plays a higher card, if that looks safe and if it does not."""
THROWS_HEART = 0.7
"""Chance that a void player who holds hearts discards one."""
THROWS_QUEEN = 0.95
"""Chance that a player who can get rid of the queen of spades does."""


class Trick(NamedTuple):
    """The prospects of a card in its trick."""

    taken: float
    """Chance that it takes the trick."""
    points: float
    """Expected points if it does, without the queen of spades."""
    queen: float
    """Chance that the queen of spades is in the trick, if it does."""


def part(code: str, label: str, points: float) -> Reason:
    """A part of a move's value, rounded to ``STEPS``; negative points are a cost."""
    # Adding 0.0 turns minus zero into zero.
    return Reason(code, label, float(np.rint(points * STEPS)) / STEPS + 0.0)


def suit_cost(own: int, others: int, kind: int) -> float:
    """Expected cost of the cards of a suit, in points.

    Args:
        own: The cards held, as the lowest word of a mask.
        others: The cards in the other hands, likewise.
        kind: Class of the suit, see ``weights``.
    """
    out = others.bit_count()
    row = sum(out > limit for limit in ROW_LIMITS)
    cost = LENGTH[kind][min(own.bit_count(), len(LENGTH[kind]) - 1)]
    for rank in cards_of(own):
        below = (others & (1 << rank) - 1).bit_count()
        level = min(LEVELS - 1, below * LEVELS // out) if out else 0
        cost += CARD[kind][row * LEVELS + level if out else -1]
    return cost


def card_parts(facts: Facts, beliefs: Beliefs, cards: list[int]) -> list[list[Reason]]:
    """The parts of the value of each card, always in the same order; the first part is the same for all cards.

    Args:
        facts: The facts of the player to move.
        beliefs: The beliefs of the same player.
        cards: Numbers of the legal cards.
    """
    chances: list[list[float]] = beliefs.marginals().tolist()
    taken = facts.taken[facts.seat]
    so_far = (taken & HEART_COUNT) + QUEEN_POINTS * (taken & QUEEN > 0) - 10.0 * (taken & JACK > 0)
    base = part(
        "base", "Points taken, and the usual cost of the cards in hand", -so_far - LEFT[facts.counts[facts.seat] - 1]
    )
    found = []
    for card in cards:
        trick = in_trick(facts, chances, card)
        left = facts.counts[facts.seat] - 1
        lead = (TO_LEAD[0] + TO_LEAD[1] * left) * trick.taken if left else 0.0
        share = percent(trick.taken)
        parts = [
            base,
            part("trick", f"Hearts in this trick, which it takes in {share}", -trick.taken * trick.points),
            part(
                "queen",
                f"Queen of spades in this trick, which it takes in {share}",
                -trick.taken * QUEEN_POINTS * trick.queen,
            ),
            part("lead", "Having to lead next", -lead),
        ]
        found.append(parts + _kept(facts, card))
    return found


def in_trick(facts: Facts, chances: list[list[float]], card: int) -> Trick:
    """The prospects of a card in the trick on the table.

    Args:
        facts: The facts of the player who plays it.
        chances: (4, 64) probability of each card in each hand.
        card: Number of the card.
    """
    table = [*facts.table, card]
    led = table[0] >> 4
    if any(other >> 4 == led and other > card for other in facts.table) or card >> 4 != led:
        return Trick(0.0, 0.0, 0.0)
    first, leader = not facts.history, facts.leader or 0
    mask = facts.on_table | 1 << card
    hearts = (mask & SUIT_MASKS[HEARTS]).bit_count()
    jack = 10.0 if facts.rules.jack_of_diamonds and mask >> JACK_OF_DIAMONDS & 1 else 0.0
    taken, points, queen = 1.0, hearts - jack, float(mask & QUEEN_BIT > 0)
    others = [(leader + place) & 3 for place in range(len(table), SEATS)]
    for seat in others:
        # A higher card is played freely where the trick is cheap, and nobody still to play is likely to add points.
        follower = _follower(chances[seat], led, card)
        safe = first or (not mask & POINT_CARDS and led not in (SPADES, HEARTS) and _out(facts, led) >= LONG_ENOUGH)
        last = seat == others[-1] and not mask & POINT_CARDS and led not in (SPADES, HEARTS)
        freely = FREELY if safe or last else SELDOM
        taken *= 1.0 - follower.higher * (follower.must + (1.0 - follower.must) * freely)
        if led == HEARTS:
            points += 1.0 - follower.void
        throws = 0.0 if first else follower.void
        queen += chances[seat][QUEEN_OF_SPADES] * THROWS_QUEEN * _queen_falls(led, card, throws)
        if led != HEARTS:
            points += throws * THROWS_HEART * (1.0 - _none_of(chances[seat], SUIT_MASKS[HEARTS]))
    return Trick(taken, points, min(1.0, queen))


class _Follower(NamedTuple):
    """The holding, in the suit led, of a player who plays after a card."""

    void: float
    """Chance of holding none of the suit."""
    higher: float
    """Chance of holding a higher card."""
    must: float
    """Chance of holding no lower card."""


def _follower(chances: list[float], led: int, card: int) -> _Follower:
    suit = SUIT_MASKS[led]
    lower = suit & (1 << card) - 1
    above, below = _none_of(chances, suit & ~lower), _none_of(chances, lower)
    return _Follower(above * below, 1.0 - above, below)


def _none_of(chances: list[float], mask: int) -> float:
    """The chance of holding none of the cards, treated as independent."""
    none = 1.0
    for card in cards_of(mask):
        none *= 1.0 - chances[card]
    return none


def _queen_falls(led: int, card: int, throws: float) -> float:
    """The chance that a player who holds the queen can play her under a card that takes the trick."""
    if led == SPADES:
        # Her holder is not void; she can be played under the ace or king.
        return float(card > QUEEN_OF_SPADES)
    return throws


def _out(facts: Facts, suit: int) -> int:
    """Number of cards of a suit in the other hands."""
    return (facts.unseen & SUIT_MASKS[suit]).bit_count()


def _kept(facts: Facts, card: int) -> list[Reason]:
    """The expected cost of the cards left after playing a card, by suit."""
    parts = []
    hand, others = facts.hand & ~(1 << card), facts.unseen
    seen_queen = not (facts.hand | others) & QUEEN_BIT
    for suit, name in enumerate(SUITS):
        shift = SUIT_BITS * suit
        own, out = hand >> shift & BITS, others >> shift & BITS
        after = suit_cost(own, out, _kind(suit, hand, seen_queen or card == QUEEN_OF_SPADES))
        label = f"{WORDS[name].capitalize()} kept" if own else f"No {WORDS[name]} left"
        if card >> 4 == suit and own:
            before = suit_cost(facts.hand >> shift & BITS, out, _kind(suit, facts.hand, seen_queen))
            played = card_words(names_of(1 << card)[0])
            label += f", rid of {played}" if after < before else f", without {played}"
        parts.append(part(WORDS[name], label, -after))
    return parts


def _kind(suit: int, hand: int, queen_gone: bool) -> int:
    """The class of a suit, see ``weights``."""
    if suit == SPADES:
        return QUEEN_MINE if hand & QUEEN_BIT else QUEEN_GONE if queen_gone else QUEEN_OUT
    return HEART if suit == HEARTS else MINOR
