"""``python -m py_engine.lab swccg-sensitivity``: how far SWCCG's weights must move before picks flip."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from py_engine.games.swccg.policies.weights import default_weights
from py_engine.lab.core.commands import add_common, counted, kept_work, results_in_order
from py_engine.lab.core.writing import Rows, markdown_report, titled, titled_markdown, written
from py_engine.lab.swccg.fragility import (
    SHARES,
    WAYS,
    Close,
    ConfirmTask,
    Left,
    Moved,
    Place,
    Sensitivity,
    confirm,
    sensitivity,
)
from py_engine.lab.swccg.options import add_folder, command, overrides
from py_engine.lab.swccg.replays import readable, sources, task_of
from py_engine.lab.swccg.score_inputs import CaptureTask, capture

__all__ = ["Found", "add", "as_data", "as_markdown", "as_text"]

_NOTES = (
    "One weight moves at a time, up to ±200. first: the smallest change that flips a pick, exact to 1/4096 point;"
    f" {' and '.join(f'{share:.0%}' for share in SHARES)}: the change at which that share of the decisions affected by the"
    " weight has flipped; -: never. within 25 %: picks that flip while the weight moves by up to a quarter of its value,"
    " the larger of both ways. rescored: how many of the flips behind these figures were confirmed by rescoring the"
    " decision one step before and at the change; if not all were, an evaluator's inputs depend on the weight, and the"
    " figures hold only near its value."
)


@dataclass(frozen=True, slots=True)
class Found:
    """The sensitivity of a folder's decisions.

    Attributes:
        replays: Number of replays read.
        decisions: Number of decisions with a choice.
        linear: Number of those whose scores are sums of inputs times weights; the others are left out.
        sensitivity: Over the linear decisions.
    """

    replays: int
    decisions: int
    linear: int
    sensitivity: Sensitivity


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg-sensitivity", help="how far weights of SWCCG must move before picks flip")
    add_folder(parser, answers=False)
    parser.add_argument("--top", type=counted, default=25, help="number of weights and decisions to show (25)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes all results there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also writes the tables there")
    add_common(parser, "swccg-sensitivity")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    replays, passed = sources(chosen.folder)
    changes = overrides(chosen.weights)
    with kept_work(chosen, "Read", "replays") as work:
        tasks: list[CaptureTask] = [
            {**task_of(source, chosen.cards), "weights": changes, "wanted": {"answers": "none"}} for source in replays
        ]
        results = results_in_order(work)(capture, tasks)
        replays, results, unread = readable(replays, results)
        rows = [
            Place(source.path.name, row["index"], row)
            for source, result in zip(replays, results, strict=True)
            for row in result["rows"]
        ]
        linear = [place for place in rows if place.row["linear"]]
        found = Found(len(replays), len(rows), len(linear), sensitivity(linear, default_weights().changed(changes)))
        checks = found.sensitivity.checks
        again = [source for source in replays if source.path.name in checks]
        rescoring: list[ConfirmTask] = [
            {**task_of(source, chosen.cards), "weights": changes, "checks": checks[source.path.name]}
            for source in again
        ]
        counts = {line.name: line for line in found.sensitivity.weights}
        for done in work(confirm, rescoring):
            for check, seen in zip(rescoring[done.number]["checks"], done.result, strict=True):
                counts[check["weight"]].checks += 1
                counts[check["weight"]].confirmed += seen
    print(as_text(found, chosen.top))
    for text in [*passed, *unread]:
        print(f"Skipped: {text}")
    typed = command("swccg-sensitivity", chosen)
    if chosen.json is not None:
        chosen.json.write_text(written(as_data(found, typed)), "utf-8")
    if chosen.markdown is not None:
        chosen.markdown.write_text(as_markdown(found, chosen.top, typed), "utf-8")


def as_text(found: Found, top: int) -> str:
    """Aligned columns of the ``top`` most fragile weights and closest decisions."""
    return f"{_sentence(found)}\n\n{titled(_parts(found, top))}"


def as_markdown(found: Found, top: int, typed: str) -> str:
    """Markdown tables with the command that produced them, without decisions, which would reveal the replays."""
    head = ["# Sensitivity of SWCCG's coach to its weights", f"{_sentence(found)} {_NOTES}"]
    return markdown_report([*head, *titled_markdown(_parts(found, top)[:-1])], typed)


class WayData(TypedDict):
    """How far a weight must move one way, as JSON data; null for never."""

    first: float | None
    shares: list[float | None]


class WeightData(TypedDict):
    """A weight as JSON data."""

    name: str
    value: float
    decisions: int
    down: WayData
    up: WayData
    within_quarter: int
    checks: int
    confirmed: int


class CloseData(TypedDict):
    """A decision that a single weight can flip, as JSON data."""

    replay: str
    index: int
    kind: str
    weight: str
    value: float
    change: float
    gap: float
    now: str
    then: str


class GroupData(TypedDict):
    """What a group of weights decides, as JSON data."""

    group: str
    decisions: int
    flipped: int


class SensitivityData(TypedDict):
    """All results as JSON data."""

    command: str
    replays: int
    decisions: int
    linear: int
    shares: list[float]
    weights: list[WeightData]
    without_part: list[str]
    groups: list[GroupData]
    closest: list[CloseData]


def as_data(found: Found, typed: str) -> SensitivityData:
    """JSON data: every weight and every decision that a single weight can flip."""
    return {
        "command": typed,
        "replays": found.replays,
        "decisions": found.decisions,
        "linear": found.linear,
        "shares": list(SHARES),
        "weights": [_weight(line) for line in found.sensitivity.weights],
        "without_part": found.sensitivity.silent,
        "groups": [
            GroupData(group=each.group, decisions=each.decisions, flipped=each.flipped)
            for each in found.sensitivity.groups
        ],
        "closest": [_close(each) for each in found.sensitivity.close],
    }


def _weight(line: Moved) -> WeightData:
    return {
        "name": line.name,
        "value": line.value,
        "decisions": line.decisions,
        "down": _way(line, "down"),
        "up": _way(line, "up"),
        "within_quarter": line.nudged,
        "checks": line.checks,
        "confirmed": line.confirmed,
    }


def _way(line: Moved, way: str) -> WayData:
    return {"first": line.first[way], "shares": line.shares[way]}


def _close(each: Close) -> CloseData:
    return {
        "replay": each.place.replay,
        "index": each.place.at,
        "kind": each.place.row["kind"],
        "weight": each.weight,
        "value": each.value,
        "change": each.change,
        "gap": each.gap,
        "now": each.now,
        "then": each.then,
    }


def _sentence(found: Found) -> str:
    lines, close = found.sensitivity.weights, found.sensitivity.close
    ties = sum(each.gap == 0 for each in close)
    checks, confirmed = sum(line.checks for line in lines), sum(line.confirmed for line in lines)
    off = ", ".join(line.name for line in lines if line.confirmed < line.checks)
    return (
        f"{found.replays:,} replays with {found.decisions:,} decisions with a choice; the {found.linear:,} with scores"
        f" linear in the weights are counted here. At {ties:,} of these the pick is the first of several with equal"
        f" scores, so the smallest move of some weight flips it. {len(found.sensitivity.silent):,} weights affect no"
        f" decision. Rescoring confirmed {confirmed:,} of {checks:,} flips{f'; not all for {off}' if off else ''}."
    )


def _parts(found: Found, top: int) -> list[tuple[str, Rows]]:
    return [
        ("What the groups decide: picks that would be others without the group", _groups(found.sensitivity.groups)),
        ("The most sensitive weights", _weights(found.sensitivity.weights[:top])),
        ("The decisions closest to another pick", _decisions(found.sensitivity.close[:top])),
    ]


def _groups(groups: Sequence[Left]) -> Rows:
    rows = [["group", "decisions", "other picks", "share"]]
    for each in groups:
        share = f"{each.flipped / each.decisions:.0%}"
        rows.append([each.group, f"{each.decisions:,}", f"{each.flipped:,}", share])
    return rows


def _weights(lines: Sequence[Moved]) -> Rows:
    shares = [f"{share:.0%}" for share in SHARES]
    heads = [f"{name} {way}" for way, _ in WAYS for name in ("first", *shares)]
    rows = [["weight", "value", "decisions", "within 25 %", *heads, "rescored"]]
    for line in lines:
        changes = [_change(each) for way, _ in WAYS for each in (line.first[way], *line.shares[way])]
        counts = [f"{line.value:g}", f"{line.decisions:,}", f"{line.nudged:,}"]
        rows.append([line.name, *counts, *changes, f"{line.confirmed} of {line.checks}"])
    return rows


def _decisions(close: Sequence[Close]) -> Rows:
    rows = [["replay", "decision", "kind", "pick", "other", "points apart", "weight", "from", "to"]]
    for each in close:
        about = [f"{each.place.at}", each.place.row["kind"], _answer(each.now), _answer(each.then), f"{each.gap:.4g}"]
        rows.append([each.place.replay, *about, each.weight, f"{each.value:g}", f"{each.value + each.change:.6g}"])
    return rows


def _answer(answer: str) -> str:
    return answer or "pass"


def _change(change: float | None) -> str:
    return "-" if change is None else f"{change:.4g}"
