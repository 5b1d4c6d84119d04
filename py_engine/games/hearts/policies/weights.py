"""The weights of the greedy policies, read from a schema-checked file, and the tables that are built of them."""

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
    "KEY_BITS",
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
]  # fmt: skip

MINOR, QUEEN_OUT, QUEEN_MINE, QUEEN_GONE, HEART = range(5)
CLASSES = 5
"""
What a suit is to a player: clubs or diamonds; spades while somebody else may hold the queen, while the player holds
it, once it is gone; hearts.
"""
MASKS = 1 << len(RANKS)
LEVELS = 14
"""Numbers of cards of a suit, from 0 to 13."""
DUCK, LOW, HIGH = range(3)
"""What to do when following suit: duck with the highest card that does, or play the lowest or the highest one."""
ROWS = 6
"""What a suit is to a player and which one: clubs, diamonds, the three kinds of spades, hearts."""
KEY_BITS, SUIT_AT = 7, 5
NEVER = -(1 << 30)
GAIN = 256
"""Steps of a table in a point: scores are whole numbers, so that ties are ties everywhere."""
_QUEEN_RANK = QUEEN_OF_SPADES % SUIT_BITS

PerClass = Annotated[list[float], Field(min_length=CLASSES, max_length=CLASSES)]


class PlayWeights(Model):
    """What makes a card good to play; each list is by class of suit. Units are of no meaning but among themselves."""

    lead_risk: PerClass
    """Times the share of the suit's cards that others hold and that are lower: who leads such a card takes the trick."""
    lead_sure: PerClass
    """Where no other card is higher."""
    lead_few: PerClass
    """Times that share, by how few cards others hold: then somebody is void."""
    lead_base: PerClass
    lead_length: PerClass
    """For each card held in the suit."""
    lead_nobody: PerClass
    """Where nobody else holds the suit."""
    lead_top: Annotated[list[float], Field(min_length=4, max_length=4)]
    """For leading the highest card instead of the lowest; by suit."""
    take_second: PerClass
    """From so many cards that others hold on, the trick is taken rather than ducked in second place; as follows."""
    take_third: PerClass
    take_last: PerClass
    over_second: PerClass
    """The same for playing the highest card rather than the lowest where none is low enough to duck."""
    over_third: PerClass
    discard_base: PerClass
    discard_risk: PerClass
    """Times the share of the suit's cards that others hold and that are lower than the highest held."""
    discard_length: PerClass
    discard_alone: PerClass
    """Where nobody else holds the suit."""
    discard_last: PerClass
    """Where it is the last card of its suit."""
    discard_over_queen: float
    """For the ace or king of spades while somebody else holds the queen."""
    discard_queen: float


class SuitValues(Model):
    """Points that a suit is expected to cost who keeps these cards of it, before three unknown cards come."""

    rank: Annotated[list[float], Field(min_length=13, max_length=13)]
    """For each card, by rank."""
    length: Annotated[list[float], Field(min_length=14, max_length=14)]
    """By the number of cards."""
    lowest: Annotated[list[float], Field(min_length=14, max_length=14)]
    """By the rank of the lowest card; the last one for none."""
    highest: Annotated[list[float], Field(min_length=14, max_length=14)]


class PassWeights(Model):
    """What suits cost, fitted to the results of playouts."""

    minor: SuitValues
    """Clubs or diamonds."""
    spades: SuitValues
    hearts: SuitValues
    queen_guards: Annotated[list[float], Field(min_length=8, max_length=8)]
    """Besides, where the queen of spades is held: by the number of lower spades, the last one for seven and more."""
    over_guards: Annotated[list[float], Field(min_length=8, max_length=8)]
    """Besides, where the ace or king of spades is held without the queen: the same."""


class Weights(Model):
    """The file."""

    play: PlayWeights
    passing: PassWeights


@dataclass(frozen=True, slots=True)
class PlayTables:
    """Tables of the play policy.

    Scores are whole numbers of 1/GAIN, moved up by ``KEY_BITS``: below them is room for the suit (2 bits), for what is
    preferred of equals (1) and for the rank (4), so that the highest key tells the card.
    """

    lead: Array
    """(CLASSES * 14 * 14,) int32 by class, cards of others above and below."""
    lead_own: Array
    """(ROWS * MASKS,) int32 by row and the suit's cards in hand, with the number of the suit; ``NEVER`` for no cards."""
    lead_top: Array
    """(4, 1) int32 by suit."""
    follow: Array
    """
    (3, CLASSES * 14 * 4) uint64: whether to duck, or to play the lowest or the highest card, in place 1, 2 or 3; by
    class, cards of others in the suit, 2 x whether there are points on the table + whether no card ducks.
    """
    discard: Array
    """(CLASSES * 14 * 14,) int32 as ``lead``, for the highest card in hand."""
    discard_own: Array
    """(ROWS * MASKS,) int32 as ``lead_own``."""


@cache
def default_weights() -> Weights:
    """The weights of the file that comes with the engine."""
    text = files(__package__).joinpath("weights.toml").read_text("utf-8")
    return Weights.model_validate(tomllib.loads(text))


@cache
def default_play_tables() -> PlayTables:
    """The tables of the weights that come with the engine."""
    return play_tables(default_weights().play)


def play_tables(weights: PlayWeights) -> PlayTables:
    """The tables of some weights."""
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
    # Points are ducked where they can be.
    parts = [np.where(take, HIGH, DUCK), forced, np.full_like(forced, DUCK), forced]
    return np.stack(parts, axis=-1).reshape(len(take), -1).astype(U64)
