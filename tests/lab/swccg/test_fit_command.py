"""Weights fitted to preferred answers: planted weights are recovered on held-out games, with a clean split."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.swccg.knowledge.reader.replays import ReplayDecision, read_at_once
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import Weights, default_weights
from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.fit_command import Example, fit, preferences
from py_engine.lab.swccg.options import overrides
from py_engine.lab.swccg.score_inputs import Row, pooled
from py_engine.lab.swccg.weight_fitting import choices_of, fitted, loss, split
from tests.games.swccg.folders import write_folder
from tests.lab.swccg.rows import row_of

DEFAULT = default_weights()
PLANTED = DEFAULT.changed({"base.pass": 40.0, "base.force_drain": -5.0, "base.use": 60.0, "base.draw": 55.0})
OWN = ("battle.", "move.", "draw.")


def planted(asked: ReplayDecision) -> str:
    """The pick of a coach with the planted weights."""
    return CombinedEvaluator(PLANTED).evaluate(asked.with_facts()).best.choice.answer


def made_up(count: int, seed: int) -> tuple[list[Row], dict[str, float]]:
    """Decisions with random inputs, answered with planted weights far from the defaults."""
    rng = np.random.default_rng(seed)
    names = list(DEFAULT.values)
    own = [name for name in names if name.startswith(OWN)][:10]
    aims = dict(zip(own, np.random.default_rng(0).uniform(-30, 30, len(own)).tolist(), strict=True))
    rows = []
    for _ in range(count):
        options = int(rng.integers(2, 6))
        inputs = rng.integers(-4, 5, (options, len(own))).astype(float)
        worth = (inputs * np.array(list(aims.values()))).sum(axis=1)
        contributions = [
            (place, names.index(name), amount)
            for place, amounts in enumerate(inputs.tolist())
            for name, amount in zip(own, amounts, strict=True)
        ]
        rows.append(row_of(options, contributions, chosen=int(np.argmax(worth))))
    return rows, aims


def chosen_of(row: Row) -> int:
    assert row["chosen"] is not None
    return row["chosen"]


def example(game: str, row: Row, side: str = "dark") -> Example:
    return Example(0, game, side, row, row["answers"][chosen_of(row)])


def asked(**more: Any) -> Namespace:
    return Namespace(**{"held_out": 0.34, "penalty": 0.01, "temperature": 10.0, "seed": 0} | more)


def agreement(rows: list[Row], weights: Weights) -> float:
    table = pooled(rows, weights)
    picks = table.picks(table.scores(table.values, table.modes())) - table.first[:-1]
    return float(np.mean(picks == np.array([row["chosen"] for row in rows])))


def test_fit_recovers_planted_weights_on_held_out_data() -> None:
    rows, aims = made_up(600, 1)
    examples = [example(f"g{number % 12}", row, ("dark", "light")[number % 2]) for number, row in enumerate(rows)]
    found = fit(examples, DEFAULT, asked(penalty=None))
    weights = DEFAULT.changed(found.changes)
    held = [each.row for each in examples if each.game in found.held]
    assert 150 < len(held) < 250
    assert agreement(held, DEFAULT) < 0.6
    assert agreement(held, weights) > 0.93
    assert set(found.changes) <= set(aims)
    # Picks determine the weights only up to scale.
    after, aim = (np.array([each[name] for name in aims]) for each in (weights, aims))
    assert np.corrcoef(after, aim)[0, 1] > 0.95


def test_loss_and_gradient_match_direct_computation() -> None:
    rows, _ = made_up(5, 2)
    rows[0]["vetoed"] = [place for place in range(len(rows[0]["answers"])) if place != rows[0]["chosen"]][:1]
    choices = choices_of(pooled(rows, DEFAULT), np.array([row["chosen"] for row in rows]))
    values = choices.table.values
    value, slope = loss(choices, values, 10.0)
    names, expected = list(DEFAULT.values), 0.0
    for row in rows:
        points = np.zeros(len(row["answers"]))
        for place, number, amount in zip(row["choice"], row["weight"], row["input"], strict=True):
            points[place] += amount * DEFAULT[names[number]] / 10
        chances = np.exp(points)
        chances[row["vetoed"]] = 0
        expected -= float(np.log(chances[chosen_of(row)] / chances.sum())) / len(rows)
    assert value == pytest.approx(expected)
    for number in np.flatnonzero(slope)[:6]:
        nudged = values.copy()
        nudged[number] += 1e-5
        assert (loss(choices, nudged, 10.0)[0] - value) / 1e-5 == pytest.approx(slope[number], abs=1e-4)


def test_penalty_holds_weights_and_the_minimum_is_found() -> None:
    rows, _ = made_up(100, 3)
    choices = choices_of(pooled(rows, DEFAULT), np.array([row["chosen"] for row in rows]))
    start = choices.table.values
    moves = [float(np.abs(fitted(choices, penalty, 10.0) - start).max()) for penalty in (1e6, 1.0, 0.001)]
    assert moves[0] < 1e-3 < moves[1] < moves[2]
    found, size = fitted(choices, 0.01, 10.0), np.maximum(1.0, np.abs(start))
    _, slope = loss(choices, found, 10.0)
    assert np.abs(slope * size + 0.01 * (found - start) / size).max() < 1e-5
    assert (fitted(choices, 0.01, 10.0) == found).all()


def test_vetoed_preferences_are_not_fitted() -> None:
    rows, _ = made_up(4, 4)
    rows[1]["vetoed"] = [chosen_of(rows[1])]
    chosen = np.array([row["chosen"] for row in rows])
    chosen[2] = -1
    found = choices_of(pooled(rows, DEFAULT), chosen)
    assert found.table.decisions == 2
    assert (found.preferred - found.table.first[:-1]).tolist() == [rows[0]["chosen"], rows[3]["chosen"]]
    examples = [example(f"g{n}", {**row, "vetoed": [chosen_of(row)]}) for n, row in enumerate(rows)]
    with pytest.raises(LabError, match="nothing to fit"):
        fit(examples, DEFAULT, asked())


def test_split_is_stratified_and_by_game() -> None:
    sides = {f"both{n}": {"dark", "light"} for n in range(9)} | {f"dark{n}": {"dark"} for n in range(6)}
    held = split(sides, 0.34, 5)
    assert sum(name.startswith("both") for name in held) == 3
    assert sum(name.startswith("dark") for name in held) == 2
    assert held == split(dict(reversed(sides.items())), 0.34, 5)
    assert len({frozenset(split(sides, 0.34, seed)) for seed in range(5)}) > 1
    two = {"a": {"dark"}, "b": {"light"}}
    assert len(split(two, 0.0, 0)) == len(split(two, 1.0, 0)) == 1
    with pytest.raises(LabError, match="two games"):
        fit([example("a", row_of(2, [], chosen=0), side) for side in ("dark", "light")], DEFAULT, asked())


def test_fit_command_recovers_planted_preferences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_folder(tmp_path / "games", games=6, decisions=24, answering=planted)
    output = tmp_path / "w.toml"
    typed = ["swccg-fit", str(folder), "--processes", "1", "--output", str(output), "--penalty", "0.001"]
    for number in (1, 2):
        files = ["--json", str(tmp_path / f"{number}.json"), "--markdown", str(tmp_path / f"{number}.md")]
        main([*typed, *files, "--results", str(tmp_path / f"{number}.jsonl")])
        assert "not who chooses well" in capsys.readouterr().out
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    data = json.loads((tmp_path / "1.json").read_text("utf-8"))
    rows = {(row["decisions"], row["side"]): row for row in data["agreement"]}
    assert set(rows) == {(part, side) for part in ("training", "held out") for side in ("both", "dark", "light")}
    assert [rows[part, "both"]["games"] for part in ("training", "held out")] == ["4", "2"]
    before, after = (float(rows["held out", "both"][when].split()[0]) for when in ("before", "after"))
    assert before < 75
    assert after > 90
    # The written weights can be used for scoring, and change the answers as reported.
    assert overrides(output) == data["weights"]
    weights = DEFAULT.changed(overrides(output))
    replays = [read_at_once(path.read_bytes()) for path in sorted(folder.glob("*replay*"))]
    every = [each for replay in replays for each in replay.decisions if each.choices > 1]
    same = [
        CombinedEvaluator(weights).evaluate(each.with_facts()).best.choice.answer == planted(each) for each in every
    ]
    totals = [int(rows[part, "both"]["decisions with an answer"]) for part in ("training", "held out")]
    shares = [float(rows[part, "both"]["after"].split()[0]) for part in ("training", "held out")]
    assert len(same) == sum(totals)
    hits = sum(total * share / 100 for total, share in zip(totals, shares, strict=True))
    assert sum(same) == pytest.approx(hits, abs=0.2)


def test_fit_command_reads_a_file_of_preferences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_folder(tmp_path / "games", games=3)
    path, lines = tmp_path / "preferences.jsonl", []
    for file in sorted(folder.iterdir()):
        replay = read_at_once(file.read_bytes())
        rows = [(place, planted(each)) for place, each in enumerate(replay.decisions) if each.choices > 1]
        lines += [{"replay_id": replay.id, "index": place, "answer": answer} for place, answer in rows]
    first = lines[0]["replay_id"]
    counted = len(lines)
    lines += [{"replay_id": "another", "index": 0, "answer": ""}, {"replay_id": first, "index": 999, "answer": ""}]
    lines += [{"replay_id": first, "index": 8, "answer": "77"}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    typed = [
        "swccg-fit",
        str(folder),
        "--processes",
        "1",
        "--results",
        str(tmp_path / "kept.jsonl"),
        "--penalty",
        "0.01",
    ]
    main([*typed, "--preferences", str(path), "--output", str(tmp_path / "w.json"), "--json", str(tmp_path / "f.json")])
    out = capsys.readouterr().out
    assert "Answers: preferred. Preferences for other replays: 1." in out
    assert "Illegal answers, left out: 1." in out
    assert "Preferences for decisions without a choice, or that do not exist: 1." in out
    data = json.loads((tmp_path / "f.json").read_text("utf-8"))
    parts = [row for row in data["agreement"] if row["side"] == "both"]
    # The illegal preference replaces a legal one.
    assert sum(int(row["decisions with an answer"]) for row in parts) == counted - 1
    assert json.loads((tmp_path / "w.json").read_text("utf-8")) == {"weights": data["weights"]}
    main(
        [
            *typed,
            "--preferences",
            str(path),
            "--side",
            "dark",
            "--json",
            str(tmp_path / "d.json"),
            "--output",
            "/dev/null",
        ]
    )
    dark = json.loads((tmp_path / "d.json").read_text("utf-8"))
    assert {row["side"] for row in dark["agreement"]} == {"both", "dark"}


@pytest.mark.parametrize("line", ["nothing", "[]", '{"replay_id": "x", "index": "0", "answer": ""}', '{"index": 0}'])
def test_malformed_preferences_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f'{{"replay_id": "x", "index": 0, "answer": "1"}}\n{line}\n', "utf-8")
    with pytest.raises(LabError, match="Line 2 of"):
        preferences(path, ["x"])


def test_fitting_leaves_the_shipped_weights_alone() -> None:
    assert DEFAULT is default_weights()
    assert DEFAULT.id == default_weights().changed({}).id
