"""Imports of the engine run one way: between packages, between the layers of a game, and never in a circle."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from build_tools.paths import ROOT

ENGINE = "py_engine"
LAYERS = ("rules", "knowledge", "policies", "search", "coaching")
"""The layers of a game, lowest first; its ``game`` module stands above them."""
Parts = list[str]
"""Of a dotted name."""
CROWDED = 18
"""Modules of a folder, at the most."""


def modules(root: Path) -> dict[str, Path]:
    """Every module below ``root / "py_engine"`` by its dotted name; packages go by their own name."""
    found = {}
    for path in sorted((root / ENGINE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(source: str, known: Mapping[str, Path]) -> Iterator[str]:
    """The known modules that a source imports, for types and inside functions as well."""
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


def graph(root: Path = ROOT) -> dict[str, set[str]]:
    """Module -> the modules of the engine that it imports."""
    known = modules(root)
    return {name: set(imported(path.read_text("utf-8"), known)) for name, path in known.items()}


def fault(module: str, target: str) -> str | None:
    """Why one module must not import another; None when it may."""
    at, to = module.split(".")[1:] or [""], target.split(".")[1:] or [""]
    return next((why for broken, why in ARROWS if broken(at, to)), None)


def _own_lab(path: Parts) -> str:
    """Whose laboratory a module of the laboratory is; empty for what stands above all of them."""
    return path[1] if len(path) > 2 else ""


ARROWS: tuple[tuple[Callable[[Parts, Parts], bool], str], ...] = (
    (lambda at, to: to[0] == "lab" != at[0], "only the laboratory imports the laboratory"),
    (lambda _, to: to[0] == "bridge", "only what runs the engine from outside imports the bridge"),
    (lambda at, to: at[0] == "core" and to[0] not in {"core", ""}, "core knows no game"),
    (
        lambda at, to: at[0] == to[0] == "lab" and _own_lab(at) != "" and _own_lab(to) not in {_own_lab(at), "core"},
        "a game's laboratory imports its own and the laboratory's core",
    ),
    (
        lambda at, to: at[:2] == ["lab", "core"] and to[0] == "games" and len(to) > 1,
        "the laboratory's core reaches games by their registry",
    ),
    (
        lambda at, to: at[0] not in {"games", "lab"} and to[0] == "games" and len(to) > 1,
        "games are reached by their registry",
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
"""What must not be: whether a module (its path within the engine) may not import another, and why."""


def _layer(path: Parts) -> int:
    return LAYERS.index(path[0]) if path and path[0] in LAYERS else len(LAYERS)


def circle(arrows: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; none where there is no circle."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_layers_import_only_what_is_below() -> None:
    faults = [
        f"{module} imports {target}: {why}"
        for module, targets in graph().items()
        for target in sorted(targets)
        if (why := fault(module, target))
    ]
    assert not faults, "\n".join(faults)


def test_layers_have_no_import_cycle() -> None:
    assert circle(graph()) == []


def test_folders_are_not_crowded() -> None:
    folders: dict[Path, int] = {}
    for path in modules(ROOT).values():
        folders[path.parent] = folders.get(path.parent, 0) + 1
    crowded = {str(folder.relative_to(ROOT)): count for folder, count in folders.items() if count > CROWDED}
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
def test_layers_notice_an_arrow_the_wrong_way(module: str, target: str) -> None:
    assert fault(module, target)


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
    assert set(circle(arrows)) == {"py_engine.a", "py_engine.b"}
