"""Every figure that another program computed independently, as the laboratory computes it.

What is stored with the table is compared with them; the rest is computed again, by slow tests and mostly only with numba.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from build_tools.paths import WEB
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.rules.tables import CATEGORIES, STANDARD
from py_engine.lab.yatzy.engine import kernels, solving
from py_engine.lab.yatzy.engine.decisions import Greedy, Optimal
from py_engine.lab.yatzy.engine.games import Book, play
from py_engine.lab.yatzy.engine.runs import run_of
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.summary import Summary, summarize
from py_engine.lab.yatzy.engine.walk import distribution
from py_engine.lab.yatzy.output.reference import REFERENCE as PRINTED
from py_engine.lab.yatzy.output.reference import theta_reference
from py_engine.lab.yatzy.positions.gaps_program import gaps
from py_engine.lab.yatzy.risk.sweep_program import certainty_equivalent
from py_engine.lab.yatzy.scores.visits_program import visits
from py_engine.lab.yatzy.versus.two_program import duel
from tests.games.yatzy.reference import REFERENCE

PAGES = WEB / "src" / "games" / "yatzy" / "pages"
fast = pytest.mark.skipif(not kernels.COMPILED, reason="numba is not installed")
THETAS = [run["theta"] for run in REFERENCE["theta_runs"]]
IN_NUMPY = (-0.07, 0.05)
"""Those that are computed without numba too, which takes longer."""


@pytest.fixture(scope="module")
def chances() -> np.ndarray:
    """The chance of each final score of play for points, as stored with the table."""
    facts = require(STANDARD).facts
    assert facts is not None
    found = np.zeros(400)
    for score, chance in facts["pmf"]:
        found[int(score)] = chance
    return found


@pytest.fixture
def table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> ValueTable:
    """The standard table in the laboratory's memory, so that nothing is solved."""
    monkeypatch.setitem(solving._memory, solving.key_of(Goal()), standard.flat)
    return standard


def test_printed_references_are_those_of_the_other_program() -> None:
    for name in ("headline", "theta_runs", "category_stats"):
        whole, part = REFERENCE[name], PRINTED[name]
        assert json.dumps(part) in json.dumps(whole) or all(part[key] == whole[key] for key in part)


def test_summary_of_play_for_points(chances: np.ndarray) -> None:
    about: Summary = summarize(chances)
    headline = REFERENCE["headline"]
    assert about["mean"] == pytest.approx(headline["ev"], abs=1e-6)
    low, high = headline["sd_range_over_EV_ties"]
    assert low - 1e-6 <= about["sd"] <= high + 1e-6
    assert about["percentiles"] == headline["percentiles"]
    assert round(about["cvar_5"], 2) == 157.34
    assert round(about["at_least_300"], 5) == 0.09946


def test_draws_of_two_players_for_points(chances: np.ndarray) -> None:
    even = duel(chances, chances)
    assert round(even.draw, 6) == 0.007617
    assert even.win == pytest.approx(even.loss, abs=1e-9)


def agrees(theta: float, chances: np.ndarray, error: float) -> None:
    known, about = theta_reference(theta), summarize(chances)
    assert known is not None
    assert about["mean"] == pytest.approx(known["mean"], abs=error)
    assert about["sd"] == pytest.approx(known["sd"], abs=error)
    assert about["percentiles"] == known["percentiles"]
    run: Any = {"theta": theta, "chances": chances}
    assert certainty_equivalent(run) == pytest.approx(known["certainty_equivalent"], abs=10 * error)


@pytest.mark.slow
@pytest.mark.parametrize("theta", [pytest.param(theta, marks=() if theta in IN_NUMPY else fast) for theta in THETAS])
def test_every_field_of_players_with_a_risk_preference(theta: float, chances: np.ndarray) -> None:
    ended = distribution(Optimal(Goal(theta), solving.solve(Goal(theta))))
    agrees(theta, ended.chances, 1e-6)
    assert ended.bonus == pytest.approx(theta_reference(theta)["bonus_prob"], abs=1e-8)  # type: ignore[index]
    if theta == 0.05:
        bold = duel(ended.chances, chances)
        assert (round(bold.win, 6), round(bold.draw, 6)) == (0.471547, 0.007094)
        assert round(summarize(ended.chances)["cvar_5"], 2) == 148.94


def test_rules_for_rows_are_better_than_the_public_projects() -> None:
    page = json.loads((PAGES / "rules" / "rules.json").read_text("utf-8"))
    count, mean = page["rowMeans"][-1]
    assert count <= 100
    assert mean > 227.5


@fast
@pytest.mark.slow
def test_rows_turns_and_visits_of_perfect_play(table: ValueTable) -> None:
    decider = Optimal(Goal(), table.flat)
    run = run_of(decider)
    for name in CATEGORIES:
        row, known = run["categories"][name], REFERENCE["category_stats"][name]
        assert row["mean"] == pytest.approx(known["mean"], abs=1e-6)
        assert row["variance"] == pytest.approx(known["var"], abs=1e-4)
        assert row["zero"] == pytest.approx(known["p_zero"], abs=1e-6)
        assert row["turn"] == pytest.approx(known["mean_fill_turn"], abs=1e-4)
    assert round(sum(run["yatzy_by_turn"]), 6) == 0.388397
    _, counts = visits(decider)
    assert counts == REFERENCE["states_visited_by_optimal_policy_per_turn"]
    assert sum(counts) == 461_309


@fast
@pytest.mark.slow
def test_gaps_between_the_best_two_decisions(table: ValueTable) -> None:
    assert table.rules == STANDARD
    known = REFERENCE["decision_gap_distribution_under_optimal_play"]
    for row, reference in zip(gaps(STANDARD), known, strict=True):
        assert row["per_game"] == pytest.approx(reference["per_game"], abs=1e-9)
        assert row["mean"] == pytest.approx(reference["mean_gap_best_minus_runner_up"], abs=3e-4)


@fast
@pytest.mark.slow
def test_simulated_games_of_perfect_play(table: ValueTable) -> None:
    games, _ = play(Book(Optimal(Goal(), table.flat)), 100_000, np.random.default_rng(0))
    about = summarize(np.bincount(games.totals, minlength=400) / 100_000)
    assert about["mean"] == pytest.approx(248.44, abs=4 * 38.5 / 100_000**0.5)
    assert about["sd"] == pytest.approx(38.496, abs=0.4)
    assert about["cvar_5"] == pytest.approx(157.34, abs=1.0)
    assert about["at_least_300"] == pytest.approx(0.09946, abs=0.004)
    assert games.bonus.mean() == pytest.approx(0.898, abs=0.004)


@fast
@pytest.mark.slow
def test_greedy_player_has_the_exact_mean() -> None:
    assert distribution(Greedy(STANDARD)).mean == pytest.approx(199.148638358, abs=1e-8)
