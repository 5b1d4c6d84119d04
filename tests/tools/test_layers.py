"""The allowed imports of the engine: between packages, between the layers of a game, and without cycles."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from build_tools.paths import ROOT

ENGINE = "py_engine"
LAYERS = ("rules", "knowledge", "policies", "search", "coaching")
"""The layers of a game, lowest first; its ``game`` module is above them."""
Parts = list[str]
"""The parts of a dotted name."""
MAX_MODULES = 18
"""Maximum number of modules in a folder."""


def modules(root: Path) -> dict[str, Path]:
    """Every module below ``root / "py_engine"`` by its dotted name; an ``__init__`` has its package's name."""
    found = {}
    for path in sorted((root / ENGINE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(source: str, known: Mapping[str, Path]) -> Iterator[str]:
    """The known modules that a source imports, including imports for types and inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, "imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                if full in known:
                    yield full
                elif node.module in known:
                    yield node.module


@cache
def graph(root: Path = ROOT) -> dict[str, set[str]]:
    """Module -> the modules of the engine that it imports."""
    known = modules(root)
    return {name: set(imported(path.read_text("utf-8"), known)) for name, path in known.items()}


def violation(module: str, target: str) -> str | None:
    """Why one module must not import another, or None if it may."""
    at, to = module.split(".")[1:] or [""], target.split(".")[1:] or [""]
    return next((why for broken, why in FORBIDDEN if broken(at, to)), None)


def _own_lab(path: Parts) -> str:
    """The game of a module of the laboratory; empty for modules directly in the laboratory."""
    return path[1] if len(path) > 2 else ""


FORBIDDEN: tuple[tuple[Callable[[Parts, Parts], bool], str], ...] = (
    (lambda at, to: to[0] == "lab" != at[0], "only the laboratory imports the laboratory"),
    (lambda _, to: to[0] == "bridge", "only code outside the engine imports the bridge"),
    (lambda at, to: at[0] == "core" and to[0] not in {"core", ""}, "core knows no game"),
    (
        lambda at, to: at[0] == to[0] == "lab" and _own_lab(at) != "" and _own_lab(to) not in {_own_lab(at), "core"},
        "a game's laboratory imports only itself and the laboratory's core",
    ),
    (
        lambda at, to: at[:2] == ["lab", "core"] and to[0] == "games" and len(to) > 1,
        "the laboratory's core reaches games only through the registry",
    ),
    (
        lambda at, to: at[0] not in {"games", "lab"} and to[0] == "games" and len(to) > 1,
        "games are reached only through the registry",
    ),
    (lambda at, to: at[0] == "games" and len(at) > 1 and to == ["games"], "a game knows no registry"),
    (
        lambda at, to: at[0] == to[0] == "games" and len(at) > 1 < len(to) and at[1] != to[1],
        "a game imports no other game",
    ),
    (
        lambda at, to: at[0] == to[0] == "games" and at[1:2] == to[1:2] and _layer(to[2:]) > _layer(at[2:]),
        "a layer imports only what is below it",
    ),
)
"""Rules: whether a module (its path within the engine) must not import another, and why."""


def _layer(path: Parts) -> int:
    return LAYERS.index(path[0]) if path and path[0] in LAYERS else len(LAYERS)


def cycle(arrows: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a cycle; empty if there is none."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_layers_import_only_what_is_below() -> None:
    violations = [
        f"{module} imports {target}: {why}"
        for module, targets in graph().items()
        for target in sorted(targets)
        if (why := violation(module, target))
    ]
    assert not violations, "\n".join(violations)


def test_layers_have_no_import_cycle() -> None:
    assert cycle(graph()) == []


def test_folders_are_not_crowded() -> None:
    folders: dict[Path, int] = {}
    for path in modules(ROOT).values():
        folders[path.parent] = folders.get(path.parent, 0) + 1
    crowded = {str(folder.relative_to(ROOT)): count for folder, count in folders.items() if count > MAX_MODULES}
    assert not crowded


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("py_engine.games.azul.rules.batch", "py_engine.games.azul.knowledge.value"),
        ("py_engine.games.azul.search.exact", "py_engine.games.azul.coaching.feedback"),
        ("py_engine.games.azul.coaching.feedback", "py_engine.games.azul.game"),
        ("py_engine.games.azul.game", "py_engine.games.yatzy.rules.tables"),
        ("py_engine.games.azul.game", "py_engine.lab.core.ledger"),
        ("py_engine.core.game", "py_engine.games.azul.game"),
        ("py_engine.bridge", "py_engine.games.azul.game"),
        ("py_engine.lab.core.matches", "py_engine.lab.azul.match"),
        ("py_engine.lab.core.matches", "py_engine.games.azul.game"),
        ("py_engine.lab.azul.match", "py_engine.lab.hearts.match"),
        ("py_engine.games.azul.rules.play", "py_engine.games"),
        ("py_engine.games.azul.game", "py_engine.bridge"),
    ],
)
def test_layers_notice_forbidden_imports(module: str, target: str) -> None:
    assert violation(module, target)


def test_layers_see_every_kind_of_import(tmp_path: Path) -> None:
    package = tmp_path / ENGINE
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("def f():\n    from py_engine import b\n")
    (package / "b.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from py_engine.a import f\n"
    )
    (package / "c.py").write_text("import py_engine.a\n")
    arrows = graph(tmp_path)
    assert arrows["py_engine.a"] == {"py_engine.b"}
    assert arrows["py_engine.b"] == {"py_engine.a"}
    assert arrows["py_engine.c"] == {"py_engine.a"}
    assert set(cycle(arrows)) == {"py_engine.a", "py_engine.b"}
