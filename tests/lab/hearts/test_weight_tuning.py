"""Tuning of Hearts' weights: it improves them or keeps them, is deterministic, and measures what matches measure."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from py_engine.games.hearts.policies.passing import pass_tables
from py_engine.games.hearts.policies.weights import Weights, default_weights, play_tables
from py_engine.lab.__main__ import main
from py_engine.lab.core.matches import Player
from py_engine.lab.core.spread import Job
from py_engine.lab.core.versions import engine_of
from py_engine.lab.hearts import lockstep
from py_engine.lab.hearts.match import Match, Standing, play_deals
from py_engine.lab.hearts.tune_command import as_toml, read
from py_engine.lab.hearts.weight_tuning import CHECKING, Deals, Plan, Tuning, saved, tune

BEST = 30.0
"""The best ``discard_queen`` in the fake results below, which ignore the other weights."""


def made_up(job: Job, tasks: Sequence[Any]) -> list[list[int]]:
    """Fake results: points that fall with the distance from the best weight, plus the luck of the deal."""

    def worth(weights: dict[str, Any]) -> float:
        return -120 * abs(weights["play"]["discard_queen"] - BEST)

    return [
        [
            round(worth(task["weights"]) - worth(task["against"])) + (deal * 7) % 13 - 6
            for deal in range(task["first"], task["first"] + task["count"])
        ]
        for task in tasks
    ]


def worse() -> Weights:
    """Weights that rather keep the queen than discard her."""
    data = default_weights().model_dump()
    data["play"]["discard_queen"] = -40.0
    return Weights.model_validate(data)


def test_tuning_finds_weights_that_save_points() -> None:
    lines: list[str] = []
    plan = Plan(part="play", rounds=2, generations=8, candidates=16, deals=13, check=260, spread=1)
    found = tune(Tuning(plan, made_up), worse(), lines.append)
    assert found.weights.play.discard_queen > 0
    assert found.weights.passing == worse().passing
    # Ten points per hand for each unit, give or take the luck.
    away = BEST + 40 - abs(found.weights.play.discard_queen - BEST)
    assert found.above.mean == pytest.approx(10 * away, abs=1)
    assert found.above.games == 260
    assert [line for line in lines if line.endswith("adopted")]


def test_weights_that_are_not_better_are_rejected() -> None:
    plan = Plan(part="passing", rounds=1, generations=1, candidates=4, deals=13, check=130)
    found = tune(Tuning(plan, made_up), worse(), lambda _: None)
    assert found.weights == worse()
    assert found.above.games == 0


def test_tuning_is_deterministic_and_checks_in_held_out_deals() -> None:
    recorded: list[Any] = []

    def listening(job: Job, tasks: Sequence[Any]) -> list[list[int]]:
        recorded.extend(tasks)
        return made_up(job, tasks)

    plan = Plan(rounds=2, generations=2, candidates=4, deals=20, check=30)
    assert tune(Tuning(plan, listening), worse(), print) == tune(Tuning(plan, made_up), worse(), print)
    ranges = {(task["first"], task["first"] + task["count"]) for task in recorded}
    ends = sorted(ranges)
    assert all(first[1] <= second[0] for first, second in pairwise(ends))
    assert {last - first for first, last in ranges if first >= CHECKING} == {30}
    assert {last - first for first, last in ranges if first < CHECKING} == {20, 40, 80}


def test_swapping_the_weights_changes_the_sign_of_the_points_saved() -> None:
    weights = default_weights().model_dump()
    task = Tuning(Plan(), lambda job, tasks: [job(each) for each in tasks])
    assert task.played([default_weights()], [default_weights()], range(6)).tolist() == [[0.0] * 6]
    one: Deals = {
        "weights": weights,
        "against": worse().model_dump(),
        "seed": 3,
        "first": 4,
        "count": 20,
        "engine": engine_of("hearts"),
    }
    points = saved(one)
    back = saved({**one, "weights": one["against"], "against": one["weights"]})
    # Every seating has its opposite, so swapping the sides changes the sign.
    assert points == [-each for each in back]
    assert any(points)


def test_points_saved_match_those_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    other = worse()
    worse_player = lockstep.greedy(play_tables(other.play), pass_tables(other.passing))
    monkeypatch.setitem(lockstep._CHOOSERS, "random", lambda: worse_player)
    match = Match(Player("a", {"evaluator": "greedy"}), Player("b", {"evaluator": "random"}), deals=10, seed=2)
    standing = Standing(match)
    for task in match.tasks():
        standing.add(play_deals(task))
    tuning = Tuning(Plan(seed=2), lambda job, tasks: [job(each) for each in tasks])
    assert tuning.played([default_weights()], [other], range(10))[0].tolist() == standing.saved().tolist()


def test_weights_survive_a_round_trip_through_toml() -> None:
    text = as_toml(default_weights(), "# why\n\n")
    assert text.startswith("# why\n\n[play]\n")
    assert Weights.model_validate(tomllib.loads(text)) == default_weights()


def test_the_command_writes_weights_and_reuses_kept_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin, end, kept = (tmp_path / name for name in ("begin.toml", "end.toml", "kept.jsonl"))
    begin.write_text(as_toml(worse(), "# a comment\n"), "utf-8")
    command = "hearts-tune --rounds 1 --generations 1 --candidates 3 --deals 4 --halvings 1 --check 5 --processes 1"
    arguments = [*command.split(), "--weights", str(begin), "--toml", str(end), "--results", str(kept)]
    main(arguments)
    assert end.read_text().startswith("# a comment\n[play]\n")
    first, lines = capsys.readouterr().out, kept.read_text().splitlines()
    main(arguments)
    assert capsys.readouterr().out == first
    assert kept.read_text().splitlines() == lines
    assert read(end).passing.model_fields_set


@pytest.mark.parametrize(
    ("text", "sentence"), [("[play", "are not TOML"), ("[play]\nlead_risk = [1.0]", "lead_risk has too few entries")]
)
def test_invalid_weights_are_reported(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SystemExit) as end:
        main(["hearts-tune", "--weights", str(path)])
    assert sentence in str(end.value.code)
