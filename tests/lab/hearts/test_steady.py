"""How often two seeds agree on a grade at the end of a hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from py_engine.core.results import to_json
from py_engine.games.hearts.rules.play import legal_actions
from py_engine.lab.__main__ import main
from py_engine.lab.core.versions import engine_of
from py_engine.lab.hearts.steady_command import GRADES, Graded, Task, graded, position, steady, table, work_of


def row(first: str, second: str, **changes: Any) -> Graded:
    blank = Graded(250, (first, second), (0.0, 0.0), (0.1, 0.1), False, False, 10, 20, 30, "work")
    return blank._replace(**changes)


def test_agreement_counts_equal_and_neighbouring_grades() -> None:
    assert GRADES == ["BEST", "FINE", "INACCURACY", "MISTAKE", "BLUNDER"]
    rows = [row("BEST", "BEST"), row("FINE", "BEST"), row("MISTAKE", "FINE"), row("BLUNDER", "BLUNDER")]
    assert steady(rows) == (0.5, 0.75)


def test_the_table_has_a_line_for_every_budget() -> None:
    solved = {"solved": True, "exact": True, "errors": (0.0, 0.0)}
    rows = [
        row("BEST", "BEST"),
        row("FINE", "MISTAKE", errors=(0.0, 0.1)),
        row("BEST", "BEST", budget=900, **solved),
        row("BEST", "FINE", budget=900, exact=True),
    ]
    assert table(rows)[1:] == [
        ["250", "2", "50.0 %", "50.0 %", "0 %", "0 %", "1", "10", "20"],
        ["900", "2", "50.0 %", "100.0 %", "50 %", "50 %", "0", "10", "20"],
    ]


@pytest.mark.parametrize("cards", [2, 5])
def test_positions_are_decisions_with_so_many_cards(cards: int) -> None:
    found = [position(3, deal, cards) for deal in range(12)]
    assert any(each is None for each in found) or cards > 2
    for each in found:
        if each is not None:
            state, action = each
            hand = state.hands[state.active_player_id]
            assert isinstance(hand, list)
            assert len(hand) == cards
            assert to_json(action) in legal_actions(state)
    assert found[0] == position(3, 0, cards)


def test_a_task_grades_with_two_seeds_within_each_budget() -> None:
    task = Task(seed=3, deal=1, cards=3, budgets=[4, 20], options={}, engine=engine_of("hearts"))
    rows = graded(task)
    assert [each.budget for each in rows] == [4, 20]
    for each in rows:
        assert set(each.grades) <= set(GRADES)
        assert each.nodes + each.rollouts > 0
        assert each.rollouts <= work_of(each.budget) + 64
        assert each.solved is (each.errors == (0.0, 0.0))


def test_the_command_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, shown = str(tmp_path / "kept.jsonl"), tmp_path / "table.md"
    words = ["--positions", "3", "--cards", "3", "--budgets", "4", "--processes", "1", "--results", results]
    main(["hearts-steady", *words, "--markdown", str(shown)])
    assert "same or next" in capsys.readouterr().out
    assert "same or next" in shown.read_text("utf-8")
    main(["hearts-steady", *words[:-1], str(tmp_path / "other.jsonl"), "--playouts"])
    assert "250" not in capsys.readouterr().out
