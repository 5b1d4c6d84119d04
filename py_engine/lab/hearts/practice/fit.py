"""Fits the playout policy to practice games: the weights of ``games/hearts/policies/learnt_play.npz``.

The policy is a softmax over the cards that compete. It is fitted to lose few points while it stays unpredictable: the mean of
(value of the card) + TEMPER x (entropy of the choice) over all decisions is maximized, less a small penalty on large weights.
The values come from few deals, but their errors cancel, as the mean is linear in them; the optimum is the softmax of the
expected values divided by TEMPER. It is found by L-BFGS.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies.competing import (
    CONTEXTS,
    FEATURES_OF_HOLDING,
    KINDS,
    PAIRS,
    PLACES,
    REACHES,
    STATES,
    discards,
    features_of_holdings,
    follows,
    leads,
    words,
)  # fmt: skip
from py_engine.games.hearts.policies.learnt import GAIN, LARGEST, SHAPES
from py_engine.games.hearts.policies.policy import RANKS_TO_FOLLOW, choose
from py_engine.games.hearts.policies.weights import CLASSES, HIGH, LOW, MASKS, default_play_tables
from py_engine.games.hearts.rules.batch import HAND, Batch, legal_cards
from py_engine.games.hearts.rules.cards import SEATS, SUIT_BITS
from py_engine.lab.core.errors import LabError
from py_engine.lab.hearts.practice.games import GRAIN, Hand, replayed

__all__ = ["ROUNDS", "TEMPER", "Decisions", "Standing", "decisions", "fitted", "standing", "weights_of"]

TEMPER = 0.45
"""Points per unit of the logarithm of the odds."""
PENALTY = 3e-5
ROUNDS = 100
AT_ONCE = 1000
"""Hands that are replayed together."""
_SUITS = np.arange(SEATS, dtype=np.int64)[:, None]
_FEATURES = features_of_holdings()
_HOLDINGS = CLASSES * FEATURES_OF_HOLDING
PARTS = {
    "lead": ("lead_pairs", "lead_holdings", "lead_contexts"),
    "discard": ("discard_pairs", "discard_holdings", "discard_contexts"),
    "follow": ("follow_kinds", "follow_reaches", "follow_holdings", "follow_contexts"),
}
"""The arrays of the file that score each kind of play."""


class Decisions(NamedTuple):
    """Decisions of one kind; N decisions, C cards that compete, K weights for each."""

    terms: Array
    """(N, C, K) int32: the weights whose sum is a card's score, by their place in the arrays of ``PARTS``, joined."""
    legal: Array
    """(N, C) bool: whether the card exists."""
    gains: Array
    """(N, C) float64: its value minus that of the greedy policy's card; 0 where it does not exist."""
    best: Array
    """(N,) float64: the same of the best of all legal cards."""


class _Turn(NamedTuple):
    """Some lanes of a batch, with what was recorded."""

    batch: Batch
    legal: Array
    values: Array
    """(B, 64) float64: value by card number, right for legal cards."""


def decisions(seed: int, hands: Sequence[Hand]) -> dict[str, Decisions]:
    """All recorded decisions, by kind of play: lead, discard, follow."""
    found: dict[str, list[Decisions]] = {kind: [] for kind in PARTS}
    for turn in _turns(seed, hands):
        if turn.batch.on_table == 0:
            found["lead"].append(_leads(turn))
            continue
        follows_suit = (turn.legal & turn.batch.led) != 0
        for kind, lanes, read in (("follow", follows_suit, _follows), ("discard", ~follows_suit, _discards)):
            where = np.flatnonzero(lanes)
            if where.size:
                found[kind].append(read(_Turn(turn.batch.take(where), turn.legal[where], turn.values[where])))
    return {kind: Decisions(*map(np.concatenate, zip(*parts, strict=True))) for kind, parts in found.items()}


