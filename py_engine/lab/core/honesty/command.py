"""``python -m py_engine.lab honesty <game>``: how true, steady and calibrated what a coach says is.

A game takes part with a ``Study``: frozen positions and moves, graded by the coach, with the true losses beside them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from py_engine.lab.core.commands import Spread, add_common, counted, counted_from_zero, kept_work
from py_engine.lab.core.honesty.cases import Case
from py_engine.lab.core.honesty.tables import calibration_rows, summary_rows, verdict_rows, worse_rows
from py_engine.lab.core.writing import markdown_report, titled, titled_markdown

__all__ = ["Study", "add", "parts"]


class Study(NamedTuple):
    """What a game contributes."""

    name: str
    """The game, as the command calls it."""
    help: str
    losing: float
    """The true loss from which undecided verdicts are counted separately."""
    cases: Callable[[Spread, str, range], Sequence[Case]]
    """The cases at these places of the set ``"tuning"`` or ``"test"``, by a map over tasks."""
    quick: Callable[[Spread, str, range], Sequence[Case]] | None = None
    """The same without the true losses that take longest."""
    unit: str = "points"
    """The unit of losses."""


def add(commands: Any, studies: Sequence[Study]) -> None:
    """Adds the command."""
    parser = commands.add_parser("honesty", help="whether what a coach says is true, steady and calibrated")
    games = parser.add_subparsers(required=True, metavar="game")
    for study in studies:
        of_game = games.add_parser(study.name, help=study.help)
        of_game.add_argument("--set", choices=("tuning", "test"), default="test", help="the frozen moves (test)")
        of_game.add_argument("--positions", type=counted, default=300, help="how many of them (300)")
        of_game.add_argument(
            "--skip", type=counted_from_zero, default=0, metavar="N", help="without the first N of the set (0)"
        )
        if study.quick is not None:
            of_game.add_argument("--quick", action="store_true", help="without the true losses that take longest")
        of_game.add_argument("--json", type=Path, metavar="FILE", help="write the cases there")
        of_game.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there too")
        add_common(of_game, f"honesty-{study.name}")
        of_game.set_defaults(run=lambda chosen, study=study: _run(chosen, study))


def _run(chosen: argparse.Namespace, study: Study) -> None:
    with kept_work(chosen, "Graded", "moves") as work:
        cases_of = study.quick if study.quick is not None and chosen.quick else study.cases
        cases = list(cases_of(work, chosen.set, range(chosen.skip, chosen.skip + chosen.positions)))
    found = parts(cases, study.losing, study.unit)
    print(titled(found))
    if chosen.json is not None:
        chosen.json.write_text("".join(json.dumps(case) + "\n" for case in cases), "utf-8")
    if chosen.markdown is not None:
        command = f"python -m py_engine.lab honesty {study.name} --set {chosen.set} --positions {chosen.positions}"
        command += f" --skip {chosen.skip}" if chosen.skip else ""
        command += " --quick" if study.quick is not None and chosen.quick else ""
        chosen.markdown.write_text(markdown_report(titled_markdown(found), command), "utf-8")


def parts(cases: Sequence[Case], losing: float, unit: str = "points") -> list[tuple[str, list[list[str]]]]:
    """The titles and tables of a report, for each source of true losses."""
    sources = sorted({source for case in cases for source in case["truths"]})
    tables = []
    for source in sources:
        tables += [
            (f"What the coach says, in per cent; true losses by {source}", summary_rows(cases, source, losing)),
            (f"Moves by verdict; true losses by {source}", verdict_rows(cases, source)),
            (f"Stated errors, in {unit}; true losses by {source}", calibration_rows(cases, source)),
            (f"Stated probabilities to be worse; true losses by {source}", worse_rows(cases, source)),
        ]
    return tables
