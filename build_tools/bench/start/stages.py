"""The stages of a start, from timings noted by the page and its workers.

Stages can overlap, so they need not add up to the total:

- ``download``: from the first request for a runtime file to the last byte of the last one;
- ``compile``: the time of WebAssembly compilation, including waiting for bytes if it is compiled while streaming, and
  the start of the program if both are done in one call;
- ``interpreter``, ``packages``, ``imports``: as reported by the engine, each from the end of the previous stage. Work
  done while files are still downloading is in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from build_tools.bench.start.figures import Figures

__all__ = ["of_start"]

_STAGES = ("Downloading the engine", "Starting Python", "Loading numpy", "Loading the coach")
_NAMES = ("interpreter", "packages", "imports")


def of_start(ready: float, page: Mapping[str, Any], workers: Sequence[Mapping[str, Any]]) -> Figures:
    """The figures of a start, in milliseconds.

    Args:
        ready: Time from the start of the visit until the engine was ready.
        page: When the page started, and the ends of the engine's stages.
        workers: For each worker, when it started, which files it fetched, and when it compiled.
    """
    figures: Figures = {"ready": ready}
    engine = next((worker for worker in workers if worker["files"]), None)
    if engine is not None:
        files = engine["files"]
        figures["worker there"] = engine["began"] - page["began"]
        figures["download"] = max(file["end"] for file in files) - min(file["start"] for file in files)
        if engine["wasm"] is not None:
            figures["compile"] = engine["wasm"]["end"] - engine["wasm"]["start"]
    ends = page["ends"]
    for name, (before, stage) in zip(_NAMES, pairwise(_STAGES), strict=True):
        if before in ends and stage in ends:
            figures[name] = ends[stage] - ends[before]
    return figures
