"""``python -m py_engine.lab azul-train-ends``: fits Azul's values between rounds to differences of ends of a round."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from py_engine.games.azul.knowledge.learnt import packed, unpacked
from py_engine.lab.azul.ends.pair_fitting import DifferenceError, EndsPlan, EndsTrained, EndsTraining
from py_engine.lab.azul.exactness import is_exact
from py_engine.lab.azul.fitting import require_scipy
from py_engine.lab.azul.train_command import INEXACT, file_line, read_learnt, started
from py_engine.lab.core.commands import add_common, counted, kept_work, results_in_order
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.ledger import Ledger
from py_engine.lab.core.spread import Job, Workers, spread
from py_engine.lab.core.writing import Rows, markdown_report, titled, titled_markdown

__all__ = ["add", "plan_of"]

_OPTIONS = {
    "games": "games that pairs are taken from for the fit",
    "each": "games played on from each end, at least 2",
    "held_games": "games for the pairs that measure the error",
    "held_each": "games played on from each of their ends, at least 2",
    "task_games": "games per task",
}


def add(commands: Any) -> None:
    """Adds the command."""
    plan = EndsPlan()
    parser = commands.add_parser("azul-train-ends", help="fit Azul's values between rounds to differences")
    parser.add_argument("--start", type=Path, required=True, metavar="FILE", help="learnt values to continue from")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="the learnt values (.npz)")
    for name, what in _OPTIONS.items():
        default = getattr(plan, name)
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=counted, default=default, metavar="N", help=f"{what} ({default:,})")
    parser.add_argument("--seed", type=int, default=plan.seed, help=f"({plan.seed})")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there too")
    add_common(parser, "azul-train-ends")
    parser.set_defaults(run=_run)


def plan_of(chosen: argparse.Namespace) -> EndsPlan:
    """The plan, with the changes of the command line.

    Raises:
        LabError: one game from an end shows no noise.
    """
    plan = EndsPlan()._replace(**{name: getattr(chosen, name) for name in (*_OPTIONS, "seed")})
    if min(plan.each, plan.held_each) < 2:
        raise LabError("At least 2 games must be played on from each end.")
    return plan


def _run(chosen: argparse.Namespace) -> None:
    require_scipy()
    plan = plan_of(chosen)
    start = started(chosen.start)
    fits = Ledger(chosen.results)

    def here(job: Job, tasks: Sequence[Any]) -> list[Any]:
        return [done.result for done in spread(job, tasks, Workers(), ledger=fits)]

    with kept_work(chosen, "Played", "tasks") as work:
        trained = EndsTraining(plan, start, results_in_order(work), here).run()
    # What the file says of values within rounds, and the spread of results, are not touched: they belong to DRAFT.
    content = packed(start.draft, trained.end, read_learnt(chosen.start).spread)
    if not is_exact(unpacked(content).end):
        raise LabError(INEXACT)
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_bytes(content)
    tables, summary = [(_title(trained), error_rows(trained.errors))], file_line(content, chosen.output)
    print(f"\n\n{titled(tables)}\n\n{summary}")
    if chosen.markdown is not None:
        text = markdown_report([*titled_markdown(tables), summary], _command(plan, chosen))
        chosen.markdown.write_text(text, "utf-8")


def _title(trained: EndsTrained) -> str:
    return (
        "Error of the difference between two ends of a round, in points, on pairs that nothing was fitted to;"
        f" fitted to {trained.pairs:,} pairs, rmse of their values {trained.fit_error:.2f}"
    )


def error_rows(errors: Sequence[DifferenceError]) -> Rows:
    """The errors as rows of a table."""
    rows = [["round", "pairs", "before", "after", "mean square, change"]]
    rows += [
        [
            str(each.round_number or "all"),
            f"{each.pairs:,}",
            f"{each.before:.2f}",
            f"{each.after:.2f}",
            f"{each.change:+.2f} ± {each.change_error:.2f}",
        ]
        for each in errors
    ]
    return rows


def _command(plan: EndsPlan, chosen: argparse.Namespace) -> str:
    """The command line that makes the same file."""
    words = ["python", "-m", "py_engine.lab", "azul-train-ends", "--start", str(chosen.start)]
    words += ["--output", str(chosen.output)]
    for name in (*_OPTIONS, "seed"):
        if getattr(plan, name) != getattr(EndsPlan(), name):
            words += [f"--{name.replace('_', '-')}", str(getattr(plan, name))]
    return shlex.join(words)
