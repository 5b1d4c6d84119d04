"""The workflows cannot run here, so what they are made of is checked: commands that are there, actions that are known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def test_there_are_three() -> None:
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
def test_commands_are_those_of_the_makefile(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"run: make ([a-z-]+)", path.read_text(encoding="utf-8"))) <= targets


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_rights_are_given_job_by_job(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    assert "write-all" not in text


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_lines_are_indented_as_yaml_wants_it(path: Path) -> None:
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
def test_they_are_yaml_where_there_is_a_reader(path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    for job in read["jobs"].values():
        assert job["timeout-minutes"] <= 90
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


def test_the_version_stands_in_one_place() -> None:
    for name in ("pyproject.toml", "web/package.json"):
        assert not re.search(r'^\s*"?version"?\s*[:=]\s*"\d', (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
