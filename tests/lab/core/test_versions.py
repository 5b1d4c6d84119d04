"""Versions that the laboratory's results are of: nothing that decides them may be missing, nothing else costs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from py_engine.core.provenance import PACKAGE, STOPS, closure
from py_engine.lab.azul import model_error, selfplay
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import SPREAD_BY, engine_of, job_version, require_same, version


def modules(words: str) -> set[str]:
    return {f"py_engine.{word}" for word in words.split()}


GAMES_GO_BY = modules(
    "core.chance core.numerics games.azul.knowledge.afterstates games.azul.knowledge.features"
    " games.azul.knowledge.network games.azul.knowledge.packed_sums games.azul.rules.play"
    " games.azul.knowledge.round_tables games.azul.rules.batch games.azul.rules.scoring games.azul.rules.state"
    " games.azul.rules.tables games.azul.rules.tiling_tables games.azul.knowledge.value lab.azul.policy"
    " lab.azul.selfplay"
)
"""What decides how games of self-play go."""
SAMPLES_COME_FROM = modules(
    "core.contract core.evaluation core.grading core.samples games.azul.search.compact games.azul.search.exact"
    " games.azul.knowledge.learnt games.azul.search.lines games.azul.search.position_store"
    " games.azul.search.round_graph games.azul.search.round_search games.azul.search.search_evaluator"
    " games.azul.knowledge.valuers lab.azul.playing_on lab.azul.model_error"
)
"""What decides samples of the model's error besides."""


def test_self_play_is_decided_by_the_rules_and_what_values_are_looked_up_by() -> None:
    found = closure(selfplay.__name__, stops=SPREAD_BY)
    assert found >= GAMES_GO_BY
    assert not [name for name in found if ".search." in name or ".coaching." in name or name.endswith(".learnt")]


def test_samples_of_the_model_error_are_decided_by_the_search() -> None:
    stops = SPREAD_BY.union(model_error.NOT_ENGINE)
    found = closure(model_error.__name__, *model_error.ENGINE, stops=stops)
    assert found >= SAMPLES_COME_FROM | (GAMES_GO_BY - modules("lab.azul.policy lab.azul.selfplay"))
    told = {name for name in found if ".coaching." in name or name.endswith((".game", ".knowledge.model_error"))}
    assert not told - modules("core.game")


def test_stops_are_modules_or_packages() -> None:
    for name in (*STOPS, *SPREAD_BY, *model_error.NOT_ENGINE):
        path = PACKAGE.joinpath(*name.split(".")[1:])
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_a_game_s_engine_is_its_sources_and_the_values_that_it_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    before = engine_of("azul")
    assert before != engine_of("hearts")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"!" * (path.name == "learnt_values.npz"))
    engine_of.cache_clear()
    assert engine_of("azul") != before
    monkeypatch.undo()
    engine_of.cache_clear()
    assert engine_of("azul") == before


def test_a_job_s_version_is_of_its_laboratory_alone() -> None:
    found = job_version("py_engine.lab.entropy.weight_tuning")
    assert found == version(
        "py_engine.lab.entropy.weight_tuning", but={"py_engine.games", "py_engine.core", "py_engine.lab.core.spread"}
    )
    assert found != job_version("py_engine.lab.hearts.weight_tuning")
    assert job_version(__name__) not in {"", found}
    assert job_version("nowhere") == ""


def test_work_of_another_version_is_refused() -> None:
    require_same("a", "a")
    with pytest.raises(LabError, match="another version of the engine"):
        require_same("a", "b")
