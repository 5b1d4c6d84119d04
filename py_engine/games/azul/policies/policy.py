"""Cheap policies for rollouts and opponents, over a batch: random, greedy and a mix of the two.

The greedy score of a move is 10 for each tile taken and, on a pattern line, 100 plus 5 for each empty place of it plus 15
when it already holds the colour. Scores are kept in units of 5 points, so that they fit a byte.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.contract import Mixed, PolicyMix
from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.tables import COLORS, DESTINATIONS, INDEX, KTH_BIT, ONES, PLACE_BITS, SOURCES, TOP_BYTE

__all__ = ["ALWAYS_GREEDY", "NEVER_GREEDY", "choose", "greedy_threshold"]

COIN_BITS = 16
NEVER_GREEDY = 0
ALWAYS_GREEDY = 1 << COIN_BITS


def greedy_threshold(policy: PolicyMix) -> int:
    """The probability that a policy plays greedily, in 1/65,536."""
    if isinstance(policy, Mixed):
        return int(policy.mixed.greedy_ratio * ALWAYS_GREEDY + 0.5)
    return ALWAYS_GREEDY if policy == "all_greedy" else NEVER_GREEDY


def choose(batch: Batch, bits: Array, threshold: int) -> tuple[Array, Array, Array]:
    """Chooses a move for the side to move in every lane.

    Ties are broken uniformly; a random move is uniform over the legal ones.

    Args:
        batch: The positions.
        bits: (B,) uint32 random bits; the upper half decides greedy or random, the lower half breaks ties.
        threshold: The threshold from ``greedy_threshold``.

    Returns:
        (source, color, destination), each (B,) INDEX. In a drafted-out lane: a move that takes nothing.
    """
    size = batch.size
    tiles = batch.tiles.view(U8).reshape(SOURCES, size * 8)
    targets = batch.sides[0].targets.view(U8).reshape(DESTINATIONS, size * 8)
    if threshold >= ALWAYS_GREEDY:
        sources, destinations, tie = _greedy_masks(tiles, targets)
    elif threshold <= NEVER_GREEDY:
        sources, destinations, tie = _legal_masks(tiles, targets)
    else:
        greedy = _greedy_masks(tiles, targets)
        legal = _legal_masks(tiles, targets)
        coin = np.repeat((bits >> np.uint32(COIN_BITS)) < threshold, 8)
        sources, destinations, tie = (np.where(coin, g, r) for g, r in zip(greedy, legal, strict=True))
    return _pick(sources, destinations, tie, bits, size)


def _mask(planes: Array) -> Array:
    """(6, 8B) of 0/1 -> (8B,) six-bit masks."""
    return np.bitwise_or.reduce(planes.view(U8) * PLACE_BITS, axis=0)


def _legal_masks(tiles: Array, targets: Array) -> tuple[Array, Array, Array]:
    """For each colour byte: masks of the sources that have it and the destinations that accept it, and 1 if it can be taken."""
    sources = _mask(tiles > 0)
    return sources, _mask(targets > 0), (sources > 0).view(U8)


def _greedy_masks(tiles: Array, targets: Array) -> tuple[Array, Array, Array]:
    """For each colour byte: masks of its fullest sources and its best destinations, and 1 if it reaches the best score."""
    most = np.maximum.reduce(tiles, axis=0)
    best_target = np.maximum.reduce(targets, axis=0)
    sources = _mask(tiles == most)
    destinations = _mask(targets == best_target)
    score = (most + most + best_target) * (most > 0)
    fields = score.reshape(-1, 8)
    best = np.maximum(fields[:, 0], fields[:, 1])
    for color in range(2, COLORS):
        np.maximum(best, fields[:, color], out=best)
    spread = (best.astype(U64) * ONES).view(U8)
    return sources, destinations, ((score == spread) & (score > 0)).view(U8)


def _pick(sources: Array, destinations: Array, tie: Array, bits: Array, size: int) -> tuple[Array, Array, Array]:
    """One of the marked (source, color, destination) triples in each lane, drawn uniformly."""
    width = np.bitwise_count(destinations)
    ways = np.bitwise_count(sources) * width * tie
    # Multiplying a word of bytes by 0x01..01 leaves in each byte the sum of it and those below: at most 180.
    upto = (ways.view(U64) * ONES).view(U8)
    total = upto.reshape(-1, 8)[:, 7]
    pick = ((bits & np.uint32(0xFFFF)) * total) >> np.uint32(16)
    below = (upto <= (pick.astype(U64) * ONES).view(U8)).view(U64)
    # The same product counts the colours entirely below the pick; a drafted-out lane counts all eight fields.
    color = np.minimum(((below * ONES) >> TOP_BYTE).astype(INDEX), COLORS - 1)
    place = np.arange(size, dtype=INDEX) * 8 + color
    rest = pick.astype(INDEX) + ways.take(place) - upto.take(place)
    source_rank, destination_rank = np.divmod(rest, np.maximum(width.take(place), 1).astype(INDEX))
    source = KTH_BIT.take(sources.take(place).astype(INDEX) * 64 + source_rank)
    destination = KTH_BIT.take(destinations.take(place).astype(INDEX) * 64 + destination_rank)
    return source, color, destination
