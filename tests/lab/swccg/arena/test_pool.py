"""The pooled table: games of several files, counted once, by opponent and side, and held against the floors."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.arena.pool import FLOORS, Game, as_lines, distinct, pooled_rows, read_games, totals

WON = Game("coach", "rando", "dark", "one", 1, 4000, "e1", "{}", "win", 1.0, False, 12, 1000, 0)


def games(won: int, lost: int, open_: int = 0, second: str = "rando", side: str = "dark") -> list[Game]:
    ends = [1.0] * won + [0.0] * lost + [0.5] * open_
    return [replace(WON, seed=seed, won=end, second=second, side=side) for seed, end in enumerate(ends)]


def chair(life: int, refused: int = 0) -> dict[str, float]:
    return {
        "decisions": 400,
        "choices": 90,
        "refused": refused,
        "failed": 0,
        "fallbacks": 0,
        "life": life,
        "seconds": 1.0,
    }


def pair(winners: tuple[str | None, str | None], looped: str | None = None) -> dict[str, object]:
    """A line of the arena's results: two games with sides swapped."""
    task = {"first": {"name": "coach", "weights": {}}, "second": {"name": "rando", "weights": {}}, "pair": "one"}
    played = [
        {
            "end": "cap" if winner is None else "win" if looped is None else "loop",
            "winner": winner,
            "looped": looped,
            "why": "",
            "turns": 9,
            "seconds": 5.0,
            "dark": chair(10),
            "light": chair(3, refused=2),
        }
        for winner in winners
    ]
    return {"key": "k", "task": {**task, "seed": 4, "cap": 4000, "engine": "e1"}, "result": {"games": played}}


def row(rows: list[list[str]], second: str, side: str) -> dict[str, str]:
    (found,) = [dict(zip(rows[0], each, strict=True)) for each in rows[1:] if each[:2] == [second, side]]
    return found


def test_a_pair_is_two_games_of_the_first_player(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(pair(("dark", "dark"))) + "\n" + json.dumps(pair(("light", None)))[:40], "utf-8")
    dark, light = read_games([path])
    assert (dark.side, dark.won, dark.life, dark.wrong, dark.decisions) == ("dark", 1.0, 7, 0, 800)
    assert (light.side, light.won, light.life, light.wrong) == ("light", 0.0, -7, 2)


def test_open_games_and_loops(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(pair((None, "dark"), looped="light")) + "\n", "utf-8")
    dark, light = read_games([path])
    assert (dark.won, dark.looped) == (0.5, False)
    assert (light.won, light.looped, light.end) == (0.0, True, "loop")
    assert row(pooled_rows([dark, light]), "rando", "light")["loops of the first"] == "1"


def test_kept_lines_are_read_as_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_text(as_lines(games(3, 1)), "utf-8")
    assert read_games([path]) == games(3, 1)
    assert distinct(read_games([path, path])) == games(3, 1)
    assert len(distinct([WON, replace(WON, engine="e2")])) == 2


def test_floors_are_shown_by_the_whole_interval() -> None:
    # Wilson's lower limit of n wins out of n is n / (n + 1.96 squared): 70 % takes 9 games, 90 % takes 35.
    rows = pooled_rows([*games(9, 0), *games(8, 0, side="light"), *games(35, 0, second="keywords")])
    assert (row(rows, "rando", "dark")["shown"], row(rows, "rando", "light")["shown"]) == ("yes", "open")
    assert row(rows, "keywords", "dark")["shown"] == "yes"
    assert row(pooled_rows(games(34, 0, second="keywords")), "keywords", "dark")["shown"] == "open"
    assert row(pooled_rows(games(1, 9)), "rando", "dark")["shown"] == "no"
    assert row(pooled_rows(games(1, 9, second="coach")), "coach", "dark")["shown"] == "-"
    assert FLOORS == {
        "keywords": 90,
        "beginner": 90,
        "advanced": 75,
        "rando": 70,
    }


def test_an_open_game_is_half_a_win() -> None:
    found = row(pooled_rows(games(2, 1, 1)), "rando", "both")
    assert (found["won"], found["lost"], found["open"], found["score"]) == ("2", "1", "1", "62")
    assert "won 2, lost 1, open 1" in totals(games(2, 1, 1))


def test_games_of_different_players_are_not_pooled() -> None:
    with pytest.raises(LabError, match=r"coach with .*, document"):
        distinct([replace(WON, weights='{"drain.force": 9.0}'), replace(WON, first="document", seed=2)])


def test_command_writes_the_table_and_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, kept, table = tmp_path / "r.jsonl", tmp_path / "kept.jsonl", tmp_path / "t.md"
    source.write_text(json.dumps(pair(("dark", "light"))) + "\n", "utf-8")
    main(["swccg-pool", str(source), str(source), "--keep", str(kept), "--markdown", str(table)])
    assert "2 games, 1,600 decisions" in capsys.readouterr().out
    assert read_games([kept]) == read_games([source])
    assert "| rando | both | 2 | 2 | 0 |" in table.read_text("utf-8")


@pytest.mark.parametrize(("text", "says"), [("{}\n{}\n", "Line 1"), ("", "no games"), (None, "cannot be read")])
def test_other_files_are_refused(tmp_path: Path, text: str | None, says: str) -> None:
    path = tmp_path / "r.jsonl"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises((LabError, SystemExit), match=says):
        main(["swccg-pool", str(path)])
