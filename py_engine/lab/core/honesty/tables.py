"""What the cases show: undecided moves, found and false mistakes, calibration of intervals and of stated probabilities, steadiness."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array, normal_cdf
from py_engine.lab.core.honesty.cases import ORDER, Z68, Z95, Case, true_verdict
from py_engine.lab.core.writing import Rows

__all__ = ["Coverage", "calibration_rows", "coverage", "summary_rows", "verdict_rows", "worse_rows"]

BAD = ORDER.index("mistake")
_CONSTANTS = np.geomspace(0.02, 40, 120)
"""Standard errors that are tried as one constant for all cases, in the unit of the losses."""


class Coverage(NamedTuple):
    """How often stated intervals hold the true loss."""

    cases: int
    rmse: float
    """Root mean square of stated minus true loss beyond the error of the truth."""
    stated: float
    """Root mean square of the stated errors."""
    within68: float
    """Share of the cases, 0..1."""
    within95: float
    score: float
    """Mean interval score of the 95 % intervals (Gneiting and Raftery, 2007); lower is better."""
    constant: float
    """The same with the best constant error for these cases."""

    @property
    def better(self) -> float:
        """By how much the score is better than with one constant, as a share of that."""
        return 1 - self.score / self.constant if self.constant else 0.0


def coverage(cases: Sequence[Case], truth: str) -> Coverage | None:
    """The calibration of the stated errors against a truth, in moves other than the pick; None without such cases."""
    known = [case for case in cases if not case["pick"] and truth in case["truths"]]
    if not known:
        return None
    error = np.array([case["loss"] - case["truths"][truth][0] for case in known], dtype=np.float64)
    noise = np.array([case["truths"][truth][1] for case in known], dtype=np.float64)
    stated = np.array([case["stderr"] for case in known], dtype=np.float64)
    spread = np.sqrt(stated**2 + noise**2)
    return Coverage(
        len(known),
        math.sqrt(max(0.0, float(np.mean(error**2 - noise**2)))),
        math.sqrt(float(np.mean(stated**2))),
        float(np.mean(np.abs(error) <= Z68 * spread)),
        float(np.mean(np.abs(error) <= Z95 * spread)),
        _interval_score(error, spread),
        min(_interval_score(error, np.sqrt(constant**2 + noise**2)) for constant in _CONSTANTS),
    )


def _interval_score(error: Array, spread: Array) -> float:
    half = Z95 * spread
    return float(np.mean(2 * half + 2 / 0.05 * np.maximum(0, np.abs(error) - half)))


def _percent(hits: Sequence[bool]) -> list[str]:
    """A share in per cent with its standard error, and of how many."""
    if not hits:
        return ["-", "0"]
    share = sum(hits) / len(hits)
    error = math.sqrt(max(share * (1 - share), 0.25 / len(hits)) / len(hits))
    return [f"{100 * share:.1f} ± {100 * error:.1f}", f"{len(hits):,}"]


def summary_rows(cases: Sequence[Case], truth: str, points: float) -> Rows:
    """The main figures, in per cent.

    Args:
        cases: The graded moves.
        truth: The source of the true losses.
        points: The true loss from which an undecided verdict is counted separately.
    """
    known = [(case, case["truths"][truth][0]) for case in cases if truth in case["truths"] and not case["decided"]]
    losing = [(case, loss) for case, loss in known if not case["pick"]]
    bad = [case for case, loss in losing if ORDER.index(true_verdict(loss, case["limits"])) >= BAD]
    called = [(case, loss) for case, loss in losing if case["verdict"] in ORDER[BAD:]]
    blamed = [(case, loss) for case, loss in losing if case["verdict"] in ORDER[BAD - 1 :]]
    judged = [(case, loss) for case, loss in losing if case["verdict"] != "undecided"]
    listed = [case for case in cases if case["listed"] is not None]
    both = [(case["verdict"], case["again"]) for case in cases]
    steady = [case for case in cases if case["verdict"] == case["again"] == case["longer"] and not case["pick"]]
    head = ["%", "share", "of"]
    rows: list[tuple[str, list[bool]]] = [
        ("undecided, of all moves", [case["verdict"] == "undecided" for case in cases]),
        (
            f"undecided, of moves that truly lose {points:g} or more",
            [case["verdict"] == "undecided" for case, loss in losing if loss >= points],
        ),
        (
            "called inaccuracy or worse, of moves that are truly a mistake or worse",
            [case["verdict"] in ORDER[BAD - 1 :] for case in bad],
        ),
        (
            "truly good or better, of moves called mistake or blunder",
            [loss < case["limits"][0] for case, loss in called],
        ),
        (
            "truly good or better, of moves called inaccuracy or worse",
            [loss < case["limits"][0] for case, loss in blamed],
        ),
        (
            "loss smaller than two stated errors, of moves called inaccuracy or worse",
            [case["loss"] < 2 * case["stderr"] for case, _ in blamed],
        ),
        (
            "on the right side of the limit of an inaccuracy, of moves with a verdict",
            [(case["verdict"] in ORDER[BAD - 1 :]) == (loss >= case["limits"][0]) for case, loss in judged],
        ),
        ("hint is best when played", [case["hint_is_best"] for case in cases]),
        (
            "loss in the hint's list and in the grade differ by over 0.5",
            [abs((case["listed"] or 0.0) - case["loss"]) > 0.5 for case in listed],
        ),
        ("two seeds: same verdict", [first == second for first, second in both]),
        ("two seeds: same or next", [_near(first, second) for first, second in both]),
        ("two seeds: best against mistake or worse", [_opposed(first, second) for first, second in both]),
        ("longer: same verdict", [case["verdict"] == case["longer"] for case in cases]),
        (
            "first reason the same with two seeds and after Think longer, where the verdict is",
            [len(set(case["reasons"])) == 1 for case in steady if case["reasons"]],
        ),
        (
            "the same, where the best move is too",
            [len(set(case["reasons"])) == 1 for case in steady if case["reasons"] and case["same_best"]],
        ),
        (
            "no single cause, of moves that are not best",
            [case["reasons"][0] == "none" for case in cases if not case["pick"] and case["reasons"]],
        ),
        (
            "sign of the first reason confirmed",
            [case["confirmed"] for case in cases if case["confirmed"] is not None],
        ),
        (
            "the truth shows that sign, of first reasons that name a cause",
            [
                case["confirmed"] is not None
                for case in cases
                if not case["pick"] and case["reasons"] and case["reasons"][0] != "none"
            ],
        ),
    ]
    return [head, *([name, *_percent(hits)] for name, hits in rows)]


def _near(first: str, second: str) -> bool:
    if "undecided" in {first, second}:
        # Between good and inaccuracy.
        return not {first, second} & {"best", "mistake", "blunder"} or first == second
    return abs(ORDER.index(first) - ORDER.index(second)) <= 1


def _opposed(first: str, second: str) -> bool:
    return "best" in {first, second} and bool({first, second} & set(ORDER[BAD:]))


def verdict_rows(cases: Sequence[Case], truth: str) -> Rows:
    """How many moves have each verdict, by that of the true loss."""
    known = [case for case in cases if truth in case["truths"] and not case["pick"]]
    verdicts = (*ORDER[1:], "undecided")
    rows = [["truly", *verdicts]]
    for name in ORDER[1:]:
        here = [case for case in known if _at_best_good(true_verdict(case["truths"][truth][0], case["limits"])) == name]
        counts = [sum(_at_best_good(case["verdict"]) == verdict for case in here) for verdict in verdicts]
        rows.append([name, *map(str, counts)])
    return rows


def _at_best_good(verdict: str) -> str:
    return "good" if verdict == "best" else verdict


def calibration_rows(cases: Sequence[Case], truth: str) -> Rows:
    """The calibration of the stated errors: all, by third of the game, by quartile of the stated error, by group."""
    others = [case for case in cases if not case["pick"] and truth in case["truths"]]
    parts: list[tuple[str, Sequence[Case]]] = [("all", others)]
    parts += [(name, [case for case in others if case["third"] == third]) for third, name in enumerate(_THIRDS)]
    order = sorted(others, key=lambda case: case["stderr"])
    bounds = [len(order) * quarter // 4 for quarter in range(5)]
    parts += [(f"stated error, quarter {n + 1}", order[bounds[n] : bounds[n + 1]]) for n in range(4)]
    groups = sorted({case["group"] for case in others})
    parts += [(group, [case for case in others if case["group"] == group]) for group in groups]
    head = ["", "cases", "error", "stated", "within 68 %", "within 95 %", "interval score", "one constant", "better"]
    rows = [head]
    for name, part in parts:
        found = coverage(part, truth)
        if found is not None:
            rows.append(
                [
                    name,
                    f"{found.cases:,}",
                    f"{found.rmse:.2f}",
                    f"{found.stated:.2f}",
                    f"{100 * found.within68:.0f}",
                    f"{100 * found.within95:.0f}",
                    f"{found.score:.2f}",
                    f"{found.constant:.2f}",
                    f"{100 * found.better:.0f} %",
                ]
            )
    return rows


def worse_rows(cases: Sequence[Case], truth: str) -> Rows:
    """Of moves that are said to be worse with some probability, the share that truly lose: by that probability, and blamed ones.

    A truth has an error of its own, which may hide which move is worse; ``expected`` is the share that would be found if what is said
    were right.
    """
    said = [
        (case["worse"], _seen_worse(case, truth), case["truths"][truth][0] > 0, case["verdict"] in ORDER[BAD - 1 :])
        for case in cases
        if case["worse"] is not None and truth in case["truths"] and not case["decided"]
    ]
    rows = [["said to be worse", "moves", "said on average, %", "expected, %", "truly lose, %"]]
    bands = [(f"{100 * low:.0f} to {100 * high:.0f} %", low, high) for low, high in pairwise(_BANDS)]
    parts = [(name, [each for each in said if low <= each[0] < high]) for name, low, high in bands]
    for name, part in [*parts, ("all", said), ("blamed", [each for each in said if each[3]])]:
        if part:
            means = [100 * math.fsum(values) / len(part) for values in list(zip(*part, strict=True))[:2]]
            found = _percent([each[2] for each in part])[0]
            rows.append([name, f"{len(part):,}", *(f"{mean:.0f}" for mean in means), found])
    return rows


def _seen_worse(case: Case, truth: str) -> float:
    """The probability that a truth with its error is above 0, if the true loss is normally distributed as stated."""
    return normal_cdf(case["loss"] / math.hypot(case["stderr"], case["truths"][truth][1]))


_BANDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_THIRDS = ("first third", "second third", "last third")
