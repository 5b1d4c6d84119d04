"""What a move does by itself, which is certain whatever follows: tiles on the floor line, pattern lines completed or begun, tiles taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from py_engine.core.text import amount
from py_engine.games.azul.rules.state import COLORS, FLOOR_SLOTS, AzulAction, AzulState, Color, Player
from py_engine.games.azul.rules.tables import BONUS_COLOR, BONUS_COLUMN, BONUS_ROW, PENALTY, ROWS, wall_column

__all__ = ["Deed", "Fact", "certain_differences", "deed"]

MOST_NAMED = 2
MANY_FEWER = 2
"""Tiles fewer than the best move takes, from which that is named."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a move does."""

    tiles: int
    """Tiles taken."""
    floored: int
    """Tiles that find a place on the floor line; what does not fit goes to the lid and costs nothing."""
    row: int | None
    """The row that it fills, from 1; None where all tiles go to the floor line."""
    completes: bool
    begins: bool
    """The row was empty."""
    penalty: int = 0
    """Points that its tiles on the floor line cost, above what is there."""
    worth: int = 0
    """Points of the tile of the row that it completes, with the bonuses that this tile completes."""


class Fact(NamedTuple):
    """A sentence on what a move does worse than the best one by itself."""

    text: str
    cost: int
    """Points that this can cost by itself, later rounds apart; 0 where it costs nothing by itself."""
    floor: bool = False
    """Whether it is about tiles on the floor line."""


def deed(state: AzulState, action: AzulAction) -> Deed:
    """What a legal action of the player to move does."""
    source, destination = action.source, action.destination
    pile = state.center.tiles if isinstance(source, str) else state.factories[source.Factory]
    tiles = pile.get(action.color, 0)
    player = state.players[state.active_player_id]
    floor = player.floor_line
    # The first-player token takes its place before the tiles.
    takes_token = isinstance(source, str) and state.center.has_first_player_token
    held = len(floor.tiles) + floor.has_first_player_token + takes_token
    if isinstance(destination, str):
        floored = min(tiles, max(0, FLOOR_SLOTS - held))
        return Deed(tiles, floored, None, completes=False, begins=False, penalty=_penalty(held, floored))
    row = destination.PatternLine
    line = player.pattern_lines[row]
    free = line.capacity - line.count_filled
    floored = min(max(0, tiles - free), max(0, FLOOR_SLOTS - held))
    return Deed(
        tiles,
        floored,
        row + 1,
        completes=tiles >= free,
        begins=not line.count_filled,
        penalty=_penalty(held, floored),
        worth=_tile_worth(player, row, action.color) if tiles >= free else 0,
    )


def _penalty(held: int, floored: int) -> int:
    """What tiles cost on a floor line with ``held`` occupied places."""
    return int(PENALTY[held + floored] - PENALTY[held])


def _tile_worth(player: Player, row: int, color: Color) -> int:
    """Points of a tile on the wall, beside those of the other complete rows, with the bonuses that it completes."""
    wall = [list(cells) for cells in player.wall]
    for place, line in enumerate(player.pattern_lines):
        if line.color is not None and line.count_filled == line.capacity:
            wall[place][wall_column(COLORS.index(line.color), place)] = True
    number = COLORS.index(color)
    column = wall_column(number, row)
    wall[row][column] = True
    across, down = wall[row], [cells[column] for cells in wall]
    runs = (_run(across, column), _run(down, row))
    same = all(wall[place][wall_column(number, place)] for place in range(ROWS))
    bonuses = BONUS_ROW * all(across) + BONUS_COLUMN * all(down) + BONUS_COLOR * same
    return max(1, sum(run for run in runs if run > 1)) + bonuses  # same bits: whole numbers


def _run(cells: Sequence[bool], place: int) -> int:
    """Number of tiles in a row around one."""
    first, last = place, place
    while first and cells[first - 1]:
        first -= 1
    while last + 1 < len(cells) and cells[last + 1]:
        last += 1
    return last - first + 1


def certain_differences(mine: Deed, best: Deed) -> list[Fact]:
    """What a move does worse than the best one, the most important first."""
    said = []
    if mine.floored > best.floored:
        none = amount(best.floored, "tile") if best.floored else "none"
        text = f"Your move puts {amount(mine.floored, 'tile')} on your floor line, the best move {none}."
        said.append(Fact(text, max(0, mine.penalty - best.penalty), floor=True))
    if best.completes and not mine.completes:
        said.append(Fact(f"The best move completes line {best.row}, yours completes no line.", best.worth))
    elif mine.begins and not mine.completes and best.row is not None and not best.begins:
        said.append(Fact(f"Your move begins line {mine.row}, the best move adds to line {best.row}.", 0))
    if best.tiles - mine.tiles >= MANY_FEWER and best.floored <= mine.floored:
        said.append(Fact(f"Your move takes {amount(mine.tiles, 'tile')}, the best move {best.tiles}.", 0))
    if not said and best.completes and (mine.row or 0) < (best.row or 0) and mine.completes:
        text = f"Your move completes line {mine.row}, the best move the longer line {best.row}."
        said.append(Fact(text, max(0, best.worth - mine.worth)))
    return said[:MOST_NAMED]
