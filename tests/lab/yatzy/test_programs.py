"""The programs of Yatzy's laboratory, on cards with few open rows or few games."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from py_engine.games.yatzy.coaching.habits.fit import HABITS
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.batch import KEEPS, KEPT, held_multisets, new_batch, step, totals
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, STANDARD
from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.yatzy.engine import kernels, solving
from py_engine.lab.yatzy.engine.adaptive import Seat, play_out
from py_engine.lab.yatzy.engine.decisions import Decider, Greedy, Optimal
from py_engine.lab.yatzy.engine.games import Book, Games, play
from py_engine.lab.yatzy.engine.human import LEVELS, Human
from py_engine.lab.yatzy.engine.moods import Mood, play_moody
from py_engine.lab.yatzy.engine.space import MASK, position_of
from py_engine.lab.yatzy.engine.walk import distribution
from py_engine.lab.yatzy.habits.card_program import _GRIDS, changes
from py_engine.lab.yatzy.output.pictures import heat_map, lines
from py_engine.lab.yatzy.output.writing import Result, packed, read_columns, show
from py_engine.lab.yatzy.positions.gaps_program import gaps
from py_engine.lab.yatzy.positions.loss_program import losses
from py_engine.lab.yatzy.positions.pool import collect, different
from py_engine.lab.yatzy.positions.sensitivity_program import Decision, best_at, flips
from py_engine.lab.yatzy.scores.simulate_program import statistics_of
from py_engine.lab.yatzy.scores.yatzy_program import in_one_turn
from py_engine.lab.yatzy.versus.two_program import duel

CARD = FULL & ~sum(1 << CATEGORIES.index(name) for name in ("sixes", "full_house", "yatzy"))
UPPER = 45


@pytest.fixture
def table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> ValueTable:
    """The standard table in the laboratory's memory, so that nothing is solved."""
    monkeypatch.setitem(solving._memory, solving.key_of(solving.Goal()), standard.flat)
    return standard


@pytest.mark.slow
def test_games_by_gathers_are_legal_and_add_up() -> None:
    games, log = play(Book(Greedy(STANDARD)), 300, np.random.default_rng(3), log=True)
    assert log is not None
    sets = [np.array(MULTISETS[roll], dtype=np.uint8) for roll in range(252)]
    batch = new_batch(1, np.stack([sets[roll] for roll in log.rolls[0, 0]]), STANDARD)
    for turn in range(15):
        for stage in range(2):
            held, following = log.held[turn, stage], log.rolls[turn, stage + 1]
            fits = held_multisets(batch.dice[:, None, :], KEPT) == held[:, None]
            assert fits.any(axis=1).all()
            keeps = fits.argmax(axis=1)
            step(batch, keeps, np.zeros((300, 5), dtype=np.uint8))
            for lane in range(300):
                thrown = list(MULTISETS[following[lane]])
                for die in batch.dice[lane][batch.dice[lane] > 0].tolist():
                    thrown.remove(die)
                batch.dice[lane, batch.dice[lane] == 0] = thrown
        opening = log.rolls[min(turn + 1, 14), 0]
        step(batch, games.closed[:, turn] + KEEPS, np.stack([sets[roll] for roll in opening]))
    assert (batch.closed[0] == FULL).all()
    np.testing.assert_array_equal(games.totals, totals(batch)[0])
    assert games.totals.mean() == pytest.approx(199.15, abs=3 * 38.8 / 300**0.5)


def test_losses_of_a_player_add_up_to_what_it_misses(table: ValueTable) -> None:
    players: list[Decider] = [Greedy(STANDARD), *(Human(level, STANDARD) for level in LEVELS)]
    for who in players:
        by_turn, by_row = losses(who, CARD, UPPER)
        missed = table.value(CARD, UPPER) - distribution(who, CARD, UPPER).mean
        assert by_turn.sum() == pytest.approx(missed, abs=1e-8)
        assert by_row.sum() == pytest.approx(by_turn[2].sum(), abs=1e-10)


def test_gaps_of_perfect_play_on_a_late_card(table: ValueTable) -> None:
    found = gaps(STANDARD, CARD, UPPER)
    assert [round(row["per_game"], 9) for row in found] == [3, 3, 2]
    assert all(row["cdf"] == sorted(row["cdf"]) for row in found)
    assert found[2]["mean"] > found[0]["mean"] > 0


