"""Azul's JSON state and action, as strict models. The page a player's client and the engine agree on."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from py_engine.contract import GameState, Model

__all__ = [
    "COLORS",
    "EXPORTED_MODELS",
    "RULESET_ID",
    "AzulAction",
    "AzulState",
    "Center",
    "Color",
    "Factory",
    "FloorLine",
    "PatternLine",
    "PatternLineTarget",
    "Player",
]

RULESET_ID = "azul_v1_2p"
FACTORIES = 5
FACTORY_TILES = 4
FLOOR_SLOTS = 7

Color = Literal["Blue", "Yellow", "Red", "Black", "White"]
COLORS: tuple[Color, ...] = ("Blue", "Yellow", "Red", "Black", "White")
TILES_PER_COLOR = 20

TileCount = Annotated[int, Field(ge=0, le=TILES_PER_COLOR)]
Tiles = dict[Color, TileCount]
"""How many tiles of each colour; colours with none are left out."""
Row = Annotated[int, Field(ge=0, le=4)]
WallRow = Annotated[list[bool], Field(min_length=5, max_length=5)]


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
            raise ValueError("a pattern line holds more tiles than it has places")
        if (self.color is None) != (self.count_filled == 0):
            raise ValueError("a pattern line has a colour exactly when it holds tiles")
        return self


class FloorLine(Model):
    """The floor line: tiles in order of arrival, and whether the first-player token lies among them."""

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
                raise ValueError(f"pattern line {row} must have capacity {row + 1}")
            if line.color is not None and self.wall[row][(COLORS.index(line.color) + row) % 5]:
                raise ValueError(f"pattern line {row} holds a colour that its wall row already has")
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
        if sum(tokens) > 1:
            raise ValueError("there is only one first-player token")
        if any(sum(tiles.values()) > FACTORY_TILES for tiles in self.factories):
            raise ValueError(f"a factory holds at most {FACTORY_TILES} tiles")
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
