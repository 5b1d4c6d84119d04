"""Tests of the parallel map: in this process, in several processes, on a cluster, and resumed after an interruption."""

from __future__ import annotations

import importlib.util
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from py_engine.lab.core.errors import LabError
from py_engine.lab.core.ledger import Ledger, fingerprint
from py_engine.lab.core.spread import Done, Progress, Workers, report, spread, stage

TASKS = [{"number": number} for number in range(9)]
SQUARES = [{"square": number * number, "pair": [number, 0.1 * number]} for number in range(9)]


def square(task: dict[str, Any]) -> dict[str, Any]:
    """Squares the number; appends it to the file ``marks``, if given, to show that the job has run."""
    number = task["number"]
    if "marks" in task:
        with Path(task["marks"]).open("a") as marks:
            marks.write(f"{number}\n")
    if task.get("breaks") == number:
        raise KeyboardInterrupt
    report(0.5)
    return {"square": number * number, "pair": (number, 0.1 * number)}


def slow_first(task: dict[str, Any]) -> int:
    time.sleep(0.3 if task["number"] == 0 else 0.0)
    return int(task["number"])


def held(task: dict[str, Any]) -> None:
    """Reports three quarters done and waits until the file ``go`` exists."""
    report(0.75)
    until = time.monotonic() + 30
    while not Path(task["go"]).exists():
        assert time.monotonic() < until, "not released in time"
        time.sleep(0.01)


def reports_less(_: object) -> None:
    report(0.75)
    report(0.25)


def endless(task: dict[str, Any]) -> None:
    Path(task["pids"], str(os.getpid())).touch()
    time.sleep(60)


def broken(task: dict[str, Any]) -> None:
    raise ZeroDivisionError(task["number"])


def marked(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "marks").read_text().split()]


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_tasks(processes: int) -> None:
    assert list(spread(square, TASKS, Workers(processes))) == [Done(n, each) for n, each in enumerate(SQUARES)]


def test_unordered_results_come_as_soon_as_available() -> None:
    order = [done.number for done in spread(slow_first, TASKS[:4], Workers(2), in_order=False)]
    assert sorted(order) == [0, 1, 2, 3]
    assert order[0] != 0


def test_spread_computes_equal_tasks_once(tmp_path: Path) -> None:
    task = {"number": 3, "marks": str(tmp_path / "marks")}
    assert [done.result["square"] for done in spread(square, [task, task], Workers())] == [9, 9]
    assert marked(tmp_path) == [3]


@pytest.mark.parametrize("processes", [1, 2])
def test_interrupted_run_resumes_where_it_stopped(tmp_path: Path, processes: int) -> None:
    tasks = [{**task, "marks": str(tmp_path / "marks")} for task in TASKS]
    running = spread(square, tasks, Workers(), ledger=Ledger(tmp_path / "kept.jsonl"))
    before = [next(running) for _ in range(4)]
    running.close()
    assert marked(tmp_path) == [0, 1, 2, 3]
    after = list(spread(square, tasks, Workers(processes), ledger=Ledger(tmp_path / "kept.jsonl")))
    assert after[:4] == before
    assert [done.result for done in after] == SQUARES
    assert sorted(marked(tmp_path)) == list(range(9))


def test_results_before_ctrl_c_are_kept(tmp_path: Path) -> None:
    marks = str(tmp_path / "marks")
    with pytest.raises(KeyboardInterrupt):
        list(
            spread(
                square,
                [{"number": number, "marks": marks, "breaks": 2} for number in range(4)],
                Workers(),
                ledger=Ledger(tmp_path / "kept.jsonl"),
            )
        )
    assert len(Ledger(tmp_path / "kept.jsonl").found) == 2


def test_only_a_truncated_result_is_computed_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    tasks = [{**task, "marks": str(tmp_path / "marks")} for task in TASKS[:3]]
    list(spread(square, tasks, Workers(), ledger=Ledger(kept)))
    kept.write_bytes(kept.read_bytes()[:-20])
    assert [d.result for d in spread(square, tasks, Workers(), ledger=Ledger(kept))] == SQUARES[:3]
    assert marked(tmp_path) == [0, 1, 2, 2]
    assert len(Ledger(kept).found) == 3


def test_fingerprint_depends_on_the_job_and_the_task(tmp_path: Path) -> None:
    assert fingerprint(square, {"a": 1, "b": 2}) == fingerprint(square, {"b": 2, "a": 1})
    assert fingerprint(square, {"a": 1}) != fingerprint(square, {"a": 2})
    assert fingerprint(square, {"a": 1}) != fingerprint(broken, {"a": 1})
    list(spread(square, TASKS[:1], Workers(), ledger=Ledger(tmp_path / "kept.jsonl")))
    assert json.loads((tmp_path / "kept.jsonl").read_text())["task"] == TASKS[0]


