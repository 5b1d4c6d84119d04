"""``python -m py_engine.lab swccg``: agreement of SWCCG's coach with the answers of recorded games."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from py_engine.games.swccg.policies.weights import default_weights
from py_engine.lab.core.commands import add_common, kept_work, results_in_order
from py_engine.lab.core.writing import written
from py_engine.lab.swccg.agreement import Answers, Resamples, compared, tabulated
from py_engine.lab.swccg.options import add_folder, answered, command, overrides
from py_engine.lab.swccg.replays import readable, task_of
from py_engine.lab.swccg.report import Scoring, as_data, as_markdown, as_text
from py_engine.lab.swccg.scoring import ScoredReplay, ScoringTask, score_replay

__all__ = ["add", "scoring_of"]


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg", help="agreement of SWCCG's coach with the answers of recorded games")
    add_folder(parser)
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap over games (0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also writes the results there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also writes the tables there")
    add_common(parser, "swccg")
    parser.set_defaults(run=_run)


def scoring_of(
    results: Sequence[ScoredReplay],
    names: Sequence[str],
    asked: argparse.Namespace,
    answers: Answers,
    passed: list[str],
) -> Scoring:
    """The combined results of a folder.

    Args:
        results: The results of ``score_replay``.
        names: The names of the replays.
        asked: The options ``confidence``, ``seed`` and ``weights``.
        answers: Known or inferred.
        passed: Skipped files, with reasons.
    """
    decisions = compared(results, names, answers, asked.confidence)
    # A game is named after its first replay, if that is unambiguous.
    game_names: dict[str, str] = {}
    for result, name in zip(results, names, strict=True):
        game_names.setdefault(result["game"], name.split(".")[0])
    unique = len(set(game_names.values())) == len(game_names)
    decisions = [each._replace(game=game_names[each.game]) if unique else each for each in decisions]
    rows = [(name, row) for result, name in zip(results, names, strict=True) for row in result["rows"]]
    failed: dict[str, int] = {}
    for _, row in rows:
        for evaluator in row["failed"]:
            failed[evaluator] = failed.get(evaluator, 0) + 1
    legality = [(name, result["legality"][answers]) for result, name in zip(results, names, strict=True)]
    return Scoring(
        answers=answers,
        confidence=asked.confidence,
        replays=len(results),
        asked=sum(result["decisions"] for result in results),
        with_choice=len(rows),
        checked=sum(found["answers"] for _, found in legality),
        illegal=[(name, index) for name, found in legality for index in found["illegal"]],
        wrong_sums=[(name, row["index"]) for name, row in rows if not row["sums"]],
        failed=failed,
        lines=tabulated(decisions, Resamples([each.game for each in decisions], asked.seed)),
        weights=default_weights().changed(overrides(asked.weights)).id,
        passed=passed,
    )


def _run(chosen: argparse.Namespace) -> None:
    found, passed, answers = answered(chosen)
    weights = overrides(chosen.weights)
    tasks: list[ScoringTask] = [{**task_of(source, chosen.cards), "weights": weights} for source in found]
    with kept_work(chosen, "Scored", "replays") as work:
        results = results_in_order(work)(score_replay, tasks)
    found, results, unread = readable(found, results)
    scoring = scoring_of(results, [source.path.name for source in found], chosen, answers, [*passed, *unread])
    print(as_text(scoring))
    title = f"SWCCG's coach compared with {answers} answers"
    if chosen.json is not None:
        chosen.json.write_text(written(as_data(title, scoring, command("swccg", chosen))), "utf-8")
    if chosen.markdown is not None:
        chosen.markdown.write_text(as_markdown(title, scoring, command("swccg", chosen)), "utf-8")
