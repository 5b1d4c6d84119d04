"""Azul's JSON state and action as strict models, and their conversion to and from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, Self, TypedDict

import numpy as np
from pydantic import Field, JsonValue, model_validator

from py_engine.core.contract import GameState, Model
from py_engine.core.numerics import U8, U32, U64, Array
from py_engine.core.request import Request
from py_engine.core.validation import MisfitError
from py_engine.games.azul.rules.batch import Batch, Side, targets_of
from py_engine.games.azul.rules.scoring import lid_of
from py_engine.games.azul.rules.tables import (
    ACTIONS,
    CENTER,
    DESTINATIONS,
    FLOOR,
    FLOOR_CODE_BITS,
    FLOOR_KEY,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_WALL,
    ROWS,
    SOURCES,
    line_code,
    row_key,
    wall_column,
)

__all__ = [
    "COLORS",
    "EXPORTED_MODELS",
    "FLOOR_SLOTS",
    "RULESET_ID",
    "AzulAction",
    "AzulOptions",
    "AzulRequest",
    "AzulState",
    "BatchFields",
    "Center",
    "Color",
    "Factory",
    "FloorLine",
    "PatternLine",
    "PatternLineTarget",
    "Player",
    "action_data",
    "action_of",
    "count_tiles",
    "draft_phase",
    "from_batch",
    "number_of",
    "to_batch",
]

RULESET_ID: Final = "azul_v1_2p"
FACTORIES = 5
FACTORY_TILES = 4
FLOOR_SLOTS = 7

Color = Literal["Blue", "Yellow", "Red", "Black", "White"]
COLORS: tuple[Color, ...] = ("Blue", "Yellow", "Red", "Black", "White")
TILES_PER_COLOR = 20
MAX_TILES_OF_COLOR = 100
"""Maximum number of tiles of one colour in a position made elsewhere. Tiles are never created, so no pile can exceed it."""
EARLY_FROM, MID_FROM = 14, 7
"""Smallest number of tiles on the table in the early and the middle phase of a round."""

TileCount = Annotated[int, Field(ge=0, le=MAX_TILES_OF_COLOR)]
Tiles = dict[Color, TileCount]
"""Number of tiles of each colour; colours without tiles are left out."""
Row = Annotated[int, Field(ge=0, le=4)]
WallRow = Annotated[list[bool], Field(min_length=5, max_length=5)]


class AzulOptions(Model):
    """Options of a new game."""

    first_player: Annotated[int, Field(ge=0, le=1)] = 0


class Center(Model):
    """The middle of the table."""

    tiles: Tiles = {}
    has_first_player_token: bool = False


class PatternLine(Model):
    """One pattern line: ``count_filled`` tiles of ``color`` in ``capacity`` places."""

    capacity: Annotated[int, Field(ge=1, le=5)]
    color: Color | None = None
    count_filled: Annotated[int, Field(ge=0, le=5)] = 0

    @model_validator(mode="after")
    def _color_and_count_agree(self) -> Self:
        if self.count_filled > self.capacity:
            raise MisfitError("holds more tiles than it has places")
        if (self.color is None) != (self.count_filled == 0):
            raise MisfitError("should have a colour when it holds tiles, and none when it is empty")
        return self


class FloorLine(Model):
    """The floor line: its tiles in order of arrival, and whether the first-player token is there."""

    tiles: Annotated[list[Color], Field(max_length=FLOOR_SLOTS)] = []
    has_first_player_token: bool = False


class Player(Model):
    """One player's board."""

    score: Annotated[int, Field(ge=0, le=1000)] = 0
    pattern_lines: Annotated[list[PatternLine], Field(min_length=5, max_length=5)]
    wall: Annotated[list[WallRow], Field(min_length=5, max_length=5)]
    floor_line: FloorLine = FloorLine()

    @model_validator(mode="after")
    def _lines_fit_the_wall(self) -> Self:
        for row, line in enumerate(self.pattern_lines):
            if line.capacity != row + 1:
                raise MisfitError(f"should be {row + 1}", "pattern_lines", row, "capacity")
            if line.color is not None and self.wall[row][(COLORS.index(line.color) + row) % 5]:
                raise MisfitError("holds a colour that its row of the wall already has", "pattern_lines", row)
        return self