def _turns(seed: int, hands: Sequence[Hand]) -> Iterator[_Turn]:
    for begin in range(0, len(hands), AT_ONCE):
        part = hands[begin : begin + AT_ONCE]
        for number, batch in enumerate(replayed(seed, part)):
            recorded = [hand["values"][number] for hand in part]
            free = np.array([lane for lane, each in enumerate(recorded) if each], dtype=np.int64)
            if not free.size:
                continue
            values = np.full((len(free), 64), np.nan)
            for row, lane in enumerate(free.tolist()):
                values[row, recorded[lane][::2]] = recorded[lane][1::2]
            # A card that was not compared has the value of the next lower one that was.
            for rank in range(1, SUIT_BITS):
                here = values[:, rank::SUIT_BITS]
                values[:, rank::SUIT_BITS] = np.where(np.isnan(here), values[:, rank - 1 :: SUIT_BITS], here)
            chosen = batch.take(free)
            yield _Turn(chosen, legal_cards(chosen), values / GRAIN)


def _made(turn: _Turn, terms: Array, legal: Array, cards: Array) -> Decisions:
    """Decisions of a turn, given what competes, (N, C, K) and (N, C)."""
    every = np.arange(len(terms))
    greedy = choose(turn.batch, default_play_tables(), turn.legal).astype(np.int64)
    usual = turn.values[every, greedy]
    worth = turn.values[every[:, None], np.where(legal, cards, greedy[:, None])]
    return Decisions(terms.astype(np.int32), legal, worth - usual[:, None], np.nanmax(turn.values, axis=1) - usual)


def _by_holding(holdings: Array) -> Array:
    """(..., 5) int64: the places of a holding's features in a table by class."""
    places: Array = (holdings // MASKS)[..., None] * FEATURES_OF_HOLDING + _FEATURES.T[holdings % MASKS]
    return places


def _leads(turn: _Turn) -> Decisions:
    seen = leads(turn.batch.hand, turn.legal, turn.batch.gone)
    size = turn.batch.size
    end = np.arange(2, dtype=np.int64)[:, None, None]
    context = ((end * SEATS + _SUITS) * HAND + turn.batch.tricks) * STATES + seen.queen
    terms = [
        (end * PAIRS + seen.pairs)[..., None],
        2 * PAIRS + end[..., None] * _HOLDINGS + _by_holding(seen.holdings),
        (2 * PAIRS + 2 * _HOLDINGS + context)[..., None],
    ]
    legal = np.broadcast_to(words(turn.legal) != 0, (2, SEATS, size))
    cards = seen.ranks + SUIT_BITS * _SUITS
    return _made(
        turn,
        np.concatenate(terms, axis=-1).reshape(2 * SEATS, size, -1).transpose(1, 0, 2),
        legal.reshape(-1, size).T,
        cards.reshape(-1, size).T,
    )


def _discards(turn: _Turn) -> Decisions:
    batch = turn.batch
    seen = discards(batch.hand, turn.legal, batch.gone | batch.trick)
    context = ((_SUITS * HAND + batch.tricks) * PLACES + batch.on_table - 1) * STATES + seen.queen
    terms = [seen.pairs[0][..., None], PAIRS + _by_holding(seen.holdings), (PAIRS + _HOLDINGS + context)[..., None]]
    cards = seen.ranks[0] + SUIT_BITS * _SUITS
    return _made(turn, np.concatenate(terms, axis=-1).transpose(1, 0, 2), (words(turn.legal) != 0).T, cards.T)


def _follows(turn: _Turn) -> Decisions:
    batch = turn.batch
    seen = follows(batch, turn.legal, batch.gone | batch.trick)
    place = batch.on_table - 1
    way = np.arange(3, dtype=np.int64)[:, None]
    offsets = np.cumsum([0, *(3 * size for size in (KINDS, REACHES, PLACES * _HOLDINGS))])
    terms = [
        (offsets[0] + way * KINDS + seen.kinds)[..., None],
        (offsets[1] + way * REACHES + seen.reaches)[..., None],
        offsets[2] + (way[..., None] * PLACES + place) * _HOLDINGS + _by_holding(seen.holdings),
        (offsets[3] + way * CONTEXTS + seen.contexts)[..., None],
    ]
    ducks = seen.ducking != 0
    from_which = np.stack([seen.ducking, seen.own, seen.own]).astype(np.int64)
    ranks = RANKS_TO_FOLLOW[(way * 2 + seen.spades) * MASKS + from_which]
    legal = np.stack([ducks, *[np.ones_like(ducks)] * len((LOW, HIGH))], axis=1)
    cards = (ranks + batch.shift).astype(np.int64).T
    return _made(turn, np.concatenate(terms, axis=-1).transpose(1, 0, 2), legal, cards)


def _chances(scores: Array, legal: Array) -> tuple[Array, Array]:
    """The softmax of scores over legal cards, and its logarithm (0 where there is no card)."""
    scores = np.where(legal, scores, -np.inf)
    scores = scores - scores.max(axis=1, keepdims=True)
    chance = np.exp(scores)
    total = chance.sum(axis=1, keepdims=True)
    return chance / total, np.where(legal, scores - np.log(total), 0.0)


def fitted(found: Decisions, size: int, temper: float = TEMPER, rounds: int = ROUNDS) -> Array:
    """(size,) float64: the weights, in points.

    Raises:
        LabError: scipy is not installed.
    """
    sparse, optimize = _scipy("sparse"), _scipy("optimize")
    number, cards, terms = found.terms.shape
    begins = np.arange(number * cards + 1, dtype=np.int64) * terms
    summed = sparse.csr_array((np.ones(found.terms.size), found.terms.ravel(), begins), shape=(number * cards, size))

    def lost(weights: Array) -> tuple[float, Array]:
        chance, logarithm = _chances((summed @ weights).reshape(number, cards) / temper, found.legal)
        worth = found.gains - temper * logarithm
        mean = (chance * worth).sum(axis=1, keepdims=True)
        slopes = chance * np.where(found.legal, worth - mean, 0.0) / (temper * number)
        return PENALTY / 2 * float(weights @ weights) - float(
            mean.mean()
        ), PENALTY * weights - summed.T @ slopes.ravel()

    done = optimize.minimize(
        lost, np.zeros(size), jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 20}
    )
    weights: Array = done.x
    return weights


