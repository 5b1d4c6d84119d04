"""What a move caused, as a state's ``last_events`` list it."""

from __future__ import annotations

from typing import Literal, TypedDict

from py_engine.games.entropy.rules.tables import Color

__all__ = ["Drawn", "Ended", "Event", "Passed", "Placed", "Scored", "Slid"]


class Placed(TypedDict):
    """Chaos has put the token on a cell."""

    type: Literal["place"]
    player_id: int
    cell: str
    token: str | None


Slid = TypedDict("Slid", {"type": Literal["slide"], "player_id": int, "from": str, "to": str | None, "token": str})
"""Order has moved a token."""


class Passed(TypedDict):
    """Order has passed."""

    type: Literal["pass"]
    player_id: int


class Scored(TypedDict):
    """The score of the board has changed."""

    type: Literal["score"]
    change: int
    score: int


class Drawn(TypedDict):
    """A token has come out of the bag."""

    type: Literal["draw"]
    player_id: int
    token: Color


class Ended(TypedDict):
    """The board is full."""

    type: Literal["game_over"]
    returns: list[float | None]
    score: int


Event = Placed | Slid | Passed | Scored | Drawn | Ended
