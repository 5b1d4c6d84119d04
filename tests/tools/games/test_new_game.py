"""The skeleton of a new game, made in a copy of the checkout: it passes the checks, and conformance."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from build_tools import suite
from build_tools.games import new_game
from build_tools.paths import CACHE, ROOT
from build_tools.process import ToolError, run

NAME = "nine_holes"
UNLINKED = """
import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";
export default (environment) => mergeConfig(base(environment), { server: { fs: { strict: false } } });
"""
"""The configuration of vitest that accepts packages which are linked from outside the checkout."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which the command was given; what was installed and computed is shared."""
    copy = tmp_path_factory.mktemp("checkout")
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    for path in map(Path, filter(None, listed.split("\0"))):
        if (ROOT / path).is_file() and path.parts[:2] != ("web", "public"):
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, copy / path)
    (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    (copy / ".cache").mkdir()
    (CACHE / "tests").mkdir(parents=True, exist_ok=True)
    (copy / ".cache" / "tests").symlink_to(CACHE / "tests")
    run([sys.executable, "-m", "build_tools.games.new_game", NAME], cwd=copy)
    return copy


def _npm(checkout: Path, program: str, *arguments: str) -> list[str]:
    return [str(checkout / "web" / "node_modules" / ".bin" / program), *arguments]


@pytest.mark.slow
def test_a_new_game_is_formatted_and_linted(checkout: Path) -> None:
    for command in (["check"], ["format", "--check"]):
        run([sys.executable, "-m", "ruff", *command, "--no-cache", "."], cwd=checkout)
    for command in (["prettier", "--check"], ["eslint"]):
        run(_npm(checkout, *command, f"src/games/{NAME}"), cwd=checkout / "web")


def test_a_new_game_is_typed(checkout: Path) -> None:
    # With what is known of the other modules, which were checked before: that takes a second instead of a minute.
    shared = ["--cache-dir", str(ROOT / ".mypy_cache")]
    run([sys.executable, "-m", "mypy", *shared, "-p", f"py_engine.games.{NAME}"], cwd=checkout)


def test_a_new_game_has_the_types_of_its_models(checkout: Path) -> None:
    run([sys.executable, "-m", "build_tools.types", "--check"], cwd=checkout)
    types = (checkout / "web" / "src" / "engine" / "types.gen.ts").read_text(encoding="utf-8")
    assert "export interface NineHolesState {" in types


def test_a_new_game_has_a_page_that_lists_its_modules(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / f"{NAME}.md").read_text(encoding="utf-8")
    modules = {path.name for path in (checkout / "py_engine" / "games" / NAME).glob("*.py")} - {"__init__.py"}
    assert modules == set(re.findall(r"^\| `(\w+\.py)`", page, re.MULTILINE))


def test_a_new_game_is_on_the_page(checkout: Path) -> None:
    listed = run([sys.executable, "-m", "build_tools.games.listing"], cwd=checkout)
    assert '"slug": "nine-holes", "name": "Nine Holes"' in listed
    assert f"web/src/games/{NAME}/index.ts" in listed


@pytest.mark.slow
def test_the_board_of_a_new_game_is_tested(checkout: Path) -> None:
    (checkout / "web" / "unlinked.config.ts").write_text(UNLINKED, encoding="utf-8")
    (web,) = (step for step in suite.of_game("hearts") if step.name == "web")
    folders = [argument.replace("hearts", NAME) for argument in web.command if argument.startswith("src/games/")]
    tests = [*folders, "src/core/layers.test.ts"]
    said = run(_npm(checkout, "vitest", "run", "--config", "unlinked.config.ts", *tests), cwd=checkout / "web")
    assert f"src/games/{NAME}/board/Board.test.ts" in said


def test_the_board_of_a_new_game_refuses_moves_and_marks_them_without_a_shift(checkout: Path) -> None:
    board = (checkout / "web" / "src" / "games" / NAME / "board" / "Board.svelte").read_text(encoding="utf-8")
    assert "props.onIllegal(" in board
    mark = re.search(r"\.mark \{(.*?)\}", board, re.DOTALL)
    assert mark is not None
    assert "position: absolute;" in mark[1]
    assert "var(--mark)" in mark[1]


@pytest.mark.slow
def test_a_new_game_passes_the_checks_of_the_page(checkout: Path) -> None:
    # Its own files and what they import: the rest of the page was checked before.
    config = {"extends": "./tsconfig.json", "include": [f"src/games/{NAME}", "src/vite-env.d.ts"]}
    (checkout / "web" / "one-game.json").write_text(json.dumps(config), encoding="utf-8")
    run(_npm(checkout, "svelte-check", "--tsconfig", "./one-game.json", "--fail-on-warnings"), cwd=checkout / "web")


@pytest.mark.slow
def test_a_new_game_conforms(checkout: Path) -> None:
    shared = [f"tests/bridge/test_{part}.py" for part in ("conformance", "preparation", "unused_params", "verdicts")]
    tests = [*shared, f"tests/games/{NAME}"]
    said = run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", NAME], cwd=checkout)
    assert " passed" in said
    assert "failed" not in said


def test_a_name_that_is_taken_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"There is a game of that name: py_engine.games.hearts exists"):
        new_game.write("hearts")
    for name in ("", "Go", "4x4", "a-b", "../x", "a__b"):
        with pytest.raises(ToolError, match="is not a valid name"):
            new_game.write(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_registry_gets_a_line_at_its_end() -> None:
    source = 'REGISTRY: dict[str, str] = {\n    "a_v1": "py_engine.games.a.game",\n}\nrest\n'
    line = '    "b_v1": "py_engine.games.b.game",\n'
    assert new_game.register("b", source) == source.replace("}\n", line + "}\n")
    with pytest.raises(ToolError, match="no REGISTRY"):
        new_game.register("b", "nothing")
