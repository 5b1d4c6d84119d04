"""What the hash of a result's makers sees, and what it does not; and that the closures that are used are whole."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from py_engine.core.provenance import PACKAGE, STOPS, closure, provenance, source_hash

SOURCES = {
    "__init__": '"""A package."""\n',
    "first": """
        \"\"\"The first.\"\"\"

        from small.shelf import second as next_one
        from small.told import say

        def answer():
            \"\"\"What comes of it.\"\"\"
            return say(next_one.double(4))  # as it is
        """,
    "shelf/__init__": "",
    "shelf/second": """
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            from small.shelf.typed import Number

        def double(number: "Number") -> "Number":
            from small.third import FACTOR

            return number * FACTOR
        """,
    "shelf/typed": "Number = int\n",
    "third": "FACTOR = 2\nOTHER = 3\n",
    "fourth": "FACTOR = 2\nOTHER = 4\n",
    "told": "from small.unused import loud\n\ndef say(what):\n    return what\n",
    "unused": "loud = 1\n",
    "beside": "from small.third import FACTOR\n",
}
STOPPED = frozenset({"small.told"})


class Small:
    """A small package, written anew for every change: what is read once is not read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.versions = 0

    def written(self, sources: dict[str, str]) -> Path:
        self.versions += 1
        package = self.folder / str(self.versions) / "small"
        for name, text in sources.items():
            path = package / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_dedented(text))
        return package

    def hash(self, changed: Callable[[str], str] = str, **more: str) -> str:
        sources = {name: changed(_dedented(text)) for name, text in SOURCES.items()} | more
        return provenance("small.first", stops=STOPPED, package=self.written(sources))


def _dedented(text: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in text.split("\n"))


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


def test_the_closure_is_what_is_imported_on_and_on_inside_functions_and_for_types(small: Small) -> None:
    package = small.written(SOURCES)
    found = closure("small.first", stops=STOPPED, package=package)
    assert found == {"small.first", "small.shelf.second", "small.shelf.typed", "small.third"}
    assert closure("small.first", stops=frozenset(), package=package) - found == {"small.told", "small.unused"}
    assert closure("small.first", stops=STOPPED | {"small.shelf"}, package=package) == {"small.first"}
    assert closure("small.told", stops=STOPPED, package=package) == {"small.told", "small.unused"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  # as it is", ""),
        ('"""The first."""', '"""Another\n\nsentence."""'),
        ('"""What comes of it."""', ""),
        ("FACTOR = 2\n", 'FACTOR = 2\n"""How much more."""\n\n\n'),
        ("(next_one.double(4))", "(\n        next_one.double(\n            4,\n        ),\n    )"),
        ("def say(what)", "def say(something)"),
        ("loud = 1", "loud = 2"),
        ("OTHER = 4", "OTHER = 5"),
    ],
)
def test_what_decides_nothing_does_not_change_the_hash(small: Small, old: str, new: str) -> None:
    assert any(old in _dedented(text) for text in SOURCES.values())
    assert small.hash(replaced(old, new)) == small.hash()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("double(4)", "double(5)"),
        ("FACTOR = 2", "FACTOR = 2.0"),
        ("OTHER = 3", "OTHER = None"),
        ("number * FACTOR", "FACTOR * number"),
        ("Number = int", "Number = float"),
        ("import FACTOR\n", "import OTHER as FACTOR\n"),
        # Equal until the one constant that differs is looked at.
        ("small.third import", "small.fourth import"),
    ],
)
def test_what_decides_changes_the_hash(small: Small, old: str, new: str) -> None:
    assert any(old in _dedented(text) for text in SOURCES.values())
    assert small.hash(replaced(old, new)) != small.hash()


def test_names_and_paths_of_modules_do_not_count(small: Small) -> None:
    moved = {
        name.replace("shelf/second", "a/z").replace("third", "a/aa"): text.replace(
            "from small.shelf import second as", "from small.a import z as"
        ).replace("from small.third", "from small.a.aa")
        for name, text in SOURCES.items()
    } | {"a/__init__": ""}
    package = small.written(moved)
    assert "small.a.aa" in closure("small.first", stops=STOPPED, package=package)
    assert provenance("small.first", stops=STOPPED, package=package) == small.hash()


def test_files_of_data_count_by_their_content(small: Small, tmp_path: Path) -> None:
    package = small.written(SOURCES)
    files = [tmp_path / name for name in ("weights.toml", "values.npz")]
    for file in files:
        file.write_text(file.name)

    def found(*data: Path) -> str:
        return provenance("small.third", data=data, package=package)

    both = found(*files)
    assert both == found(*files[::-1]) != found(files[0])
    files[0].write_text("others")
    assert found(*files) != both
    files[0].rename(tmp_path / "weights.txt")
    files[0].with_name("weights.toml").write_text("weights.toml")
    assert found(*files) == both


@pytest.mark.parametrize("imported", ["from small import nothing_there", "import small.nothing_there"])
def test_a_module_that_is_not_there_is_not_passed_over(small: Small, imported: str) -> None:
    sources = {**SOURCES, "third": f"{imported}\n"}
    sources.pop("__init__")
    with pytest.raises(ModuleNotFoundError):
        provenance("small.first", package=small.written(sources))


def test_relative_imports_are_not_passed_over(small: Small) -> None:
    with pytest.raises(ValueError, match="absolute"):
        small.hash(third="from . import fourth\n")


def test_the_hash_of_one_file_is_of_what_runs(tmp_path: Path) -> None:
    found = []
    for number, text in enumerate(("a = 1  # one\n", '"""Says."""\na = 1\n', "a = 2\n")):
        path = tmp_path / f"{number}.py"
        path.write_text(text)
        found.append(source_hash(path))
    assert found[0] == found[1] != found[2]


YATZY = "py_engine.games.yatzy.knowledge"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("games/yatzy/rules/tables.py", "BONUS_AT, BONUS = 63, 50", "BONUS_AT, BONUS = 63, 35"),
        ("games/yatzy/knowledge/lattice.py", "import numpy as np", "import math"),
        ("core/numerics.py", "import numpy as np", "import math"),
    ],
)
def test_the_engine_s_own_sources_are_told_apart(tmp_path: Path, file: str, old: str, new: str) -> None:
    copy = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "lab"))
    source = (copy / file).read_text("utf-8")
    assert old in source
    (copy / file).write_text(source.replace(old, new), "utf-8")
    asked = f"{YATZY}.solver"
    assert provenance(asked, package=copy) != provenance(asked)


def test_a_table_of_yatzy_is_made_by_its_rules_its_solver_and_its_facts() -> None:
    made = {name.rpartition(".")[2] for name in closure(f"{YATZY}.facts", f"{YATZY}.values")}
    assert made >= set(
        "tables uppers lattice solver artifact values rooms policy_columns forward density facts numerics".split()
    )
    assert not closure(f"{YATZY}.facts") & STOPS


def test_nothing_of_it_runs_in_the_browser() -> None:
    script = """if True:
        import sys
        import numpy
        import py_engine.core.contract
        sys.platform = "emscripten"
        from py_engine.games.yatzy.knowledge.origin import origin
        import py_engine.games.yatzy.knowledge.values
        assert origin() == ""
        assert "py_engine.core.provenance" not in sys.modules
    """
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    assert done.returncode == 0, done.stderr
