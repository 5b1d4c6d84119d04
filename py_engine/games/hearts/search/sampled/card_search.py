"""The search for a card: plays every legal card out in the same sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.others_moons import counted_features, counted_values, share_that_counts
from py_engine.games.hearts.policies.defence import choose_to_stop, suspects
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN, SEAT, Batch, legal_cards, step
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.plans import Plan
from py_engine.games.hearts.search.sampled.roots import in_play
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation

__all__ = ["CardSearch", "may_shoot"]


def may_shoot(facts: Facts) -> bool:
    """Whether the seat can still shoot the moon, because nobody else has taken a point card."""
    return not any(facts.taken[seat] & (HEART_COUNT | QUEEN) for seat in range(SEATS) if seat != facts.seat)


class CardSearch(WorldEvaluation):
    """A search whose plans are the legal cards, with one card for each group of interchangeable ones."""

    def __init__(self, known: InformationSet, *, shoot: bool = True, depth: int = 1, paranoid: bool = False) -> None:
        self.depth, self.paranoid = depth, paranoid
        facts = known.facts
        stands_for = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        moves = [1 << stands_for[move.bit_length() - 1] for move in known.legal]
        greedy = 1 << stands_for[self._prior(known)]
        cards = [greedy, *sorted({move for move in moves if move != greedy})]
        plans = [Plan(card) for card in cards]
        if shoot and may_shoot(facts):
            plans += [Plan(card, shoot=True) for card in cards]
        super().__init__(known, plans, moves)
        self.moons_count = self._moons_count()
        """The share of differences in moons of the others that counts."""

    def _moons_count(self) -> float:
        """See ``others_moons``; 1 where values are no points, or others' moons cost none, or playouts differ from those of the fit."""
        facts = self.known.facts
        usual = self.perturbs and not self.solves and self.depth == 1 and not self.known.options.beta
        if not usual or self.known.objective.goal != "points" or facts.rules.moon_subtracts:
            return 1.0
        return share_that_counts(max(facts.counts))

    def corrected(self, values: Array, against: Array, plans: Sequence[Plan]) -> Array:
        """See ``WorldEvaluation``; the first plan keeps the values of its playouts."""
        return values if self.moons_count == 1 else counted_values(values, against, self.moons_count)

    def stated_features(self, plan: int, best: int) -> dict[str, float]:
        """See ``WorldEvaluation``: those of the best plan are as in the playouts."""
        found = super().stated_features(plan, best)
        if self.moons_count == 1 or plan == best:
            return found
        return counted_features(found, super().stated_features(best, best), self.moons_count)

    def feature_errors(self, user: int, best: int) -> dict[str, float]:
        """See ``WorldEvaluation``."""
        found = super().feature_errors(user, best)
        return {name: error * (self.moons_count if name == "moon_against" else 1.0) for name, error in found.items()}

    @classmethod
    def _prior(cls, known: InformationSet) -> int:
        """The card of the playouts: a defender's if somebody must be stopped, otherwise the greedy one."""
        root = in_play(known.facts, known.worlds("quick", 0, 1))
        card = choose(root, default_play_tables())
        if cls.defend and known.blocks:
            lane = np.zeros(1, dtype=SEAT)
            card = choose_to_stop(root, lane, legal_cards(root), card, suspects(root.taken))
        return int(card[0])

    def world_cost(self, candidates: int) -> int:
        """See ``SampledEvaluation``; each further ply has about three legal cards."""
        return candidates * [1, 3, 9][self.depth - 1]

    def positions(self, hands: Array, plans: Sequence[Plan]) -> Batch:
        """See ``WorldEvaluation``."""
        root = in_play(self.known.facts, hands)
        batch = root.take(np.tile(np.arange(root.size, dtype=SEAT), len(plans)))
        cards = np.array([plan.move.bit_length() - 1 for plan in plans], dtype=U64)
        step(batch, np.repeat(cards, root.size))
        return batch
