"""Comparison with the same games as another version of the engine played them, from its file of results.

Check out the other version beside this one and run the same command there: its file of results is the reference.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from py_engine.lab.core.crossed import Table
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.statistics import Mean, paired

__all__ = ["gains"]


def gains(table: Table, path: Path) -> list[list[Mean]]:
    """By row and column: how much more player 0 scores here than in the file, over the games that both have played.

    Raises:
        LabError: the file cannot be read.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"The results in {path} cannot be read: {error}.") from None
    earlier: dict[str, dict[int, float]] = {}
    for line in lines:
        with suppress(ValueError, TypeError, KeyError):
            kept = json.loads(line)
            task, result = kept["task"], kept["result"]
            points = {seed: float(each[0]) for seed, each in zip(task["seeds"], result, strict=True)}
            earlier.setdefault(_key(task["options"], task["players"]), {}).update(points)
    crossing = table.crossing
    return [
        [
            paired(
                table.points.get((row, column), {}),
                earlier.get(_key(crossing.options, [first.params, second.params]), {}),
            )
            for column, second in enumerate(crossing.columns)
        ]
        for row, first in enumerate(crossing.rows)
    ]


def _key(options: object, players: object) -> str:
    return json.dumps([options, players], sort_keys=True)
