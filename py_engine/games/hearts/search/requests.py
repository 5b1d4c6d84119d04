"""What every evaluator of Hearts is asked."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.request import Request
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, move_of

__all__ = ["HeartsRequest", "place_of_user"]

HeartsRequest = Request[HeartsState, HeartsAction]


def place_of_user(request: HeartsRequest, legal: Sequence[int]) -> int | None:
    """The place of the user's move among the legal ones; None when nothing is graded."""
    return None if request.user is None else legal.index(move_of(request.user))
