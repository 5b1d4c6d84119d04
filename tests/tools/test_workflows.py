"""Static checks of the CI workflows, which cannot run here: existing commands, known actions, permissions."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from build_tools.paths import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
KNOWN = {
    "checkout",
    "deploy-pages",
    "download-artifact",
    "setup-node",
    "setup-python",
    "upload-artifact",
    "upload-pages-artifact",
}


def read(name: str) -> dict[str, Any]:
    """Parses a workflow. YAML reads its unquoted ``on`` key as true."""
    found: dict[Any, Any] = yaml.safe_load((WORKFLOWS[0].parent / f"{name}.yml").read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in found.items()}


def targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_there_are_three_workflows() -> None:
    assert [path.stem for path in WORKFLOWS] == ["publish", "release", "test"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_first_party_and_pinned_by_their_major_version(path: Path) -> None:
    used = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    assert used
    for each in used:
        found = re.fullmatch(r"actions/([a-z-]+)@v\d+", each)
        assert found, each
        assert found[1] in KNOWN


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_commands_are_make_targets(path: Path) -> None:
    assert set(re.findall(r"run: make ([a-z-]+)", path.read_text(encoding="utf-8"))) <= targets()


def test_ci_script_runs_all_targets_even_after_a_failure() -> None:
    commands = [step["run"] for step in read("test")["jobs"]["test"]["steps"] if "run" in step]
    assert commands[1:] == [".ci/run"]
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    run = next(line for line in lines if line.startswith("for target in ")).removesuffix("; do").split()[3:]
    assert run == ["test", "test-slow", "test-browsers", "test-faults", "fuzz"]
    assert set(run) <= targets()
    assert not any(re.match(r"set -\w*e", line) for line in lines)


def test_tests_run_with_roots_home_for_firefox() -> None:
    """As root, Firefox starts only if root owns HOME; in a container, the runner's HOME belongs to another user."""
    step = read("test")["jobs"]["test"]["steps"][-1]
    assert step["env"] == {"HOME": "/root"}


def test_publish_runs_only_after_the_tests_passed() -> None:
    workflow = read("publish")
    waits = {"workflows": [read("test")["name"]], "types": ["completed"], "branches": ["main"]}
    assert workflow["on"] == {"workflow_run": waits, "workflow_dispatch": None}
    build = workflow["jobs"]["build"]
    by_hand, *tested = re.split(r" \|\| | && ", build["if"].replace("(", "").replace(")", ""))
    assert by_hand == "github.event_name == 'workflow_dispatch'"
    run = "github.event.workflow_run"
    assert tested == [f"{run}.conclusion == 'success'", f"{run}.event == 'push'", f"{run}.head_sha == github.sha"]
    checkout = build["steps"][0]
    assert checkout["with"]["ref"] == "${{ github.event.workflow_run.head_sha || github.sha }}"
    assert workflow["jobs"]["deploy"]["needs"] == "build"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_permissions_are_minimal(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    assert "write-all" not in text


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_indentation_is_even(path: Path) -> None:
    top = []
    for line in path.read_text(encoding="utf-8").splitlines():
        assert "\t" not in line
        indent = len(line) - len(line.lstrip(" "))
        assert indent % 2 == 0
        if indent == 0 and line and not line.startswith("#"):
            top.append(line.split(":")[0])
    assert {"name", "on", "permissions", "jobs"} <= set(top)
    assert len(top) == len(set(top))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_steps_run_or_use_and_every_job_has_a_timeout(path: Path) -> None:
    for job in read(path.stem)["jobs"].values():
        assert job["timeout-minutes"] <= 90
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


def test_version_is_written_in_one_place() -> None:
    for name in ("pyproject.toml", "web/package.json"):
        assert not re.search(r'^\s*"?version"?\s*[:=]\s*"\d', (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert "version" not in lock
    assert "version" not in lock["packages"][""]
