"""Weights, validated on load: of the greedy policies (``weights.toml``) and of practised passes; lookup tables of the former."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.cards import QUEEN_OF_SPADES, RANKS, SUIT_BITS

__all__ = [
    "CLASSES",
    "DUCK",
    "GAIN",
    "HEART",
    "HIGH",
    "LEVELS",
    "LOW",
    "MASKS",
    "MINOR",
    "NEVER",
    "QUEEN_GONE",
    "QUEEN_MINE",
    "QUEEN_OUT",
    "SUIT_AT",
    "PassWeights",
    "PlayTables",
    "PlayWeights",
    "SuitValues",
    "Weights",
    "default_play_tables", "default_weights",
    "play_tables",
    "practised_weights",
]  # fmt: skip

MINOR, QUEEN_OUT, QUEEN_MINE, QUEEN_GONE, HEART = range(5)
CLASSES = 5
"""
Classes of suits, from a player's view: clubs or diamonds; spades while somebody else may hold the queen, while the player
holds her, and once she is gone; hearts.
"""
MASKS = 1 << len(RANKS)
LEVELS = 14
"""Number of different card counts in a suit, 0 to 13."""
DUCK, LOW, HIGH = range(3)
"""Ways to follow suit: duck with the highest card that still ducks, or play the lowest or the highest card."""
ROWS = 6
"""Rows of the tables by holding: clubs, diamonds, the three classes of spades, hearts."""
KEY_BITS, SUIT_AT = 7, 5
NEVER = -(1 << 30)
GAIN = 256
"""Table steps per point: scores are integers, so that ties are the same on every platform."""
_QUEEN_RANK = QUEEN_OF_SPADES % SUIT_BITS

PerClass = Annotated[list[float], Field(min_length=CLASSES, max_length=CLASSES)]


class PlayWeights(Model):
    """Weights for choosing a card. Lists are by class of suit; units are arbitrary, only comparisons matter."""

    lead_risk: PerClass
    """Penalty, times the share of the others' cards in the suit that are lower: such a lead takes the trick."""
    lead_sure: PerClass
    """Penalty if no other card is higher."""
    lead_few: PerClass
    """Penalty, times that share, growing as the others hold fewer cards, because then somebody is void."""
    lead_base: PerClass
    lead_length: PerClass
    """Bonus per card held in the suit."""
    lead_nobody: PerClass
    """Penalty if nobody else holds the suit."""
    lead_top: Annotated[list[float], Field(min_length=4, max_length=4)]
    """Bonus for leading the highest card instead of the lowest; by suit."""
    take_second: PerClass
    """Minimum number of the others' cards in the suit to take the trick rather than duck, in second place."""
    take_third: PerClass
    take_last: PerClass
    over_second: PerClass
    """The same to play the highest card rather than the lowest, if none is low enough to duck."""
    over_third: PerClass
    discard_base: PerClass
    discard_risk: PerClass
    """Bonus, times the share of the others' cards in the suit that are lower than the highest one held."""
    discard_length: PerClass
    discard_alone: PerClass
    """Bonus if nobody else holds the suit."""
    discard_last: PerClass
    """Bonus if it is the last card of its suit."""
    discard_over_queen: float
    """Bonus for the ace or king of spades while somebody else holds the queen."""
    discard_queen: float
    """Bonus for the queen of spades."""


class SuitValues(Model):
    """Terms of the expected cost of the cards kept in a suit, in points, before three unknown cards come."""

    rank: Annotated[list[float], Field(min_length=13, max_length=13)]
    """Per card, by rank."""
    length: Annotated[list[float], Field(min_length=14, max_length=14)]
    """By the number of cards."""
    lowest: Annotated[list[float], Field(min_length=14, max_length=14)]
    """By the rank of the lowest card; the last entry for no cards."""
    highest: Annotated[list[float], Field(min_length=14, max_length=14)]
    """By the rank of the highest card; the last entry for no cards."""


class PassWeights(Model):
    """Expected costs of suits, fitted to the results of hands."""

    minor: SuitValues
    """Clubs or diamonds."""
    spades: SuitValues
    hearts: SuitValues
    queen_guards: Annotated[list[float], Field(min_length=8, max_length=8)]
    """Added if the queen of spades is held: by the number of lower spades, the last entry for seven or more."""
    over_guards: Annotated[list[float], Field(min_length=8, max_length=8)]
    """Added if the ace or king of spades is held without the queen: likewise."""


class Weights(Model):
    """The contents of ``weights.toml``."""

    play: PlayWeights
    passing: PassWeights


