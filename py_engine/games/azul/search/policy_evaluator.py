"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import Mixed, MixedRatio, Model, PolicyMix
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, answer
from py_engine.core.numerics import U8, U32
from py_engine.games.azul.coaching.feedback import BANDS
from py_engine.games.azul.policies.policy import choose, greedy_threshold
from py_engine.games.azul.rules.batch import action_number, split_action
from py_engine.games.azul.rules.state import AzulState, action_of, to_batch
from py_engine.games.azul.rules.tables import FLOOR, INDEX, KEY_COUNT, SOURCES, SPACE
from py_engine.games.azul.search.rollout_evaluator import Asked

__all__ = ["MixedOptions", "PolicyEvaluation", "greedy_reasons"]


class MixedOptions(Model):
    """Options of the mixed policy."""

    greedy_ratio: Annotated[float, Field(ge=0, le=1)] = 0.8


def greedy_reasons(state: AzulState, number: int) -> list[dict[str, Any]]:
    """The parts of the greedy policy's score of an action; they sum to it."""
    batch = to_batch([state])
    source, color, destination = (int(n) for n in split_action(np.array(number, dtype=INDEX)))
    tiles = int(batch.tiles.view(U8).reshape(SOURCES, 8)[source, color])
    reasons = [_reason("tiles", f"{tiles} tiles taken", 10 * tiles)]
    if destination != FLOOR:
        key = batch.sides[0].lines[destination, 0]
        space = int(SPACE[key])
        reasons.append(_reason("line", "on a pattern line", 100))
        reasons.append(_reason("space", f"{space} empty places in the line", 5 * space))
        if KEY_COUNT[key]:
            reasons.append(_reason("same_color", "the line already holds the colour", 15))
    return reasons


def _reason(code: str, label: str, value: float) -> dict[str, Any]:
    return {"code": code, "label": label, "value": float(value)}


class PolicyEvaluation(Evaluation):
    """One move of a policy; ``ev`` is the greedy score (0 for the random policy), not points."""

    def __init__(self, asked: Asked, policy: PolicyMix, name: str) -> None:
        super().__init__(asked.params)
        self.state, self.legal, self.user = asked.state, asked.legal, asked.user
        self.policy, self.name = policy, name
        self.chosen: int | None = None

    @classmethod
    def mixed(cls, asked: Asked, options: MixedOptions) -> PolicyEvaluation:
        """The mixed policy."""
        policy = Mixed(mixed=MixedRatio(greedy_ratio=options.greedy_ratio))
        return cls(asked, policy, "mixed")

    def work(self) -> Pieces:
        """Chooses."""
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        source, color, destination = choose(to_batch([self.state]), bits, greedy_threshold(self.policy))
        self.chosen = int(action_number(source, color, destination)[0])
        yield

    def has_result(self) -> bool:
        """Whether it has chosen."""
        return self.chosen is not None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult: the choice first, the others by score."""
        if self.chosen is None:
            return None
        scored = self.name == "greedy"
        measured = []
        for number in self.legal:
            reasons = greedy_reasons(self.state, number) if scored else []
            ev = math.fsum(r["value"] for r in reasons)
            measured.append(Measured(action_of(number).model_dump(), ev, ev, 0.0, 0, reasons=reasons))
        user = None if self.user is None else self.legal.index(self.user)
        leader = self.legal.index(self.chosen)
        graded = None
        if user is not None:
            difference = Difference(measured[user].ev - measured[leader].ev, 0.0)
            leader = user if difference.value == 0 else leader
            graded = Comparison(user, leader, difference)
        found = answer(measured, leader, graded, BANDS)
        size = self.params.shortlist_size or len(measured)
        asked = found["user_action"]
        kept = [c for i, c in enumerate(found["candidates"]) if i < size or c["action"] == asked]
        return {**found, "candidates": kept, "metadata": self._metadata(len(kept))}

    def _metadata(self, candidates: int) -> dict[str, Any]:
        unit = "the greedy policy's own score" if self.name == "greedy" else "0: this policy does not compare moves"
        return self.circumstances(self.name, len(self.legal)) | {
            "candidates_evaluated": candidates,
            "notes": [f"Values are {unit}, not points."],
        }
