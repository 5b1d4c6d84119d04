"""Tables of results as text, Markdown and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from py_engine.lab.core.crossed import Table
from py_engine.lab.core.matches import Player, PlayerData
from py_engine.lab.core.statistics import Mean

__all__ = [
    "MeanData",
    "Rows",
    "TableData",
    "Tables",
    "aligned",
    "as_data",
    "as_markdown",
    "as_row",
    "as_text",
    "markdown",
    "markdown_report",
    "titled",
    "titled_markdown",
    "written",
]

Rows = list[list[str]]
"""Cells by row; the first row is the header."""
Tables = Sequence[tuple[str, Rows]]
"""Tables with their titles."""


def _grid(table: Table, roles: list[str]) -> Rows:
    return _of(
        table, f"{roles[0]} \\ {roles[1]}", table.crossing.rows, lambda row, column: table.mean(row, column).text()
    )


def _of(table: Table, corner: str, rows: list[Player], text: Callable[[int, int], str], first: int = 0) -> Rows:
    columns = range(len(table.crossing.columns))
    head = [corner, *(player.name for player in table.crossing.columns)]
    return [
        head,
        *([player.name, *(text(row, column) for column in columns)] for row, player in enumerate(rows, first)),
    ]


def _differences(table: Table) -> Rows:
    rows = table.crossing.rows
    return _of(
        table,
        f"difference from {rows[0].name}",
        rows[1:],
        lambda row, column: table.above(row, column).text(signed=True),
        1,
    )


def _parts(table: Table, roles: list[str]) -> list[tuple[str, Rows]]:
    counts = sorted({len(cell) for cell in table.points.values()})
    games = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else "".join(map(str, counts))
    parts = [(f"Mean result of {roles[0]} ± standard error, {games} games each", _grid(table, roles))]
    if len(table.crossing.rows) > 1:
        parts.append(("Differences, paired by game (common random numbers)", _differences(table)))
    return parts


def as_text(table: Table, roles: list[str]) -> str:
    """The tables of results as plain text.

    Args:
        table: The results.
        roles: The names of the two roles.
    """
    return titled(_parts(table, roles))


def aligned(rows: Rows) -> str:
    """A table as plain text with aligned columns."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_markdown(table: Table, roles: list[str], command: str) -> str:
    """The tables of results in Markdown, with the command that produced them."""
    return markdown_report(titled_markdown(_parts(table, roles)), command)


def markdown(rows: Rows) -> str:
    """A table in Markdown; the first row is the header, and all columns but the first are right-aligned."""
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    head, *body = (f"| {' | '.join(row)} |" for row in escaped)
    rule = f"|---|{'---:|' * (len(rows[0]) - 1)}"
    return "\n".join([head, rule, *body])


def titled(tables: Tables) -> str:
    """Tables as plain text with aligned columns, each below its title."""
    return "\n\n".join(f"{title}\n{aligned(rows)}" for title, rows in tables)


def titled_markdown(tables: Tables) -> list[str]:
    """Tables in Markdown, each below its title: parts of a ``markdown_report``."""
    return [f"{title}:\n\n{markdown(rows)}" for title, rows in tables]


def markdown_report(parts: Sequence[str], command: str) -> str:
    """The text of a Markdown file of results: its paragraphs and tables, and the command that made them."""
    return "\n\n".join([*parts, f"Made by `{command}`."]) + "\n"


class MeanData(TypedDict):
    """A mean as JSON data; unknown values are null."""

    mean: float | None
    error: float | None
    games: int


class TableData(TypedDict):
    """A table of results as JSON data; means are listed by row, then by column."""

    command: str
    ruleset_id: str
    options: dict[str, Any]
    first_seed: int
    roles: list[str]
    rows: list[PlayerData]
    columns: list[PlayerData]
    results: list[list[MeanData]]
    more_than_first_row: list[list[MeanData]]
    more_than_in_first_column: list[list[MeanData]]


def as_data(table: Table, roles: list[str], command: str) -> TableData:
    """The table as JSON data: the players, and every mean with its standard error."""
    crossing = table.crossing
    rows, columns = range(len(crossing.rows)), range(len(crossing.columns))
    return {
        "command": command,
        "ruleset_id": crossing.ruleset_id,
        "options": crossing.options,
        "first_seed": crossing.seed,
        "roles": roles,
        "rows": [player.as_data() for player in crossing.rows],
        "columns": [player.as_data() for player in crossing.columns],
        "results": [[as_row(table.mean(row, column)) for column in columns] for row in rows],
        "more_than_first_row": [[as_row(table.above(row, column)) for column in columns] for row in rows],
        "more_than_in_first_column": [[as_row(table.allowed(row, column)) for column in columns] for row in rows],
    }


def as_row(mean: Mean) -> MeanData:
    """A mean as JSON data."""
    return {"mean": _known(mean.mean), "error": _known(mean.error), "games": mean.games}


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number


def written(data: Mapping[str, Any]) -> str:
    """Returns the data as indented JSON text."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
