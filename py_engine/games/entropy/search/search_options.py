"""Options of the search evaluator, and the depths and beam widths that they lead to."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from py_engine.core.contract import Model
from py_engine.games.entropy.search.expectimax.deeper import Widths

__all__ = ["DEEP", "EXACT", "SHALLOW", "STATIC", "SearchOptions", "replies_at", "widths_at"]


class SearchOptions(Model):
    """Options of the search evaluator."""

    depth: Annotated[int, Field(ge=0, le=2)] = 2
    """0 values the boards after the moves; 1 searches the next token and the replies to it; 2 goes two plies deeper."""
    deep_moves: Annotated[int, Field(ge=2, le=120)] = 120
    """Maximum number of moves searched at full depth."""
    cells: Annotated[int, Field(ge=1, le=12)] = 4
    """Chaos's cells followed by the deep search, per token."""
    answers: Annotated[int, Field(ge=1, le=12)] = 3
    """Order's replies followed by the deep search, per cell."""
    widen: bool = True
    """Spends what is left of the budget on wider beams; otherwise it is left."""


class _Factors(NamedTuple):
    """By how much beams are wider than at ``DEEP``."""

    cells: float
    answers: float
    replies: float


STATIC, SHALLOW, DEEP = 0, 1, 2
"""Depths of search. The next ones are as deep, with wider beams."""
_WIDER = (_Factors(1.5, 1.5, 2), _Factors(2, 3, 4), _Factors(3, 6, 6))
EXACT = DEEP + len(_WIDER) + 1
"""The last depth."""
_DEEP_REPLIES = 2
"""Order's replies to a placement of the player to move that are searched at ``DEEP``."""


def widths_at(depth: int, options: SearchOptions) -> Widths:
    """The beam widths of a depth from ``DEEP`` on."""
    factors = _factors_at(depth)
    return Widths(int(factors.cells * options.cells), int(factors.answers * options.answers))


def replies_at(depth: int) -> int:
    """Order's replies to a placement of the player to move that are searched at a depth from ``DEEP`` on."""
    return int(_factors_at(depth).replies * _DEEP_REPLIES)


def _factors_at(depth: int) -> _Factors:
    return _Factors(1, 1, 1) if depth == DEEP else _WIDER[depth - DEEP - 1]
