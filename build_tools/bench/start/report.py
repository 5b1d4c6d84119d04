"""The comparison of two builds as a table, and as JSON with the figures of every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from build_tools.bench.common import Row
from build_tools.bench.start.figures import Compared, Runs, compared, median, names_of

__all__ = ["as_json", "as_rows", "as_table"]

_WIDTHS = "  {:<16} {:>12} {:>12} {:>7}   {:<13} {:>6}"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def _row(row: Compared) -> str:
    ratio = row.ratio
    spread = (
        ("-", "-", "0")
        if ratio is None
        else (f"{ratio.middle:.2f}", f"{ratio.low:.2f} to {ratio.high:.2f}", str(ratio.rounds))
    )
    return _WIDTHS.format(row.name, _figure(row.against), _figure(row.present), *spread)


def as_table(runs: Mapping[str, Mapping[str, Runs]], against: str, present: str) -> str:
    """The table: medians in milliseconds, and the median and quartiles of the rounds' ratios."""
    lines = [_WIDTHS.format("milliseconds", against[:12], present[:12], "ratio", "quartiles", "rounds")]
    for part, each in runs.items():
        lines += ["", part, *map(_row, compared(each, against, present))]
    return "\n".join(lines)


def as_rows(runs: Mapping[str, Mapping[str, Runs]], build: str) -> list[Row]:
    """The medians of one build, as rows for the table of all benchmarks."""
    rows = [(part, name, median(each[build], name)) for part, each in runs.items() for name in names_of(each[build])]
    return [(f"{part}: {name}", "ms", figure) for part, name, figure in rows if figure is not None]


def as_json(runs: Mapping[str, Mapping[str, Runs]], against: str, present: str) -> list[dict[str, Any]]:
    """The comparison as JSON data, with the figures of each round."""
    rows = []
    for part, each in runs.items():
        for row in compared(each, against, present):
            rounds = {key: _rounds(each[name], row.name) for key, name in (("against", against), ("present", present))}
            rows.append({"part": part, "unit": "ms", **asdict(row), "rounds": rounds})
    return rows


def _rounds(runs: Sequence[Mapping[str, float]], name: str) -> list[float | None]:
    return [round(figures[name], 1) if name in figures else None for figures in runs]
