"""Tests of tournaments: common seeds, tables of results, players."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from py_engine.lab.__main__ import main
from py_engine.lab.core.crossed import Crossing, Table
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import Player, match
from py_engine.lab.core.statistics import mean_of, paired
from py_engine.lab.core.tournament import Pairing, Standing
from py_engine.lab.core.writing import as_data, as_markdown, as_text
from py_engine.lab.entropy.matches import LOCKSTEP, play, player

ENTROPY = "entropy_v1"


def crossing(
    games: int, rows: tuple[str, ...] = ("pass", "greedy"), columns: tuple[str, ...] = ("random",)
) -> Crossing:
    first, second = ([player(name) for name in names] for names in (rows, columns))
    return Crossing(ENTROPY, {"size": 5}, first, second, games, seed=10, lockstep=LOCKSTEP)


def test_crossing_uses_the_same_seeds_for_every_pairing() -> None:
    found = crossing(120).matches()
    for place in ((0, 0), (1, 0)):
        seeds = [seed for row, column, task in found if (row, column) == place for seed in task["seeds"]]
        assert seeds == list(range(10, 130))
    assert [(row, task["seeds"][0]) for row, _, task in found][:4] == [(0, 10), (1, 10), (0, 60), (1, 60)]


def test_crossing_splits_matches_of_slow_players_into_single_games() -> None:
    slow = Crossing(
        ENTROPY, {}, [Player("s", {"evaluator": "search"})], [Player("r", {"evaluator": "random"})], 3, 0, LOCKSTEP
    )
    assert [task["seeds"] for _, _, task in slow.matches()] == [[0], [1], [2]]


def filled() -> Table:
    table = Table(crossing(3, columns=("random", "greedy")))
    points = {(0, 0): [1.0, 2.0, 3.0], (1, 0): [11.0, 14.0, 17.0], (0, 1): [0.0, 0.0, 1.0], (1, 1): [5.0, 5.0]}
    for row, column, task in table.crossing.matches():
        found = points[row, column]
        table.add(row, column, {**task, "seeds": task["seeds"][: len(found)]}, [[p, -p] for p in found])
    return table


def test_table_has_means_errors_and_paired_differences() -> None:
    table = filled()
    assert list(table.mean(0, 0)) == pytest.approx([2.0, 1 / np.sqrt(3), 3])
    assert list(table.above(1, 0)) == pytest.approx([12.0, 2 / np.sqrt(3), 3])
    # Only games that both have played count.
    assert table.above(1, 1) == (5.0, 0.0, 2)
    assert list(table.allowed(0, 1)) == pytest.approx([-5 / 3, 1 / 3, 3])


def test_paired_difference_has_a_smaller_error_than_its_parts() -> None:
    first = {seed: 10.0 * seed for seed in range(9)}
    second = {seed: 10.0 * seed + 3 for seed in range(9)}
    assert paired(second, first) == (3.0, 0.0, 9)
    assert mean_of(list(first.values())).error > 5


def test_mean_of_one_game_has_no_error() -> None:
    assert mean_of([4.0]).text() == "4.0 ± ?"
    assert mean_of([]).text() == "-"
    assert mean_of([-4.0, -6.0]).text(signed=True) == "−5.0 ± 1.0"  # noqa: RUF001 - a true minus


def test_table_as_text_markdown_and_data() -> None:
    table, roles = filled(), ["Order", "Chaos"]
    text = as_text(table, roles).splitlines()
    assert text[:4] == [
        "Mean result of Order ± standard error, 2 to 3 games each",
        "Order \\ Chaos      random     greedy",
        "pass            2.0 ± 0.6  0.3 ± 0.3",
        "greedy         14.0 ± 1.7  5.0 ± 0.0",
    ]
    assert text[-1] == "greedy                +12.0 ± 1.2  +5.0 ± 0.0"
    assert "| greedy | 14.0 ± 1.7 | 5.0 ± 0.0 |" in as_markdown(table, roles, "c").splitlines()
    data = json.loads(json.dumps(as_data(table, roles, "c"), allow_nan=False))
    assert data["results"][1][0]["mean"] == 14.0
    assert data["more_than_first_row"][1][1] == {"mean": 5.0, "error": 0.0, "games": 2}
    assert data["rows"][0] == {"name": "pass", "params": {"evaluator": "pass"}}


def test_pairing_plays_every_deal_from_both_sides() -> None:
    pairing = Pairing("azul_v1_2p", Player("a", {"evaluator": "greedy"}), Player("b", {"evaluator": "random"}), 2, 5)
    assert [(task["players"][0]["evaluator"], task["seeds"]) for task in pairing.matches()] == [
        ("greedy", [5]), ("random", [5]), ("greedy", [6]), ("random", [6]),
    ]  # fmt: skip
    standing = Standing()
    for returns in ([[10.0, -10.0]], [[4.0, -4.0]], [[0.0, 0.0]], [[-6.0, 6.0]]):
        standing.add(returns)
    assert standing.differences == [10.0, -4.0, 0.0, 6.0]
    assert str(standing) == "62% ± 24% of 4 games, +3.0 ± 0.0 points"


def test_standing_compares_the_totals_of_games_in_which_each_player_has_an_own_score() -> None:
    standing = Standing()
    for returns in ([[100.0, 248.0]], [[250.0, 110.0]], [[200.0, 200.0]]):
        standing.add(returns)
    assert standing.differences == [-148.0, -140.0, 0.0]
    assert str(standing).startswith("17% ± 22% of 3 games, −144.0")  # noqa: RUF001 - a true minus


def test_match_refuses_another_version_of_the_engine() -> None:
    task = match(ENTROPY, {"size": 5}, [{"evaluator": "pass"}, {"evaluator": "random"}], [1])
    with pytest.raises(LabError, match="another version of the engine"):
        play({**task, "engine": "older"})


def test_player_is_parsed_from_level_evaluator_json_or_name() -> None:
    assert player("greedy").params == {"evaluator": "greedy"}
    assert player("value") == Player("value", {"evaluator": "value"})
    assert player('mine={"evaluator": "ev2"}') == Player("mine", {"evaluator": "ev2"})
    assert player('{"evaluator": "ev2"}').name == '{"evaluator": "ev2"}'
    limited = player("search", max_work=50).params
    assert (limited["max_work"], limited["time_budget_ms"]) == (50, 600_000)


def test_tournament_command_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ["--game", "yatzy_v1", "--deals", "1", "--processes", "1", "--results", str(tmp_path / "kept")]
    main(["tournament", "greedy", "random", *said])
    assert capsys.readouterr().out.startswith("greedy against random: 100% ± 0% of 2 games, +")
    main(["tournament", "random", "greedy", *said])
    assert capsys.readouterr().out.startswith("random against greedy: 0% ± 0% of 2 games, −")  # noqa: RUF001


def test_tournament_of_entropy_accepts_players_of_its_laboratory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["tournament", "--game", ENTROPY, "--deals", "1", "--processes", "1", "--results", str(tmp_path / "kept")]
    main([*said, "greedy", "random"])
    assert capsys.readouterr().out.startswith("greedy against random: ")
    with pytest.raises(SystemExit, match=r"no player 'nobody'; there are .*, pass, and evaluator params"):
        main([*said, "nobody", "random"])


@pytest.mark.parametrize(("game", "name"), [("hearts_v1", "Hearts"), ("swccg_gemp_v1", "SWCCG")])
def test_a_game_that_two_cannot_play_is_refused_with_a_sentence(game: str, name: str) -> None:
    with pytest.raises(SystemExit, match=f"{name} has no games of two players."):
        main(["tournament", "random", "greedy", "--game", game])
