"""Reports on a scored folder of SWCCG replays, as text, Markdown and JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from py_engine.lab.core.writing import Rows, markdown_report, titled, titled_markdown
from py_engine.lab.swccg.agreement import Answers, Line, Share
from py_engine.lab.swccg.scoring import PICKERS

__all__ = ["CAVEAT", "Scoring", "as_data", "as_markdown", "as_text"]

CAVEAT = (
    "Agreement measures how often two choose alike, not who chooses well: nothing here shows that the given answers,"
    " whether by bots or by people, are good play."
)
_NOTES = (
    "Shares are per cent of the decisions with a choice, ± a standard error bootstrapped over games. rank: the mean"
    " rank of the given answer in the coach's order, 1 being its pick; top 3: how often it is among the first three;"
    " chance: the expected agreement of a random answer. The deciding evaluator is the one that contributes most to the coach's"
    " pick."
)
_ANSWERS = {
    "known": "Answers: as recorded beside the replays.",
    "inferred": "Answers: inferred from the replays, with a confidence of at least {confidence:g}; some are wrong.",
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """The results of a folder.

    Attributes:
        answers: The kind of answers behind all figures.
        confidence: Minimum for inferred answers.
        replays: Number of replays with such answers.
        asked: Number of decisions in these replays.
        with_choice: Decisions with more than one legal answer.
        checked: Answers whose legality was checked.
        illegal: Replay and index of illegal answers.
        wrong_sums: Replay and index of decisions where a score is not the sum of its reasons.
        failed: Evaluator -> number of decisions at which it failed.
        lines: See ``agreement.tabulated``.
        weights: Id of the coach's weights.
        passed: Skipped files, with reasons.
    """

    answers: Answers
    confidence: float
    replays: int
    asked: int
    with_choice: int
    checked: int
    illegal: list[tuple[str, int]]
    wrong_sums: list[tuple[str, int]]
    failed: dict[str, int]
    lines: dict[str, list[Line]]
    weights: str
    passed: list[str] = field(default_factory=list)


def as_text(scoring: Scoring) -> str:
    """Aligned columns."""
    return "\n\n".join([*_sentences(scoring), titled(_parts(scoring)), CAVEAT])


def as_markdown(title: str, scoring: Scoring, command: str) -> str:
    """Markdown tables with the command that produced them."""
    head = [f"# {title}", f"{CAVEAT} {_NOTES}", *_sentences(scoring)]
    return markdown_report([*head, *titled_markdown(_parts(scoring))], command)


class ShareData(TypedDict):
    """A share as JSON data; null if undefined."""

    mean: float | None
    error: float | None


class LineData(TypedDict):
    """A ``Line`` as JSON data."""

    name: str
    decisions: int
    games: int
    same: dict[str, ShareData]
    alike: dict[str, ShareData]
    rank: ShareData
    top_3: ShareData
    chance: ShareData


class LegalityData(TypedDict):
    """The legality of the answers as JSON data."""

    checked: int
    illegal: list[tuple[str, int]]


class ScoringData(TypedDict):
    """The results of a folder as JSON data."""

    command: str
    title: str
    caveat: str
    answers: Answers
    confidence: float | None
    weights: str
    replays: int
    decisions: int
    with_choice: int
    legality: LegalityData
    wrong_sums: list[tuple[str, int]]
    failed: dict[str, int]
    passed_over: list[str]
    agreement: dict[str, list[LineData]]


def as_data(title: str, scoring: Scoring, command: str) -> ScoringData:
    """The results as JSON data; null where undefined."""
    return {
        "command": command,
        "title": title,
        "caveat": CAVEAT,
        "answers": scoring.answers,
        "confidence": scoring.confidence if scoring.answers == "inferred" else None,
        "weights": scoring.weights,
        "replays": scoring.replays,
        "decisions": scoring.asked,
        "with_choice": scoring.with_choice,
        "legality": {"checked": scoring.checked, "illegal": scoring.illegal},
        "wrong_sums": scoring.wrong_sums,
        "failed": dict(sorted(scoring.failed.items())),
        "passed_over": scoring.passed,
        "agreement": {title: [_data(line) for line in lines] for title, lines in scoring.lines.items()},
    }


def _data(line: Line) -> LineData:
    return {
        "name": line.name,
        "decisions": line.decisions,
        "games": line.games,
        "same": {picker: _row(share) for picker, share in line.same.items()},
        "alike": {picker: _row(share) for picker, share in line.alike.items()},
        "rank": _row(line.rank),
        "top_3": _row(line.top3),
        "chance": _row(line.chance),
    }


def _row(share: Share) -> ShareData:
    return {"mean": _rounded(share.mean), "error": _rounded(share.error)}


def _rounded(value: float) -> float | None:
    return round(value, 5) if math.isfinite(value) else None


def _sentences(scoring: Scoring) -> list[str]:
    legal = scoring.checked - len(scoring.illegal)
    part = f" ({100 * legal / scoring.checked:.2f} %)" if scoring.checked else ""
    counts = (
        f"{scoring.replays:,} replays with {scoring.asked:,} decisions, {scoring.with_choice:,} of them with a choice."
    )
    legality = f"{legal:,} of {scoring.checked:,} answers are legal{part}{_where(scoring.illegal)}."
    sums = f"{len(scoring.wrong_sums):,}{_where(scoring.wrong_sums)}."
    sentences = [
        f"{counts} {_ANSWERS[scoring.answers].format(confidence=scoring.confidence)}",
        f"{legality} Decisions where a score is not the sum of its reasons: {sums}",
    ]
    if scoring.failed:
        names = ", ".join(f"{name} at {times:,}" for name, times in sorted(scoring.failed.items()))
        sentences.append(f"Evaluators that failed, with the number of decisions: {names}.")
    if scoring.passed:
        sentences.append("\n".join(["Skipped:", *(f"- {text}" for text in scoring.passed)]))
    return sentences


def _where(found: Sequence[tuple[str, int]]) -> str:
    """The first few replays and indices."""
    if not found:
        return ""
    shown = ", ".join(f"{replay} {index}" for replay, index in found[:5])
    return f"; not: {shown}{' ...' if len(found) > 5 else ''}"


def _parts(scoring: Scoring) -> list[tuple[str, Rows]]:
    parts = []
    for title, lines in scoring.lines.items():
        if title == "all":
            parts.append(("Agreement with the given answers, per cent", _table("", lines, "same")))
            parts.append(("Likewise, counting another copy of the same card", _table("", lines, "alike")))
        elif lines:
            parts.append((f"By {title}", _table(title, lines, "same")))
    return parts


def _table(corner: str, lines: Sequence[Line], how: str) -> Rows:
    rows = [[corner, "games", "decisions", *PICKERS, "chance", "rank", "top 3"]]
    for line in lines:
        shares = line.same if how == "same" else line.alike
        rows.append(
            [
                line.name,
                f"{line.games:,}",
                f"{line.decisions:,}",
                *(_percent(shares[picker]) for picker in PICKERS),
                _percent(line.chance),
                _shown(line.rank, 1, 2),
                _percent(line.top3),
            ]
        )
    return rows


def _percent(share: Share) -> str:
    return _shown(share, 100, 1)


def _shown(share: Share, times: float, decimals: int) -> str:
    error = "?" if math.isnan(share.error) else f"{times * share.error:.{decimals}f}"
    return f"{times * share.mean:.{decimals}f} ± {error}"
