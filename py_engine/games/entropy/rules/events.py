"""The events of a move, as listed in a state's ``last_events``."""

from __future__ import annotations

from typing import Literal, TypedDict

from py_engine.games.entropy.rules.tables import Color

__all__ = ["Drawn", "Ended", "Event", "Passed", "Placed", "Scored", "Slid"]


class Placed(TypedDict):
    """Chaos places the token on a cell."""

    type: Literal["place"]
    player_id: int
    cell: str
    token: str | None


Slid = TypedDict("Slid", {"type": Literal["slide"], "player_id": int, "from": str, "to": str | None, "token": str})
"""Order slides a token."""


class Passed(TypedDict):
    """Order passes."""

    type: Literal["pass"]
    player_id: int


class Scored(TypedDict):
    """The score of the board changes."""

    type: Literal["score"]
    change: int
    score: int


class Drawn(TypedDict):
    """A token is drawn from the bag."""

    type: Literal["draw"]
    player_id: int
    token: Color


class Ended(TypedDict):
    """The board is full."""

    type: Literal["game_over"]
    returns: list[float | None]
    score: int


Event = Placed | Slid | Passed | Scored | Drawn | Ended
