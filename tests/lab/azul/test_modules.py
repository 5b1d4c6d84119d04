"""The lists of sources that decide results of Azul's laboratory: nothing that is imported may be missing from them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import py_engine
from py_engine.lab.azul import model_error as azul_model_error
from py_engine.lab.azul import selfplay as azul_selfplay

ENGINE = Path(py_engine.__file__).parent
KEPT_BY = {"lab.core.errors", "lab.core.ledger", "lab.core.spread"}
"""Where and how work is done."""
CHECKED_BY = {"core.validation"}
"""What is no position is refused."""
TOLD_BY = {"games.azul.coaching.feedback", "games.azul.knowledge.model_error"}
"""What is told of values."""
ASKED_BY = {"games.azul.game", "games.azul.search.rollout_evaluator"}
"""The game with all of its evaluators, of which the search alone is asked; what rollouts and it are asked with."""


def source_of(module: str) -> Path:
    return ENGINE.joinpath(*module.split(".")).with_suffix(".py")


def imported(module: str) -> Iterator[str]:
    """Modules of the engine that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(source_of(module).read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.module
            assert not node.level
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            _, _, inside = name.partition("py_engine.")
            if inside and source_of(inside).is_file():
                yield inside


def reached(first: set[str], without: set[str]) -> set[str]:
    """What is imported from some modules on, themselves included."""
    found: set[str] = set()
    left = set(first)
    while left:
        module = left.pop()
        found.add(module)
        left |= set(imported(module)) - found - without
    return found


@pytest.mark.parametrize(
    ("modules", "first", "without"),
    [
        (azul_selfplay.MODULES, {"lab.azul.selfplay"}, KEPT_BY | CHECKED_BY | {"core.contract"}),
        (
            azul_model_error.MODULES,
            {"lab.azul.playing_on", "games.azul.rules.play", "games.azul.search.search_evaluator"},
            CHECKED_BY | TOLD_BY | ASKED_BY,
        ),
    ],
    ids=["self-play", "model error"],
)
def test_all_sources_that_decide_are_listed(modules: tuple[str, ...], first: set[str], without: set[str]) -> None:
    assert set(modules) == reached(first, without)
    assert len(modules) == len(set(modules))


def test_imports_are_found() -> None:
    assert {"games.azul.knowledge.round_tables", "games.azul.knowledge.network"} <= set(
        imported("games.azul.knowledge.afterstates")
    )
    assert "games.azul.knowledge.packed_sums" in reached({"games.azul.knowledge.afterstates"}, set())
