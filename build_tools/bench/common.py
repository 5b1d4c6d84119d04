"""What the benchmarks of all games share: a row of the table, answers of the engine, stop watches."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from build_tools.process import ToolError

__all__ = ["FLAGS", "Row", "median_ms", "milliseconds", "read"]

Row = tuple[str, str, float]
"""What was measured, its unit, and the figure."""

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
"""With which Chromium is started to be measured: it does nothing that nobody asked it for."""


def read(text: str) -> Any:
    """An answer of the engine.

    Raises:
        ToolError: It is an error.
    """
    answer = json.loads(text)
    if isinstance(answer, dict) and "error" in answer:
        raise ToolError(answer["error"])
    return answer


def milliseconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def median_ms(work: Callable[[], object], times: int) -> float:
    """Median milliseconds of the same work done so often."""
    return statistics.median(milliseconds(work) for _ in range(times))
