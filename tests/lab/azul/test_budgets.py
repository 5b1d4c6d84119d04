"""The tables of regret, and of verdicts by budget."""

from __future__ import annotations

from py_engine.lab.azul.honesty.budgets import BUDGETS, Budgeted, Grown, grade_rows, regret_rows
from py_engine.lab.core.honesty.cases import Truth


def grown(verdicts: tuple[str, str, str], picks: tuple[int, int, int] = (1, 1, 1), used: int = 990_000) -> list[Grown]:
    nodes = (*BUDGETS[:2], used)
    return [
        Grown(work, count, False, pick, verdict, 2.0, 1.0)
        for work, count, pick, verdict in zip(BUDGETS, nodes, picks, verdicts, strict=True)
    ]


def test_a_clear_verdict_that_more_work_leaves_undecided_is_counted() -> None:
    found = [
        Budgeted("a", grown(("mistake", "undecided", "undecided")), 0.0, None),
        Budgeted("b", grown(("undecided", "blunder", "undecided")), 0.0, None),
        Budgeted("c", grown(("good", "good", "best")), 0.0, None),
    ]
    rows = grade_rows(found)
    assert [row[1:5] for row in rows[1:]] == [["2", "1", "-", "-"], ["2", "1", "1", "1"], ["2", "2", "1", "0"]]


def test_regret_is_by_search_and_by_games_and_the_budget_must_be_used() -> None:
    found = [
        Budgeted("a", grown(("good",) * 3), 0.0, None),
        Budgeted("b", grown(("good",) * 3, (1, 2, 2)), 0.5, Truth(1.0, 0.3)),
        Budgeted("c", grown(("good",) * 3, used=500_000), 0.1, None),
        Budgeted("d", grown(("good",) * 3), 0.0, None),
    ]
    by_search, by_games, same, used = (row[-1] for row in regret_rows(found)[1:])
    assert (by_search[:4], by_games[:4]) == ("0.15", "0.25")
    assert (same, used) == ("75", "75")
