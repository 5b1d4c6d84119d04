"""The search for three cards to pass: plays out the most promising triples, while the others pass greedily."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.passing import all_passes, costs, default_pass_tables, pass_cards
from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.plans import Plan
from py_engine.games.hearts.search.sampled.roots import after_passing
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation

__all__ = ["PassSearch"]

SHOOTING = 3
"""Number of cheapest and of costliest passes that are also tried with the plan to shoot the moon."""


class PassSearch(WorldEvaluation):
    """A search whose plans are the triples with the lowest expected cost; the user's own pass is compared with the best."""

    def __init__(self, known: InformationSet, *, shoot: bool = True) -> None:
        hand = known.facts.hand
        every = all_passes(hand)
        kept = U64(hand) & ~every
        cost = costs(kept, default_pass_tables())
        total = cost[:, 0] + cost[:, 1] + cost[:, 2] + cost[:, 3]
        order = every.take(np.argsort(total, kind="stable")).tolist()
        size = known.request.params.shortlist_size or len(order)
        chosen = order[:size]
        plans = [Plan(move) for move in chosen]
        if shoot:
            lowest = every.take(np.argsort(-total, kind="stable")).tolist()[:SHOOTING]
            plans += [Plan(move, shoot=True) for move in (*chosen[:SHOOTING], *lowest)]
        explored = len(plans)
        if known.user is not None and known.legal[known.user] not in {plan.move for plan in plans}:
            plans.append(Plan(known.legal[known.user]))
        super().__init__(known, plans, known.legal, explored)

    def positions(self, hands: Array, plans: Sequence[Plan]) -> Batch:
        """See ``WorldEvaluation``."""
        facts, worlds = self.known.facts, hands.shape[1]
        passed = np.empty((SEATS, len(plans), worlds), dtype=U64)
        for seat in range(SEATS):
            if seat == facts.seat:
                passed[seat] = np.array([plan.move for plan in plans], dtype=U64)[:, None]
            else:
                passed[seat] = pass_cards(hands[seat], default_pass_tables())
        lanes = np.tile(hands, len(plans))
        return after_passing(facts, lanes, passed.reshape(SEATS, -1))
