"""Tests of the versions of laboratory results: they cover all sources that affect a result, and no others."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from py_engine import lab
from py_engine.core.provenance import PACKAGE, STOPS, closure
from py_engine.lab.azul import model_error, selfplay
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import SPREAD_BY, engine_of, job_version, require_same, version
from py_engine.lab.entropy import model_error_command as entropy_model_error
from py_engine.lab.entropy import value_fitting as entropy_values
from py_engine.lab.entropy import weight_tuning as entropy_weights
from py_engine.lab.hearts import weight_tuning as hearts_weights

Job = Callable[[Any], Any]
WITHOUT_LEDGER = {"py_engine.lab.precompute"}
"""Modules whose jobs store no results in a ledger."""


def modules(words: str) -> set[str]:
    return {f"py_engine.{word}" for word in words.split()}


SELF_PLAY_MODULES = modules(
    "core.chance core.numerics games.azul.knowledge.afterstates games.azul.knowledge.features"
    " games.azul.knowledge.network games.azul.knowledge.packed_sums games.azul.rules.play"
    " games.azul.knowledge.round_tables games.azul.rules.batch games.azul.rules.scoring games.azul.rules.state"
    " games.azul.rules.tables games.azul.rules.tiling_tables games.azul.knowledge.value lab.azul.policy"
    " lab.azul.selfplay"
)
"""Modules that affect games of self-play."""
SAMPLE_MODULES = modules(
    "core.contract core.evaluation core.grading core.samples games.azul.search.compact games.azul.search.exact"
    " games.azul.knowledge.learnt games.azul.search.lines games.azul.search.transpositions"
    " games.azul.search.round_graph games.azul.search.round_search games.azul.search.search_evaluator"
    " games.azul.knowledge.valuers lab.azul.playing_on lab.azul.model_error"
)
"""Further modules that affect samples of the model error."""


def test_version_of_self_play_covers_rules_and_values_but_not_the_search() -> None:
    found = closure(selfplay.__name__, stops=SPREAD_BY)
    assert found >= SELF_PLAY_MODULES
    assert not [name for name in found if ".search." in name or ".coaching." in name or name.endswith(".learnt")]


def test_version_of_model_error_samples_covers_the_search() -> None:
    stops = SPREAD_BY.union(model_error.NOT_ENGINE)
    found = closure(model_error.__name__, *model_error.ENGINE, stops=stops)
    assert found >= SAMPLE_MODULES | (SELF_PLAY_MODULES - modules("lab.azul.policy lab.azul.selfplay"))
    others = {name for name in found if ".coaching." in name or name.endswith((".game", ".knowledge.model_error"))}
    assert not others - modules("core.game core.coaching.decided core.coaching.verdicts")


def test_stops_are_modules_or_packages() -> None:
    for name in (*STOPS, *SPREAD_BY, *model_error.NOT_ENGINE):
        path = PACKAGE.joinpath(*name.split(".")[1:])
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_engine_version_covers_sources_and_shipped_values(monkeypatch: pytest.MonkeyPatch) -> None:
    before = engine_of("azul")
    assert before != engine_of("hearts")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"!" * (path.name == "learnt_values.npz"))
    engine_of.cache_clear()
    assert engine_of("azul") != before
    monkeypatch.undo()
    engine_of.cache_clear()
    assert engine_of("azul") == before


@pytest.mark.parametrize("game", ["azul", "entropy", "hearts", "swccg", "yatzy"])
def test_engine_version_covers_the_defaults_of_params(game: str) -> None:
    assert "py_engine.core.contract" in closure(f"py_engine.games.{game}.game", stops=SPREAD_BY)


def tasks_by_job() -> dict[Job, Any]:
    """The task types of the laboratory's jobs, which are public functions with one argument named task."""
    found: dict[Job, Any] = {}
    for module in pkgutil.walk_packages(lab.__path__, f"{lab.__name__}."):
        if not module.name.endswith("__main__") and module.name not in WITHOUT_LEDGER:
            for name, job in vars(importlib.import_module(module.name)).items():
                if inspect.isfunction(job) and name[0] != "_" and list(inspect.signature(job).parameters) == ["task"]:
                    found[job] = get_type_hints(job)["task"]
    return found


def test_every_stored_task_names_the_engine() -> None:
    found = tasks_by_job()
    assert {selfplay.play, model_error.samples, entropy_values.observe, hearts_weights.saved} <= found.keys()
    assert not [job.__qualname__ for job, task in found.items() if "engine" not in get_type_hints(task)]


@pytest.mark.parametrize(
    "job", [entropy_values.observe, entropy_weights.games_of, entropy_model_error.samples, hearts_weights.saved]
)
def test_jobs_refuse_tasks_of_another_engine_version(job: Job) -> None:
    with pytest.raises(LabError, match="another version of the engine"):
        job({"engine": "another"})


def test_job_version_covers_only_laboratory_code() -> None:
    found = job_version("py_engine.lab.entropy.weight_tuning")
    assert found == version(
        "py_engine.lab.entropy.weight_tuning", but={"py_engine.games", "py_engine.core", "py_engine.lab.core.spread"}
    )
    assert found != job_version("py_engine.lab.hearts.weight_tuning")
    assert job_version(__name__) not in {"", found}
    assert job_version("nowhere") == ""


def test_require_same_refuses_another_version() -> None:
    require_same("a", "a")
    with pytest.raises(LabError, match="another version of the engine"):
        require_same("a", "b")
