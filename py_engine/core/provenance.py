"""What made a result: a hash of the modules that decide it, so that a result of other sources is not taken for theirs.

The modules are found from their imports, those inside functions included. Of a source only what runs counts: comments,
docstrings, formatting and the names and paths of modules may change without changing the hash. What is imported by a
name made up at run time is not seen, and a package's ``__init__`` counts only where something is imported from it.

Nothing of this runs in the browser, whose engine has no sources.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["PACKAGE", "STOPS", "closure", "provenance", "source_hash"]

PACKAGE = Path(__file__).parents[1]
STOPS = frozenset(
    {
        "py_engine.core.artifacts",
        "py_engine.core.contract",
        "py_engine.core.provenance",
        "py_engine.core.validation",
    }
)
"""Modules that decide no result, and packages of such: where files are kept, the shape of JSON, what is refused."""
_IMPORTS = (ast.Import, ast.ImportFrom)
_UNTOLD = frozenset({"ctx", "kind", "type_comment"})
"""Fields of a syntax tree that its other fields decide, or that decide nothing."""


class _Import(NamedTuple):
    module: str
    """Within the package."""
    name: str
    """What is imported from it; empty for the module itself."""
    bound: str
    """Under which name."""


class _Source(NamedTuple):
    body: str
    """The hash of all of it but its imports from the package."""
    imports: tuple[_Import, ...]


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
    """
    digest = hashlib.sha256(_hash_of_modules(modules, stops, package).encode())
    for content in sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in data):
        digest.update(content.encode())
    return digest.hexdigest()


def closure(*modules: str, stops: frozenset[str] = STOPS, package: Path = PACKAGE) -> frozenset[str]:
    """The names of the modules that ``provenance`` hashes."""
    return frozenset(_sources(modules, stops, package))


def source_hash(path: Path) -> str:
    """A hash of what runs of one file, without what it imports from the engine."""
    return _digest(_told(ast.parse(path.read_bytes()), PACKAGE, []))


@cache
def _hash_of_modules(modules: tuple[str, ...], stops: frozenset[str], package: Path) -> str:
    sources = _sources(modules, stops, package)

    def told(source: _Source) -> str:
        # A module is told by its body, not by its path: the same name out of another module is another thing.
        imports = sorted(
            f"{each.bound}={sources[each.module].body if each.module in sources else ''}.{each.name}"
            for each in source.imports
        )
        return _digest([source.body, *imports])

    return _digest(sorted({told(source) for source in sources.values()}))


def _sources(modules: Iterable[str], stops: frozenset[str], package: Path) -> dict[str, _Source]:
    found: dict[str, _Source] = {}
    left = list(modules)
    while left:
        name = left.pop()
        if name not in found:
            found[name] = _read(name, package)
            left += [each.module for each in found[name].imports if not _is_stop(each.module, stops)]
    return found


def _is_stop(module: str, stops: frozenset[str]) -> bool:
    return any(module == stop or module.startswith(f"{stop}.") for stop in stops)


@cache
def _read(module: str, package: Path) -> _Source:
    file = _file(module, package)
    if file is None:
        raise ModuleNotFoundError(f"{package.name} has no module {module}.", name=module)
    imports: list[_Import] = []
    body = _digest(_told(ast.parse(file.read_bytes()), package, imports))
    return _Source(body, tuple(imports))


@cache
def _file(module: str, package: Path) -> Path | None:
    """The file of a module; None where there is none in the package."""
    first, *others = module.split(".")
    path = package.joinpath(*others)
    candidates = (path.with_suffix(".py"), path / "__init__.py") if others else (path / "__init__.py",)
    return next((each for each in candidates if each.is_file()), None) if first == package.name else None


def _told(tree: ast.AST, package: Path, imports: list[_Import]) -> list[str]:
    """The words of a syntax tree, and aside what it imports from the package.

    Not ``ast.dump``, whose text is another one in the next Python: fields without content are left out.
    """
    words: list[str] = []

    def tell(node: Any) -> None:
        kind = type(node)
        if kind is list:
            for each in node:
                tell(each)
        elif kind is ast.Constant:
            words.append(repr(node.value))
        elif not isinstance(node, ast.AST):
            words.append(repr(node))
        elif not (kind is ast.Expr and _is_docstring(node)) and not (
            kind in _IMPORTS and _is_import(node, package, imports)
        ):
            words.append(f"({kind.__name__}")
            for field in kind._fields:
                value = getattr(node, field, None)
                if value and field not in _UNTOLD:
                    words.append(field)
                    tell(value)
            words.append(")")

    tell(tree)
    return words


def _is_docstring(node: Any) -> bool:
    """Whether an expression is a text by itself: of a module, a class, a function, or a name."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_import(node: ast.AST, package: Path, imports: list[_Import]) -> bool:
    """Whether it imports from the package; then it is noted."""
    if isinstance(node, ast.ImportFrom):
        if node.level:
            raise ValueError(f"Imports in {package.name} are absolute; this one is not: {ast.unparse(node)}")
        module = node.module or ""
        if not _is_within(module, package):
            return False
        for alias in node.names:
            full = f"{module}.{alias.name}"
            whole = _file(full, package) is not None
            imports.append(_Import(full if whole else module, "" if whole else alias.name, alias.asname or alias.name))
        return True
    if isinstance(node, ast.Import) and any(_is_within(alias.name, package) for alias in node.names):
        # One import a line, so none of another package is lost with it.
        imports += [_Import(alias.name, "", alias.asname or package.name) for alias in node.names]
        return True
    return False


def _is_within(module: str, package: Path) -> bool:
    return module.split(".", maxsplit=1)[0] == package.name


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()