class AzulState(GameState):
    """A position in the drafting phase, or the end of the game."""

    ruleset_id: Literal["azul_v1_2p"]
    scenario_seed: str | None = None
    active_player_id: Annotated[int, Field(ge=0, le=1)]
    round_number: Annotated[int, Field(ge=1, le=1000)] = 1
    draft_phase_progress: Literal["EARLY", "MID", "LATE"] | None = None
    bag: Tiles
    lid: Tiles
    factories: Annotated[list[Tiles], Field(min_length=FACTORIES, max_length=FACTORIES)]
    center: Center
    players: Annotated[list[Player], Field(min_length=2, max_length=2)]

    @model_validator(mode="after")
    def _tokens_and_factories_hold(self) -> Self:
        tokens = [self.center.has_first_player_token, *(p.floor_line.has_first_player_token for p in self.players)]
        if sum(tokens) > 1:  # same bits: whole numbers
            raise MisfitError("there is only one first-player token")
        for index, tiles in enumerate(self.factories):
            if sum(tiles.values()) > FACTORY_TILES:  # same bits: whole numbers
                raise MisfitError(f"holds more than {FACTORY_TILES} tiles", "factories", index)
        if any(count_tiles(self, color) > MAX_TILES_OF_COLOR for color in COLORS):
            raise MisfitError(f"there are more than {MAX_TILES_OF_COLOR} tiles of one colour")
        return self


class Factory(Model):
    """A factory as the source of a move."""

    Factory: Annotated[int, Field(ge=0, le=FACTORIES - 1)]


class PatternLineTarget(Model):
    """A pattern line as the destination of a move."""

    PatternLine: Row


class AzulAction(Model):
    """Take all tiles of one colour from one source and put them on one line or the floor."""

    source: Factory | Literal["Center"]
    color: Color
    destination: PatternLineTarget | Literal["Floor"]


EXPORTED_MODELS = (AzulState, AzulAction)
AzulRequest = Request[AzulState, AzulAction]
"""A request to one of Azul's evaluators."""


def action_of(number: int) -> AzulAction:
    """The action with this number, ``(source * 5 + color) * 6 + destination``."""
    return _ACTIONS[number]


def action_data(number: int) -> JsonValue:
    """The action with this number as JSON data."""
    data: JsonValue = _ACTIONS[number].model_dump()
    return data


def number_of(action: AzulAction) -> int:
    """The number of an action."""
    source = CENTER if isinstance(action.source, str) else action.source.Factory
    destination = FLOOR if isinstance(action.destination, str) else action.destination.PatternLine
    return (source * len(COLORS) + COLORS.index(action.color)) * DESTINATIONS + destination


def _make_action(number: int) -> AzulAction:
    rest, destination = divmod(number, DESTINATIONS)
    source, color = divmod(rest, len(COLORS))
    return AzulAction(
        source="Center" if source == CENTER else Factory(Factory=source),
        color=COLORS[color],
        destination="Floor" if destination == FLOOR else PatternLineTarget(PatternLine=destination),
    )


_ACTIONS = tuple(_make_action(number) for number in range(ACTIONS))


def to_batch(states: Sequence[AzulState]) -> Batch:
    """The positions as a batch, in the given order, each with the player to move in front."""
    size = len(states)
    tiles = np.zeros((SOURCES, size, 8), dtype=U8)
    bag = np.zeros((len(COLORS), size), dtype=np.int32)
    totals = np.zeros((len(COLORS), size), dtype=np.int32)
    for lane, state in enumerate(states):
        for source, pile in enumerate((*state.factories, state.center.tiles)):
            for color, count in pile.items():
                tiles[source, lane, COLORS.index(color)] = count
        for c, color in enumerate(COLORS):
            bag[c, lane] = state.bag.get(color, 0)
            totals[c, lane] = count_tiles(state, color)
    front = np.array([s.active_player_id for s in states], dtype=U8)
    return Batch(
        tiles.view(U64)[:, :, 0].copy(),
        np.array([s.center.has_first_player_token for s in states], dtype=U8),
        (
            _to_side([s.players[s.active_player_id] for s in states]),
            _to_side([s.players[1 - s.active_player_id] for s in states]),
        ),
        front,
        front.copy(),
        np.array([s.round_number for s in states], dtype=np.int32),
        totals,
        bag,
    )


