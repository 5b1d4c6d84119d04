"""Programs that choose: a risk preference for a quantile, a target or a deficit; and decisions and positions as columns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.batch import KEEPS, KEPT, held_multisets, new_batch, step, totals
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD
from py_engine.lab.__main__ import main
from py_engine.lab.yatzy.engine import kernels, solving
from py_engine.lab.yatzy.engine.adaptive import Seat
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.space import position_of
from py_engine.lab.yatzy.output.writing import read_columns
from py_engine.lab.yatzy.positions.export_program import training
from py_engine.lab.yatzy.risk.frontier_program import aiming
from py_engine.lab.yatzy.risk.percentile_program import best_by_quantile
from py_engine.lab.yatzy.versus.underdog_program import EDGES, TURNS, following_policy

fast = pytest.mark.skipif(not kernels.COMPILED, reason="numba is not installed")


@pytest.fixture
def table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> ValueTable:
    """The standard table in the laboratory's memory, so that nothing is solved."""
    monkeypatch.setitem(solving._memory, solving.key_of(Goal()), standard.flat)
    return standard


def run(theta: float, chances: dict[int, float]) -> Any:
    """A run with these chances of final scores."""
    whole = [chances.get(score, 0.0) for score in range(400)]
    return {"theta": theta, "chances": whole, "summary": {"mean": sum(s * c for s, c in chances.items())}}


def test_low_quantiles_are_highest_for_the_careful_and_high_ones_for_the_bold() -> None:
    careful, neutral, bold = run(-0.1, {230: 1.0}), run(0.0, {200: 0.3, 250: 0.7}), run(0.1, {150: 0.6, 330: 0.4})
    rows = {row["per_cent"]: row for row in best_by_quantile([careful, neutral, bold])}
    assert [rows[level]["theta"] for level in (10, 40, 95)] == [-0.1, 0.0, 0.1]
    assert rows[10]["quantile"] - rows[10]["neutral"] == pytest.approx(30, abs=1)
    assert rows[95]["mean"] == pytest.approx(0.6 * 150 + 0.4 * 330)


def seat(points: list[int]) -> Seat:
    """Full cards without the bonus."""
    return Seat(np.full(len(points), position_of(FULL, 0)), np.array(points))


def test_players_who_aim_take_more_risk_the_further_they_are_behind() -> None:
    choice = aiming([-0.05, 0.0, 0.05], np.zeros(POSITIONS), 300, 0.002)
    assert choice(0, seat([330, 300, 290, 270]), None).tolist() == [0, 1, 1, 2]


def test_underdogs_follow_the_policy_of_their_deficit_and_turn() -> None:
    best = np.full((len(TURNS), len(EDGES) + 1), 1)
    best[1, -1], best[1, 0] = 2, 0
    choice = following_policy(best, np.zeros(POSITIONS))
    own, other = seat([100, 200, 150]), seat([200, 100, 150])
    assert choice(TURNS[1], own, other).tolist() == [2, 0, 1]
    assert choice(TURNS[1] + 1, own, other).tolist() == [2, 0, 1]
    assert choice(TURNS[0], own, other).tolist() == [1, 1, 1]
    assert choice(0, own, other).tolist() == [1, 1, 1]


def test_decisions_come_back_from_the_columns_that_were_written(table: ValueTable, tmp_path: Path) -> None:
    assert table.rules == STANDARD
    files = [str(tmp_path / f"regret{suffix}") for suffix in (".npz", ".csv")]
    main(["yatzy", "regret-export", "--games", "12", "--seed", "4", "--output", *files])
    packed, text = (read_columns(Path(file)) for file in files)
    assert list(packed) == list(text)
    for name, column in packed.items():
        assert [str(value) for value in column.tolist()] == text[name].tolist()
    assert (packed["gap"] >= 0).all()
    assert packed["frequency"].sum() == pytest.approx(44, abs=2.5)


@fast
@pytest.mark.slow
def test_positions_of_perfect_play_have_their_values(table: ValueTable) -> None:
    columns = training(Goal(), 300, 1)
    closed = np.zeros(len(columns["value"]), dtype=np.int64)
    for i, name in enumerate(CATEGORIES):
        closed |= columns[f"closed_{name}"].astype(np.int64) << i
    for mask, upper, value in zip(closed.tolist(), columns["upper"].tolist(), columns["value"].tolist(), strict=True):
        assert value == table.value(mask, upper)


@fast
@pytest.mark.slow
def test_exported_game_can_be_replayed_to_its_total(table: ValueTable, tmp_path: Path) -> None:
    assert table.rules == STANDARD
    file = tmp_path / "game.json"
    main(["yatzy", "game-export", "greedy", "--seed", "3", "--output", str(file)])
    game = json.loads(file.read_text())
    moves = game["moves"]
    batch = new_batch(1, np.array([moves[0]["roll"]], dtype=np.uint8), STANDARD)
    for move, following in zip(moves, [*moves[1:], moves[0]], strict=True):
        dice = np.array([following["roll"]], dtype=np.uint8)
        if move["closes"] is not None:
            step(batch, np.array([KEEPS + CATEGORIES.index(move["closes"])]), dice)
            continue
        wanted = held_multisets(
            np.array([[*move["holds"], *[0] * (5 - len(move["holds"]))]], dtype=np.uint8), KEPT[-1:]
        )
        keep = int((held_multisets(batch.dice[:, None, :], KEPT) == wanted).argmax())
        step(batch, np.array([keep]), np.zeros((1, 5), dtype=np.uint8))
        batch.dice[0] = dice[0]
    assert totals(batch)[0, 0] == game["total"]
    assert all(move["lost"] >= -1e-9 for move in moves)
