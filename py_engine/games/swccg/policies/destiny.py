"""Exact distribution of the sum of several destiny draws, given what is known about the face-down cards.

A destiny is drawn from the Reserve Deck. The log has shown some of the cards that are now face down in the Reserve
Deck, Force Pile and Used Pile, but not which pile each of them is in, so all are equally likely to be drawn: the number
of known cards among the draws is hypergeometric. Cards never shown follow the distribution over all cards of the game
(``AVERAGE``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from py_engine.games.swccg.rules.board import Board, Card
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.titles import is_face_down

__all__ = [
    "AVERAGE",
    "MAX_DRAWS",
    "NONE",
    "UNITS",
    "Distribution",
    "Pool",
    "distribution_of",
    "draws",
    "hidden_cards",
    "hidden_pool",
    "unknown_draws",
]

UNITS = 4
"""Totals are counted in quarters, the smallest fraction on a card."""
AVERAGE = ((0, 17), (1, 10), (2, 17), (3, 22), (4, 17), (5, 12), (6, 4), (7, 1))
"""Destiny and per cent of all cards of the game that have it; locations, which have none, count as 0."""
MAX_DRAWS = 6
"""Cap on the number of draws."""
HUNDREDS = tuple(int("1" + "00" * cards) for cards in range(MAX_DRAWS + 1))
"""Powers of 100: the number of equally likely outcomes of that many draws from ``AVERAGE``."""
HIDDEN_ZONES = (
    "TOP_OF_RESERVE_DECK",
    "TOP_OF_FORCE_PILE",
    "TOP_OF_USED_PILE",
    "TOP_OF_UNRESOLVED_DESTINY_DRAW",
    "VOID",
)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Distribution of total destiny.

    Attributes:
        draws: Number of cards drawn.
        totals: Total destiny, ascending, and its probability; the probabilities add up to 1.
    """

    draws: int
    totals: tuple[tuple[float, float], ...]

    @property
    def mean(self) -> float:
        """The expected total."""
        mean = 0.0
        for total, chance in self.totals:
            mean += total * chance
        return mean


NONE = Distribution(0, ((0.0, 1.0),))
"""No draw: a total of 0."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The face-down cards that a destiny may be drawn from, as far as the seat knows them.

    Attributes:
        known: (destiny in quarters, number of cards), ascending, of the cards shown before that may be face down now.
        vague: Number of further such cards without a numeric destiny.
        live: How many of all these cards are in the piles that circulate; the others are lost for good.
        others: Number of cards in these piles that have never been shown.
        reserve: Number of cards that can be drawn.
    """

    known: tuple[tuple[int, int], ...]
    vague: int
    live: int
    others: int
    reserve: int

    @property
    def valued(self) -> int:
        """Number of known cards with a numeric destiny."""
        cards = 0
        for _, count in self.known:
            cards += count
        return cards


def hidden_cards(board: Board) -> dict[str, int]:
    """The cards known to be in the seat's deck that lie face up nowhere: blueprint -> number, 0 included."""
    hidden = dict(board.seen)
    for card in _face_up(board):
        if hidden.get(card.blueprint_id, 0) > 0:
            hidden[card.blueprint_id] -= 1
    return hidden


def _face_up(board: Board) -> Iterator[Card]:
    for card in board.cards.values():
        if card.owner == "seat" and card.zone not in HIDDEN_ZONES and not is_face_down(card.blueprint_id):
            yield card


