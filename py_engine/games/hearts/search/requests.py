"""The user's move of a request as an index into the legal moves."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.games.hearts.rules.state import HeartsRequest, move_of

__all__ = ["index_of_user"]


def index_of_user(request: HeartsRequest, legal: Sequence[int]) -> int | None:
    """The index of the user's move among the legal ones; None if no move is graded."""
    return None if request.user is None else legal.index(move_of(request.user))
