"""What a move caused, as a state's ``last_events`` list it."""

from __future__ import annotations

from typing import Literal, TypedDict

from py_engine.games.yatzy.rules.tables import Category

__all__ = ["Bonus", "Ended", "Entered", "Event", "Kept", "Scored", "Thrown", "Turn"]


class Turn(TypedDict):
    """A turn has begun."""

    type: Literal["turn"]
    player_id: int
    turn: int
    """1 to 15."""


class Kept(TypedDict):
    """A player has kept some dice; the others are thrown."""

    type: Literal["keep"]
    player_id: int
    keep: list[bool] | None
    dice: list[int | None]
    """As they lay before."""


class Thrown(TypedDict):
    """Dice have fallen."""

    type: Literal["throw"]
    player_id: int
    dice: list[int | None]
    """All five, as they lie now."""
    thrown: list[bool]
    rolls_left: int


class Entered(TypedDict):
    """A player has entered how dice fell."""

    type: Literal["enter"]
    player_id: int
    dice: list[int]
    rolls_left: int


class Scored(TypedDict):
    """A player has filled a category."""

    type: Literal["score"]
    player_id: int
    category: Category
    points: int


class Bonus(TypedDict):
    """The upper score has reached the bonus."""

    type: Literal["bonus"]
    player_id: int
    points: int


class Ended(TypedDict):
    """All cards are full."""

    type: Literal["game_over"]
    returns: list[float | None]
    winner: int | None
    """None when it is shared, or when one plays alone."""
    shared: bool


Event = Turn | Kept | Thrown | Entered | Scored | Bonus | Ended
