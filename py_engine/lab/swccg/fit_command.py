"""``python -m py_engine.lab swccg-fit``: fits the weights of SWCCG's coach to preferred answers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import Weights, default_weights
from py_engine.lab.core.commands import KEPT, Spread, add_common, kept_work, results_in_order
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.spread import report
from py_engine.lab.core.writing import Rows, aligned, markdown, markdown_report, titled_markdown, written
from py_engine.lab.swccg.agreement import Resamples, Share
from py_engine.lab.swccg.options import add_folder, answered, command, confidence, overrides
from py_engine.lab.swccg.replays import Source, Task, opened, readable, sources, task_of
from py_engine.lab.swccg.report import CAVEAT
from py_engine.lab.swccg.score_inputs import Captured, CaptureTask, InputTable, Ints, Row, Wanted, capture, pooled
from py_engine.lab.swccg.weight_fitting import choices_of, fitted, loss, split

__all__ = ["Example", "Fit", "add", "agreed", "fit", "measured", "preferences"]

PENALTIES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3)
FOLDS = 5
TEMPERATURE = 10.0
HELD_OUT = 0.34
SHOWN = 25
_NOTES = (
    "Before and after are per cent of the decisions at which the coach picks the preferred answer, rescored with the old"
    " and the new weights; ± is a standard error bootstrapped over games. No game is in both training and held out."
)


class Example(NamedTuple):
    """A decision with a preferred answer."""

    source: int
    """Index of its replay."""
    game: str
    side: str
    row: Row
    """From ``score_inputs.capture``."""
    answer: str


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of a fit.

    Attributes:
        changes: Weight -> new value, for weights that changed.
        penalty: The penalty used.
        held: The games held out.
        used: Number of training decisions fitted; at the others the preferred answer is vetoed.
    """

    changes: dict[str, float]
    penalty: float
    held: set[str]
    used: int


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg-fit", help="fit weights of SWCCG to preferred answers")
    add_folder(parser)
    parser.add_argument(
        "--preferences", type=Path, metavar="FILE", help="JSON lines {replay_id, index, answer} to fit to instead"
    )
    parser.add_argument("--side", choices=("dark", "light"), help="only decisions of this side (both)")
    parser.add_argument(
        "--held-out", type=confidence, default=HELD_OUT, help=f"share of the games held out for testing ({HELD_OUT:g})"
    )
    parser.add_argument("--penalty", type=float, help="on changes (by cross-validation over the training games)")
    parser.add_argument(
        "--temperature", type=float, default=TEMPERATURE, help=f"of the softmax, in points ({TEMPERATURE:g})"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the held-out split (0)")
    parser.add_argument(
        "--output", type=Path, default=KEPT / "swccg_weights.json", metavar="FILE",
        help=f"the weights, JSON or .toml ({KEPT / 'swccg_weights.json'})",
    )  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="also writes the results there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also writes the tables there")
    add_common(parser, "swccg-fit")
    parser.set_defaults(run=_run)


def preferences(path: Path, known: Iterable[str]) -> tuple[dict[str, list[list[Any]]], int]:
    """Replay id -> pairs of index and answer, and the number of lines for other replays.

    Args:
        path: JSON lines ``{"replay_id", "index", "answer"}``; the last line for a decision counts.
        known: Ids of the replays available.

    Raises:
        LabError: if the file cannot be read, or a line has another format.
    """
    try:
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError):
        raise LabError(f"The preferences {path} cannot be read.") from None
    found: dict[str, dict[int, str]] = {replay_id: {} for replay_id in known}
    others = 0
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            replay_id, index, answer = row["replay_id"], row["index"], row["answer"]
        except (ValueError, KeyError, TypeError):
            replay_id = index = answer = None
        if not (isinstance(replay_id, str) and type(index) is int and index >= 0 and isinstance(answer, str)):
            raise LabError(f'Line {number} of {path} is not like {{"replay_id", "index", "answer"}}.')
        if replay_id in found:
            found[replay_id][index] = answer
        else:
            others += 1
    pairs = {
        replay_id: [[index, answer] for index, answer in sorted(rows.items())] for replay_id, rows in found.items()
    }
    return {replay_id: rows for replay_id, rows in pairs.items() if rows}, others


