"""The query "beliefs": unseen cards, voids, the chance of each holder, and how uncertain each suit is.

The chances are those of the worlds that the search draws: all deals that are possible, weighted by how likely they make what
the others played and passed. Without such evidence they are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import JsonObject, Model, SafeInt
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.legality import require_player
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.coaching.sent_states import SENT
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.rules.cards import NUMBERS, SEATS, SUIT_MASKS, SUITS, cards_of, names_of
from py_engine.games.hearts.search.sampled.information_set import has_evidence, weights_of

__all__ = ["BeliefsAnswer", "BeliefsArgs", "beliefs", "bits_of"]

FEWEST, MOST = 4, 24
"""Parts that are weighed at least and at most."""
PART = 1024
"""Worlds in each, so few that a query can be stopped soon."""
ENOUGH = 1000
"""Effective sample size at which no more parts are weighed: chances then have standard errors of at most 1.6 points of a hundred."""
SEED = 0
_TERMS = 11
_LN_2 = 0.6931471805599453


class BeliefsArgs(Model):
    """A position, whole or as the player sees it, and the player whose knowledge is wanted."""

    state: JsonObject
    player_id: SafeInt


@dataclass(frozen=True, slots=True)
class BeliefsAnswer:
    """What a player can know about the unseen cards."""

    player_id: int
    unseen: Sequence[str]
    counts: Sequence[int]
    """By player: number of unseen cards held."""
    voids: Sequence[Sequence[str]]
    """By player: suits in which it is known to be void."""
    out: Mapping[str, int]
    """By suit: number of unseen cards."""
    probabilities: Mapping[str, Sequence[float]]
    """By unseen card: the probability for each player to hold it."""
    queen: Sequence[float] | None
    """The same for the queen of spades; None once she has been seen."""
    entropy: Mapping[str, float]
    """By suit: the sum of -p log2 p over its unseen cards and players, in bits."""


def beliefs(args: BeliefsArgs) -> Job[BeliefsAnswer]:
    """Returns a job that works out where the unseen cards may be, given what the player knows.

    Raises:
        ContractError: INVALID_STATE (including another player's view) or INVALID_PLAYER.
    """
    state = SENT.parse_one(args.state)
    require_player(args.player_id, SEATS)
    return _Counting(facts_of(state, args.player_id))


class _Counting(Job[BeliefsAnswer]):
    """The job that weighs worlds, a part of them at a time."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts
        self._weighed = 0
        self._size = 0.0
        """Effective sample size so far (Kish), see ``effective_size``."""
        self._part = 0.0
        """The greatest share of the work so far; one heavy world makes the sample worth less."""
        self._found: BeliefsAnswer | None = None

    @property
    def progress(self) -> float:
        """The share of the parts weighed, or of the effective sample size, whichever is nearer to its end."""
        return 1.0 if self.done else min(0.99, self._part)

    def result(self) -> BeliefsAnswer | None:
        """The answer, once there is one."""
        return self._found

    def work(self) -> Pieces:
        """Yields after each part."""
        known = Beliefs(self.facts, HARD)
        chances = known.marginals()
        if has_evidence(self.facts) and known.number() > 1:
            sums, total, squares = np.zeros_like(chances), 0.0, 0.0
            while self._weighed < FEWEST or (self._weighed < MOST and self._size < ENOUGH):
                worlds = draw(known, seeded(Domain.EVALUATION, SEED, self._weighed), PART)
                weights = weights_of(self.facts, worlds)
                total += float(weights.sum())
                squares += float((weights * weights).sum())
                sums += _holding(worlds, weights)
                self._size = total * total / squares
                self._weighed += 1
                near = max(self._weighed / MOST, self._size / ENOUGH)
                self._part = max(self._part, min(self._weighed / FEWEST, near))
                yield
            # One more world that only says what is possible: a sample alone would call rare deals impossible.
            chances = (self._size * sums / total + chances) / (self._size + 1.0)
            # What is certain stays exact.
            chances = np.where(known.marginals() % 1.0 == 0.0, known.marginals(), chances)
        self._found = _answer(self.facts, chances)


def _holding(worlds: Array, weights: Array) -> Array:
    """(4, 64) float64: by seat and card, the weight of the worlds (4, W) in which the seat holds it."""
    cards = np.arange(64, dtype=U64)
    held = worlds[:, None, :] >> cards[:, None] & U64(1)
    found: Array = (held * weights).sum(axis=2)
    return found


def _answer(facts: Facts, chances: Array) -> BeliefsAnswer:
    unseen = names_of(facts.unseen)
    held = {str(name): chances[:, NUMBERS[name]].tolist() for name in unseen}
    return BeliefsAnswer(
        player_id=facts.seat,
        unseen=unseen,
        counts=facts.counts,
        voids=[[suit for suit, void in zip(SUITS, row, strict=True) if void] for row in facts.voids],
        out={suit: (facts.unseen & mask).bit_count() for suit, mask in zip(SUITS, SUIT_MASKS, strict=True)},
        probabilities=held,
        queen=held.get("QS"),
        entropy={
            suit: _entropy(chances[:, list(cards_of(facts.unseen & mask))])
            for suit, mask in zip(SUITS, SUIT_MASKS, strict=True)
        },
    )


def _entropy(chances: Array) -> float:
    """The sum of -p log2 p, in bits, over probabilities (4, n) by seat and card."""
    bits = 0.0
    for chance in chances.ravel().tolist():
        if chance > 0:
            bits += chance * bits_of(chance)
    return bits


def bits_of(chance: float) -> float:
    """-log2 of a probability above 0, by doubling and a series, so that every platform computes the same bits.

    ln m = 2 (t + t^3 / 3 + t^5 / 5 ...) with t = (m - 1) / (m + 1), here for 1 <= m < 2; the error is below 1e-11.
    """
    halves = 0
    while chance < 1.0:
        chance += chance
        halves += 1
    t = (chance - 1.0) / (chance + 1.0)
    square = t * t
    series = 0.0
    for n in range(_TERMS, -1, -1):
        series = series * square + 1.0 / (2 * n + 1)
    return halves - 2.0 * t * series / _LN_2
