"""The query "lines": the score and the expected score of every line of a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from py_engine.core.contract import JsonObject, Model
from py_engine.core.evaluation import Job
from py_engine.core.one_shot import OneShotJob
from py_engine.games.entropy.coaching.sent_states import SENT
from py_engine.games.entropy.rules.state import EntropyState
from py_engine.games.entropy.rules.tables import cell_name, geometry, line_names

__all__ = ["BoardLines", "LineReport", "LinesArgs", "Palindrome", "lines"]


class LinesArgs(Model):
    """The state whose lines are listed."""

    state: JsonObject


@dataclass(frozen=True, slots=True)
class Palindrome:
    """A palindrome: cells that read the same in both directions."""

    cells: list[str]
    points: int


@dataclass(frozen=True, slots=True)
class LineReport:
    """One row or column."""

    code: str
    name: str
    cells: list[str]
    score: int
    expected: float
    palindromes: list[Palindrome]


@dataclass(frozen=True, slots=True)
class BoardLines:
    """All rows and columns, and their sums."""

    lines: list[LineReport]
    score: int
    expected: float


def lines(args: LinesArgs) -> Job[BoardLines]:
    """Answers "lines": every row and column with its palindromes."""
    state = SENT.parse_one(args.state)
    return OneShotJob(lambda: _lines_of(state))


def _lines_of(state: EntropyState) -> BoardLines:
    found = []
    names, rows = line_names(state.size), geometry(state.size).line_cells.tolist()
    for line, name, numbers, expected in zip(state.lines, names, rows, state.expected, strict=True):
        cells = [cell_name(cell, state.size) for cell in numbers]
        there = [Palindrome(cells[first : last + 1], points) for first, last, points in line.palindromes]
        found.append(LineReport(name.code, name.label, cells, line.score, expected, there))
    return BoardLines(found, state.score, float(np.array(state.expected, dtype=np.float64).sum()))
