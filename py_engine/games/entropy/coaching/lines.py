"""What every line of a board scores, and what may be expected of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.core.contract import JsonObject, Model
from py_engine.core.evaluation import Job
from py_engine.core.one_shot import OneShotJob
from py_engine.games.entropy.coaching.sent_states import parse_states
from py_engine.games.entropy.rules.state import EntropyState
from py_engine.games.entropy.rules.tables import cell_name, geometry, line_names

__all__ = ["LinesArgs", "lines"]


class LinesArgs(Model):
    """A state."""

    state: JsonObject


def lines(args: LinesArgs) -> Job[Any]:
    """Every row and column with its palindromes."""
    (state,) = parse_states([args.state])
    return OneShotJob(lambda: _told(state))


def _told(state: EntropyState) -> dict[str, Any]:
    found = []
    names, rows = line_names(state.size), geometry(state.size).line_cells.tolist()
    for line, name, numbers, expected in zip(state.lines, names, rows, state.expected, strict=True):
        cells = [cell_name(cell, state.size) for cell in numbers]
        there = [{"cells": cells[first : last + 1], "points": points} for first, last, points in line.palindromes]
        about = {"code": line.code, "name": name.label, "cells": cells}
        found.append(about | {"score": line.score, "expected": expected, "palindromes": there})
    total = float(np.array(state.expected, dtype=np.float64).sum())
    return {"lines": found, "score": state.score, "expected": total}
