"""Tests of the stages of a start, computed from timings of the page and its workers."""

from __future__ import annotations

from typing import Any

from build_tools.bench.start.stages import of_start

ENDS = {
    "Checking files": 5,
    "Downloading the engine": 300,
    "Starting Python": 1000,
    "Loading numpy": 1400,
    "Loading the coach": 2000,
}
ENGINE: dict[str, Any] = {
    "began": 10_120.5,
    "wasm": {"start": 30.0, "end": 250.0},
    "files": [{"start": 20.0, "end": 180.0}, {"start": 12.0, "end": 90.0}, {"start": 90.0, "end": 212.0}],
}
OTHER: dict[str, Any] = {"began": 10_001.0, "wasm": None, "files": []}


def test_start_has_the_duration_of_each_stage() -> None:
    assert of_start(2500, {"began": 10_000.0, "ends": ENDS}, [OTHER, ENGINE]) == {
        "ready": 2500,
        "worker there": 120.5,
        "download": 200,
        "compile": 220,
        "interpreter": 700,
        "packages": 400,
        "imports": 600,
    }


def test_start_without_stages_has_the_total() -> None:
    assert of_start(2500, {"began": 10_000.0, "ends": {}}, []) == {"ready": 2500}


def test_stage_without_both_ends_is_omitted() -> None:
    page = {"began": 10_000.0, "ends": {stage: end for stage, end in ENDS.items() if stage != "Starting Python"}}
    found = of_start(2500, page, [{**ENGINE, "wasm": None}])
    assert list(found) == ["ready", "worker there", "download", "imports"]
