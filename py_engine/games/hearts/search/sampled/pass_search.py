"""The search for three cards to pass: plays out the most promising triples, while the others pass greedily.

The difference of two passes is a weighted mean of that of their playouts and of that of the expected costs of the cards kept.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from py_engine.core.evaluation import Stream
from py_engine.core.numerics import U64, Array
from py_engine.core.samples import Sample
from py_engine.games.hearts.policies.passing import (
    all_passes,
    costs,
    default_pass_tables,
    pass_cards,
    practised_pass_tables,
)
from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.search.evidence import NONE, Correction
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.plans import Plan
from py_engine.games.hearts.search.sampled.roots import after_passing
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation

__all__ = ["PassSearch"]

PRIOR = 0.75
"""
Share of the expected cost of the cards kept in the difference of two passes; the rest is their playouts. Passes chosen by these alone
lose points against players who search, however many worlds there are: what a hand costs whose cards are compared is not what it
costs in playouts. Chosen by matches with earlier costs and playouts (``docs/laboratory/hearts.md``).
"""
COST_ERROR = 0.74
"""
Points: how far the difference of two costs is off. Measured once, for earlier costs: the root mean square of their disagreement with 384
playouts, without their sampling error, over the eleven next cheapest passes of 60 hands against the cheapest. The costs of today
were not measured so.
"""
SHOOTING = 3
"""Number of the first passes (the greedy one and the cheapest others) and of the costliest that are also tried with the plan to shoot the moon."""


class PassSearch(WorldEvaluation):
    """A search whose plans are the greedy triple and those with the lowest expected cost; the user's own pass is compared with the best."""

    def __init__(self, known: InformationSet, *, shoot: bool = True) -> None:
        hand = known.facts.hand
        every = all_passes(hand)
        kept = U64(hand) & ~every
        cost = costs(kept, practised_pass_tables())
        total = cost[:, 0] + cost[:, 1] + cost[:, 2] + cost[:, 3]
        self.costs = dict(zip(every.tolist(), total.tolist(), strict=True))
        """By pass: the expected cost of the cards kept, in points."""
        order = every.take(np.argsort(total, kind="stable")).tolist()
        # The greedy pass comes first: how all passes compare with plans to shoot, whose values are of playouts alone, is by
        # its playouts, and nobody is as good as it in playouts by greedy play.
        (anchor,) = pass_cards(np.array([hand], dtype=U64), default_pass_tables()).tolist()
        order.remove(anchor)
        size = known.request.params.shortlist_size or len(every)
        chosen = [anchor, *order[: max(1, size - 1)]]
        plans = [Plan(move) for move in chosen]
        if shoot:
            lowest = every.take(np.argsort(-total, kind="stable")).tolist()[:SHOOTING]
            plans += [Plan(move, shoot=True) for move in (*chosen[:SHOOTING], *lowest)]
        explored = len(plans)
        if known.user is not None and known.legal[known.user] not in {plan.move for plan in plans}:
            plans.append(Plan(known.legal[known.user]))
        super().__init__(known, plans, known.legal, explored)

    @property
    def weighs_costs(self) -> bool:
        """Whether costs count; they are points of a hand without the jack of diamonds in which nobody shoots the moon."""
        return self.known.objective.goal == "points" and not self.known.facts.rules.jack_of_diamonds

    def world_cost(self, candidates: int) -> int:
        """See ``SampledEvaluation``; the first plan is always played out, too."""
        return candidates + int(self.weighs_costs)

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """See ``SampledEvaluation``; the first plan joins, because the values of the others are relative to it."""
        if 0 in candidates or not self.weighs_costs:
            return (yield from super().sample(candidates, stream, first_world, worlds))
        whole = yield from super().sample([0, *candidates], stream, first_world, worlds)
        return Sample(whole.values[1:], {name: sums[1:] for name, sums in whole.features.items()}, whole.work)

    def corrected(self, values: Array, against: Array, plans: Sequence[Plan]) -> Array:
        """See ``WorldEvaluation``: the first plan's playouts, plus weighted differences from it in playouts and in costs.

        So the mean is that of playouts, as it is for plans to shoot the moon, on which the costs have no bearing.
        """
        if not self.weighs_costs:
            return values
        first = self.plans[0]
        share = np.array([[0.0 if plan.shoot else PRIOR] for plan in plans], dtype=np.float64)
        more = np.array([[self.costs[plan.move] - self.costs[first.move]] for plan in plans], dtype=np.float64)
        mixed: Array = (1.0 - share) * values + share * (values[plans.index(first)] - more)
        return mixed

    def correction(self, user: int, best: int) -> Correction:
        """See ``WorldEvaluation``; the costs have no part in the difference between a plan to shoot the moon and another one."""
        mine, other = self.plans[user], self.plans[best]
        if not self.weighs_costs or mine.shoot or other.shoot:
            return NONE
        kept = PRIOR * (self.costs[other.move] - self.costs[mine.move])
        return Correction(1.0 - PRIOR, kept, PRIOR * COST_ERROR)

    def model_error(self) -> float:
        """See ``SampledEvaluation``: the error of the playouts, and that of the costs."""
        played, kept = super().model_error(), self.costs_error
        if self.weighs_costs:
            played *= 1.0 - PRIOR
        return float(np.sqrt(played * played + kept * kept))

    @property
    def costs_error(self) -> float:  # type: ignore[override]
        """See ``WorldEvaluation``."""
        return PRIOR * COST_ERROR if self.weighs_costs else 0.0

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
