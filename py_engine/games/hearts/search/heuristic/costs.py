"""What a card costs, by rules of thumb in points: the trick it is played to, and the cards that are left.

Nothing is played out. How likely the card takes its trick, and what is in it then, follows from where the unseen cards may be
(``Beliefs``). What the cards left will cost is a sum over suits, fitted to the rest of hands of greedy players.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.results import Reason
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
from py_engine.games.hearts.search.heuristic.weights import CARD, LEFT, LENGTH, LEVELS, SHORT_ROOM, TO_LEAD

__all__ = ["card_parts", "part", "suit_cost"]

STEPS = 1024.0
"""Of a point: parts are whole numbers of them, so that nothing is rounded when they are added up."""
QUEEN_BIT = 1 << QUEEN_OF_SPADES
QUEEN_POINTS = 13.0
LONG_ENOUGH = 8
"""Cards of a suit in the other hands from which on nobody is likely to be void, so that high cards are played freely."""
FREELY, SELDOM = 0.85, 0.1
"""How often a player goes over who need not, where it looks safe and where it does not."""
THROWS_HEART = 0.7
"""How often a player who is void and holds hearts throws one."""
THROWS_QUEEN = 0.95


class Trick(NamedTuple):
    """What a card does in its trick."""

    taken: float
    """The chance that it takes it."""
    points: float
    """Without the queen of spades, expected where it takes it."""
    queen: float
    """The chance that she is in it, where it takes it."""


def part(code: str, label: str, points: float) -> Reason:
    """A part of what a move is worth, a whole number of ``STEPS``; points are negative for a cost."""
    # A zero is added because minus zero looks odd.
    return Reason(code, label, float(np.rint(points * STEPS)) / STEPS + 0.0)


def suit_cost(own: int, others: int, kind: int) -> float:
    """Points that the cards of a suit are expected to cost.

    Args:
        own: those held, as the lowest word of a mask.
        others: those in the other hands, likewise.
        kind: the class of the suit, see ``weights``.
    """
    out = others.bit_count()
    room = sum(out > limit for limit in SHORT_ROOM)
    cost = LENGTH[kind][min(own.bit_count(), len(LENGTH[kind]) - 1)]
    for rank in cards_of(own):
        below = (others & (1 << rank) - 1).bit_count()
        level = min(LEVELS - 1, below * LEVELS // out) if out else 0
        cost += CARD[kind][room * LEVELS + level if out else -1]
    return cost


def card_parts(facts: Facts, beliefs: Beliefs, cards: list[int]) -> list[list[Reason]]:
    """The parts of what legal cards are worth, each in the same order; the first is the same for all.

    Args:
        facts: of the player to play.
        beliefs: the same player's.
        cards: numbers of the cards.
    """
    chances: list[list[float]] = beliefs.marginals().tolist()
    taken = facts.taken[facts.seat]
    so_far = (taken & HEART_COUNT) + QUEEN_POINTS * (taken & QUEEN > 0) - 10.0 * (taken & JACK > 0)
    base = part(
        "base", "Points taken, and what so many cards usually cost", -so_far - LEFT[facts.counts[facts.seat] - 1]
    )
    found = []
    for card in cards:
        trick = in_trick(facts, chances, card)
        left = facts.counts[facts.seat] - 1
        lead = (TO_LEAD[0] + TO_LEAD[1] * left) * trick.taken if left else 0.0
        share = f"{100 * trick.taken:.0f} %"
        parts = [
            base,
            part("trick", f"Hearts in this trick, which it takes in {share}", -trick.taken * trick.points),
            part(
                "queen",
                f"Queen of spades in this trick, which it takes in {share}",
                -trick.taken * QUEEN_POINTS * trick.queen,
            ),
            part("lead", "To lead next", -lead),
        ]
        found.append(parts + _kept(facts, card))
    return found


def in_trick(facts: Facts, chances: list[list[float]], card: int) -> Trick:
    """What a card does in the trick on the table.

    Args:
        facts: of the player who plays it.
        chances: (4, 64) of each card in each hand.
        card: its number.
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
    """What a player may do who plays after a card."""

    void: float
    """The chance to hold none of the suit."""
    higher: float
    """The chance to hold a higher card."""
    must: float
    """The chance to hold no lower one."""


def _follower(chances: list[float], led: int, card: int) -> _Follower:
    suit = SUIT_MASKS[led]
    lower = suit & (1 << card) - 1
    above, below = _none_of(chances, suit & ~lower), _none_of(chances, lower)
    return _Follower(above * below, 1.0 - above, below)


def _none_of(chances: list[float], mask: int) -> float:
    """The chance to hold none of some cards, each for itself."""
    none = 1.0
    for card in cards_of(mask):
        none *= 1.0 - chances[card]
    return none


def _queen_falls(led: int, card: int, throws: float) -> float:
    """How likely a player who holds the queen plays her under a card that takes the trick."""
    if led == SPADES:
        # Who holds her is not void; she goes under an ace or king.
        return float(card > QUEEN_OF_SPADES)
    return throws


def _out(facts: Facts, suit: int) -> int:
    return (facts.unseen & SUIT_MASKS[suit]).bit_count()


def _kept(facts: Facts, card: int) -> list[Reason]:
    """What the cards left are expected to cost, by suit."""
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