def count_tiles(state: AzulState, color: Color) -> int:
    """Number of tiles of a colour anywhere in the position (normally 20)."""
    places = [state.bag, state.lid, state.center.tiles, *state.factories]
    count = sum(pile.get(color, 0) for pile in places)  # same bits: whole numbers
    for player in state.players:
        count += player.floor_line.tiles.count(color)
        # same bits: whole numbers
        count += sum(line.count_filled for line in player.pattern_lines if line.color == color)
        # same bits: whole numbers
        count += sum(player.wall[row][wall_column(COLORS.index(color), row)] for row in range(ROWS))
    return count


def _to_side(players: Sequence[Player]) -> Side:
    lines = np.full((DESTINATIONS, len(players)), FLOOR_KEY, dtype=INDEX)
    floor = np.zeros(len(players), dtype=INDEX)
    code = np.zeros(len(players), dtype=U32)
    for lane, player in enumerate(players):
        for row, line in enumerate(player.pattern_lines):
            wall = sum(1 << column for column in range(5) if player.wall[row][column])
            color = 0 if line.color is None else COLORS.index(line.color)
            lines[row, lane] = row_key(row, wall, line_code(color, line.count_filled))
        floor[lane] = len(player.floor_line.tiles)
        for slot, tile in enumerate(player.floor_line.tiles):
            code[lane] |= U32((COLORS.index(tile) + 1) << (FLOOR_CODE_BITS * slot))
    return Side(
        lines,
        targets_of(lines),
        floor,
        code,
        np.array([p.floor_line.has_first_player_token for p in players], dtype=U8),
        np.array([p.score for p in players], dtype=np.int32),
    )


class PlayerFields(TypedDict):
    """The fields of a ``Player``, not validated."""

    score: int
    pattern_lines: Sequence[Mapping[str, object]]
    wall: Sequence[Sequence[bool]]
    floor_line: Mapping[str, object]


class BatchFields(TypedDict):
    """The fields of an ``AzulState`` that a batch holds, not validated."""

    ruleset_id: str
    active_player_id: int
    round_number: int
    draft_phase_progress: str
    bag: Mapping[str, int]
    lid: Mapping[str, int]
    factories: Sequence[Mapping[str, int]]
    center: Mapping[str, object]
    players: Sequence[PlayerFields]


def from_batch(batch: Batch, lane: int) -> BatchFields:
    """The state fields that the batch holds of one lane; the batch must track the order of tiles on the floors."""
    fields = batch.tiles.view(U8).reshape(SOURCES, batch.size, 8)[:, lane, : len(COLORS)]
    piles = [_pile(row) for row in fields]
    sides = [_from_side(side, lane) for side in batch.sides]
    front = int(batch.front[lane])
    return {
        "ruleset_id": RULESET_ID,
        "active_player_id": int(batch.turn[lane]),
        "round_number": int(batch.round_number[lane]),
        "draft_phase_progress": draft_phase(int(fields.sum(dtype=np.int32))),
        "bag": _pile(batch.bag[:, lane]),
        "lid": _pile(lid_of(batch)[:, lane]),
        "factories": piles[:CENTER],
        "center": {"tiles": piles[CENTER], "has_first_player_token": bool(batch.center_token[lane])},
        "players": sides if front == 0 else sides[::-1],
    }


def draft_phase(tiles_on_table: int) -> str:
    """The phase of a round, by the number of tiles left on the table."""
    if tiles_on_table >= EARLY_FROM:
        return "EARLY"
    return "MID" if tiles_on_table >= MID_FROM else "LATE"


def _pile(counts: Array) -> dict[str, int]:
    return {color: int(n) for color, n in zip(COLORS, counts, strict=True) if n}


def _from_side(side: Side, lane: int) -> PlayerFields:
    keys = side.lines[:ROWS, lane]
    code = 0 if side.floor_code is None else int(side.floor_code[lane])
    mask = (1 << FLOOR_CODE_BITS) - 1
    floor = [COLORS[(code >> (FLOOR_CODE_BITS * slot) & mask) - 1] for slot in range(int(side.floor[lane]))]
    return {
        "score": int(side.score[lane]),
        "pattern_lines": [
            {
                "capacity": row + 1,
                "color": COLORS[KEY_COLOR[key]] if KEY_COUNT[key] else None,
                "count_filled": int(KEY_COUNT[key]),
            }
            for row, key in enumerate(keys)
        ],
        "wall": [[bool(KEY_WALL[key] >> column & 1) for column in range(5)] for key in keys],
        "floor_line": {"tiles": floor, "has_first_player_token": bool(side.token[lane])},
    }
