"""Fitting Entropy's line values to final scores."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from py_engine.core.contract import ContractError
from py_engine.games.entropy.knowledge import learnt
from py_engine.games.entropy.knowledge.learnt import LineValues, Numbers, Scale, line_values
from py_engine.lab.__main__ import main
from py_engine.lab.core.versions import engine_of
from py_engine.lab.entropy.value_fitting import KNOTS, STRIDE, Fit, Observed, Task, moved, observe, start, values_of


def task(fit: Fit, seed: int, games: int) -> Task:
    return {
        "size": 5,
        "numbers": fit.numbers.tolist(),
        "scale": fit.scale.tolist(),
        "games": games,
        "seed": seed,
        "engine": engine_of("entropy"),
    }


def error(fit: Fit) -> float:
    found = observe(task(fit, 9, 60))
    return float(np.sqrt(found["squares"] / found["count"]))


def test_step_improves_the_predictions() -> None:
    fit = moved(5, start(5), [(start(5), observe(task(start(5), 0, 120)))])
    assert error(fit) < 0.95 * error(start(5))
    assert fit.numbers[:, 0] == pytest.approx(0, abs=1e-4)
    assert (np.diff(fit.scale[0]) <= 0).all()


def test_observed_games_are_determined_by_the_seed() -> None:
    assert observe(task(start(5), 1, 4)) == observe(task(start(5), 1, 4))
    assert observe(task(start(5), 1, 4)) != observe(task(start(5), 2, 4))


def test_step_is_a_damped_gauss_newton_step() -> None:
    width = 7 * len(KNOTS[5])
    wanted = np.linspace(-0.2, 0.2, width)
    # With no move left V is exact, so the first knot of every parameter is kept.
    wanted[:: len(KNOTS[5])] = 0
    wanted[5 * len(KNOTS[5]) : 6 * len(KNOTS[5])] = -0.1
    matrix = 1e9 * np.eye(width)
    observed: Observed = {
        "matrix": matrix.tolist(),
        "right": (matrix @ wanted).tolist(),
        "count": 75,
        "squares": 0.0,
        "mean": 0.0,
    }
    fit = moved(5, start(5), [(start(5), observed)])
    gone = np.concatenate([fit.numbers - start(5).numbers, fit.scale - start(5).scale]).ravel()
    free = np.ones(width, dtype=bool)
    free[:: len(KNOTS[5])] = False
    assert gone[free] == pytest.approx(STRIDE * wanted[free], abs=1e-6)


def test_fit_starts_from_v() -> None:
    values = values_of(5, start(5))
    assert values.at(3) == {"one": 0, "base": 0, "none": 0, "differ": 0, "slide": 0, "factor": 1, "shift": 0}


def test_parameters_are_interpolated_between_knots() -> None:
    rows = [[0.0, 1.0, 3.0]] * 5
    values = LineValues(5, Numbers([0.0, 4.0, 8.0], *rows), Scale([0.0, 8.0], [1.0, 0.5], [0.0, 8.0]))
    assert [values.at(24 - left)["one"] for left in (0, 2, 4, 6, 8, 24)] == [0, 0.5, 1, 2, 3, 3]
    assert values.at(24 - 6)["factor"] == 0.625
    assert values.at(24 - 6)["shift"] == 6.0


def test_shipped_values_match_their_hash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = learnt._FILE.read_bytes()
    assert hashlib.sha256(data).hexdigest() == learnt.SHA256
    for size in (5, 7):
        at_end = line_values(size).at(size * size - 1)
        assert at_end == {"one": 0, "base": 0, "none": 0, "differ": 0, "slide": 0, "factor": 1, "shift": 0}
    damaged = tmp_path / "line_values.json"
    damaged.write_bytes(data.replace(b"0.", b"1.", 1))
    monkeypatch.setattr(learnt, "_FILE", damaged)
    with pytest.raises(ContractError, match="learned line values are damaged"):
        line_values.__wrapped__(7)


def test_command_writes_the_values_of_one_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "values.json"
    file.write_text('{"7": {"kept": true}}')
    options = ["--size", "5", "--rounds", "1", "--games", "8", "--processes", "1", "--json", str(file)]
    main(["entropy-values", *options, "--results", str(tmp_path / "kept.jsonl")])
    written = json.loads(file.read_text())
    assert written["7"] == {"kept": True}
    assert LineValues(5, Numbers(**written["5"]["numbers"]), Scale(**written["5"]["scale"])).at(24)["factor"] == 1
    assert hashlib.sha256(file.read_bytes()).hexdigest() in capsys.readouterr().out
