"""The stages of a start, from what page and workers noted.

A build may do several things at once, so the stages need not add up to the whole:

- ``download``: from the first file of the runtime that is asked for to the last byte of the last one;
- ``compile``: how long the compiler of WebAssembly has the program, which includes waiting for its bytes where it is
  compiled while it comes, and its first instructions where it is compiled and started in one;
- ``interpreter``, ``packages``, ``imports``: as the engine itself tells, each from the end of the stage before it. What
  was done while files were still coming is in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from build_tools.bench.start.figures import Figures

__all__ = ["of_start"]

_TOLD = ("Downloading the engine", "Starting Python", "Loading numpy", "Loading the coach")
_NAMES = ("interpreter", "packages", "imports")


def of_start(ready: float, told: Mapping[str, Any], workers: Sequence[Mapping[str, Any]]) -> Figures:
    """The figures of a start, in milliseconds.

    Args:
        ready: From the beginning of the visit until the engine was ready.
        told: When the page began, and what the engine said of the ends of its stages.
        workers: When each worker began, what files it fetched, and when it compiled.
    """
    figures: Figures = {"ready": ready}
    engine = next((worker for worker in workers if worker["files"]), None)
    if engine is not None:
        files = engine["files"]
        figures["worker there"] = engine["began"] - told["began"]
        figures["download"] = max(file["end"] for file in files) - min(file["start"] for file in files)
        if engine["wasm"] is not None:
            figures["compile"] = engine["wasm"]["end"] - engine["wasm"]["start"]
    ends = told["ends"]
    for name, (before, stage) in zip(_NAMES, pairwise(_TOLD), strict=True):
        if before in ends and stage in ends:
            figures[name] = ends[stage] - ends[before]
    return figures
