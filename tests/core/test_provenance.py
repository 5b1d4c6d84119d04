"""Tests of the hash over the sources that produce a result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from py_engine.core.provenance import closure, provenance, source_hash

SOURCES = {
    "__init__": '"""A package."""\n',
    "first": """
        \"\"\"The first.\"\"\"

        from small.shelf import second as next_one
        from small.stopped import say

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
    "stopped": "from small.unused import loud\n\ndef say(what):\n    return what\n",
    "unused": "loud = 1\n",
    "beside": "from small.third import FACTOR\n",
}
STOPPED = frozenset({"small.stopped"})


class Small:
    """A small package, written to a new folder for every change, because modules are cached once read."""

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

    def of(self, **sources: str) -> str:
        """The hash of the module ``a``."""
        return provenance("small.a", package=self.written({"__init__": ""} | sources))


def _dedented(text: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in text.split("\n"))


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


def test_closure_follows_all_imports_including_those_in_functions_and_for_types(small: Small) -> None:
    package = small.written(SOURCES)
    found = closure("small.first", stops=STOPPED, package=package)
    assert found == {"small.first", "small.shelf.second", "small.shelf.typed", "small.third"}
    assert closure("small.first", stops=frozenset(), package=package) - found == {"small.stopped", "small.unused"}
    assert closure("small.first", stops=STOPPED | {"small.shelf"}, package=package) == {"small.first"}
    assert closure("small.stopped", stops=STOPPED, package=package) == {"small.stopped", "small.unused"}


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
def test_provenance_ignores_comments_docstrings_formatting_and_stops(small: Small, old: str, new: str) -> None:
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
        # Both modules are equal except for one constant.
        ("small.third import", "small.fourth import"),
    ],
)
def test_provenance_changes_with_the_code(small: Small, old: str, new: str) -> None:
    assert any(old in _dedented(text) for text in SOURCES.values())
    assert small.hash(replaced(old, new)) != small.hash()


def test_provenance_ignores_names_and_paths_of_modules(small: Small) -> None:
    moved = {
        name.replace("shelf/second", "a/z").replace("third", "a/aa"): text.replace(
            "from small.shelf import second as", "from small.a import z as"
        ).replace("from small.third", "from small.a.aa")
        for name, text in SOURCES.items()
    } | {"a/__init__": ""}
    package = small.written(moved)
    assert "small.a.aa" in closure("small.first", stops=STOPPED, package=package)
    assert provenance("small.first", stops=STOPPED, package=package) == small.hash()


def test_provenance_depends_on_the_content_of_data_files(small: Small, tmp_path: Path) -> None:
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


B_AND_C = {"b": "def s():\n    return 1\n", "c": "def s():\n    return 2\n"}
EQUAL_BUT_FOR_IMPORTS = {
    "d": "D = 1\n",
    "e": "D = 2\n",
    "b": "from small.d import D\ns = D * 2\n",
    "c": "from small.e import D\ns = D * 2\n",
}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(*, x):\n    return x\n", "def f(*, x=None):\n    return x\n"),
        ("y = {**q}\n", "y = {None: q}\n"),
        ("match x:\n  case None:\n    y = 1\n", "match x:\n  case False:\n    y = 1\n"),
    ],
)
def test_provenance_distinguishes_absent_none_and_false(small: Small, one: str, other: str) -> None:
    assert small.of(a=one) != small.of(a=other)


@pytest.mark.parametrize("shelf", [B_AND_C, EQUAL_BUT_FOR_IMPORTS], ids=["bodies", "what they import"])
@pytest.mark.parametrize(
    "text",
    [
        "if F:\n    from small.b import s\nelse:\n    from small.c import s\n",
        "def f():\n    from small.b import s\n    return s()\ndef g():\n    from small.c import s\n    return s()\n",
        "from small.b import s\nfrom small.c import s\n",
        "from small.b import s as x\nfrom small.c import s as y\nz = x - y\n",
        "import small.b\nimport small.c\nz = small.b.s\n",
    ],
    ids=["branches", "functions", "order", "names", "whole"],
)
def test_provenance_depends_on_the_place_of_an_import(small: Small, shelf: dict[str, str], text: str) -> None:
    swapped = text.replace("small.b", "small.?").replace("small.c", "small.b").replace("small.?", "small.c")
    assert small.of(a=text, **shelf) != small.of(a=swapped, **shelf)
    exchanged = shelf | {"b": shelf["c"], "c": shelf["b"]}
    assert small.of(a=text, **shelf) != small.of(a=text, **exchanged)


def test_provenance_depends_on_the_scope_of_an_import(small: Small) -> None:
    inside = "def q():\n    from small.b import s\n"
    assert small.of(a="from small.b import s\n", **B_AND_C) != small.of(a=inside, **B_AND_C)


def test_provenance_ignores_the_order_and_form_of_equivalent_imports(small: Small) -> None:
    text = "from small.b import s as x\nfrom small.c import s as y\n"
    # The order in which they would be sorted with swapped module names.
    assert small.of(a=text, **B_AND_C) == small.of(a="".join(text.splitlines(keepends=True)[::-1]), **B_AND_C)
    assert small.of(a="from small import b\n", **B_AND_C) == small.of(a="import small.b as b\n", **B_AND_C)


def test_provenance_refuses_circular_imports(small: Small) -> None:
    with pytest.raises(ValueError, match=r"small\.a -> small\.b -> small\.a"):
        small.of(a="from small.b import s\n", b="def s():\n    from small.a import s\n")


@pytest.mark.parametrize("imported", ["from small import nothing_there", "import small.nothing_there"])
def test_provenance_refuses_imports_of_missing_modules(small: Small, imported: str) -> None:
    sources = {**SOURCES, "third": f"{imported}\n"}
    sources.pop("__init__")
    with pytest.raises(ModuleNotFoundError):
        provenance("small.first", package=small.written(sources))


@pytest.mark.parametrize("imported", ["from . import fourth", "from small.fourth import *"])
def test_provenance_refuses_relative_and_star_imports(small: Small, imported: str) -> None:
    with pytest.raises(ValueError, match="absolute and by name"):
        small.hash(third=f"{imported}\n")


def test_source_hash_ignores_comments_and_docstrings(tmp_path: Path) -> None:
    found = []
    for number, text in enumerate(("a = 1  # one\n", '"""Says."""\na = 1\n', "a = 2\n")):
        path = tmp_path / f"{number}.py"
        path.write_text(text)
        found.append(source_hash(path))
    assert found[0] == found[1] != found[2]


def test_source_hash_includes_the_names_of_imported_engine_modules(tmp_path: Path) -> None:
    path = tmp_path / "job.py"
    found = []
    for module in ("numerics", "chance"):
        path.write_text(f"from py_engine.core.{module} import seeded\n")
        found.append(source_hash(path))
    assert found[0] != found[1]
