"""The provenance of a result: a hash of the sources that produced it, by which results of other sources are recognised.

The modules are found by following imports, including those inside functions. Only code counts: comments, docstrings,
formatting and the names and paths of modules can change without changing the hash. An import is hashed where it stands,
as the name that it binds, the name that it imports, and the hash of the imported module. Imports by a name computed at
run time are not seen, and a package's ``__init__`` counts only where something is imported from it.

Native only: in the browser the engine has no sources.
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
"""Modules that affect no result: storage of files, provenance itself, and validation of requests."""
_IMPORTS = (ast.Import, ast.ImportFrom)
_IGNORED_FIELDS = frozenset({"ctx", "kind", "type_comment"})
"""Fields of syntax nodes that are redundant or have no effect."""


class _Import(NamedTuple):
    module: str
    """A module of the package."""
    name: str
    """The imported name; empty for the module itself."""
    bound: str
    """The name that it is bound to; ``a.b`` for ``import a.b``."""


_Words = tuple[str | _Import, ...]
"""The code of a source in order; imports from the package are still to be replaced by the hashes of their modules."""


def provenance(
    *modules: str,
    stops: frozenset[str] = STOPS,
    data: Iterable[Path] = (),
    package: Path = PACKAGE,
) -> str:
    """A hash of the sources of some modules and of everything that they import within their package.

    Args:
        modules: Their dotted names; they count even if they are among the stops.
        stops: Modules and packages that do not affect the result; their imports are not followed.
        data: Other files that affect the result.
        package: The folder of the package.

    Raises:
        ModuleNotFoundError: a module is not in the package.
        ValueError: circular imports, or a form of import that is not supported.
    """
    hashes = _hashes(modules, stops, package)
    digest = hashlib.sha256(_digest(sorted({hashes[module] for module in modules})).encode())
    for content in sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in data):
        digest.update(content.encode())
    return digest.hexdigest()


def closure(*modules: str, stops: frozenset[str] = STOPS, package: Path = PACKAGE) -> frozenset[str]:
    """The names of all modules that ``provenance`` would hash."""
    return frozenset(_hashes(modules, stops, package))


def source_hash(path: Path) -> str:
    """A hash of the code of one file; its imports from the engine count by name only."""
    words = _words(ast.parse(path.read_bytes()), PACKAGE)
    return _digest(word if isinstance(word, str) else _import_text(word, word.module) for word in words)


@cache
def _hashes(modules: tuple[str, ...], stops: frozenset[str], package: Path) -> dict[str, str]:
    """The hashes of the modules and of all modules that they import, by name."""
    found: dict[str, str] = {}
    importing: list[str] = []

    def hash_of(module: str) -> str:
        if module not in found:
            if module in importing:
                cycle = " -> ".join([*importing[importing.index(module) :], module])
                raise ValueError(f"Modules that import each other have no hash: {cycle}")
            importing.append(module)
            found[module] = _digest([text_of(word) for word in _read(module, package)])
            importing.pop()
        return found[module]

    def text_of(word: str | _Import) -> str:
        if isinstance(word, str):
            return word
        # A module is identified by its hash, not by its path, so that it can be moved or renamed.
        counts = word.module in modules or not _is_stop(word.module, stops)
        return _import_text(word, hash_of(word.module) if counts else "")

    for module in modules:
        hash_of(module)
    return found


def _import_text(each: _Import, source: str) -> str:
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
    """The file of a module, or None if the package has no such module."""
    first, *others = module.split(".")
    path = package.joinpath(*others)
    candidates = (path.with_suffix(".py"), path / "__init__.py") if others else (path / "__init__.py",)
    return next((each for each in candidates if each.is_file()), None) if first == package.name else None


def _words(tree: ast.AST, package: Path) -> _Words:
    """The code of a syntax tree as a sequence of words.

    Empty fields are omitted, so that the words do not depend on the Python version, unlike the output of ``ast.dump``.
    """
    words: list[str | _Import] = []

    def visit(node: Any) -> None:
        kind = type(node)
        if kind is list:
            for each in node:
                visit(each)
        elif kind is ast.Constant:
            # The prefix distinguishes the constant None from an absent field.
            words.append(f"constant {node.value!r}")
        elif not isinstance(node, ast.AST):
            words.append(repr(node))
        elif kind in _IMPORTS and (imports := _imports(node, package)):
            words.extend(imports)
        elif not (kind is ast.Expr and _is_docstring(node)):
            words.append(f"({kind.__name__}")
            for field in kind._fields:
                value = getattr(node, field, None)
                # Only None and [] mean absent; other falsy values, as in `case False`, count.
                if value is not None and value != [] and field not in _IGNORED_FIELDS:
                    words.append(field)
                    visit(value)
            words.append(")")

    visit(tree)
    return _in_order(words)


def _in_order(words: list[str | _Import]) -> _Words:
    """Sorts each run of consecutive imports by bound name, because formatters sort them by module name."""
    ordered: list[str | _Import] = []
    for kind, run in groupby(words, type):
        if kind is _Import:
            # The sort is stable: imports that bind the same name keep their order.
            ordered += sorted((word for word in run if isinstance(word, _Import)), key=attrgetter("bound"))
        else:
            ordered += run
    return tuple(ordered)


def _is_docstring(node: Any) -> bool:
    """Whether an expression is a bare string: the docstring of a module, a class, a function or a name."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _imports(node: ast.AST, package: Path) -> list[_Import]:
    """The imports of a statement from the package; empty if it imports something else."""
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        if not node.level and not _is_within(module, package):
            return []
        if node.level or any(alias.name == "*" for alias in node.names):
            raise ValueError(f"Imports in {package.name} must be absolute and by name, unlike: {ast.unparse(node)}")
        return [_from_import(module, alias, package) for alias in node.names]
    if isinstance(node, ast.Import) and any(_is_within(alias.name, package) for alias in node.names):
        # The style is one import per line, so no import of another package is lost here.
        return [_Import(alias.name, "", alias.asname or alias.name) for alias in node.names]
    return []


def _from_import(module: str, alias: ast.alias, package: Path) -> _Import:
    full, bound = f"{module}.{alias.name}", alias.asname or alias.name
    return _Import(module, alias.name, bound) if _file(full, package) is None else _Import(full, "", bound)


def _is_within(module: str, package: Path) -> bool:
    return module.split(".", maxsplit=1)[0] == package.name


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()
