"""The arena's command: pairs of decks, mirrored games, a ledger, and what it says when something is missing."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from build_tools.paths import ROOT
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.arena.engine import driver_command
from py_engine.lab.swccg.arena.game import Chair, play_game
from py_engine.lab.swccg.arena.matches import read_decks
from py_engine.lab.swccg.arena.players import player_named
from py_engine.lab.swccg.arena.pool import read_games
from py_engine.lab.swccg.arena.protocol import Process
from py_engine.lab.swccg.replays import sources

ENGINE = os.environ.get("GEMP_CLASSPATH", "")
"""The class path of a built engine; without it, the test of the real driver is skipped."""


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    """Unloads all cards before and after each test."""
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def decks(folder: Path) -> Path:
    pairs = [
        {"name": "one", "dark": "1_1", "light": "1_2", "split": "test"},
        {"name": "two", "dark": "1_3", "light": "1_4", "split": "tuning"},
        {"name": "three", "dark": "1_5", "light": "1_6", "split": "test"},
    ]
    path = folder / "decks.json"
    path.write_text(json.dumps({"pairs": pairs}), "utf-8")
    return path


def arena(folder: Path, *more: str) -> None:
    driver = shlex.join([sys.executable, "-m", "tests.lab.swccg.arena.standin", "plays"])
    kept = str(folder / "kept.jsonl")
    main(
        ["swccg-arena", "--decks", str(decks(folder)), "--driver", driver, "--results", kept, "--processes", "1", *more]
    )


def test_command_plays_mirrored_pairs_and_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    kept, out = tmp_path / "kept.jsonl", tmp_path / "out.json"
    more = ["--second", "pass", "rando", "--json", str(out), "--markdown", str(tmp_path / "out.md")]
    arena(tmp_path, *more, "--logs", str(tmp_path / "logs"))
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) == 4
    data = json.loads(out.read_text("utf-8"))
    assert [(each["second"], each["games"], each["won"]) for each in data["standings"]] == [
        ("pass", 4, 2),
        ("rando", 4, 2),
    ]
    # Seed 0 is won by dark: the first player wins one game of each pair.
    assert all(each["by_side"]["dark"]["mean"] == 1 for each in data["standings"])
    assert "| pass | 4 | 2 | 2 | 0 |" in (tmp_path / "out.md").read_text("utf-8")
    assert len(sources(tmp_path / "logs")[0]) == 8  # The stand-in plays the same game for both pairs of decks.
    first = out.read_bytes()
    arena(tmp_path, *more, "--logs", str(tmp_path / "logs"))
    assert len(kept.read_text("utf-8").splitlines()) == 4
    assert out.read_bytes() == first
    assert "decisions a second" in capsys.readouterr().out


def test_command_plays_one_side_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    out, logs = tmp_path / "out.json", tmp_path / "logs"
    arena(tmp_path, "--second", "pass", "--side", "light", "--json", str(out), "--logs", str(logs))
    data = json.loads(out.read_text("utf-8"))
    (standing,) = data["standings"]
    # Seed 0 is won by dark, so as light both games are lost.
    assert (standing["games"], standing["won"], standing["lost"]) == (2, 0, 2)
    assert standing["by_side"]["dark"]["mean"] is None
    assert "--side light" in data["command"]
    assert {game.side for game in read_games([tmp_path / "kept.jsonl"])} == {"light"}
    assert all("-2-pass-coach." in path.name for path in logs.iterdir())


def test_the_command_that_is_written_down_has_the_replaced_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    weights, out = tmp_path / "plans.json", tmp_path / "out.md"
    weights.write_text(json.dumps({"weights": {"plan.reply": -1.0}}), "utf-8")
    arena(tmp_path, "--second", "pass", "--markdown", str(out))
    assert "--weights" not in out.read_text("utf-8")
    arena(tmp_path, "--second", "pass", "--markdown", str(out), "--weights", str(weights))
    assert "--weights plans.json" in out.read_text("utf-8")
    # Games with other weights are other games.
    assert len((tmp_path / "kept.jsonl").read_text("utf-8").splitlines()) == 4


@pytest.mark.parametrize(
    ("more", "sentence"),
    [(["--second", "nobody"], "no player 'nobody'"), (["--first", "x"], "no player 'x'")],
)
def test_unknown_players_are_refused(tmp_path: Path, more: list[str], sentence: str) -> None:
    with pytest.raises(SystemExit, match=sentence):
        arena(tmp_path, *more)


@pytest.mark.parametrize("text", ["nothing", "{}", '{"pairs": []}', '{"pairs": [{"name": "a"}]}'])
def test_malformed_decks_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "decks.json"
    path.write_text(text, "utf-8")
    with pytest.raises(LabError, match="decks"):
        read_decks(path)


def test_what_is_missing_for_the_engine_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("py_engine.lab.swccg.arena.engine.KEPT", tmp_path / "kept")
    with pytest.raises(LabError, match="no java in"):
        driver_command([tmp_path], tmp_path)
    tools = tmp_path / "jdk" / "bin"
    tools.mkdir(parents=True)
    for name, script in (("java", "exit 0"), ("javac", "echo 'A.java:1: error: package x does not exist' >&2; exit 1")):
        (tools / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (tools / name).chmod(0o755)
    with pytest.raises(LabError, match="missing for the class path"):
        driver_command([tmp_path / "missing"], tmp_path / "jdk")
    with pytest.raises(LabError, match="has no GEMP engine"):
        driver_command([tmp_path], tmp_path / "jdk")
    jar = tmp_path / "engine.jar"
    jar.write_bytes(b"")
    with pytest.raises(LabError, match="package x does not exist"):
        driver_command([jar], tmp_path / "jdk")


@pytest.mark.skipif(not ENGINE, reason="No built engine is named by GEMP_CLASSPATH.")
def test_driver_compiles_against_a_built_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("py_engine.lab.swccg.arena.engine.KEPT", tmp_path)
    command = driver_command([Path(each) for each in ENGINE.split(os.pathsep)])
    assert command[-1] == "ArenaDriver"
    assert list(tmp_path.rglob("ArenaDriver.class"))


@pytest.mark.skipif(not ENGINE, reason="No built engine is named by GEMP_CLASSPATH.")
def test_statistics_come_once_before_the_decision_that_they_belong_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("py_engine.lab.swccg.arena.engine.KEPT", tmp_path)
    driver = Process(driver_command([Path(each) for each in ENGINE.split(os.pathsep)]))
    # A location and troopers of either side.
    decks = {"dark": "1_291" + ",1_194" * 20, "light": "1_129" + ",1_28" * 20}
    chairs = {side: Chair(side, f"{deck}|", player_named("random", seed=side)) for side, deck in decks.items()}
    try:
        assert play_game(driver, chairs, seed=1, cap=200)["end"] in ("cap", "win")
    finally:
        driver.close()
    asked = [[event.type for event in read_xml(xml).events] for chair in chairs.values() for xml in chair.heard]
    asked = [types for types in asked if "D" in types]
    assert all(types[-1] == "D" and types.count("GS") <= 1 for types in asked)
    assert sum("GS" in types for types in asked) > 20
    for chair in chairs.values():
        # The piles are those of the moment: all cards of the deck are in one of them, or on the table.
        piles = chair.seat.tracker.board.piles["seat"]
        assert 0 < piles.life_force + piles.hand + piles.lost <= 21