def _scipy(part: str) -> Any:
    """A part of scipy, which is imported only to fit."""
    try:
        return importlib.import_module(f"scipy.{part}")
    except ImportError:
        raise LabError("Fitting needs scipy, which is not installed; the extra py_engine[lab] includes it.") from None


def weights_of(found: Mapping[str, Decisions], temper: float = TEMPER, rounds: int = ROUNDS) -> dict[str, Array]:
    """The arrays of the file, fitted to decisions."""
    made: dict[str, Array] = {}
    for kind, parts in PARTS.items():
        sizes = [int(np.prod(SHAPES[name])) for name in parts]
        weights = fitted(found[kind], sum(sizes), temper, rounds)
        whole = np.clip(np.rint(GAIN / temper * weights), -LARGEST, LARGEST).astype(np.int16)
        for name, part in zip(parts, np.split(whole, np.cumsum(sizes)[:-1]), strict=True):
            made[name] = part.reshape(SHAPES[name])
    return made | {name: _gumbel(*SHAPES[name]) for name in ("noise", "coarse_noise")}


def _gumbel(levels: int) -> Array:
    """(levels,) int16: the quantiles of the standard Gumbel distribution in the middle of equal parts."""
    middle = (np.arange(levels) + 0.5) / levels
    return np.rint(-GAIN * np.log(-np.log(middle))).astype(np.int16)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a policy gains on the greedy one in decisions of one kind, in points per decision."""

    decisions: int
    greedy: float
    """How far the greedy policy's card is behind the best one; too much, as the best one has been picked by noisy values."""
    best: float
    """Gain of always playing the card of the highest score, and its standard error."""
    error: float
    drawn: float
    """Gain of drawing from the softmax."""


def standing(found: Decisions, weights: Mapping[str, Array], kind: str) -> Standing:
    """How the policy of some weights stands in decisions that it was not fitted to."""
    joined = np.concatenate([weights[name].ravel() for name in PARTS[kind]]).astype(np.float64)
    scores = joined[found.terms].sum(axis=2) / GAIN
    chance, _ = _chances(scores, found.legal)
    first = np.where(found.legal, scores, -np.inf).argmax(axis=1)
    gain = found.gains[np.arange(len(first)), first]
    drawn = (chance * found.gains).sum(axis=1)
    error = float(gain.std(ddof=1)) / len(gain) ** 0.5
    return Standing(len(gain), float(found.best.mean()), float(gain.mean()), error, float(drawn.mean()))