@dataclass(frozen=True, slots=True)
class PlayTables:
    """Lookup tables of the play policy.

    Scores are integers in units of 1/GAIN, shifted left by ``KEY_BITS``. The bits below hold the suit (2 bits), the
    preference among equal scores (1) and the rank (4), so that the highest key identifies the card.
    """

    lead: Array
    """(CLASSES * 14 * 14,) int32 by class and number of others' cards above and below."""
    lead_own: Array
    """(ROWS * MASKS,) int32 by row and holding, including the suit's number; ``NEVER`` for no cards."""
    lead_top: Array
    """(4, 1) int32 by suit."""
    follow: Array
    """
    (3, CLASSES * 14 * 4) uint64: DUCK, LOW or HIGH, by place 1, 2 or 3, class, number of others' cards in the suit, and
    2 x whether the trick holds points + whether no card ducks.
    """
    discard: Array
    """(CLASSES * 14 * 14,) int32 as ``lead``, for the highest card in hand."""
    discard_own: Array
    """(ROWS * MASKS,) int32 as ``lead_own``."""


@cache
def default_weights() -> Weights:
    """The engine's own weights."""
    return Weights.model_validate(tomllib.loads(_text("weights.toml")))


@cache
def practised_weights() -> PassWeights:
    """Expected costs of suits for players who compare their cards by playouts."""
    return PassWeights.model_validate(tomllib.loads(_text("practised_passes.toml")))


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def default_play_tables() -> PlayTables:
    """The tables of the engine's own weights."""
    return play_tables(default_weights().play)


def play_tables(weights: PlayWeights) -> PlayTables:
    """Builds the tables for given weights."""
    above, below = np.arange(LEVELS, dtype=np.float64)[:, None], np.arange(LEVELS, dtype=np.float64)
    others = above + below
    share = below / np.maximum(others, 1)
    lengths = np.bitwise_count(np.arange(MASKS, dtype=np.uint16)).astype(np.float64)
    lead, lead_own, discard, discard_own = [], [], [], []
    for kind in range(CLASSES):
        few = share * np.maximum(0.0, 1 - others / 10)
        score = -weights.lead_risk[kind] * share - weights.lead_few[kind] * few
        score -= weights.lead_sure[kind] * ((above == 0) & (others > 0)) + weights.lead_nobody[kind] * (others == 0)
        lead.append(score)
        lead_own.append(weights.lead_base[kind] + weights.lead_length[kind] * lengths)
        discard.append(weights.discard_risk[kind] * share + weights.discard_alone[kind] * (others == 0))
        own = weights.discard_base[kind] + weights.discard_length[kind] * lengths
        discard_own.append(own + weights.discard_last[kind] * (lengths == 1))
    masks = np.arange(MASKS, dtype=np.int32)
    queen = (masks >> _QUEEN_RANK & 1) > 0
    discard_own[QUEEN_OUT] = discard_own[QUEEN_OUT] + weights.discard_over_queen * (masks >> _QUEEN_RANK + 1 > 0)
    discard_own[QUEEN_MINE] = discard_own[QUEEN_MINE] + weights.discard_queen * queen
    lead_own[QUEEN_MINE] = lead_own[QUEEN_MINE] - 100.0 * (masks == 1 << _QUEEN_RANK)
    return PlayTables(
        _whole(np.stack(lead)).ravel(),
        _by_row(lead_own),
        _whole(np.array(weights.lead_top, dtype=np.float64))[:, None],
        _followed(weights),
        _whole(np.stack(discard)).ravel(),
        _by_row(discard_own),
    )


def _whole(scores: Array) -> Array:
    return np.rint(np.clip(scores, -1000.0, 1000.0) * GAIN).astype(np.int32) << KEY_BITS


def _by_row(scores: list[Array]) -> Array:
    rows = (MINOR, MINOR, QUEEN_OUT, QUEEN_MINE, QUEEN_GONE, HEART)
    suits = np.array([0, 1, 2, 2, 2, 3], dtype=np.int32)[:, None]
    keys = _whole(np.stack([scores[kind] for kind in rows])) + (suits << SUIT_AT)
    keys[:, 0] = NEVER
    return keys.ravel()


def _followed(weights: PlayWeights) -> Array:
    def wanted(*limits: list[float]) -> Array:
        counts = np.arange(LEVELS, dtype=np.float64)
        return (counts >= np.array(limits, dtype=np.float64)[:, :, None]).reshape(len(limits), -1)

    take = wanted(weights.take_second, weights.take_third, weights.take_last)
    over = wanted(weights.over_second, weights.over_third, [0.0] * CLASSES)
    forced = np.where(over, HIGH, LOW)
    # A trick with points is always ducked if possible.
    parts = [np.where(take, HIGH, DUCK), forced, np.full_like(forced, DUCK), forced]
    return np.stack(parts, axis=-1).reshape(len(take), -1).astype(U64)
