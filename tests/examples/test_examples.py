"""The examples are small, complete, and listed only on request."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import examples
from build_tools.games import listing
from build_tools.paths import ROOT
from build_tools.process import ToolError
from py_engine import games

CONNECT_FOUR = ROOT / "examples" / "connect_four"


def lines_of_code(path: Path) -> set[int]:
    """The lines of a Python source that hold code, docstrings and imports aside."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        aside = isinstance(node, ast.Import | ast.ImportFrom)
        aside |= (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        if isinstance(node, ast.stmt) and not aside:
            nested = [each for each in ast.walk(node) if isinstance(each, ast.stmt) and each is not node]
            last = min((each.lineno - 1 for each in nested), default=node.end_lineno or 0)
            found.update(range(node.lineno, max(node.lineno, last) + 1))
    return found


def test_connect_four_is_small() -> None:
    python = sum(len(lines_of_code(path)) for path in CONNECT_FOUR.glob("*.py"))
    page = [line for path in (CONNECT_FOUR / "web").iterdir() for line in path.read_text("utf-8").splitlines() if line]
    assert python < 150
    assert len(page) < 250


def test_examples_are_listed_on_request_only() -> None:
    shipped = listing.listed()
    assert {row["rulesetId"] for row in shipped} == set(games.REGISTRY)
    assert examples.GAMES.keys() & games.REGISTRY.keys() == set()
    more = listing.listed(with_examples=True)
    assert more[: len(shipped)] == shipped
    assert [row["rulesetId"] for row in more[len(shipped) :]] == list(examples.GAMES)
    assert examples.GAMES.keys() & games.REGISTRY.keys() == set()


def test_a_game_without_a_part_of_the_page_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "page_of", lambda _: "web/src/games/othello/index.ts")
    with pytest.raises(ToolError, match=r"^Azul has no page module: web/src/games/othello/index.ts is missing.$"):
        listing.listed()


def test_two_games_with_one_slug_are_named() -> None:
    with (
        games.including({"azul_again_v1": "py_engine.games.azul.game"}),
        pytest.raises(ToolError, match="the slug 'azul'"),
    ):
        listing.listed()
