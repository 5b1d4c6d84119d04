"""Opponent inference: likelihoods of worlds given the cards that the others have played, and the cards received.

Each player is modelled as a mixture: one who draws some cards by the learnt policy of playouts and plays any legal card otherwise,
or a greedy player, who plays many by the greedy policy. At a few tables most of the others are greedy players, at the rest hardly
anybody. The likelihood of a world is the product of the weights of all plays in it, mixed over these kinds of tables. It is larger
by a factor, too, if the greedy policy would have passed the cards received. The idea is that of M. Buro, J. Long, T. Furtak and
N. Sturtevant, "Improving state evaluation, inference, and search in trick-based card games", IJCAI 2009.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.equivalence import interchangeable
from py_engine.games.hearts.knowledge.facts import Facts, Trick
from py_engine.games.hearts.policies.draw_chances import draw_chances
from py_engine.games.hearts.policies.learnt import learnt_play
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards, start, step
from py_engine.games.hearts.rules.cards import DECK, SEATS

__all__ = ["TABLES", "TRUST", "Posterior", "Trust", "likelihoods", "posterior"]

_ONE = U64(1)


class Trust(NamedTuple):
    """How much the plays and passes of the others say about their hands.

    The shares of plays by the learnt policy were chosen by the mean log-likelihood of the true deal in recorded hands of
    ``pimc_shooting``, in steps of 0.05 or more; the chances of greedy players so that these are found out in the middle of a hand. The
    share of their cards is the largest of 0.35, 0.4, 0.45 and 0.5 with which worlds stay many enough late in a hand for the search and
    "What is known" to agree (``python -m py_engine.lab hearts-beliefs``).
    """

    discard: float = 0.4
    """Share of discards that are drawn by the learnt policy."""
    lead: float = 0.3
    """The same for leads."""
    follow: float = 0.15
    """The same for cards of the suit led."""
    greedy_table: float = 0.02
    """Chance of a table at which most of the others are greedy players: their levels are often the same."""
    greedy_there: float = 0.7
    """Chance of a greedy player at such a table."""
    greedy_elsewhere: float = 0.01
    """The same at other tables."""
    greedy: float = 0.35
    """Share of a greedy player's cards that are by the greedy policy."""
    received: float = 1.6
    """
    The factor for each card received that the greedy policy would have passed. It raises the mean log-likelihood of the true deal in the
    first trick by 0.40 if the others pass greedily, 0.28 if they search and 0.08 if they pass by a rule of thumb.
    """

    def share(self, batch: Batch, card: int) -> float:
        """The share of plays like a card in a position that are drawn by the learnt policy."""
        if batch.on_table == 0:
            return self.lead
        return self.follow if U64(1 << card) & batch.led[0] else self.discard


TRUST = Trust()
TABLES = 2
"""Kinds of tables: the usual ones, and those of greedy players."""


class Posterior(NamedTuple):
    """What the plays and passes of the others say about worlds."""

    likelihoods: Array
    """(W,) float64: up to a constant factor."""
    table: Array
    """(W,) float64: the chance of a table of greedy players if the world is true."""
    greedy: Array
    """(TABLES, 4, W) float64: by kind of table and seat, the chance of a greedy player then; 0 for the player's own seat."""

    def take(self, lanes: Array) -> Posterior:
        """The same for some of the worlds."""
        return Posterior(self.likelihoods.take(lanes), self.table.take(lanes), self.greedy.take(lanes, axis=2))

    def greedy_chances(self) -> Array:
        """(4,) float64: by seat, the chance of a greedy player over all worlds by their likelihood."""
        seats = self.greedy[0] + self.table * (self.greedy[1] - self.greedy[0])
        chances: Array = (seats * self.likelihoods).sum(axis=1) / self.likelihoods.sum()
        return chances


def likelihoods(facts: Facts, hands: Array, trust: Trust = TRUST) -> Array:
    """(W,) float64: likelihoods of worlds, up to a constant factor; see ``posterior``."""
    return posterior(facts, hands, trust).likelihoods


