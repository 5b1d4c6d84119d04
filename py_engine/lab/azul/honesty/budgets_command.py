"""``python -m py_engine.lab azul-budgets``: the regret of the coach's move of Azul, and whether more work blurs a grade."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from py_engine.lab.azul.honesty.budgets import found_at, grade_rows, regret_rows
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.writing import markdown_report, titled, titled_markdown

__all__ = ["add"]


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("azul-budgets", help="regret of the coach's move, and grades by larger budgets")
    parser.add_argument("--set", choices=("tuning", "test"), default="test", help="the frozen moves (test)")
    parser.add_argument("--positions", type=counted, default=60, help="from the middle of games (60)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there too")
    add_common(parser, "azul-budgets")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    with kept_work(chosen, "Searched", "positions") as work:
        found = found_at(work, chosen.set, chosen.positions)
    tables = [("Regret of the coach's pick", regret_rows(found)), ("Verdicts by budget", grade_rows(found))]
    print(titled(tables))
    if chosen.markdown is not None:
        command = f"python -m py_engine.lab azul-budgets --set {chosen.set} --positions {chosen.positions}"
        chosen.markdown.write_text(markdown_report(titled_markdown(tables), command), "utf-8")
