"""How far Azul's games end from the learnt values: the spread behind win probabilities, and a check of their calibration."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import DRAFT, END, ROUND_KINDS
from py_engine.games.azul.knowledge.learnt import MAX_TILES, SPREAD_GRAIN, Learnt
from py_engine.games.azul.knowledge.network import Network
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.policy import Pair
from py_engine.lab.azul.positions import Kept, Records, outcomes

__all__ = ["ENOUGH", "Bin", "Calibration", "calibration", "smoothed", "spread"]

ENOUGH = 200
"""Positions needed for a standard deviation, which they give to five per cent."""
BINS = 10
_STEP = 50_000


class Bin(NamedTuple):
    """Positions with similar predicted win probabilities."""

    predicted: float
    """Mean win probability of the side in front."""
    won: float
    """Share of games that it won, a tie counting half."""
    positions: int


class Calibration(NamedTuple):
    """Predicted and observed shares of games won."""

    bins: tuple[Bin, ...]
    brier: float
    """Brier score: mean squared error of the predicted probabilities; 0.25 for constant guesses of one half."""
    rmse: float
    """Root mean square error of the values, in points."""


def _values(network: Network, kept: Kept) -> Array:
    parts = [slice(start, start + _STEP) for start in range(0, len(kept.base), _STEP)]
    return np.concatenate(
        [network.values(kept.features[at], kept.base[at], kept.rounds[at].astype(INDEX)) for at in parts]
    )


def spread(pair: Pair, found: Records) -> Array:
    """The spread table for ``learnt.Learnt``, from games that the weights were not fitted to.

    Args:
        pair: The weights.
        found: The games.

    Returns:
        (R, 21) int16 in 1/256 points.
    """
    squares, counts = (np.zeros((ROUND_KINDS, MAX_TILES + 1), dtype=np.float64) for _ in range(2))
    for layout, weights, kept in ((DRAFT, pair.draft, found.draft), (END, pair.end, found.end)):
        if len(kept.base):
            errors = outcomes(found, kept) - _values(Network(layout, weights), kept)
            at = (kept.rounds.astype(INDEX), kept.tiles.astype(INDEX))
            np.add.at(squares, at, errors.astype(np.float64) * errors)
            np.add.at(counts, at, 1)
    deviations = np.sqrt(squares / np.maximum(counts, 1))
    return np.clip(np.floor(smoothed(deviations, counts) * SPREAD_GRAIN + 0.5), 1, 32_000).astype(np.int16)


def smoothed(deviations: Array, counts: Array) -> Array:
    """Standard deviations with gaps filled.

    Within a kind of round, entries from too few positions are interpolated between known neighbours, and beyond the first
    and last known entry they are equal to it. So a round that hardly any game outlasts has before its refill the spread
    with the fewest tiles. A kind of round with no known entry gets the numbers of the one before, or else of the next.

    Args:
        deviations: (R, 21).
        counts: (R, 21) number of positions behind each.

    Returns:
        (R, 21).

    Raises:
        ValueError: there are no positions at all.
    """
    enough = min(ENOUGH, int(counts.max()))
    known = counts >= max(1, enough)
    if not known.any():
        raise ValueError("There are no positions to measure the spread from.")
    found = np.zeros_like(deviations)
    tiles = np.arange(deviations.shape[1])
    rows = np.flatnonzero(known.any(axis=1))
    for row in range(len(deviations)):
        before = rows[rows <= row]
        source = before[-1] if len(before) else rows[0]
        found[row] = np.interp(tiles, tiles[known[source]], deviations[source, known[source]])
    return found


def calibration(learnt: Learnt, found: Records) -> Calibration:
    """Compares win probabilities within rounds with results of games that neither weights nor spread came from."""
    kept = found.draft
    values, results = _values(learnt.draft, kept), outcomes(found, kept)
    won = (np.sign(results) + 1) / 2
    arguments = zip(values.tolist(), kept.rounds.tolist(), kept.tiles.tolist(), strict=True)
    chances = np.array([learnt.win_probability(*each) for each in arguments])
    which = np.minimum((chances * BINS).astype(INDEX), BINS - 1)
    bins = tuple(
        Bin(float(chances[here].mean()), float(won[here].mean()), int(here.sum()))
        for here in (which == number for number in range(BINS))
        if here.any()
    )
    return Calibration(bins, float(np.mean((chances - won) ** 2)), float(np.sqrt(np.mean((values - results) ** 2))))
