"""The events of a move (a state's ``last_events``): draft, tiling, floor penalties, bonuses, refill, end of the game."""

from __future__ import annotations

from typing import Literal, TypedDict

import numpy as np
from pydantic import JsonValue

from py_engine.games.azul.rules.batch import Side
from py_engine.games.azul.rules.scoring import RoundEnd, Tiling, bonuses
from py_engine.games.azul.rules.state import COLORS, Color
from py_engine.games.azul.rules.tables import BONUS_COLOR, BONUS_COLUMN, BONUS_ROW, ROWS

__all__ = ["DraftEvent", "Event", "GameOverEvent", "RefillEvent", "bonus_events", "tiling_events"]


class DraftEvent(TypedDict):
    """Tiles are taken and placed."""

    type: Literal["draft"]
    player_id: int
    source: JsonValue
    color: Color
    destination: JsonValue
    count: int
    placed: int
    to_floor: int
    to_lid: int
    took_token: bool


class TileEvent(TypedDict):
    """A complete line's tile goes to the wall."""

    type: Literal["tile"]
    player_id: int
    row: int
    column: int
    color: Color
    points: int
    horizontal: int
    vertical: int


class PenaltyEvent(TypedDict):
    """The penalty for a floor line."""

    type: Literal["penalty"]
    player_id: int
    points: int
    """At most 0."""
    tiles: int
    token: bool


class BonusEvent(TypedDict):
    """A complete row, column or colour at the end of the game."""

    type: Literal["bonus"]
    player_id: int
    kind: Literal["row", "column", "color"]
    index: int
    points: int


class RefillEvent(TypedDict):
    """The factories of a new round are dealt."""

    type: Literal["refill"]
    round_number: int
    tiles: int
    lid_returned: bool


class GameOverEvent(TypedDict):
    """The end of the game, with its winner."""

    type: Literal["game_over"]
    returns: list[float]
    winner: int | None
    shared: bool


Event = DraftEvent | TileEvent | PenaltyEvent | BonusEvent | RefillEvent | GameOverEvent


def tiling_events(player: int, side: Side, tiling: Tiling) -> list[TileEvent | PenaltyEvent]:
    """The tiles and the penalty of a player at the end of a round (batches of one)."""
    events: list[TileEvent | PenaltyEvent] = []
    for row in range(ROWS):
        if tiling.completed[row, 0]:
            column = int(tiling.column[row, 0])
            events.append(
                {
                    "type": "tile",
                    "player_id": player,
                    "row": row,
                    "column": column,
                    "color": COLORS[(column - row) % len(COLORS)],
                    "points": int(tiling.points[row, 0]),
                    "horizontal": int(tiling.horizontal[row, 0]),
                    "vertical": int(tiling.vertical[row, 0]),
                }
            )
    if tiling.penalty[0]:
        events.append(
            {
                "type": "penalty",
                "player_id": player,
                "points": -int(tiling.penalty[0]),
                "tiles": int(side.floor[0]),
                "token": bool(side.token[0]),
            }
        )
    return events


def bonus_events(player: int, end: RoundEnd, index: int) -> list[BonusEvent]:
    """A player's bonuses at the end of the game; ``index`` is that of the player's board among the two."""
    _, columns, colors = bonuses(end.tilings[index])
    full_rows = [row for row in range(ROWS) if _row_is_full(end.tilings[index], row)]
    kinds: tuple[tuple[Literal["row", "column", "color"], list[int], int], ...] = (
        ("row", full_rows, BONUS_ROW),
        ("column", np.flatnonzero(columns[:, 0]).tolist(), BONUS_COLUMN),
        ("color", np.flatnonzero(colors[:, 0]).tolist(), BONUS_COLOR),
    )
    return [
        {"type": "bonus", "player_id": player, "kind": kind, "index": place, "points": points}
        for kind, places, points in kinds
        for place in places
    ]


def _row_is_full(tiling: Tiling, row: int) -> bool:
    return all(int(tiling.walls[0]) >> (5 * column + row) & 1 for column in range(5))
