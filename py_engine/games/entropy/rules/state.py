"""Entropy's JSON state and action as strict models, and their conversion to arrays and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args

import numpy as np
from pydantic import ConfigDict, Field, JsonValue, model_serializer, model_validator

from py_engine.core.contract import GameState, Model
from py_engine.core.numerics import U8, Array
from py_engine.core.request import Request
from py_engine.core.validation import MisfitError
from py_engine.games.entropy.rules.batch import BAG_COLUMNS, CHAOS, Batch, from_boards, pass_number, slide_number
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, COLORS, Color, cell_name, geometry, score_table

__all__ = [
    "EXPORTED_MODELS",
    "RULESET_ID",
    "TURNS",
    "EntropyAction",
    "EntropyRequest",
    "EntropyState",
    "Line",
    "Options",
    "action_data",
    "board_of",
    "cell_number",
    "counted_bag",
    "number_of",
    "to_batch",
]

RULESET_ID: Final = "entropy_v1"
Turn = Literal["order", "chaos"]
TURNS: tuple[Turn, ...] = get_args(Turn)
"""By player."""
Cell = Literal["", "R", "G", "Y", "B", "W", "K", "P"]
CELLS: tuple[Cell, ...] = get_args(Cell)
"""By number, as in arrays."""


class Options(Model):
    """The board size, and whether the next token is shown."""

    size: Literal[7, 5] = Field(
        default=7, title="Board", description="Cells along a side: 7 with seven colours, or 5 with five."
    )
    next_token_known: bool = Field(
        default=False,
        title="Next token known",
        description="Shows which token comes next before every move. In the standard game it is still in the bag.",
    )


class Line(Model):
    """The score and palindromes of one row or column."""

    code: str
    """``row_a`` ..., ``column_1`` ..."""
    score: int
    palindromes: list[list[int]]
    """[first, last, points] of each palindrome; positions in the line count from 0."""


class EntropyState(GameState):
    """A position of two players; player 0 is Order, player 1 is Chaos."""

    ruleset_id: Literal["entropy_v1"]
    active_player_id: Annotated[int, Field(ge=0, le=1)]
    size: Literal[7, 5] = 7
    next_token_known: bool = False
    board: list[Cell]
    """Row by row; empty strings are empty cells."""
    turn: Turn = "chaos"
    score: int = 0
    """The current score of the board."""
    token: Color | None = None
    """The token Chaos has drawn; null on Order's turn and at the end."""
    next_token: Color | None = None
    """If it is shown: the token after ``token``, or on Order's turn the one Chaos gets next."""
    bag: dict[Color, int] = {}
    """Tokens in the bag, without ``token`` and ``next_token``."""
    lines: list[Line] = []
    """Rows, then columns."""
    expected: list[float] = []
    """Expected points of each line if Order only passed and Chaos placed at random (V, see ``expected``)."""

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty, so that the game is over."""
        return "" not in self.board

    @property
    def shows_next(self) -> bool:
        """Whether the next token is shown, also if a state has it without setting ``next_token_known``."""
        return self.next_token_known or self.next_token is not None

    @model_validator(mode="after")
    def _tokens_exist(self) -> Self:
        if len(self.board) != self.size * self.size:
            problem = f"should have {self.size * self.size} entries on a board of size {self.size}"
            raise MisfitError(problem, "board")
        colors = COLORS[: self.size]
        there: list[tuple[str | None, tuple[int | str, ...]]] = [(c, ("board", i)) for i, c in enumerate(self.board)]
        there += [(self.token, ("token",)), (self.next_token, ("next_token",))]
        seen = dict.fromkeys(colors, 0)
        for color, path in there:
            if not color:
                continue
            if color not in seen:
                problem = f"is {color}, and a board of size {self.size} has the colours {' '.join(colors)}"
                raise MisfitError(problem, *path)
            seen[color] += 1
            if seen[color] > self.size:
                raise MisfitError(f"is one {color} too many: there are {self.size} of each colour", *path)
        return self

    @model_validator(mode="after")
    def _tokens_are_where_they_are_due(self) -> Self:
        chaos = self.active_player_id == CHAOS and not self.is_full
        if chaos and self.token is None:
            raise MisfitError("is missing: it is Chaos's turn, and there are empty cells", "token")
        if not chaos and self.token is not None:
            raise MisfitError("should be null on Order's turn", "token")
        if self.next_token is not None and not self.next_token_known and "next_token_known" in self.model_fields_set:
            raise MisfitError("should be null unless the next token is known", "next_token")
        left = self.board.count("") - chaos
        if left and self.shows_next and self.next_token is None:
            raise MisfitError("is missing: the next token is known, and there are tokens left", "next_token")
        return self

    @model_validator(mode="after")
    def _what_follows_agrees(self) -> Self:
        given = self.model_fields_set
        turn = TURNS[self.active_player_id]
        if "turn" in given and self.turn != turn and not self.is_full:
            raise MisfitError(f"is {self.turn}, but player {self.active_player_id} is {turn.capitalize()}", "turn")
        if "score" in given and self.score != (score := _score(self)):
            raise MisfitError(f"is {self.score}, but the board scores {score}", "score")
        if "bag" in given:
            left = counted_bag(self)
            for color in dict.fromkeys((*left, *self.bag)):
                held = self.bag.get(color, 0)
                if held != left.get(color, 0):
                    raise MisfitError(f"is {held}, but {left.get(color, 0)} are left", "bag", color)
        return self


class Slide(Model):
    """Move a token along its row or column, over empty cells."""

    model_config = ConfigDict(serialize_by_alias=True)

    origin: str = Field(alias="from")
    to: str


class Place(Model):
    """Place the drawn token on an empty cell."""

    cell: str


class EntropyAction(Model):
    """A move: ``from`` and ``to``, or ``cell``, or the word ``pass``."""

    WORDS: ClassVar[tuple[str, ...]] = ("pass",)

    origin: str | None = Field(default=None, alias="from")
    to: str | None = None
    cell: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_the_word(cls, data: Any) -> Any:
        if data == "pass":
            return {}
        if isinstance(data, dict) and not data:
            raise MisfitError("it should have from and to, or cell")
        return data

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        given = {name for name in ("origin", "to", "cell") if getattr(self, name) is not None}
        if given != self.model_fields_set or given not in (set(), {"cell"}, {"origin", "to"}):
            raise MisfitError("it should have from and to, or cell")
        return self

    @model_serializer
    def _the_one_thing(self) -> Slide | Place | Literal["pass"]:
        if self.cell is not None:
            return Place(cell=self.cell)
        if self.origin is not None and self.to is not None:
            return Slide.model_validate({"from": self.origin, "to": self.to})
        return "pass"


EXPORTED_MODELS = (EntropyState, EntropyAction)
EntropyRequest = Request[EntropyState, EntropyAction]
"""A request to Entropy's evaluators."""