def test_risk_changes_a_decision_where_it_is_indifferent() -> None:
    decision = Decision(CARD, UPPER, MULTISETS.index((2, 2, 2, 6, 6)), 1)
    changes = flips([-0.15, 0.0, 0.15], 0.002, lambda theta: int(theta > 0.05))
    assert [(change.below, change.above) for change in changes] == [(0, 1)]
    assert changes[0].theta == pytest.approx(0.05, abs=0.002)
    assert best_at(decision, STANDARD)(0.0) == 0


def test_duel_shares_all_chances() -> None:
    first, second = np.zeros(300), np.zeros(250)
    first[[100, 200]] = 0.25, 0.75
    second[[100, 240]] = 0.5, 0.5
    assert duel(first, second) == pytest.approx((0.375, 0.125, 0.5))


def test_five_of_a_kind_in_one_turn() -> None:
    assert in_one_turn(STANDARD) == pytest.approx(0.0460286, abs=1e-7)


@pytest.mark.parametrize("mood", [Mood(scale=0.5), Mood(beta=1.0), Mood(beta=2.0, theta=0.02, gamma=0.5, depth=1)])
def test_players_by_chance_are_the_same_compiled(
    mood: Mood, table: ValueTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernels.COMPILED:
        pytest.skip("numba is not installed")
    monkeypatch.setitem(solving._memory, solving.key_of(solving.Goal(0.02)), np.exp(0.02 * table.flat))
    one, other = (play_moody(mood, 60, np.random.default_rng(5), compiled=compiled) for compiled in (True, False))
    assert (one.totals == other.totals).mean() > 0.95
    assert all((np.sort(game) == np.arange(15)).all() for game in one.closed)


def test_playing_out_a_card_scores_what_is_expected(table: ValueTable) -> None:
    size = 4000
    seat = Seat(np.full(size, position_of(CARD, UPPER)), np.full(size, 100))
    final = play_out([Optimal(solving.Goal())], seat, np.random.default_rng(1), turn=12)
    assert (MASK[final.positions] == FULL).all()
    gained = final.with_bonus - 100
    assert gained.mean() == pytest.approx(table.value(CARD, UPPER), abs=4 * gained.std() / size**0.5)


def test_statistics_of_games() -> None:
    closed = np.tile(np.arange(15, dtype=np.uint8), (2, 1))
    points = np.zeros((2, 15), dtype=np.uint8)
    points[0, :6] = 3, 6, 9, 12, 15, 18
    points[1, 14] = 50
    games = Games(closed, points)
    assert games.totals.tolist() == [113, 50]
    found = statistics_of(games, "two games", exact=False).data
    assert found["bonus"] == 0.5
    assert found["categories"][14]["zero"] == 0.5


@pytest.mark.slow
def test_games_are_kept_and_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, data = tmp_path / "games.npz", tmp_path / "again.json"
    said = ["--games", "50", "--seed", "2"]
    main(["yatzy", "simulate", "greedy", *said, "--keep", str(kept), "--output", str(tmp_path / "first.json")])
    main(["yatzy", "statistics", str(kept), "--output", str(data), str(tmp_path / "table.csv")])
    capsys.readouterr()
    assert json.loads(data.read_text()) == json.loads((tmp_path / "first.json").read_text())
    assert (tmp_path / "table.csv").read_text().startswith("score,share\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "nobody"], "There is no player 'nobody'"),
        (["simulate", "human:x"], "is no player: 'x' is wrong"),
        (["winrate", "noisy:1", "optimal"], "chooses by chance"),
        (["density", "--upper", "3"], "do not allow that upper score"),
        (["density", "--theta", "2"], "theta should be from"),
        (["query", "evaluate"], "evaluate cannot be answered"),
        (["statistics", "nothing.npz"], "cannot be read"),
    ],
)
def test_errors_are_sentences(arguments: list[str], sentence: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["yatzy", *arguments])
    assert sentence in str(end.value.code)