def test_long_strings_of_tasks_are_hashed_and_not_stored(tmp_path: Path) -> None:
    tasks = [{"number": 2, "players": [{"weights": end * 5000}]} for end in "ab"]
    assert fingerprint(square, tasks[0]) != fingerprint(square, tasks[1])
    list(spread(square, tasks, Workers(), ledger=Ledger(tmp_path / "kept.jsonl")))
    assert (tmp_path / "kept.jsonl").stat().st_size < 1000
    assert json.loads((tmp_path / "kept.jsonl").read_text().splitlines()[0])["task"]["number"] == 2
    assert len(Ledger(tmp_path / "kept.jsonl").found) == 2


def test_ledger_refuses_a_file_of_other_content(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("milk\nbread\n")
    with pytest.raises(LabError, match="not a file of laboratory results"):
        Ledger(tmp_path / "notes")


@pytest.mark.parametrize("processes", [1, 2])
def test_progress_includes_running_tasks(tmp_path: Path, processes: int) -> None:
    ledger = Ledger(tmp_path / "kept.jsonl")
    list(spread(square, TASKS[:3], Workers(), ledger=ledger))
    seen: list[Progress] = []
    list(spread(square, TASKS, Workers(processes), ledger=ledger, watch=seen.append))
    assert (seen[0].done, seen[0].total, seen[0].kept) == (3, 9, 3)
    assert (seen[-1].done, seen[-1].part) == (9, 1.0)
    assert [each.part for each in seen] == sorted(each.part for each in seen)
    if processes == 1:
        assert 3.5 / 9 in {each.part for each in seen}


@pytest.mark.parametrize("at_once", [False, True])
def test_progress_keeps_the_parts_of_tasks_still_running(tmp_path: Path, at_once: bool) -> None:
    tasks = [{"go": str(tmp_path / f"go-{number}")} for number in range(2)]
    seen: list[Progress] = []

    def release(progress: Progress) -> None:
        seen.append(progress)
        if progress.part >= 0.75:
            Path(tasks[0]["go"]).touch()
        if progress.done == 1 or (at_once and progress.part >= 0.75):
            Path(tasks[1]["go"]).touch()

    list(spread(held, tasks, Workers(2), watch=release))
    assert sorted({(each.done, each.part) for each in seen if each.part >= 0.75}) == [(0, 0.75), (1, 0.875), (2, 1.0)]
    assert [each.part for each in seen] == sorted(each.part for each in seen)


def test_progress_never_decreases() -> None:
    seen: list[Progress] = []
    list(spread(reports_less, [1], Workers(), watch=seen.append))
    assert [each.part for each in seen] == [0.0, 0.75, 0.75, 1.0]


def test_failing_job_raises_and_stops_the_others() -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(broken, TASKS, Workers(2)))


def test_interruption_ends_the_worker_processes(tmp_path: Path) -> None:
    tasks = [{"number": number, "pids": str(tmp_path)} for number in range(2)]
    began = time.monotonic()

    def close_once_they_run(_: Progress) -> None:
        if len(list(tmp_path.iterdir())) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(spread(endless, tasks, Workers(2), watch=close_once_they_run))
    assert time.monotonic() - began < 10
    for pid in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.name), 0)


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask.distributed is an extra")
@pytest.mark.filterwarnings("default")
def test_cluster_gives_the_same_results(tmp_path: Path) -> None:
    from distributed import LocalCluster

    ledger = Ledger(tmp_path / "kept.jsonl")
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        workers = Workers(cluster=cluster.scheduler_address)
        list(spread(square, TASKS[:2], workers, ledger=ledger))
        assert [done.result for done in spread(square, TASKS, workers, ledger=ledger)] == SQUARES
    assert len(ledger.found) == 9


def test_cluster_without_dask_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(LabError, match=r"needs dask\.distributed, which is not installed"):
        list(spread(square, TASKS, Workers(cluster="tcp://nowhere:8786")))


def in_stages(task: dict[str, Any]) -> int:
    """Reports in two stages, and then without one."""
    with stage(0.0, 0.2):
        report(1.0)
    with stage(0.2, 1.0):
        report(0.5)
    report(0.9)
    return int(task["number"])


def test_reports_within_a_stage_are_its_part_of_the_task() -> None:
    seen: list[float] = []
    list(spread(in_stages, [{"number": 1}], Workers(), watch=lambda progress: seen.append(progress.part)))
    assert [part for part in seen if 0 < part < 1] == pytest.approx([0.2, 0.6, 0.9])
