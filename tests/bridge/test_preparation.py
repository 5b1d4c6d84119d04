"""Tests of preparations, which import in pieces what a game's screens and evaluations need."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from build_tools.paths import ROOT
from build_tools.process import run
from py_engine import games, preparation
from py_engine.preparation import LAYERS, Preparation
from tests.bridge.asking import ask, refused
from tests.tools import test_layers

IN_ONE_GO = """
import json, sys
from py_engine import bridge
def answer(name, *args):
    found = json.loads(getattr(bridge, name)(*args))
    assert not (isinstance(found, dict) and "error" in found), found
    return found
ruleset = sys.argv[1]
handle = answer("start_job", "preparation", json.dumps({"ruleset_id": ruleset}))["handle"]
while not answer("step", handle, 0)["done"]:
    pass
before = set(sys.modules)
if ruleset != "swccg_gemp_v1":
    state = answer("new_game", ruleset, 1, "{}")
    player, text = state["active_player_id"], json.dumps(state)
    answer("observe", text, player)
    answer("describe_state", text)
    answer("list_legal_actions", text, player)
    # Yatzy's default evaluator needs a table, which is not loaded here.
    evaluator = "greedy" if ruleset == "yatzy_v1" else None
    params = {"evaluator_seed": 1, "evaluator": evaluator, "max_work": 2}
    answer("evaluate_best_move", text, player, json.dumps(params))
print(json.dumps(sorted(name for name in set(sys.modules) - before if name.startswith("py_engine"))))
"""


@pytest.mark.parametrize("ruleset", games.REGISTRY)
def test_preparation_imports_everything_that_later_calls_need(ruleset: str) -> None:
    printed = run([sys.executable, "-c", IN_ONE_GO, ruleset], cwd=ROOT)
    assert json.loads(printed) == []


@pytest.mark.parametrize("ruleset", games.REGISTRY)
def test_preparation_has_many_pieces_and_reports_progress(ruleset: str) -> None:
    job = Preparation(ruleset)
    seen = []
    while not job.done:
        job.piece()
        seen.append(job.progress)
    assert len(seen) > 5
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@pytest.mark.parametrize("ruleset", games.REGISTRY)
def test_preparation_of_the_screen_alone_imports_a_coach_only_where_nothing_can_be_played(ruleset: str) -> None:
    code = (
        "import sys\nfrom py_engine.preparation import Preparation\n"
        "job = Preparation(sys.argv[1], screen_only=True)\njob.finish()\nprint(*sys.modules, job.progress)"
    )
    *imported, progress = run([sys.executable, "-c", code, ruleset], cwd=ROOT).split()
    package = games.package(ruleset)
    assert f"{package}.game" in imported
    assert (f"{package}.coach" in imported) == (games.load(ruleset).play is None)
    assert progress == "1.0"


def test_modules_are_imported_in_the_written_order(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    order = {"azul_v1_2p": {"screen": ["one", "gone", "two"], "coach": ["three"]}}

    def importing(name: str) -> object:
        seen.append(name)
        if name == "gone":
            raise ModuleNotFoundError(name)
        return None

    monkeypatch.setattr(preparation, "_order", lambda: order)
    monkeypatch.setattr(preparation, "import_module", importing)
    job = Preparation("azul_v1_2p", screen_only=True)
    for _ in range(3):
        job.piece()
    assert seen == ["one", "gone", "two"]
    job.finish()
    assert "three" not in seen


def test_preparation_job_has_no_result() -> None:
    handle = ask("start_job", "preparation", {"ruleset_id": "azul_v1_2p"})["handle"]
    answer: dict[str, Any] = {}
    while not answer.get("done"):
        answer = ask("step", handle, 0)
    assert answer == {"done": True, "progress": 1.0}
    assert ask("stop", handle) == answer


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"ruleset_id": "chess"}, "UNKNOWN_RULESET"),
        ({"ruleset_id": None}, "UNKNOWN_RULESET"),
        ({}, "INVALID_PARAMS"),
        ({"ruleset_id": "azul_v1_2p", "more": 1}, "INVALID_PARAMS"),
        ({"ruleset_id": "azul_v1_2p", "screen_only": "maybe"}, "INVALID_PARAMS"),
    ],
)
def test_preparation_refuses_unknown_games(asked: dict[str, Any], code: str) -> None:
    refused(code, "start_job", "preparation", asked)


def test_layers_are_those_of_the_layer_test() -> None:
    assert LAYERS == test_layers.LAYERS