def fit(examples: Sequence[Example], weights: Weights, chosen: argparse.Namespace) -> Fit:
    """Fits the weights to the examples of the training games.

    Args:
        examples: The examples of all games.
        weights: The starting point.
        chosen: The options ``held_out``, ``penalty``, ``temperature`` and ``seed``.

    Raises:
        LabError: if there are fewer than two games, or nothing to fit.
    """
    sides: dict[str, set[str]] = {}
    for each in examples:
        sides.setdefault(each.game, set()).add(each.side)
    if len(sides) < 2:
        raise LabError("Fitting needs answers from at least two games, so that one can be held out.")
    held = split(sides, chosen.held_out, chosen.seed)
    training = [each for each in examples if each.game not in held]
    penalty = chosen.penalty
    if penalty is None:
        penalty = _penalty(training, weights, chosen.temperature)
    choices = choices_of(*_pooled(training, weights))
    if not choices.table.decisions:
        raise LabError(
            "At every decision of the training games the preferred answer is vetoed: there is nothing to fit."
        )
    values = fitted(choices, penalty, chosen.temperature)
    rounded = {name: round(float(value), 2) for name, value in zip(choices.table.names, values, strict=True)}
    changes = {
        name: value
        for (name, value), before in zip(rounded.items(), choices.table.values, strict=True)
        if abs(value - before) > 0.005
    }
    return Fit(changes, penalty, held, choices.table.decisions)


def _pooled(examples: Sequence[Example], weights: Weights) -> tuple[InputTable, Ints]:
    rows = [each.row for each in examples]
    return pooled(rows, weights), np.array([row["chosen"] for row in rows], dtype=np.int64)


