"""The forecast query: expected final scores, state by state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from py_engine.core.contract import JsonObject, Model

__all__ = ["ExpectedScores", "ForecastArgs"]


class ForecastArgs(Model):
    """States of one game, in any order."""

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=200)]


@dataclass(frozen=True, slots=True)
class ExpectedScores:
    """Expected final scores of each state."""

    expected: Sequence[Sequence[float]]
    """One row of final scores per state."""
