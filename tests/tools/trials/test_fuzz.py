"""Tests of the fuzzer's rounds, seeds and failure message."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from build_tools.paths import ROOT
from build_tools.process import ToolError
from build_tools.trials import fuzz


class Clock:
    """A clock that each round advances by 25 seconds."""

    def __init__(self, broken: int | None = None) -> None:
        self.now = 0.0
        self.seeds: list[int] = []
        self.broken = broken

    def __call__(self) -> float:
        return self.now

    def round(self, seed: int) -> int:
        self.seeds.append(seed)
        self.now += 25
        return int(seed == self.broken)


def test_rounds_run_until_the_time_is_up_with_increasing_seeds() -> None:
    clock = Clock()
    assert fuzz.fuzz(60, 7, clock.round, clock) == 3
    assert clock.seeds == [7, 8, 9]


def test_at_least_one_round_runs() -> None:
    clock = Clock()
    assert fuzz.fuzz(0, 7, clock.round, clock) == 1


def test_failure_ends_fuzzing_and_names_the_seed() -> None:
    clock = Clock(broken=8)
    with pytest.raises(ToolError, match=r"build_tools\.trials\.fuzz --seed 8 --seconds 0"):
        fuzz.fuzz(1000, 7, clock.round, clock)
    assert clock.seeds == [7, 8]


def test_seed_is_random_unless_given(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def noted(_: float, seed: int) -> int:
        seeds.append(seed)
        return 1

    monkeypatch.setattr(fuzz, "fuzz", noted)
    for arguments in ([], [], ["--seed", "0"]):
        fuzz.main(arguments)
    assert len(set(seeds)) == 3
    assert seeds[2] == 0


def test_round_passes_its_seed_to_hypothesis_and_unsets_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[list[str], dict[str, Any]]] = []

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        calls.append((command, options))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setenv("CI", "1")
    monkeypatch.setattr(subprocess, "run", run)
    fuzz.fuzz(0, 42)
    ((command, options),) = calls
    assert "--hypothesis-seed=42" in command
    assert "CI" not in options["env"]


def test_fuzz_targets_exist() -> None:
    assert all(Path(ROOT, target).exists() for target in fuzz.TARGETS)
