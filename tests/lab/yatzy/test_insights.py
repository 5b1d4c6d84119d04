"""The figures of the page "Insights" are those that the laboratory computes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from build_tools.paths import WEB
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.origin import origin
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import CATEGORIES
from py_engine.lab.core.writing import written
from py_engine.lab.yatzy.engine import solving
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.runs import run_of
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.risk.insights_program import FIGURES, UNIT, figures_of, sha256_of
from tests.games.yatzy.reference import REFERENCE

FILE = WEB / "src" / "games" / "yatzy" / "pages" / "insights" / "figures.gen.json"


@pytest.fixture(scope="module")
def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def chances(run: dict[str, Any]) -> dict[int, float]:
    whole = np.cumsum(np.cumsum([int(change) for change in run["chances"].split()]))
    return {score: float(chance) / UNIT for score, chance in enumerate(whole, run["first"])}


def up_to(pmf: dict[int, float]) -> list[float]:
    """By score, the chance of that or less."""
    return np.cumsum([pmf.get(score, 0.0) for score in range(400)]).tolist()


def test_shipped_figures_are_complete_and_of_these_tables(shipped: dict[str, Any]) -> None:
    assert shipped["sha256"] == sha256_of({"runs": shipped["runs"], "aiming": shipped["aiming"]})
    assert shipped["tables"] == origin()
    assert [run["theta"] for run in shipped["runs"]] == list(FIGURES)
    assert shipped["made_by"] == "python -m py_engine.lab yatzy insights --games 100000 --seed 0"


def test_shipped_file_is_byte_for_byte_what_the_program_writes(
    shipped: dict[str, Any], standard: ValueTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(solving._memory, solving.key_of(Goal()), standard.flat)
    runs = [figures_of(run_of(Optimal(Goal()), 0.0)) if run["theta"] == 0 else run for run in shipped["runs"]]
    assert written(shipped | {"runs": runs}).encode() == FILE.read_bytes()


def test_shipped_figures_of_play_for_points_equal_the_references(shipped: dict[str, Any]) -> None:
    run = next(run for run in shipped["runs"] if run["theta"] == 0)
    known = {int(score): chance for score, chance in REFERENCE["pmf"]}
    assert up_to(chances(run)) == pytest.approx(up_to(known), abs=0.6 / UNIT)
    for name in CATEGORIES:
        row = REFERENCE["category_stats"][name]
        assert run["rows"][name] == pytest.approx([row["mean"], row["p_zero"]], abs=1e-6)


def test_shipped_figures_of_other_players_equal_the_references(shipped: dict[str, Any]) -> None:
    known = {run["theta"]: run for run in REFERENCE["theta_runs"]}
    compared = [run for run in shipped["runs"] if run["theta"] in known]
    assert len(compared) >= 5
    for run in compared:
        reference = known[run["theta"]]
        assert run["mean"] == pytest.approx(reference["mean"], abs=1e-5)
        assert run["sd"] == pytest.approx(reference["sd"], abs=1e-5)
        assert run["bonus"] == pytest.approx(reference["bonus_prob"], abs=1e-7)


@pytest.mark.slow
def test_shipped_figures_of_a_risk_taker_are_computed_again(shipped: dict[str, Any]) -> None:
    job = DistributionJob(theta=0.05)
    job.run()
    run = next(run for run in shipped["runs"] if run["theta"] == 0.05)
    again = {score: float(chance) for score, chance in enumerate(job.finished.distribution)}
    assert up_to(chances(run)) == pytest.approx(up_to(again), abs=0.6 / UNIT)
    assert run["bonus"] == pytest.approx(job.finished.bonus, abs=1e-8)


def test_figures_round_trip(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(solving._memory, solving.key_of(Goal()), standard.flat)
    closed = (1 << len(CATEGORIES)) - 1 & ~(1 << CATEGORIES.index("chance"))
    run = run_of(Optimal(Goal()), 0.0, closed, 40)
    figures = figures_of(run)
    assert figures["first"] == int(np.flatnonzero(np.array(run["chances"]) > 0.5 / UNIT)[0])
    exact = np.cumsum(run["chances"])
    assert up_to(chances(figures))[: len(exact)] == pytest.approx(exact.tolist(), abs=0.51 / UNIT)
    assert list(figures["rows"]) == ["chance"]
