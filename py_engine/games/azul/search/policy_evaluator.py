"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import Mixed, MixedRatio, Model, PolicyMix
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.numerics import U8, U32
from py_engine.core.results import Reason, Result
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.policies.policy import choose, greedy_threshold
from py_engine.games.azul.rules.batch import Batch, action_number, split_action
from py_engine.games.azul.rules.state import action_data
from py_engine.games.azul.rules.tables import FLOOR, INDEX, KEY_COUNT, SOURCES, SPACE
from py_engine.games.azul.search.root import AzulRequest, Root

__all__ = ["MixedOptions", "PolicyEvaluation"]


class MixedOptions(Model):
    """Options of the mixed policy."""

    greedy_ratio: Annotated[float, Field(ge=0, le=1)] = 0.8


def _greedy_reasons(batch: Batch, number: int) -> list[Reason]:
    """The parts of the greedy policy's score of an action in a position (a batch of one); they sum to it."""
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


class PolicyEvaluation(Evaluation):
    """One move of a policy; ``ev`` is the greedy score (0 for the random policy), not points."""

    def __init__(self, request: AzulRequest, policy: PolicyMix, name: str) -> None:
        super().__init__(request.params)
        self.root = Root.of(request)
        self.policy, self.name = policy, name
        self.chosen: int | None = None
        """The number of the action, once chosen."""

    @classmethod
    def mixed(cls, request: AzulRequest, options: MixedOptions) -> PolicyEvaluation:
        """The mixed policy."""
        policy = Mixed(mixed=MixedRatio(greedy_ratio=options.greedy_ratio))
        return cls(request, policy, "mixed")

    def work(self) -> Pieces:
        """Chooses."""
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        source, color, destination = choose(self.root.batch, bits, greedy_threshold(self.policy))
        self.chosen = int(action_number(source, color, destination)[0])
        yield

    def has_result(self) -> bool:
        """Whether it has chosen."""
        return self.chosen is not None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def result(self) -> Result | None:
        """The choice first, the others by score."""
        if self.chosen is None:
            return None
        measured = [self._measured(number) for number in self.root.legal]
        user, leader, graded = self.root.user, self.root.legal.index(self.chosen), None
        if user is not None:
            difference = Difference(measured[user].ev - measured[leader].ev, 0.0)
            leader = user if difference.value == 0 else leader
            graded = Comparison(user, leader, difference)
        unit = "the greedy policy's own score" if self.name == "greedy" else "0: this policy does not compare moves"
        metadata = replace(self.metadata_so_far(self.name, len(measured)), notes=[f"Values are {unit}, not points."])
        found = result_of(measured, leader, graded, BANDS, metadata)
        most = self.params.shortlist_size or len(measured)
        kept = [c for place, c in enumerate(found.candidates) if place < most or c.action == found.user_action]
        return replace(found, candidates=kept, metadata=replace(found.metadata, candidates_evaluated=len(kept)))

    def _measured(self, number: int) -> Measured:
        reasons = _greedy_reasons(self.root.batch, number) if self.name == "greedy" else []
        ev = math.fsum(reason.value for reason in reasons)
        return Measured(action_data(number), ev, ev, 0.0, 0, reasons=reasons)
