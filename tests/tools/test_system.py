"""Tests of the checks for installed programs: missing ones are installed with apt, or there is a clear error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from build_tools import system
from build_tools.paths import ROOT

PACKAGES = {"firefox": "firefox-esr", "webkit": "webkit2gtk-driver xvfb", "browser": "chromium fonts-liberation"}


def program(folder: Path, name: str, script: str) -> None:
    """Writes an executable script."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def check(name: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Runs a check with ``path`` as the PATH."""
    clean = {key: value for key, value in os.environ.items() if key not in {"CHROMIUM", "FIREFOX"}}
    command = [sys.executable, "-m", "build_tools.system", name]
    return subprocess.run(  # noqa: S603 -- our own tool
        command, cwd=ROOT, env={**clean, "PATH": str(path)}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", PACKAGES)
def test_missing_program_without_apt_is_a_clear_error(name: str, tmp_path: Path) -> None:
    done = check(name, tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    sentence = done.stderr.strip()
    assert sentence.startswith("error: The ")
    assert len(sentence.splitlines()) == 1
    assert f"apt-get install {PACKAGES[name]}" in sentence


@pytest.mark.skipif(os.geteuid() != 0, reason="others call apt by sudo")
@pytest.mark.parametrize("name", PACKAGES)
def test_missing_program_is_installed_with_apt(name: str, tmp_path: Path) -> None:
    program(tmp_path, "env", 'shift; exec "$@"')
    # This apt-get installs nothing, so the check also reports that the program still cannot be found.
    program(tmp_path, "apt-get", f'echo "$@" >> {tmp_path}/asked')
    done = check(name, tmp_path)
    asked = (tmp_path / "asked").read_text().splitlines()
    assert [line.split("-qq -y ")[1] for line in asked] == [
        "update",
        f"--no-install-recommends install {PACKAGES[name]}",
    ]
    assert f"installing {PACKAGES[name]} with apt" in done.stdout
    assert "was installed but" in done.stderr
    assert done.returncode == 1


def test_firefox_can_be_set_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("FIREFOX", raising=False)
    assert system.firefox() is None
    program(tmp_path, "firefox", "exit")
    program(tmp_path, "firefox-esr", "exit")
    assert system.firefox() == str(tmp_path / "firefox-esr")
    monkeypatch.setenv("FIREFOX", "/some/firefox")
    assert system.firefox() == "/some/firefox"


@pytest.mark.parametrize("missing", ["WebKitWebDriver", "Xvfb", "MiniBrowser", None])
def test_webkit_needs_three_programs(missing: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(system, "MINI_BROWSERS", (f"{tmp_path}/*/MiniBrowser",))
    (tmp_path / "lib").mkdir()
    for name, folder in (("WebKitWebDriver", tmp_path), ("Xvfb", tmp_path), ("MiniBrowser", tmp_path / "lib")):
        if name != missing:
            program(folder, name, "exit")
    found = system.webkit()
    assert (found is None) == (missing is not None)
    if found is not None:
        assert [Path(each).name for each in found] == ["WebKitWebDriver", "MiniBrowser", "Xvfb"]