def hidden_pool(board: Board, facts: Mapping[str, CardFacts]) -> Pool | None:
    """The seat's face-down cards as far as it knows them; None if the sizes of its piles are unknown.

    Args:
        board: ``seen`` holds the cards known to be in the seat's deck.
        facts: Blueprint -> facts; a card without facts counts as having no destiny.
    """
    piles = board.piles.get("seat")
    if piles is None:
        return None
    hidden = hidden_cards(board)
    lost_open = sum(1 for card in _face_up(board) if card.zone == "TOP_OF_LOST_PILE")
    counts: dict[int, int] = {}
    vague = shown = 0
    for blueprint, count in hidden.items():
        known = facts.get(blueprint)
        shown += count
        if known is None or known.destiny is None:
            vague += count
        elif count:
            quarters = round(known.destiny * UNITS)
            counts[quarters] = counts.get(quarters, 0) + count
    # Every lost card was face up on its pile once, so it is among the cards shown.
    face_down = piles.reserve + piles.force + piles.used
    gone = max(0, piles.lost - lost_open) + piles.out_of_play
    live = min(max(0, shown - gone), face_down)
    return Pool(tuple(sorted(counts.items())), vague, live, face_down - live, piles.reserve)


@lru_cache(maxsize=512)
def draws(pool: Pool, count: int) -> Distribution:
    """The exact distribution of the sum of ``count`` draws without replacement.

    Cards without a known destiny follow ``AVERAGE`` independently. The number of draws is limited by the Reserve Deck.
    """
    count = max(0, min(count, pool.reserve, MAX_DRAWS))
    if count == 0:
        return NONE
    subsets = _subsets(pool.known, count)
    chances: dict[int, float] = {}
    for valued, share in _shares(pool, count):
        ways = comb(pool.valued, valued)
        unknown = _average(count - valued)
        for total, number in sorted(subsets[valued].items()):
            for more, hundreds in unknown:
                # All factors are integers, so there is a single division, which rounds the same on every platform.
                chance = share * (number * hundreds / (ways * HUNDREDS[count - valued]))
                chances[total + more] = chances.get(total + more, 0.0) + chance
    return distribution_of(count, chances)


def unknown_draws(count: int, reserve: int | None) -> Distribution:
    """The distribution of draws from unknown cards.

    Args:
        count: Number of draws.
        reserve: Number of cards to draw from; None if unknown.
    """
    most = MAX_DRAWS if reserve is None else reserve
    return draws(Pool((), 0, 0, max(most, 0), most), count)


def distribution_of(count: int, chances: Mapping[int, float]) -> Distribution:
    """A distribution from totals in quarters, in any order, and their probabilities."""
    return Distribution(count, tuple((total / UNITS, chance) for total, chance in sorted(chances.items())))


def _shares(pool: Pool, count: int) -> Iterator[tuple[int, float]]:
    """The number of drawn cards with a known destiny, with its probability (two nested hypergeometric distributions).

    ``count`` cards are drawn from live + others; those drawn from the live cards are a uniform sample of all shown ones.
    """
    shown, all_live = pool.valued + pool.vague, pool.live + pool.others
    whole = comb(all_live, count) or 1
    for valued in range(min(count, pool.valued) + 1):
        share = 0.0
        for live in range(valued, min(count, pool.live) + 1):
            of_live = comb(pool.live, live) * comb(pool.others, count - live) / whole
            of_valued = comb(pool.valued, valued) * comb(pool.vague, live - valued) / comb(shown, live)
            share += of_live * of_valued
        if share > 0:
            yield valued, share


def _subsets(known: tuple[tuple[int, int], ...], most: int) -> list[dict[int, int]]:
    """For each size up to ``most``: total -> number of subsets of the known cards with that size and total."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(most))]
    for destiny, cards in known:
        for size in range(most, 0, -1):
            for taken in range(1, min(size, cards) + 1):
                choices = comb(cards, taken)
                for total, number in ways[size - taken].items():
                    here = total + destiny * taken
                    ways[size][here] = ways[size].get(here, 0) + number * choices
    return ways


@lru_cache(maxsize=16)
def _average(count: int) -> tuple[tuple[int, int], ...]:
    """Totals in quarters of unknown cards, each with its number of outcomes out of ``HUNDREDS[count]``."""
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for destiny, hundreds in AVERAGE:
                here = total + destiny * UNITS
                following[here] = following.get(here, 0) + number * hundreds
        ways = following
    return tuple(sorted(ways.items()))
