"""Tuning the heuristic's weights: it finds better ones, deterministically, and resumes after interruptions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.entropy.policies.heuristic import Weights
from py_engine.lab.__main__ import main
from py_engine.lab.core.matches import Params, match, play
from py_engine.lab.core.spread import Job
from py_engine.lab.entropy import weight_tuning
from py_engine.lab.entropy.weight_tuning import CHAOS_PLAYERS, Plan, Tuning, games_of, tune

BEST = {"potential": 10.0, "control": 30.0, "distribution": -20.0}
"""The optimum of the synthetic game below, which ignores the other weights."""


def made_up(job: Job, tasks: Sequence[Any]) -> list[list[float]]:
    """Synthetic scores that fall with the distance from the best weights, plus noise that all candidates share."""
    found = []
    for task in tasks:
        away = sum(abs(task["weights"][name] - best) for name, best in BEST.items())
        found.append([200 - away + 40 * float(np.sin(seed)) for seed in task["seeds"]])
    return found


def test_tuning_finds_the_best_weights() -> None:
    said: list[str] = []
    plan = Plan(generations=12, candidates=16, games=4, check=50)
    document, stepped, best = tune(Tuning(plan, made_up), said.append)
    assert document.weights == Weights()
    assert document.above_document.mean == 0
    # A fifth at a time, twice: 50, 40, 32.
    assert stepped.weights.potential == 32.0
    assert stepped.weights.control == 30.0
    assert stepped.above_document.mean == pytest.approx(18 + 20 - stepped.weights.distribution, abs=0.01)
    # The sign of a weight can change, which steps by a fifth cannot do.
    assert best.weights.distribution == pytest.approx(-20, abs=6)
    assert best.weights.potential == pytest.approx(10, abs=6)
    assert best.above_document.mean > 60
    assert best.score.games == 50
    assert {chaos: mean.games for chaos, mean in best.by_chaos.items()} == dict.fromkeys(CHAOS_PLAYERS, 50)
    assert said[0].startswith("Round 1 of 2: potential 50 -> 40 (+10.0 ± 0.0")


def test_tuning_is_deterministic_and_measured_in_fresh_games() -> None:
    asked: list[Any] = []

    def listening(job: Job, tasks: Sequence[Any]) -> list[list[float]]:
        asked.extend(tasks)
        return made_up(job, tasks)

    plan = Plan(rounds=1, generations=2, candidates=4, games=2, check=120)
    tuning = Tuning(plan, listening)
    assert tune(tuning, lambda _: None) == tune(Tuning(plan, made_up), lambda _: None)
    assert tuning.games == sum(len(task["seeds"]) for task in asked)
    seeds = [set(task["seeds"]) for task in asked]
    checked = [each for each in seeds if min(each) >= weight_tuning.CHECKING]
    assert sum(len(each) for each in checked) == 3 * 4 * 120
    assert max(max(each) for each in seeds if each not in checked) < weight_tuning.CHECKING


def test_tuning_games_equal_the_evaluators_games() -> None:
    weights = Weights(potential=12.5, distribution=-4.0)
    tuning = Tuning(Plan(size=5), lambda job, tasks: [job(task) for task in tasks])
    scores = tuning.played([weights], [6, 7])
    options: Params = {"evaluator": "heuristic", "evaluator_options": weights._asdict()}
    for place, chaos in enumerate(CHAOS_PLAYERS):
        returns = play(match("entropy_v1", {"size": 5}, [options, {"evaluator": chaos}], [6, 7]))
        assert scores[0, place].tolist() == [each[0] for each in returns]


def test_tune_command_resumes_after_an_interruption(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = (
        "entropy-tune --size 5 --rounds 1 --generations 1 --candidates 2 --games 1 --halvings 1 --check 2 --processes 1"
    )
    kept, written = tmp_path / "kept.jsonl", tmp_path / "tuned.json"
    arguments = [*said.split(), "--results", str(kept), "--json", str(written)]
    games = 0

    def interrupted(task: weight_tuning.Games) -> list[float]:
        nonlocal games
        games += 1
        if games == 60:
            raise KeyboardInterrupt
        return made_up(games_of, [task])[0]

    interrupted.__qualname__ = games_of.__qualname__
    interrupted.__module__ = games_of.__module__
    monkeypatch.setattr(weight_tuning, "games_of", interrupted)
    with pytest.raises(SystemExit, match="to resume"):
        main(arguments)
    assert len(kept.read_text().splitlines()) == 59
    main(arguments)
    keys = [json.loads(line)["key"] for line in kept.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == games - 1
    assert "tuned: " in capsys.readouterr().out
    tuned = json.loads(written.read_text())
    assert tuned["weights"]["document"]["weights"] == Weights()._asdict()
    assert tuned["weights"]["tuned"]["by_chaos"]["ev2"]["games"] == 2
