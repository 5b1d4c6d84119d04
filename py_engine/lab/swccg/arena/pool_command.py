"""``python -m py_engine.lab swccg-pool``: results of several runs of ``swccg-arena`` in one table."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import aligned, markdown, markdown_report
from py_engine.lab.swccg.arena.pool import as_lines, distinct, pooled_rows, read_games, totals

__all__ = ["add"]

_NOTES = (
    "won, lost: games; open: given up undecided, half a win each. score: per cent. 95 %: Wilson's interval. floor: per cent aimed"
    " at; shown: yes if the whole interval is at or above it, no if all of it is below, else open."
)


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg-pool", help="results of several runs of swccg-arena in one table")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="results of swccg-arena or swccg-pool")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="also writes the games there, a short line each")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also writes the table there")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    games = distinct(read_games(chosen.files))
    if not games:
        raise LabError("There are no games in these files.")
    rows, summary = pooled_rows(games), totals(games)
    print(f"{summary}\n\n{aligned(rows)}")
    if chosen.keep is not None:
        chosen.keep.write_text(as_lines(games), "utf-8")
    if chosen.markdown is not None:
        command = shlex.join(["python", "-m", "py_engine.lab", "swccg-pool", *(path.name for path in chosen.files)])
        text = markdown_report(["# SWCCG's coach in games on the real rules", _NOTES, summary, markdown(rows)], command)
        chosen.markdown.write_text(text, "utf-8")
