"""Tests of the pinned build requirements and their environment."""

from __future__ import annotations

import re
import venv
from pathlib import Path
from typing import Any

import pytest

from build_tools import requirements
from build_tools.process import ToolError

DIGEST = "0" * 64


def reported(name: str, version: str, hashes: dict[str, str]) -> dict[str, Any]:
    return {"metadata": {"name": name, "version": version}, "download_info": {"archive_info": {"hashes": hashes}}}


def test_list_has_sorted_versions_and_hashes_without_addresses() -> None:
    report = {
        "install": [reported("Zope.One", "2.0", {"sha256": DIGEST}), reported("build", "1.2", {"sha256": DIGEST})]
    }
    rows = requirements.written(report).removeprefix(requirements.HEAD).splitlines()
    assert rows == [f"build==1.2 --hash=sha256:{DIGEST}", f"zope-one==2.0 --hash=sha256:{DIGEST}"]


def test_package_without_a_hash_is_refused() -> None:
    with pytest.raises(ToolError, match="no SHA-256 for build"):
        requirements.written({"install": [reported("build", "1.2", {})]})


def test_list_contains_the_build_requirements() -> None:
    text = requirements.LIST.read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if not row.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", row) for row in rows)
    assert set(requirements.NEEDED) < {row.split("==")[0] for row in rows}
    assert "http" not in text


def test_environment_is_created_once_per_list_and_requires_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requirements, "CACHE", tmp_path)
    monkeypatch.setattr(venv, "create", lambda folder, **_: folder.mkdir())
    commands: list[list[str]] = []
    monkeypatch.setattr(requirements, "run", lambda command, **_: commands.append([str(word) for word in command]))
    first = requirements.environment()
    assert requirements.environment() == first
    assert len(commands) == 1
    assert commands[0][0] == str(first)
    assert {"--require-hashes", "--no-deps", str(requirements.LIST)} <= set(commands[0])

    other = tmp_path / "other.txt"
    other.write_text("another list")
    monkeypatch.setattr(requirements, "LIST", other)
    assert requirements.environment() != first
    assert len(commands) == 2


def test_failed_installation_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ToolError("no network")

    monkeypatch.setattr(requirements, "CACHE", tmp_path)
    monkeypatch.setattr(venv, "create", lambda folder, **_: folder.mkdir())
    monkeypatch.setattr(requirements, "run", fails)
    for _ in range(2):
        with pytest.raises(ToolError, match="no network"):
            requirements.environment()
