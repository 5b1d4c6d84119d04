"""What games ask alike of positions worth practising."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from py_engine.core.contract import Model
from py_engine.core.validation import MisfitError

__all__ = ["GapFilter"]


class GapFilter(Model):
    """How much the best action leads the next one that is not as good, in the game's unit; null takes the usual limit."""

    min_value_gap: Annotated[float, Field(ge=0)] | None = None
    max_value_gap: Annotated[float, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _limits_fit(self) -> Self:
        low, high = self.min_value_gap, self.max_value_gap
        if low is not None and high is not None and low > high:
            raise MisfitError("is larger than max_value_gap", "min_value_gap")
        return self

    def limits(self, usual: tuple[float, float]) -> tuple[float, float]:
        """The least and the largest lead, where the usual ones are these."""
        low, high = self.min_value_gap, self.max_value_gap
        usual_low, usual_high = usual
        if low is None:
            low = usual_low if high is None or high > usual_low else 0.0
        if high is None:
            high = usual_high if low < usual_high else float("inf")
        return low, high