def _penalty(training: Sequence[Example], weights: Weights, temperature: float) -> float:
    """The penalty with the smallest cross-validated loss over the training games."""
    games = sorted({each.game for each in training})
    folds = min(FOLDS, len(games))
    if folds < 2:
        return PENALTIES[len(PENALTIES) // 2]
    totals = dict.fromkeys(PENALTIES, 0.0)
    for fold in range(folds):
        out = set(games[fold::folds])
        inner, outer = (
            choices_of(*_pooled([each for each in training if (each.game in out) is wanted], weights))
            for wanted in (False, True)
        )
        if inner.table.decisions and outer.table.decisions:
            for penalty in PENALTIES:
                value, _ = loss(outer, fitted(inner, penalty, temperature), temperature)
                totals[penalty] += value * outer.table.decisions
    return min(PENALTIES, key=lambda penalty: (totals[penalty], -penalty))


class AgreementTask(Task):
    """Given answers in a replay."""

    asked: list[list[Any]]
    """Pairs of index and answer."""
    both: list[dict[str, float]]
    """Replacements of the default weights, for each of two sets."""


def agreed(task: AgreementTask) -> list[list[bool]]:
    """The job: for each given answer, whether the coach picks it with each of two sets of weights."""
    replay, _ = opened(task)
    coaches = [CombinedEvaluator(default_weights().changed(changes)) for changes in task["both"]]
    found = []
    for place, (index, answer) in enumerate(task["asked"]):
        position = replay.at(index).with_facts()
        found.append([coach.evaluate(position).best.choice.answer == answer for coach in coaches])
        report(place / len(task["asked"]))
    return found


def measured(examples: Sequence[Example], seen: Sequence[Sequence[bool]], held: set[str], seed: int) -> Rows:
    """Agreement before and after, in training and held-out games, by side.

    Args:
        examples: The examples of all games.
        seen: For each example, whether it was picked before, and after.
        held: The games held out.
        seed: The seed of the bootstrap over games.
    """
    resamples = Resamples([each.game for each in examples], seed)
    rows = [["decisions", "side", "games", "decisions with an answer", "before", "after", "gained"]]
    for title, out in (("training", False), ("held out", True)):
        for side in ("both", "dark", "light"):
            of = [
                (each.game, *map(float, pair))
                for each, pair in zip(examples, seen, strict=True)
                if (each.game in held) is out and side in ("both", each.side)
            ]
            if of:
                games, before, after = (list(column) for column in zip(*of, strict=True))
                gained = [late - early for early, late in zip(before, after, strict=True)]
                shares = [resamples.share(games, values) for values in (before, after, gained)]
                rows.append([title, side, f"{len(set(games)):,}", f"{len(of):,}", *map(_percent, shares)])
    return rows


def _percent(share: Share) -> str:
    error = "?" if np.isnan(share.error) else f"{100 * share.error:.1f}"
    return f"{100 * share.mean:.1f} ± {error}"


def _run(chosen: argparse.Namespace) -> None:
    replays, asked, notes = _asked(chosen)
    start = overrides(chosen.weights)
    weights = default_weights().changed(start)
    with kept_work(chosen, "Read", "replays") as work:
        tasks: list[CaptureTask] = [
            {**task_of(source, chosen.cards), "weights": start, "wanted": each}
            for source, each in zip(replays, asked, strict=True)
        ]
        results = results_in_order(work)(capture, tasks)
        replays, results, unread = readable(replays, results)
        notes += [f"Skipped: {text}" for text in unread]
        examples = _examples(results, chosen.side)
        notes += _left_out(results, asked)
        found = fit(examples, weights, chosen)
        seen = _seen(work, examples, replays, chosen, [start, start | found.changes])
    rows = measured(examples, seen, found.held, chosen.seed)
    _write(chosen.output, start | found.changes)
    _report(chosen, found, rows, weights, notes)


def _asked(chosen: argparse.Namespace) -> tuple[list[Source], list[Wanted], list[str]]:
    """The replays, the wanted answers of each, and notes on the answers."""
    if chosen.preferences is None:
        replays, passed, answers = answered(chosen)
        wanted: Wanted = {"answers": answers}
        if answers == "inferred":
            wanted["confidence"] = chosen.confidence
        return replays, [wanted] * len(replays), [f"Answers: {answers}.", *(f"Skipped: {text}" for text in passed)]
    replays, _ = sources(chosen.folder, chosen.responses)
    pairs, others = preferences(chosen.preferences, [source.replay_id for source in replays])
    replays = [source for source in replays if source.replay_id in pairs]
    if not replays:
        raise LabError(f"None of the preferences in {chosen.preferences} is for a replay in {chosen.folder}.")
    notes = [f"Answers: preferred. Preferences for other replays: {others:,}." if others else "Answers: preferred."]
    return replays, [{"answers": "preferred", "preferred": pairs[source.replay_id]} for source in replays], notes


def _left_out(results: Sequence[Captured], asked: Sequence[Wanted]) -> list[str]:
    """Notes on answers that cannot be used."""
    illegal = sum(len(result["illegal"]) for result in results)
    chosen = sum(row["chosen"] is not None for result in results for row in result["rows"])
    lost = sum(len(each.get("preferred", [])) for each in asked) - illegal - chosen
    notes = [f"Illegal answers, left out: {illegal:,}."] if illegal else []
    return (
        [*notes, f"Preferences for decisions without a choice, or that do not exist: {lost:,}."] if lost > 0 else notes
    )


def _examples(results: Sequence[Captured], side: str | None) -> list[Example]:
    return [
        Example(number, result["game"], result["side"] or "unknown", row, row["answers"][chosen])
        for number, result in enumerate(results)
        for row in result["rows"]
        if (chosen := row["chosen"]) is not None and side in (None, result["side"])
    ]


def _seen(
    work: Spread,
    examples: Sequence[Example],
    replays: Sequence[Source],
    chosen: argparse.Namespace,
    both: list[dict[str, float]],
) -> list[list[bool]]:
    asked: dict[int, list[list[Any]]] = {}
    for each in examples:
        asked.setdefault(each.source, []).append([each.row["index"], each.answer])
    tasks: list[AgreementTask] = [
        {**task_of(replays[number], chosen.cards), "asked": rows, "both": both} for number, rows in asked.items()
    ]
    return [pair for done in work(agreed, tasks) for pair in done.result]


def _write(path: Path, changes: dict[str, float]) -> None:
    """Writes the weights in the format of the page and ``--weights``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".toml":
        lines = [f'"{name}" = {value}' for name, value in changes.items()]
        path.write_text("\n".join([f"# {CAVEAT}", "", "[weights]", *lines]) + "\n", "utf-8")
    else:
        path.write_text(written({"weights": changes}), "utf-8")


def _report(chosen: argparse.Namespace, found: Fit, rows: Rows, weights: Weights, notes: Sequence[str]) -> None:
    sentence = f"{len(found.changes):,} weights changed, with a penalty of {found.penalty:g}; fitted to {found.used:,} decisions."
    changes = _changes(found.changes, weights)
    parts = [" ".join(notes[:1]), *notes[1:], sentence, f"Agreement, per cent\n{aligned(rows)}"]
    print(
        "\n\n".join(
            [*parts, f"The largest changes\n{aligned(changes)}", CAVEAT, f"The weights are in {chosen.output}."]
        )
    )
    typed = command("swccg-fit", chosen, ("preferences", "side", "held_out", "penalty", "temperature"))
    if chosen.json is not None:
        data = {"command": typed, "caveat": CAVEAT, "penalty": found.penalty, "fitted": found.used}
        heads, *body = rows
        data["agreement"] = [dict(zip(heads, row, strict=True)) for row in body]
        chosen.json.write_text(written(data | {"weights": found.changes}), "utf-8")
    if chosen.markdown is not None:
        text = ["# Weights of SWCCG's coach, fitted to given answers", f"{CAVEAT} {_NOTES}", f"{notes[0]} {sentence}"]
        text += [markdown(rows), *titled_markdown([("The largest changes", changes)])]
        chosen.markdown.write_text(markdown_report(text, typed), "utf-8")


def _changes(changes: dict[str, float], weights: Weights) -> Rows:
    """The weights with the largest relative changes."""
    order = sorted(changes, key=lambda name: -abs(changes[name] - weights[name]) / max(1.0, abs(weights[name])))
    shown = [[name, f"{weights[name]:g}", f"{changes[name]:g}"] for name in order[:SHOWN]]
    return [["weight", "from", "to"], *shown]
