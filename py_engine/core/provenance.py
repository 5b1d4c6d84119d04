"""What made a result: a hash of the modules that decide it, so that a result of other sources is not taken for theirs.

The modules are found from their imports, those inside functions included. Of a source only what runs counts: comments,
docstrings, formatting and the names and paths of modules may change without changing the hash. An import counts where it
stands, by the name that it binds, the name that it imports, and the hash of the module that this comes from. What is
imported by a name made up at run time is not seen, and a package's ``__init__`` counts only where something is imported
from it.

Nothing of this runs in the browser, whose engine has no sources.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["PACKAGE", "STOPS", "closure", "provenance", "source_hash"]

PACKAGE = Path(__file__).parents[1]
STOPS = frozenset(
    {
        "py_engine.core.artifacts",
        "py_engine.core.provenance",
        "py_engine.core.validation",
    }
)
"""Modules that decide no result: where files are kept, what made a result, and how requests are refused."""
_IMPORTS = (ast.Import, ast.ImportFrom)
_UNTOLD = frozenset({"ctx", "kind", "type_comment"})
"""Fields of a syntax tree that its other fields decide, or that decide nothing."""


class _Import(NamedTuple):
    module: str
    """Within the package."""
    name: str
    """What is imported from it; empty for the module itself."""
    bound: str
    """Under which name; of ``import a.b`` that is ``a.b``."""


_Words = tuple[str | _Import, ...]
"""What runs of a source, in its order; imports from the package are left to be told by what they import."""


def provenance(
    *modules: str,
    stops: frozenset[str] = STOPS,
    data: Iterable[Path] = (),
    package: Path = PACKAGE,
) -> str:
    """A hash of the sources of some modules and of all that they import within their package.

    Args:
        modules: their dotted names; they count even where they are stops.
        stops: modules and packages whose content does not matter for the result, nor what they import.
        data: files whose content decides the result too.
        package: the folder of the package.

    Raises:
        ModuleNotFoundError: a module is none of the package's.
        ValueError: modules import each other, or one imports in a way that is not understood.
    """
    hashes = _hashes(modules, stops, package)
    digest = hashlib.sha256(_digest(sorted({hashes[module] for module in modules})).encode())
    for content in sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in data):
        digest.update(content.encode())
    return digest.hexdigest()


def closure(*modules: str, stops: frozenset[str] = STOPS, package: Path = PACKAGE) -> frozenset[str]:
    """The names of the modules that ``provenance`` hashes."""
    return frozenset(_hashes(modules, stops, package))


def source_hash(path: Path) -> str:
    """A hash of what runs of one file; what it imports from the engine counts by its name alone."""
    words = _words(ast.parse(path.read_bytes()), PACKAGE)
    return _digest(word if isinstance(word, str) else _import_told(word, word.module) for word in words)


@cache
def _hashes(modules: tuple[str, ...], stops: frozenset[str], package: Path) -> dict[str, str]:
    """The hash of each of the modules and of all that they import, by their names."""
    found: dict[str, str] = {}
    importing: list[str] = []

    def hash_of(module: str) -> str:
        if module not in found:
            if module in importing:
                cycle = " -> ".join([*importing[importing.index(module) :], module])
                raise ValueError(f"Modules that import each other have no hash: {cycle}")
            importing.append(module)
            found[module] = _digest([told(word) for word in _read(module, package)])
            importing.pop()
        return found[module]

    def told(word: str | _Import) -> str:
        if isinstance(word, str):
            return word
        # A module is told by its hash, not by its path: the same name out of another module is another thing.
        counts = word.module in modules or not _is_stop(word.module, stops)
        return _import_told(word, hash_of(word.module) if counts else "")

    for module in modules:
        hash_of(module)
    return found


def _import_told(each: _Import, source: str) -> str:
    return f"(import {each.bound} = {source}.{each.name})"


def _is_stop(module: str, stops: frozenset[str]) -> bool:
    return any(module == stop or module.startswith(f"{stop}.") for stop in stops)


@cache
def _read(module: str, package: Path) -> _Words:
    file = _file(module, package)
    if file is None:
        raise ModuleNotFoundError(f"{package.name} has no module {module}.", name=module)
    return _words(ast.parse(file.read_bytes()), package)


@cache
def _file(module: str, package: Path) -> Path | None:
    """The file of a module; None where there is none in the package."""
    first, *others = module.split(".")
    path = package.joinpath(*others)
    candidates = (path.with_suffix(".py"), path / "__init__.py") if others else (path / "__init__.py",)
    return next((each for each in candidates if each.is_file()), None) if first == package.name else None


def _words(tree: ast.AST, package: Path) -> _Words:
    """The words of a syntax tree.

    Not ``ast.dump``, whose text is another one in the next Python: fields without content are left out.
    """
    words: list[str | _Import] = []

    def tell(node: Any) -> None:
        kind = type(node)
        if kind is list:
            for each in node:
                tell(each)
        elif kind is ast.Constant:
            # Marked: the constant None is something, a None in its place is nothing.
            words.append(f"constant {node.value!r}")
        elif not isinstance(node, ast.AST):
            words.append(repr(node))
        elif kind in _IMPORTS and (imports := _imports(node, package)):
            words.extend(imports)
        elif not (kind is ast.Expr and _is_docstring(node)):
            words.append(f"({kind.__name__}")
            for field in kind._fields:
                value = getattr(node, field, None)
                # Only these two say nothing; no field takes both. Others that are false, as in `case False`, count.
                if value is not None and value != [] and field not in _UNTOLD:
                    words.append(field)
                    tell(value)
            words.append(")")

    tell(tree)
    return _in_order(words)


def _in_order(words: list[str | _Import]) -> _Words:
    """Imports that follow each other by the names that they bind: formatting orders them by those of the modules."""
    ordered: list[str | _Import] = []
    for kind, run in groupby(words, type):
        if kind is _Import:
            # What binds one name twice stays in its order.
            ordered += sorted((word for word in run if isinstance(word, _Import)), key=attrgetter("bound"))
        else:
            ordered += run
    return tuple(ordered)


def _is_docstring(node: Any) -> bool:
    """Whether an expression is a text by itself: of a module, a class, a function, or a name."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _imports(node: ast.AST, package: Path) -> list[_Import]:
    """What is imported from the package; nothing where an import is of something else."""
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        if not node.level and not _is_within(module, package):
            return []
        if node.level or any(alias.name == "*" for alias in node.names):
            raise ValueError(f"Imports in {package.name} are absolute and by name, not like this: {ast.unparse(node)}")
        return [_from_import(module, alias, package) for alias in node.names]
    if isinstance(node, ast.Import) and any(_is_within(alias.name, package) for alias in node.names):
        # One import a line, so none of another package is lost with it.
        return [_Import(alias.name, "", alias.asname or alias.name) for alias in node.names]
    return []


def _from_import(module: str, alias: ast.alias, package: Path) -> _Import:
    full, bound = f"{module}.{alias.name}", alias.asname or alias.name
    return _Import(module, alias.name, bound) if _file(full, package) is None else _Import(full, "", bound)


def _is_within(module: str, package: Path) -> bool:
    return module.split(".", maxsplit=1)[0] == package.name


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()
