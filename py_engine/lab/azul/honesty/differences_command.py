"""``python -m py_engine.lab azul-difference-error``: how large the error of a stated difference of two moves of Azul is."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from py_engine.lab.azul.honesty.differences import differences, fitted_rows
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.writing import markdown_report, titled, titled_markdown

__all__ = ["add"]

TITLE = "Error of the difference between the coach's pick and another move, in points, and the factors that fit it"


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "azul-difference-error", help="the error of stated differences, and factors that fit it"
    )
    parser.add_argument("--set", choices=("tuning", "test"), default="tuning", help="the frozen positions (tuning)")
    parser.add_argument("--positions", type=counted, default=180, help="how many of them (180)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there too")
    add_common(parser, "azul-difference-error")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    with kept_work(chosen, "Compared", "positions") as work:
        tables = [(TITLE, fitted_rows(differences(work, chosen.set, chosen.positions)))]
    print(titled(tables))
    if chosen.markdown is not None:
        command = f"python -m py_engine.lab azul-difference-error --set {chosen.set} --positions {chosen.positions}"
        chosen.markdown.write_text(markdown_report(titled_markdown(tables), command), "utf-8")