def written_by(folder: Path, *suffixes: str) -> list[Path]:
    """The files of a program that takes no time."""
    files = [folder / f"result{suffix}" for suffix in suffixes]
    columns = {"theta": np.array([0.0, 0.05]), "name": np.array(["a", "b"])}
    chosen = argparse.Namespace(output=files)
    show(Result([("Table", [["name", "mean"], ["a|b", "248.4"]])], {"mean": 248.4}, columns, "<svg/>"), chosen)
    return files


def test_results_are_written_as_every_kind_of_file(tmp_path: Path) -> None:
    found = written_by(tmp_path, ".json", ".csv", ".npz", ".md", ".svg")
    assert json.loads(found[0].read_text()) == {"mean": 248.4}
    assert found[1].read_text() == "theta,name\n0.0,a\n0.05,b\n"
    assert read_columns(found[2])["theta"].tolist() == [0.0, 0.05]
    assert (
        found[3]
        .read_text()
        .startswith("Table:\n\n| name | mean |\n|---|---:|\n| a\\|b | 248.4 |\n\nMade by `python -m")
    )
    assert found[4].read_text() == "<svg/>"


def test_parquet_files_are_read_again_or_ask_for_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("pyarrow") is not None:
        [file] = written_by(tmp_path, ".parquet")
        table = importlib.import_module("pyarrow.parquet").read_table(file)
        assert table.to_pydict() == {"theta": [0.0, 0.05], "name": ["a", "b"]}
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(LabError, match=r"needs pyarrow: pip install 'py_engine\[parquet\]'"):
        written_by(tmp_path, ".parquet")


def test_query_answers_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["yatzy", "query", "health"])
    assert json.loads(capsys.readouterr().out)["answer"]["status"] == "ok"


def test_pictures_are_svg() -> None:
    drawn = lines("A & B", {"x": ([0, 1, 2], [0.0, 5.0, 3.0]), "y": ([0, 2], [1.0, 1.0])}, "across", "up")
    assert drawn.startswith("<svg")
    assert drawn.count("<polyline") == 2
    assert "A &amp; B" in drawn
    assert heat_map("Heat", [[0.0, 1.0]], ["row"], ["a", "b"]).count("<rect") == 1


def test_changes_of_habit_are_differences_of_means() -> None:
    grid = np.zeros((6, 6, 3, 6)) + np.arange(6)
    found = changes(grid)
    assert len(found) == 5 + 5 + 2 + 5
    assert {row["worth"] for row in found if row["habit"] == "beta"} == {1.0}
    assert {row["worth"] for row in found if row["habit"] != "beta"} == {0.0}
    errors = {row["habit"]: row["error"] for row in changes(grid, np.full_like(grid, 0.5))}
    assert errors == pytest.approx({"theta": 108**-0.5, "gamma": 108**-0.5, "depth": 216**-0.5, "beta": 108**-0.5})


def test_player_card_is_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grids = np.meshgrid(*(np.array(values, dtype=np.float64) for values in _GRIDS), indexing="ij")
    columns = {name: grid.ravel() for name, grid in zip(HABITS, grids, strict=True)}
    columns |= {"mean": 200 + columns["beta"], "sd": np.full(648, 40.0), "p5": np.full(648, 150.0)}
    columns |= {
        "p95": np.full(648, 290.0),
        "bonus": np.full(648, 0.5),
        "games": np.full(648, 400),
        "seed": np.full(648, 3),
    }
    (tmp_path / "card.npz").write_bytes(packed(columns))
    main(["yatzy", "player-card", "--read", str(tmp_path / "card.npz"), "--output", str(tmp_path / "card.md")])
    printed = capsys.readouterr().out
    assert "648 types, 400 games each, seed 3" in printed
    assert "| beta | 0.25 | 0.5 | +0.25 | 0.27 |" in (tmp_path / "card.md").read_text()


def test_pool_has_valued_decisions_no_two_alike(table: ValueTable) -> None:
    pool = collect(STANDARD, 20, 1, 0.7)
    assert (pool.gap > 0).all()
    assert (pool.obvious_loss >= -1e-9).all()
    assert pool.frequency.sum() == pytest.approx(44, abs=2.5)
    chosen = pool.take(different(pool, pool.frequency, 12, 2))
    classes = list(zip(chosen.phase.tolist(), chosen.kind.tolist(), chosen.tension.tolist(), strict=True))
    assert max(classes.count(each) for each in classes) <= 2
