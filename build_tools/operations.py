"""A linter for operations whose results differ between CPython on this machine and Pyodide in a browser.

The engine must give the same bytes in both, so code that affects results may use integers, ``+ - * /``, square roots,
sums, means, stable sorts and table lookups. A line that is safe nevertheless explains why in a comment that begins with
``same bits:``, on the line or just above, such as ``sum(counts)  # same bits: integers``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from build_tools.paths import ROOT
from build_tools.process import ToolError, main_of

__all__ = ["NATIVE_ONLY", "Finding", "check", "check_tree"]

NATIVE_ONLY = "lab"
"""The folder of the engine that never runs in a browser."""

EXCUSE = re.compile(r"#.*\bsame bits: \S")

PRODUCTS = {"dot", "vdot", "inner", "matmul", "tensordot", "convolve", "correlate"}
SAME_EINSUMS = {"ij,jk->ik"}
TRANSCENDENTAL = set(
    """exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 power float_power pow cbrt hypot sin cos tan sinc
    arcsin arccos arctan arctan2 asin acos atan atan2 sinh cosh tanh arcsinh arccosh arctanh asinh acosh atanh i0
    geomspace logspace""".split()
)
FAMILIES = {"linalg", "fft", "polynomial"}
PLATFORM_DTYPES = {"int_", "uint", "long", "ulong", "longlong", "intc", "longdouble"}
DTYPE_PLACE = {
    "arange": 3,
    "array": 1,
    "empty": 1,
    "eye": 3,
    "full": 2,
    "identity": 1,
    "indices": 1,
    "ones": 1,
    "tri": 3,
    "zeros": 1,
}
"""Functions with a platform-dependent default dtype, and the index of their dtype argument."""

COUNTING = {"all", "any", "bool", "int", "isinstance", "len"}
"""Functions that return integers."""

SAME_MATH = set(
    """ceil comb copysign fabs factorial floor fsum gcd inf isclose isfinite isinf isnan isqrt lcm nan perm prod sqrt
    trunc""".split()
)
"""The part of ``math`` that is exact or correctly rounded everywhere."""


class Finding(NamedTuple):
    """An operation whose result may differ on other platforms."""

    line: int
    code: str
    sentence: str


def _is_numpy(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"np", "numpy"}


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _is_stable(call: ast.Call) -> bool:
    kind = _keyword(call, "kind")
    return isinstance(kind, ast.Constant) and kind.value == "stable"


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _surely_counts(node: ast.expr) -> bool:
    """Whether the terms of a sum are evidently integers: comparisons, lengths, bit operations, integer constants."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return _surely_counts(node.elt)
    if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.RShift | ast.BitAnd | ast.BitOr):
        return True
    if isinstance(node, ast.BoolOp):
        return all(map(_surely_counts, node.values))
    if isinstance(node, ast.IfExp):
        return _surely_counts(node.body) and _surely_counts(node.orelse)
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return _is_int(node) or (named and node.func.id in COUNTING)  # type: ignore[attr-defined] # checked by named


def _is_set(node: ast.expr) -> bool:
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"set", "frozenset"}
    return made or isinstance(node, ast.Set | ast.SetComp)