def cell_number(name: str, size: int) -> int | None:
    """The number of the cell with a name like ``a1``; None if the board has no such cell."""
    return _cell_numbers(size).get(name)


@cache
def _cell_numbers(size: int) -> dict[str, int]:
    return {cell_name(cell, size): cell for cell in range(size * size)}


def action_data(number: int, size: int) -> JsonValue:
    """The JSON of the action with this number (see ``batch``)."""
    g = geometry(size)
    if number < g.cells:
        return {"cell": cell_name(number, size)}
    if number == pass_number(size):
        return "pass"
    slide = number - g.cells
    return {"from": cell_name(int(g.start[slide]), size), "to": cell_name(int(g.end[slide]), size)}


def number_of(action: EntropyAction, size: int) -> int | None:
    """The number of an action; None for one that boards of this size do not have."""
    if action.cell is not None:
        return cell_number(action.cell, size)
    if action.origin is None or action.to is None:
        return pass_number(size)
    start, end = cell_number(action.origin, size), cell_number(action.to, size)
    return None if start is None or end is None else slide_number(start, end, size)


def counted_bag(state: EntropyState) -> dict[Color, int]:
    """The tokens in the bag by colour, derived from the board and the drawn tokens."""
    gone = [*state.board, state.token, state.next_token]
    return {color: state.size - gone.count(color) for color in COLORS[: state.size]}


def _numbers(colors: Sequence[Cell | None]) -> Array:
    return np.array([CELLS.index(color or "") for color in colors], dtype=U8)


def _score(state: EntropyState) -> int:
    codes, _ = from_boards(_numbers(state.board)[None], state.size)
    return int(score_table(state.size).take(codes).sum(dtype=np.int32))


def to_batch(states: Sequence[EntropyState]) -> Batch:
    """The positions as one batch, in order; all must have the same size and option."""
    size = states[0].size
    codes, occupied = from_boards(np.stack([_numbers(state.board) for state in states]), size)
    bag = np.zeros((len(states), BAG_COLUMNS), dtype=np.int16)
    bag[:, 1 : size + 1] = [list(counted_bag(state).values()) for state in states]
    return Batch(
        size,
        codes,
        occupied,
        bag,
        _numbers([state.token for state in states]),
        _numbers([state.next_token for state in states]),
        np.array([state.active_player_id for state in states], dtype=np.int8),
        states[0].shows_next,
    )


def board_of(batch: Batch, lane: int) -> list[Cell]:
    """The board of one position of a batch, as in a state."""
    rows = batch.codes[lane, : batch.size, None] >> CELL_BITS * np.arange(batch.size, dtype=np.int32) & CELL_MASK
    return [CELLS[color] for color in rows.ravel().tolist()]
