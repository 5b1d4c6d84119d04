"""Whether what a card names first is lost indeed: the row, the board or the start that it names, in rounds played on from both moves.

The rest of the round is played from either move as for the true losses, by searches that know nothing of the card. What rows and
boards add to the difference between the ends is found as for the card, by the learnt values.
"""

from __future__ import annotations

import math
import re

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.learnt import FILE
from py_engine.games.azul.rules.batch import concatenated
from py_engine.games.azul.rules.state import to_batch
from py_engine.games.azul.search.compare.line_parts import row_shares
from py_engine.games.azul.search.sides import PARTS, shares
from py_engine.lab.azul.honesty.frozen import Place, position
from py_engine.lab.azul.honesty.truth import NEIGHBOURS, SearchTask, ended
from py_engine.lab.core.versions import require_same, version

__all__ = ["Parts", "confirmed", "ended_parts", "engine"]

_ROW = re.compile(r"(Line|Your opponent's line) (\d)$")
_BOARDS = {"Your own board": "own", "Your opponent's board": "opponent", "Your opponent starts": "start"}
"""What the name of a reason begins with, and the part of ``sides`` that it is about."""

Parts = dict[str, list[float]]
"""By name, ``own 3``, ``opponent 3`` or ``own``: what the move gains there on the pick, and the standard error of that."""


def engine() -> str:
    """A hash of everything that determines the parts, including the learnt values."""
    return version(__name__, data=[FILE])


def ended_parts(task: SearchTask) -> Parts:
    """What rows, boards and the start add to the difference of two moves; a job.

    Args:
        task: The pick and the move.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine())
    root = to_batch([position(task["set"], Place(*task["place"])).state]).without_floor_order()
    pick, move = (ended(root, each) for each in task["moves"])
    ways = len(pick)
    player = int(root.front[0])
    drafted = concatenated([*move, *pick])
    found: Parts = {}
    for name, seat, sign in (("own", player, 1.0), ("opponent", player ^ 1, -1.0)):
        for row, values in row_shares(drafted, ways, seat).items():
            found[f"{name} {row + 1}"] = _mean(sign * values, ways)
    whole = shares(move, pick, player)
    if whole is not None:
        found |= {name: _mean(values, ways) for name, values in zip(PARTS, whole, strict=True)}
    return found


def _mean(values: Array, ways: int) -> list[float]:
    """The mean of a part over the pairs of ends, and its standard error: of them, no more are independent than ways that are no neighbours."""
    return [float(np.mean(values)), float(np.std(values)) / math.sqrt(max(1, ways // NEIGHBOURS - 1))]


def confirmed(reason: str, parts: Parts) -> bool | None:
    """Whether the move loses where a reason says; None where it names no row, board or start, or the ends are too close.

    Where some rows differ in the ends and the named one does not, it does not lose there.
    """
    row = _ROW.match(reason)
    if row is not None:
        name: str | None = f"{'own' if row[1] == 'Line' else 'opponent'} {row[2]}"
    else:
        name = next((part for begins, part in _BOARDS.items() if reason.startswith(begins)), None)
    if name is None or name not in parts:
        return False if row is not None and any(" " in part for part in parts) else None
    gain, error = parts[name]
    return None if abs(gain) <= error else gain < 0
