"""The measures of ``honesty``: verdicts of intervals, coverage, and what the tables count."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case, Truth, true_verdict
from py_engine.lab.core.honesty.command import Study, add, parts
from py_engine.lab.core.honesty.tables import coverage, summary_rows, worse_rows

LIMITS = [1.0, 2.0, 3.0]


def case(**changes: Any) -> Case:
    plain: Case = {
        "position": "0",
        "group": "all",
        "third": 0,
        "pick": False,
        "loss": 0.0,
        "stderr": 0.1,
        "worse": None,
        "limits": LIMITS,
        "decided": False,
        "verdict": "good",
        "again": "good",
        "longer": "good",
        "listed": None,
        "hint_is_best": True,
        "reasons": ["a", "a", "a"],
        "same_best": True,
        "confirmed": None,
        "truths": {"oracle": Truth(0.0, 0.0)},
    }
    return {**plain, **changes}  # type: ignore[typeddict-item]


def test_a_known_loss_below_nothing_is_best() -> None:
    assert [true_verdict(loss, LIMITS) for loss in (-1.0, 0.5, 1.0)] == ["best", "good", "inaccuracy"]


def test_coverage_is_that_of_the_errors_that_made_the_cases() -> None:
    random = np.random.default_rng(0)
    errors = random.choice([0.3, 3.0], 4000)
    stated = [case(loss=float(e * z), stderr=float(e)) for e, z in zip(errors, random.normal(size=4000), strict=True)]
    found = coverage([*stated, case(pick=True, loss=50.0)], "oracle")
    assert found is not None
    assert found.cases == 4000
    assert found.within68 == pytest.approx(0.68, abs=0.03)
    assert found.within95 == pytest.approx(0.95, abs=0.015)
    assert found.rmse == pytest.approx(found.stated, rel=0.05)
    assert found.better > 0.2
    one = coverage([{**each, "stderr": 2.0} for each in stated], "oracle")
    assert one is not None
    assert one.better <= 0


def test_the_summary_counts_what_its_rows_say() -> None:
    cases = [
        case(verdict="undecided", again="good", truths={"oracle": Truth(2.5, 0.0)}),
        case(verdict="blunder", longer="mistake", loss=4.0, truths={"oracle": Truth(0.5, 0.0)}),
        case(verdict="mistake", again="mistake", loss=2.1, listed=1.2, truths={"oracle": Truth(2.1, 0.0)}),
        case(verdict="best", again="mistake", pick=True, hint_is_best=False, truths={}),
    ]
    share = {row[0]: (row[1].split(" ")[0], row[2]) for row in summary_rows(cases, "oracle", 1.5)}
    assert share["undecided, of all moves"] == ("25.0", "4")
    assert share["undecided, of moves that truly lose 1.5 or more"] == ("50.0", "2")
    assert share["called inaccuracy or worse, of moves that are truly a mistake or worse"] == ("50.0", "2")
    assert share["truly good or better, of moves called mistake or blunder"] == ("50.0", "2")
    assert share["truly good or better, of moves called inaccuracy or worse"] == ("50.0", "2")
    assert share["loss smaller than two stated errors, of moves called inaccuracy or worse"] == ("0.0", "2")
    assert share["on the right side of the limit of an inaccuracy, of moves with a verdict"] == ("50.0", "2")
    assert share["hint is best when played"] == ("75.0", "4")
    assert share["loss in the hint's list and in the grade differ by over 0.5"] == ("100.0", "1")
    assert share["two seeds: best against mistake or worse"] == ("25.0", "4")
    assert parts(cases, 1.5)[0][0].endswith("by oracle")


def test_reasons_are_held_against_each_other_where_the_verdict_is_the_same() -> None:
    cases = [
        case(),
        case(reasons=["a", "a", "b"]),
        case(reasons=["a", "a", "b"], same_best=False),
        case(reasons=["a", "a", "b"], longer="mistake"),
    ]
    share = {row[0]: (row[1].split(" ")[0], row[2]) for row in summary_rows(cases, "oracle", 1.5)}
    assert share["first reason the same with two seeds and after Think longer, where the verdict is"] == ("33.3", "3")
    assert share["the same, where the best move is too"] == ("50.0", "2")


def test_stated_probabilities_are_held_against_the_truths() -> None:
    sure = {"loss": 1.5, "stderr": 1.0, "worse": 0.933193, "verdict": "inaccuracy"}
    cases = [
        *(case(**sure, truths={"oracle": Truth(loss, 0.0)}) for loss in (1.0, 2.0, -1.0)),
        case(loss=0.0, worse=0.5, truths={"oracle": Truth(3.0, 2.0)}),
        case(pick=True, worse=None),
        case(**sure | {"decided": True}, truths={"oracle": Truth(-1.0, 0.0)}),
    ]
    rows = {row[0]: [part.split(" ")[0] for part in row[1:]] for row in worse_rows(cases, "oracle")[1:]}
    assert rows["90 to 100 %"] == rows["blamed"] == ["3", "93", "93", "66.7"]
    assert rows["50 to 60 %"] == ["1", "50", "50", "100.0"]
    assert (rows["all"][0], rows["all"][3]) == ("4", "75.0")
    # A truth that is no better known than the loss hides which move is worse.
    [seen] = [row[3] for row in worse_rows([case(**sure, truths={"oracle": Truth(1.0, 1.0)})], "oracle")[1:2]]
    assert seen == "86"


def test_moves_of_a_set_can_be_skipped(tmp_path: Path) -> None:
    asked: list[range] = []

    def cases(_work: Spread, _name: str, places: range) -> list[Case]:
        asked.append(places)
        return []

    parser = argparse.ArgumentParser()
    add(parser.add_subparsers(), [Study("toy", "a toy", 1.0, cases)])
    for arguments in ([], ["--skip", "0"], ["--skip", "3"]):
        chosen = parser.parse_args(
            [
                "honesty",
                "toy",
                "--positions",
                "5",
                *arguments,
                "--processes",
                "1",
                "--results",
                str(tmp_path / "toy.jsonl"),
            ]
        )
        chosen.run(chosen)
    assert asked == [range(5), range(5), range(3, 8)]
    with pytest.raises(SystemExit):
        parser.parse_args(["honesty", "toy", "--skip", "-1"])
