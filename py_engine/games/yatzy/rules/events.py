"""The events of a move, as listed in a state's ``last_events``."""

from __future__ import annotations

from typing import Literal, TypedDict

from py_engine.games.yatzy.rules.tables import Category

__all__ = ["Bonus", "Ended", "Entered", "Event", "Kept", "Scored", "Thrown", "Turn"]


class Turn(TypedDict):
    """A turn begins."""

    type: Literal["turn"]
    player_id: int
    turn: int
    """1 to 15."""


class Kept(TypedDict):
    """A player keeps some dice; the others are thrown."""

    type: Literal["keep"]
    player_id: int
    keep: list[bool] | None
    dice: list[int | None]
    """Before the throw."""


class Thrown(TypedDict):
    """Dice are thrown."""

    type: Literal["throw"]
    player_id: int
    dice: list[int | None]
    """All five, after the throw."""
    thrown: list[bool]
    rolls_left: int


class Entered(TypedDict):
    """A player enters dice thrown by hand."""

    type: Literal["enter"]
    player_id: int
    dice: list[int]
    rolls_left: int


class Scored(TypedDict):
    """A player fills a category."""

    type: Literal["score"]
    player_id: int
    category: Category
    points: int


class Bonus(TypedDict):
    """The upper score reaches the bonus."""

    type: Literal["bonus"]
    player_id: int
    points: int


class Ended(TypedDict):
    """All cards are full."""

    type: Literal["game_over"]
    returns: list[float | None]
    winner: int | None
    """None if the game is shared, or solitaire."""
    shared: bool


Event = Turn | Kept | Thrown | Entered | Scored | Bonus | Ended
