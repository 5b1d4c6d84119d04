"""The policies as evaluators, so that opponents of every level move through the same call."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import Mixed, MixedRatio, Model, PolicyMix
from py_engine.core.evaluation import Pieces
from py_engine.core.grading import Measured
from py_engine.core.numerics import U8, U32
from py_engine.core.one_shot import OneShotEvaluation, chosen_result, shortlisted
from py_engine.core.results import Reason, Result
from py_engine.games.azul.policies.policy import choose, greedy_threshold
from py_engine.games.azul.rules.batch import Batch, action_number, split_action
from py_engine.games.azul.rules.state import AzulRequest, action_data
from py_engine.games.azul.rules.tables import FLOOR, INDEX, KEY_COUNT, SOURCES, SPACE
from py_engine.games.azul.search.root import Root

__all__ = ["MixedOptions", "PolicyEvaluation"]


class MixedOptions(Model):
    """Options of the mixed policy."""

    greedy_ratio: Annotated[float, Field(ge=0, le=1)] = 0.8


def _greedy_reasons(batch: Batch, number: int) -> list[Reason]:
    """The parts of the greedy policy's score of an action in a position (a batch of one); they add up to it."""
    source, color, destination = (int(n) for n in split_action(np.array(number, dtype=INDEX)))
    tiles = int(batch.tiles.view(U8).reshape(SOURCES, 8)[source, color])
    reasons = [Reason("tiles", f"{tiles} tiles taken", 10.0 * tiles)]
    if destination != FLOOR:
        key = batch.sides[0].lines[destination, 0]
        space = int(SPACE[key])
        reasons.append(Reason("line", "on a pattern line", 100.0))
        reasons.append(Reason("space", f"{space} empty places in the line", 5.0 * space))
        if KEY_COUNT[key]:
            reasons.append(Reason("same_color", "the line already holds the colour", 15.0))
    return reasons


class PolicyEvaluation(OneShotEvaluation):
    """One move of a policy; ``ev`` is the greedy score (0 for other policies), not points."""

    def __init__(self, request: AzulRequest, policy: PolicyMix, name: str) -> None:
        super().__init__(request.params)
        self.root = Root.of(request)
        self.policy, self.name = policy, name

    @classmethod
    def mixed(cls, request: AzulRequest, options: MixedOptions) -> PolicyEvaluation:
        """The mixed policy."""
        policy = Mixed(mixed=MixedRatio(greedy_ratio=options.greedy_ratio))
        return cls(request, policy, "mixed")

    def work(self) -> Pieces:
        """Chooses in the first piece, so that the clock may end it from then on."""
        self.found = self.evaluate()
        yield

    def evaluate(self) -> Result:
        """The chosen move first, the others by score."""
        batch, legal, user = self.root.batch, self.root.legal, self.root.user
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        chosen = legal.index(int(action_number(*choose(batch, bits, greedy_threshold(self.policy)))[0]))
        greedy = self.name == "greedy"
        reasons = [_greedy_reasons(batch, number) if greedy else [] for number in legal]
        evs = [math.fsum(reason.value for reason in each) for each in reasons]
        order = sorted(range(len(legal)), key=lambda i: (i != chosen, -evs[i], i))

        def measured(i: int) -> Measured:
            return Measured(action_data(legal[i]), evs[i], evs[i], 0.0, 0, reasons=reasons[i])

        unit = "the greedy policy's own score" if greedy else "0: this policy does not compare moves"
        scored = len(legal) if greedy else 0
        metadata = replace(
            self.metadata_so_far(self.name, len(legal)),
            nodes=scored,
            candidates_evaluated=scored,
            notes=[f"Values are {unit}, not points."],
        )
        return chosen_result(shortlisted(order, self.params, user), user, measured, metadata)
