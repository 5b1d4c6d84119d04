"""``python -m py_engine.lab azul-holding``: by how much the value of Azul's search changes between two turns of a player."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from py_engine.lab.azul.holding import Change, changes, table_rows, tasks
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.writing import markdown_report, titled, titled_markdown

__all__ = ["add"]

WORK = 40_000
TITLE = "Change of the value of the best move from one turn of a player to the next in a round, in points"


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("azul-holding", help="how well Azul's search holds its value within a round")
    parser.add_argument("--games", type=counted, default=70, help="games whose rounds are played (70)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--max-work", type=counted, default=WORK, help=f"moves valued per search ({WORK:,})")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there too")
    add_common(parser, "azul-holding")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    found: list[Change] = []
    with kept_work(chosen, "Played", "games") as work:
        for done in work(changes, tasks(chosen.games, chosen.seed, chosen.max_work)):
            found += [Change(*row) for row in done.result]
    tables = [(TITLE, table_rows(found))]
    print(titled(tables))
    if chosen.markdown is not None:
        command = f"python -m py_engine.lab azul-holding --games {chosen.games} --seed {chosen.seed}"
        text = markdown_report(titled_markdown(tables), f"{command} --max-work {chosen.max_work}")
        chosen.markdown.write_text(text, "utf-8")
