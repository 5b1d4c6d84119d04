"""Hand-made positions with the right number of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.games.azul import oracle
from tests.games.azul.oracle import COLORS, Action, State

LAST_TILE = {"White": 1}
"""The first factory in a position whose next move ends the round."""


def board(
    *,
    score: int = 0,
    lines: Mapping[int, tuple[str, int]] | None = None,
    wall: Iterable[tuple[int, int]] = (),
    floor: Sequence[str] = (),
    token: bool = False,
) -> State:
    """A player's board: pattern lines by row as (colour, count), wall tiles as (row, column)."""
    filled = lines or {}
    cells = set(wall)
    return {
        "score": score,
        "pattern_lines": [
            {
                "capacity": row + 1,
                "color": filled[row][0] if row in filled else None,
                "count_filled": filled[row][1] if row in filled else 0,
            }
            for row in range(5)
        ],
        "wall": [[(row, column) in cells for column in range(5)] for row in range(5)],
        "floor_line": {"tiles": list(floor), "has_first_player_token": token},
    }


def position(
    first: State | None = None,
    second: State | None = None,
    *,
    factories: Sequence[dict[str, int]] = (LAST_TILE,),
    center: dict[str, int] | None = None,
    token: bool = False,
    player: int = 0,
    bag: dict[str, int] | None = None,
    lid: dict[str, int] | None = None,
) -> State:
    """A position; ``token`` puts the token in the centre. By default the bag holds all tiles that are nowhere else."""
    state: State = {
        "ruleset_id": "azul_v1_2p",
        "active_player_id": player,
        "round_number": 3,
        "bag": bag or {},
        "lid": lid or {},
        "factories": [dict(pile) for pile in factories] + [{}] * (5 - len(factories)),
        "center": {"tiles": center or {}, "has_first_player_token": token},
        "players": [first or board(), second or board()],
        "game_over": False,
    }
    if bag is None:
        counts = oracle.tile_counts(state)
        state["bag"] = {color: 20 - counts[color] for color in COLORS if counts[color] < 20}
    return state


def move(source: int | None, color: str, row: int | None) -> Action:
    """An action; source None is the centre, row None is the floor."""
    start: Any = "Center" if source is None else {"Factory": source}
    goal: Any = "Floor" if row is None else {"PatternLine": row}
    return {"source": start, "color": color, "destination": goal}
