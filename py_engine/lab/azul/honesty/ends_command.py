"""``python -m py_engine.lab azul-end-error``: how precisely two ends of a round of Azul are compared."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from py_engine.lab.azul.honesty.ends import Pair, end_rows, end_tasks, pair
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.writing import markdown_report, titled, titled_markdown

__all__ = ["add"]

REFILLS = (8, 16, 64)
TITLE = "Error of the difference between two ends of a round, in points, with {} refills"


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("azul-end-error", help="how precisely two ends of a round of Azul are compared")
    parser.add_argument("--set", choices=("tuning", "test"), default="test", help="the frozen positions (test)")
    parser.add_argument("--positions", type=counted, default=300, help="how many of them (300)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there too")
    add_common(parser, "azul-end-error")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    with kept_work(chosen, "Played", "positions") as work:
        done = [each.result for each in work(pair, end_tasks(chosen.set, chosen.positions))]
    found = [Pair(*each) for each in done if each is not None]
    tables = [(TITLE.format(refills), end_rows(found, refills)) for refills in REFILLS]
    print(titled(tables))
    if chosen.markdown is not None:
        command = f"python -m py_engine.lab azul-end-error --set {chosen.set} --positions {chosen.positions}"
        chosen.markdown.write_text(markdown_report(titled_markdown(tables), command), "utf-8")
