"""The engine uses only operations with the same results in the browser, and the linter for that finds all others."""

from __future__ import annotations

import pytest

from build_tools.operations import check, check_tree
from build_tools.paths import ROOT


def test_engine_uses_only_portable_operations() -> None:
    found = [f"{path.relative_to(ROOT)}:{f.line} [{f.code}] {f.sentence}" for path, f in check_tree(ROOT / "py_engine")]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("c = a @ b", "product"),
        ("a @= b", "product"),
        ("c = np.dot(a, b)", "product"),
        ("c = a.dot(b)", "product"),
        ("c = np.matmul(a, b)", "product"),
        ("c = np.einsum('ij,ij->i', a, b)", "product"),
        ("c = np.einsum('ij,jk->ik', a, b, optimize=True)", "product"),
        ("c = np.einsum(how, a, b)", "product"),
        ("c = np.convolve(a, b)", "product"),
        ("c = np.linalg.solve(a, b)", "linalg"),
        ("c = np.fft.rfft(a)", "fft"),
        ("from numpy import tanh", "power"),
        ("c = np.exp(a)", "power"),
        ("c = np.log(a)", "power"),
        ("c = np.tanh(a)", "power"),
        ("c = np.power(a, 2)", "power"),
        ("c = a ** 2", "power"),
        ("c = 2 ** a", "power"),
        ("c = 2.0 ** 3", "power"),
        ("a **= 2", "power"),
        ("c = pow(a, 2)", "power"),
        ("c = math.exp(a)", "math"),
        ("c = math.log2(a)", "math"),
        ("from math import sin", "math"),
        ("import statistics", "math"),
        ("from statistics import fmean", "math"),
        ("c = np.argsort(a)", "sort"),
        ("c = a.argsort()", "sort"),
        ("c = np.argsort(a, kind='quicksort')", "sort"),
        ("c = np.argpartition(a, 3)", "sort"),
        ("c = np.partition(a, 3)", "sort"),
        ("c = np.sort(a)", "sort"),
        ("a.sort()", "sort"),
        ("c = sum(a)", "sum"),
        ("c = sum(x * 0.5 for x in a)", "sum"),
        ("c = hash(a)", "hash"),
        ("for x in set(a): print(x)", "hash"),
        ("c = [x for x in {1, 2}]", "hash"),
        ("c = list(frozenset(a))", "hash"),
        ("c = np.zeros(3)", "dtype"),
        ("c = np.arange(n)", "dtype"),
        ("c = np.array([1, 2])", "dtype"),
        ("c = np.full(3, 0)", "dtype"),
        ("c = np.zeros(3, dtype=int)", "dtype"),
        ("c = a.astype(int)", "dtype"),
        ("c = a.astype(np.int_)", "dtype"),
    ],
)
def test_platform_dependent_operation_is_found(line: str, code: str) -> None:
    assert [found.code for found in check(line)] == [code]


@pytest.mark.parametrize(
    "line",
    [
        "c = np.einsum('ij,jk->ik', a, b)",
        "c = np.sqrt(a) + a * a / b",
        "c = 2 ** 53",
        "c = 1 << n",
        "c = math.isqrt(a) + math.floor(b)",
        "c = np.argsort(a, kind='stable')",
        "c = np.sort(a, kind='stable')",
        "c = sorted(a)",
        "rows.sort(key=len)",
        "head, _, tail = text.partition('x')",
        "c = sum(x > 3 for x in a)",
        "c = sum(len(x) for x in a)",
        "c = sum(1 for x in a if x)",
        "c = sum(1 << x for x in a)",
        "c = sum(all(row) for row in a)",
        "c = a.sum(dtype=np.int64)",
        "c = np.zeros(3, np.int32)",
        "c = np.arange(0, n, 1, np.int32)",
        "c = np.full(3, 0, dtype=np.int8)",
        "for x in sorted(set(a)): print(x)",
        "c = sum(counts)  # same bits: integers",
    ],
)
def test_portable_operation_is_accepted(line: str) -> None:
    assert check(line) == []


def test_explanation_may_be_on_the_line_above() -> None:
    assert check("# same bits: integers\nc = sum(counts)") == []
    assert check("c = 1  # same bits: integers\nc = sum(counts)")


def test_explanation_must_give_a_reason() -> None:
    assert check("c = sum(counts)  # same bits:")
