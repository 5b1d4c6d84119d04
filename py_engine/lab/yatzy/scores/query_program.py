"""``yatzy query``: the coach's queries from the command line, with the same arguments and answers as at the bridge."""

from __future__ import annotations

import argparse
import json
from typing import Any

from pydantic import ValidationError

from py_engine.core.contract import ContractError
from py_engine.core.results import to_json
from py_engine.games.yatzy.coach import COACH
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import written

__all__ = ["add"]


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser(
        "query", help="health, state_value, evaluate, density, statistics, score_histogram ..."
    )
    parser.add_argument("name", choices=list(COACH.queries))
    parser.add_argument("args", nargs="?", default="{}", help="its arguments as JSON ({})")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    query = COACH.queries[chosen.name]
    try:
        job: Any = query.job(query.args.model_validate(json.loads(chosen.args)))
        while not job.done:
            job.piece()
    except (ValidationError, ValueError, ContractError) as error:
        raise LabError(f"{chosen.name} cannot be answered: {error}") from None
    print(written({"answer": to_json(job.result())}), end="")
