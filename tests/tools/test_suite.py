"""Tests of the suite's steps, counts and summary."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from build_tools.paths import ROOT
from build_tools.process import ToolError
from build_tools.suite import (
    DEFAULT,
    STEPS,
    Counts,
    Outcome,
    Step,
    _pytest,
    _run,
    chosen,
    counts_of,
    of_game,
    rounds,
    summary,
)
from build_tools.system import node_is_new_enough

REPORT = """<testsuites><testsuite>
<testcase name="a"/><testcase name="b"><failure>no</failure></testcase>
<testcase name="c"><error>no</error></testcase><testcase name="d"><skipped/></testcase><testcase name="e"/>
</testsuite></testsuites>"""


def outcome(name: str, ok: bool, counts: Counts) -> Outcome:
    return Outcome(Step(name, "test", [], report=Path(name)), ok, 1.5, counts)


def test_counts_of_a_junit_report(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    path.write_text(REPORT)
    assert counts_of(path) == Counts(passed=2, failed=2, skipped=1)


def test_counts_without_a_report_are_zero(tmp_path: Path) -> None:
    assert counts_of(tmp_path / "none.xml") == Counts()


def test_summary_adds_up_counts() -> None:
    text = summary([outcome("one", True, Counts(3)), outcome("two", True, Counts(2, 0, 1))], 2.0)
    assert "5 passed, 0 failed, 1 skipped" in text.splitlines()
    assert "FAILED" not in text


def test_parallel_steps_run_together_and_show_their_output_in_order(capfd: pytest.CaptureFixture[str]) -> None:
    steps = [
        Step(name, "test", [sys.executable, "-c", f"print('{name} says so')"], parallel=name != "a") for name in "abc"
    ]
    alone = Step("d", "test", [sys.executable, "-c", "raise SystemExit(3)"])
    assert [[step.name for step in together] for together in rounds([*steps, alone])] == [["a", "b", "c"], ["d"]]
    found = [*_run(steps), *_run([alone])]
    assert [(each.step.name, each.ok) for each in found] == [("a", True), ("b", True), ("c", True), ("d", False)]
    out = capfd.readouterr().out
    assert (
        out.index("=== a") < out.index("a says so") < out.index("=== b") < out.index("b says so") < out.index("=== d")
    )


def test_steps_keep_bytecode_wherever_the_machine_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    program = "import sys; raise SystemExit(sys.dont_write_bytecode)"
    [found] = _run([Step("a", "test", [sys.executable, "-c", program])])
    assert found.ok


def test_timing_steps_run_alone() -> None:
    timed = {step.name for step in STEPS if "timing" in step.command}
    assert timed == {"timing", "e2e timing"}
    assert all(len(together) == 1 for together in rounds(STEPS) if timed & {step.name for step in together})


def test_browsers_step_runs_only_when_named() -> None:
    assert {step.group for step in chosen([])} == DEFAULT
    assert [step.name for step in chosen(["browsers"])] == ["browsers"]
    assert [step.name for step in chosen(["mypy", "browsers"])] == ["mypy", "browsers"]


def test_no_test_folder_runs_twice() -> None:
    engine = next(step for step in STEPS if step.name == "engine")
    apart = {each.removeprefix("--ignore=") for each in engine.command if each.startswith("--ignore=")}
    named = {each for step in STEPS if step.group != "fast" for each in step.command if each.startswith("tests/")}
    own = {each for each in named if (ROOT / each).is_dir()}
    assert apart == own


def test_every_step_without_slow_tests_has_a_step_that_runs_them() -> None:
    def folders(step: Step) -> list[str]:
        return [str(each) for each in step.command if str(each).startswith(("tests", "--ignore="))]

    without = [step for step in chosen([]) if "not timing and not slow" in step.command]
    slow = [step for step in chosen(["slow"]) if "slow" in step.command[step.command.index("-m", 3) + 1]]
    assert [folders(step) for step in without] == [folders(step) for step in slow]


def test_timing_tests_of_every_folder_belong_to_a_step() -> None:
    others = {Path(__file__).resolve(), ROOT / "tests" / "e2e" / "conftest.py"}
    marked = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        if path not in others and "mark.timing" in path.read_text("utf-8")
    }
    named = [each for step in STEPS if "timing" in step.command for each in step.command if each.startswith("tests/")]
    assert "tests/e2e" in named
    assert {name for name in marked if not name.startswith("tests/e2e/")} == set(named) - {"tests/e2e"}


def test_quick_steps_name_tests_that_exist() -> None:
    steps = chosen(["fast"])
    names = [each for step in steps for each in step.command if each.startswith(("tests/", "src/"))]
    assert len(steps) == 3
    assert [name for name in names if not (ROOT / name).exists() and not (ROOT / "web" / name).exists()] == []


def test_steps_of_a_game_cover_its_folders() -> None:
    commands = [" ".join(map(str, step.command)) for step in of_game("hearts")]
    for part in ("tests/games/hearts", "tests/lab/hearts", "tests/bridge -k hearts", "tests/parity -k hearts"):
        assert any(part in command for command in commands), part
    assert any("src/games/hearts" in command for command in commands)
    assert any("tests/e2e/games/test_hearts.py" in command for command in commands)


def test_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(ToolError, match=r"no game 'chess' .*azul"):
        of_game("chess")


def test_summary_names_failed_steps() -> None:
    text = summary([outcome("one", True, Counts(3)), outcome("two", False, Counts(0, 1))], 2.0)
    assert text.splitlines()[-2:] == ["3 passed, 1 failed, 0 skipped", "Failed: two"]


FLAKY = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("each", range({failing}))
def test_once(each):
    mark = Path(__file__).with_name(f"mark{{each}}")
    ran = mark.exists()
    mark.touch()
    assert ran and {good}

def test_always():
    pass
"""


@pytest.mark.parametrize(
    ("failing", "good", "workers", "counts"),
    [
        (1, "True", 2, Counts(2, 0, 0, later=1)),
        (1, "False", 0, Counts(1, 1)),
        (6, "True", 0, Counts(1, 6)),
    ],
)
def test_failed_tests_run_once_more_and_are_reported(
    *, failing: int, good: str, workers: int, counts: Counts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("build_tools.suite.REPORTS", tmp_path)
    (tmp_path / "test_flaky.py").write_text(FLAKY.format(failing=failing, good=good))
    step = _pytest("flaky", str(tmp_path / "test_flaky.py"), "-n", str(workers), max_retried=5)
    [found] = _run([step])
    assert (found.ok, found.counts) == (counts.failed == 0, counts)
    text = summary([found], 1.0)
    assert ("passed only the second time" in text) == (counts.later > 0)


def test_node_is_new_enough_by_version() -> None:
    assert [node_is_new_enough(v) for v in ("v20.19.0", "v22.1.0", "v20.18.3", "v18.20.0", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