class _Finder(ast.NodeVisitor):
    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def _add(self, node: ast.AST, code: str, sentence: str) -> None:
        self.findings.append(Finding(getattr(node, "lineno", 0), code, sentence))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._operator(node, node.op, [node.left, node.right])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._operator(node, node.op, [node.target, node.value])
        self.generic_visit(node)

    def _operator(self, node: ast.AST, operator: ast.operator, sides: Sequence[ast.expr]) -> None:
        if isinstance(operator, ast.MatMult):
            self._add(node, "product", "@ sums in a platform-dependent order: use einsum('ij,jk->ik')")
        if isinstance(operator, ast.Pow) and not all(map(_is_int, sides)):
            self._add(node, "power", "** rounds differently elsewhere: multiply, shift, or use a table")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if _is_numpy(node.value):
            self._numpy_name(node, node.attr)
        elif isinstance(node.value, ast.Name) and node.value.id == "math" and node.attr not in SAME_MATH:
            self._add(node, "math", f"math.{node.attr} is the platform's own")
        elif node.attr == "dot":
            self._add(node, "product", ".dot sums in a platform-dependent order: use einsum('ij,jk->ik')")
        self.generic_visit(node)

    def _numpy_name(self, node: ast.AST, name: str) -> None:
        if name in PRODUCTS:
            self._add(node, "product", f"np.{name} sums in a platform-dependent order: use einsum('ij,jk->ik')")
        if name in TRANSCENDENTAL:
            self._add(node, "power", f"np.{name} rounds differently elsewhere: use a table or linear pieces")
        if name in FAMILIES:
            self._add(node, name, f"np.{name} differs elsewhere")
        if name in PLATFORM_DTYPES:
            self._add(node, "dtype", f"np.{name} is narrower elsewhere: use a dtype with a fixed width")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if node.module == "math" and alias.name not in SAME_MATH:
                self._add(node, "math", f"math.{alias.name} is the platform's own")
            if node.module == "numpy":
                self._numpy_name(node, alias.name)
            if (node.module or "").partition(".")[0] in {"cmath", "statistics"}:
                self._add(node, "math", f"{node.module} uses functions that differ elsewhere")

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name in {"cmath", "statistics"}:
                self._add(node, "math", f"{alias.name} uses functions that differ elsewhere")

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            self._builtin(node, node.func.id)
        elif isinstance(node.func, ast.Attribute):
            self._sorting(node, node.func)
            self._dtype(node, node.func)
            if node.func.attr == "einsum":
                self._einsum(node)
        self.generic_visit(node)

    def _builtin(self, node: ast.Call, name: str) -> None:
        if name == "hash":
            self._add(node, "hash", "hash() has another width elsewhere, and another value in each run")
        if name == "pow":
            self._add(node, "power", "pow rounds differently elsewhere: multiply, shift, or use a table")
        if name == "sum" and not (node.args and _surely_counts(node.args[0])):
            self._add(node, "sum", "sum() of floats rounds differently in other Pythons: use math.fsum or numpy")
        if name in {"list", "tuple", "enumerate", "iter"} and node.args and _is_set(node.args[0]):
            self._set_order(node.args[0])

    def _sorting(self, node: ast.Call, called: ast.Attribute) -> None:
        numpy = _is_numpy(called.value)
        if called.attr == "argpartition" or (numpy and called.attr == "partition"):
            self._add(node, "sort", f"{called.attr} orders equal values differently elsewhere: sort stably")
        if called.attr == "argsort" or (numpy and called.attr == "sort"):
            if not _is_stable(node):
                self._add(
                    node, "sort", f'{called.attr} without kind="stable" orders equal values differently elsewhere'
                )
        elif called.attr == "sort" and not _is_stable(node):
            keywords = {keyword.arg for keyword in node.keywords}
            if not keywords & {"key", "reverse"}:
                self._add(node, "sort", 'sorting an array needs kind="stable"; for a list use sorted()')

    def _dtype(self, node: ast.Call, called: ast.Attribute) -> None:
        given = _keyword(node, "dtype")
        if _is_numpy(called.value) and called.attr in DTYPE_PLACE:
            place = DTYPE_PLACE[called.attr]
            if given is None and len(node.args) > place:
                given = node.args[place]
            if given is None:
                self._add(node, "dtype", f"np.{called.attr} without a dtype uses the platform's default: give one")
        if called.attr == "astype" and node.args:
            given = node.args[0]
        if isinstance(given, ast.Name) and given.id == "int":
            self._add(node, "dtype", "int as a dtype is narrower elsewhere: use one with a fixed width")

    def _einsum(self, node: ast.Call) -> None:
        first = node.args[0] if node.args else None
        tried = isinstance(first, ast.Constant) and first.value in SAME_EINSUMS
        if not tried or _keyword(node, "optimize") is not None:
            self._add(node, "product", f"einsum is known to agree only for {', '.join(SAME_EINSUMS)}, not optimised")

    def visit_For(self, node: ast.For) -> None:
        self._set_order(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._set_order(node.iter)
        self.generic_visit(node)

    def _set_order(self, node: ast.expr) -> None:
        if _is_set(node):
            self._add(node, "hash", "a set has another order elsewhere: sort it first")


def check(source: str) -> list[Finding]:
    """The findings in a module, without those that a comment explains.

    Args:
        source: The module's source.
    """
    finder = _Finder()
    finder.visit(ast.parse(source))
    lines = ["", *source.splitlines()]
    return sorted(found for found in finder.findings if not _is_excused(lines, found.line))


def _is_excused(lines: Sequence[str], number: int) -> bool:
    """Whether a comment on the line, or just above it, explains why it is safe."""
    above = lines[number - 1].lstrip()
    return bool(EXCUSE.search(lines[number]) or (above.startswith("#") and EXCUSE.search(above)))


def check_tree(folder: Path) -> Iterator[tuple[Path, Finding]]:
    """The findings in all modules under a folder, except those that only run natively."""
    for path in sorted(folder.rglob("*.py")):
        if NATIVE_ONLY not in path.relative_to(folder).parts:
            for found in check(path.read_text(encoding="utf-8")):
                yield path, found


def main() -> None:
    """Checks the engine."""
    lines = [
        f"{path.relative_to(ROOT)}:{found.line}: [{found.code}] {found.sentence}"
        for path, found in check_tree(ROOT / "py_engine")
    ]
    if lines:
        raise ToolError("operations that differ in the browser:\n" + "\n".join(lines))
    print("The engine uses only operations that agree on all platforms.")


if __name__ == "__main__":
    main_of(main)
