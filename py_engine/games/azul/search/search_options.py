"""The options of the search evaluator."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from py_engine.core.contract import Model
from py_engine.games.azul.knowledge.valuers import Horizon

__all__ = ["SearchOptions"]


class SearchOptions(Model):
    """Options of the search evaluator."""

    horizon: Horizon = "game"
    """The value of the end of a round: the expected final score difference, or the current one."""
    values: Literal["learnt", "handmade"] = "learnt"
    """The source of estimates; with the horizon ``round`` they are the score as if the round ended now."""
    width: Annotated[int, Field(ge=1, le=60)] = 24
    """Moves followed per position, the best by their first value; all moves of the root are followed."""
    temper: Annotated[float, Field(ge=0.001, le=100)] = 0.75
    """Points behind the best move at which a move gets a quarter of its share of the search."""
    solve_tiles: Annotated[int, Field(ge=0, le=20)] = 14
    """Number of tiles left from which an exact solution is tried, if it is expected to be small enough."""
    compare: bool = True
    """Whether the first few moves are compared with each other, for a hint or a grade. An opponent only needs the best."""
