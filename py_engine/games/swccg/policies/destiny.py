"""Destiny draws: the exact chances of what several of them come to, from what is known of the cards they come from.

A card drawn for destiny comes from the Reserve Deck. Of the cards that lie face down there, in the Force Pile and in the
Used Pile, the log has shown some before; nothing tells in which of the three a card lies now, so each of them is as
likely as any other to be drawn next. Of the rest nothing is known but what cards are like on the whole (``AVERAGE``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.titles import is_face_down

__all__ = ["AVERAGE", "NONE", "Distribution", "Pool", "draws", "hidden_pool", "unknown_draws"]

UNITS = 4
"""Totals are counted in quarters, the finest destiny that a card has."""
AVERAGE = ((0, 17), (1, 10), (2, 17), (3, 22), (4, 17), (5, 12), (6, 4), (7, 1))
"""Destiny -> how many of a hundred cards have it, over all cards of the game; locations have none, which counts as 0."""
MAX_DRAWS = 6
"""More draws at a time are counted as this many."""
HUNDREDS = tuple(int("1" + "00" * cards) for cards in range(MAX_DRAWS + 1))
"""100 x 100 x ...: in how many ways ``AVERAGE`` deals that many cards."""
HIDDEN_ZONES = (
    "TOP_OF_RESERVE_DECK",
    "TOP_OF_FORCE_PILE",
    "TOP_OF_USED_PILE",
    "TOP_OF_UNRESOLVED_DESTINY_DRAW",
    "VOID",
)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Totals that draws may come to, ascending, and the chance of each.

    Attributes:
        draws: how many cards are drawn.
        totals: total destiny and chance; the chances add up to 1.
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
    """The face-down cards that a destiny may come from, as far as one player knows them.

    Attributes:
        known: destiny in quarters and how many of the cards shown before have it, ascending; those that are certainly or
            possibly face down now.
        vague: how many more of them have no destiny that is a number.
        live: how many of all these lie in the piles that destiny comes from; the others are lost for good.
        others: how many cards of these piles have never been shown.
        reserve: how many cards may be drawn at most.
    """

    known: tuple[tuple[int, int], ...]
    vague: int
    live: int
    others: int
    reserve: int

    @property
    def valued(self) -> int:
        """How many of the known cards have a destiny that is a number."""
        cards = 0
        for _, count in self.known:
            cards += count
        return cards


def hidden_pool(board: Board, facts: Mapping[str, CardFacts]) -> Pool | None:
    """What the seat knows of its own face-down cards; None where the sizes of its piles are not known.

    Args:
        board: with ``seen``, the cards that the seat's deck holds at least.
        facts: blueprint -> facts; a card without facts counts as one without a destiny.
    """
    piles = board.piles.get("seat")
    if piles is None:
        return None
    hidden = dict(board.seen)
    lost_open = 0
    for card in board.cards.values():
        if card.owner != "seat" or card.zone in HIDDEN_ZONES or is_face_down(card.blueprint_id):
            continue
        lost_open += card.zone == "TOP_OF_LOST_PILE"
        if hidden.get(card.blueprint_id, 0) > 0:
            hidden[card.blueprint_id] -= 1
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
    # Every card that was lost lay open on its pile once, so these are among the cards that have been shown.
    face_down = piles.reserve + piles.force + piles.used
    gone = max(0, piles.lost - lost_open) + piles.out_of_play
    live = min(max(0, shown - gone), face_down)
    return Pool(tuple(sorted(counts.items())), vague, live, face_down - live, piles.reserve)


@lru_cache(maxsize=512)
def draws(pool: Pool, count: int) -> Distribution:
    """The exact distribution of the sum of ``count`` draws from a pool, without replacement.

    Cards of the pool without a known destiny follow ``AVERAGE``, each for itself. Fewer cards are drawn when the Reserve
    Deck holds fewer.
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
                # Whole numbers up to here: one division, which rounds the same everywhere.
                chance = share * (number * hundreds / (ways * HUNDREDS[count - valued]))
                chances[total + more] = chances.get(total + more, 0.0) + chance
    return _distribution(count, chances)


def unknown_draws(count: int, reserve: int | None) -> Distribution:
    """The distribution of draws from cards of which nothing is known.

    Args:
        count: how many draws.
        reserve: how many cards there are to draw from, None where that is not known.
    """
    most = MAX_DRAWS if reserve is None else reserve
    return draws(Pool((), 0, 0, max(most, 0), most), count)


def _distribution(count: int, chances: Mapping[int, float]) -> Distribution:
    return Distribution(count, tuple((total / UNITS, chance) for total, chance in sorted(chances.items())))


def _shares(pool: Pool, count: int) -> Iterator[tuple[int, float]]:
    """How many of the drawn cards have a known destiny, and the chance of each such number.

    ``count`` cards of live + others are drawn; those drawn of the live ones are as good as drawn from all known ones.
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
    """For each size up to ``most``: total -> in how many ways as many of the known cards come to it."""
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
    """Totals in quarters of unknown cards, each with its number of ways among ``HUNDREDS[count]``."""
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for destiny, hundreds in AVERAGE:
                here = total + destiny * UNITS
                following[here] = following.get(here, 0) + number * hundreds
        ways = following
    return tuple(sorted(ways.items()))
