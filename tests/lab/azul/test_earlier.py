"""Players of an earlier version of the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from py_engine.games.azul.game import GAME
from py_engine.games.azul.rules.play import new_game
from py_engine.lab.azul import earlier
from py_engine.lab.azul.match import play_game
from py_engine.lab.azul.players import named
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import choice
from py_engine.lab.core.versions import engine_of


@pytest.fixture(scope="module")
def commit(tmp_path_factory: pytest.TempPathFactory) -> str:
    try:
        found = earlier.commit_of("HEAD")
    except LabError:
        pytest.skip("the sources are not in a repository")
    earlier._process.cache_clear()
    earlier._FOLDER = tmp_path_factory.mktemp("earlier")
    return found


def test_an_earlier_version_runs_its_own_sources(commit: str) -> None:
    player = named(f"heuristic@{commit[:12]}")
    assert player.params["outside"] == commit
    state = new_game(4, 0)
    own = choice(GAME, state, named("heuristic").params, 4, 0)
    assert earlier.choice(state, player.params, 4, 0) == own
    unpacked = earlier._unpacked(commit)
    assert unpacked.parent == Path(earlier._FOLDER).resolve()
    assert (unpacked / "py_engine" / "bridge.py").exists() or (unpacked / "py_engine" / "bridge").exists()


def test_games_are_played_against_an_earlier_version(commit: str) -> None:
    players = [named(f"greedy@{commit}").params, named("greedy").params]
    played = play_game({"players": players, "seed": 3, "engine": engine_of("azul")})
    assert min(played["moves"]) > 10


def test_a_request_that_the_earlier_version_refuses_is_an_error(commit: str) -> None:
    with pytest.raises(LabError, match="cannot play"):
        earlier.choice(new_game(1, 0), {"evaluator": "no_such", "outside": commit}, 1, 0)


@pytest.mark.usefixtures("commit")
def test_a_commit_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LabError, match="no such version"):
        named("search@" + "0" * 40)