def posterior(facts: Facts, hands: Array, trust: Trust = TRUST) -> Posterior:
    """What the plays and passes of the others say about worlds.

    Args:
        facts: The facts of a seat; its own plays carry no information.
        hands: (4, W) uint64 by seat, without the cards on the table.
        trust: How much plays and passes say.
    """
    whole = hands.copy()
    for leader, cards in _plays(facts):
        for place, card in enumerate(cards):
            whole[(leader + place) & 3] |= U64(1 << card)
    others = [seat for seat in range(SEATS) if seat != facts.seat]
    played = np.array([_played(facts, whole, seat, trust) for seat in others], dtype=np.float64)
    tables = ((1.0 - trust.greedy_table, trust.greedy_elsewhere), (trust.greedy_table, trust.greedy_there))
    by_table = np.empty((TABLES, whole.shape[1]), dtype=np.float64)
    greedy = np.zeros((TABLES, *whole.shape), dtype=np.float64)
    for kind, (table, share) in enumerate(tables):
        mixed = (1.0 - share) * played[:, 0] + share * played[:, 1]
        by_table[kind] = table * mixed[0] * mixed[1] * mixed[2]
        greedy[kind, others] = share * played[:, 1] / mixed
    likelihood = by_table[0] + by_table[1]
    return Posterior(likelihood * _passed(facts, whole, trust), by_table[1] / likelihood, greedy)


def _plays(facts: Facts) -> list[Trick]:
    """All tricks, with that on the table."""
    return [*facts.history, (facts.leader or 0, facts.table)]


def _played(facts: Facts, whole: Array, seat: int, trust: Trust) -> tuple[Array, Array]:
    """(W,) float64 each: the factor of what a seat has played, for who draws some cards by the learnt policy and for a greedy player.

    Args:
        facts: The facts of the player.
        whole: (4, W) uint64: hands of 13 cards after the exchange.
        seat: Another seat.
        trust: How much plays say.
    """
    # The seat sees no hand but its own, and late in a hand few of these differ.
    _, lanes, where = np.unique(whole[seat], return_index=True, return_inverse=True)
    plays = _plays(facts)
    batch = start(whole[:, lanes], np.full(len(lanes), plays[0][0], dtype=SEAT), facts.rules)
    learnt, greedy = np.ones((2, batch.size), dtype=np.float64)
    for leader, cards in plays:
        for place, card in enumerate(cards):
            if (leader + place) & 3 == seat:
                by_learnt, by_greedy = _weights(batch, card, trust)
                learnt *= by_learnt
                greedy *= by_greedy
            step(batch, np.full(batch.size, card, dtype=U64))
    return learnt.take(where), greedy.take(where)


def _weights(batch: Batch, card: int, trust: Trust) -> tuple[Array, Array]:
    """(B,) float64 each: the weight of a play, for who draws some cards by the learnt policy, and for a greedy player.

    Which of interchangeable cards a policy plays is not held against it, while a card that is not by a policy is one of all
    legal ones; so these are no chances that add up to 1. Those that do make true deals less likely.
    """
    legal, same = legal_cards(batch), interchangeable(batch, card)
    drawn = draw_chances(batch, learnt_play(), legal, card, same)
    agrees = same >> choose(batch, default_play_tables(), legal) & _ONE
    any_card, share = 1.0 / np.bitwise_count(legal), trust.share(batch, card)
    return share * drawn + (1.0 - share) * any_card, trust.greedy * agrees + (1.0 - trust.greedy) * any_card


def _passed(facts: Facts, whole: Array, trust: Trust) -> Array:
    """(W,) float64: the factor of the cards received, given the hands (4, W) of 13 cards after the exchange.

    The passer chose from its hand and the cards that it passed. What it received itself is taken out where it is known,
    which is when cards are passed across.
    """
    passer, received = facts.got
    receiver, given = facts.given
    had = whole[passer] | U64(received)
    if receiver == passer:
        had &= U64(~given & int(DECK))
    agreed = np.bitwise_count(pass_cards(had, default_pass_tables()) & U64(received))
    # Products instead of powers, which differ between platforms.
    factors = np.array([1.0, trust.received, trust.received, trust.received], dtype=np.float64).cumprod()
    return factors.take(agreed)
