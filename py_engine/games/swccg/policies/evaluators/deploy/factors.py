"""Weighted findings that are not yet tied to an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from py_engine.games.swccg.policies.evaluators.actions.parts import Part, add_parts, note
from py_engine.games.swccg.policies.scoring import EvaluatedAction, rounded

__all__ = ["Factors"]


@dataclass(slots=True)
class Factors:
    """A list of findings with their weights; a finding of weight 0 is left out."""

    weights: Mapping[str, float]
    parts: list[Part] = field(default_factory=list)

    def add(self, code: str, label: str, weight_name: str, amount: float = 1.0) -> None:
        """See ``EvaluatedAction.add``."""
        if self.weights[weight_name]:
            self.parts.append(Part(code, label, weight_name, amount))

    def note(self, code: str, label: str) -> None:
        """See ``EvaluatedAction.note``."""
        self.parts.append(note(code, label))

    @property
    def points(self) -> float:
        """Their total in points."""
        points = 0.0
        for part in self.parts:
            points += self._points(part)
        return points

    def strongest(self) -> str:
        """The label of the finding with the most points, in either direction; empty if there is none."""
        part = max(self.parts, key=lambda part: abs(self._points(part)), default=None)
        return "" if part is None else part.label

    def put_on(self, action: EvaluatedAction) -> None:
        """Adds the findings to an action."""
        add_parts(action, self.parts)

    def _points(self, part: Part) -> float:
        return rounded(rounded(part.amount) * self.weights[part.weight]) if part.weight else 0.0
