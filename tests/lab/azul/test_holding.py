"""How well the search holds its value: the cases that are counted, and their table."""

from __future__ import annotations

from pathlib import Path

import pytest

from py_engine.games.azul.rules.state import AzulState
from py_engine.lab.__main__ import main
from py_engine.lab.azul import holding
from py_engine.lab.azul.holding import Change, changes, table_rows, tasks
from py_engine.lab.core.errors import LabError


def test_rounds_start_where_the_search_has_no_part() -> None:
    starts = list(holding._starts(5))
    assert [state.round_number for state in starts] == list(range(1, len(starts) + 1))
    assert len(starts) >= 5
    assert all(sum(map(sum, (pile.values() for pile in state.factories))) == 20 for state in starts[:4])


def test_a_case_is_a_players_next_turn_in_the_same_round() -> None:
    state: AzulState = next(holding._starts(2))
    cases = list(holding._in_round(state, 90))
    assert [case.tiles for case in cases] == sorted((case.tiles for case in cases), reverse=True)
    assert cases[0].tiles == 20
    assert {case.round_number for case in cases} == {1}
    # Every turn of a round is a case, but for the first of each player.
    assert 5 <= len(cases) <= 14


def test_the_table_counts_falls_and_rises_beyond_their_limits() -> None:
    found = [Change(1, 20, -2.5), Change(1, 12, 2.1), Change(2, 16, -4.5), Change(2, 5, 0.9)]
    rows = {row[0]: row[1:] for row in table_rows(found)}
    assert rows["all"] == ["4", "50.00", "25.00", "25.00", "0.00", "-1.00", "-4.5"]
    assert rows["16-20 tiles"] == ["2", "100.00", "50.00", "0.00", "0.00", "-3.50", "-4.5"]
    assert rows["round 2"][0] == "2"
    assert rows["1-10 tiles"][-1] == "0.0"


def test_the_command_writes_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.md"
    arguments = ["--games", "1", "--max-work", "90", "--processes", "1", "--results", str(tmp_path / "kept.jsonl")]
    main(["azul-holding", *arguments, "--markdown", str(out)])
    assert "16-20 tiles" in capsys.readouterr().out
    assert "azul-holding --games 1 --seed 0 --max-work 90" in out.read_text("utf-8")


def test_another_version_of_the_engine_is_refused() -> None:
    task = tasks(1, 0, 90)[0] | {"engine": "other"}
    with pytest.raises(LabError):
        changes(task)
