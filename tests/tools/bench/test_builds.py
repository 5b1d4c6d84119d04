"""Tests of exporting the sources of another commit for comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_tools.bench.start import builds
from build_tools.process import ToolError, run

WHO = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits: `first` has one file, and the present one a second file."""
    folder = tmp_path / "repository"
    folder.mkdir()
    run(["git", "init", "--quiet"], cwd=folder)
    for name, text in (("one.txt", "old"), ("two.txt", "new")):
        (folder / name).write_text(text)
        run(["git", "add", "--all"], cwd=folder)
        run(["git", *WHO, "commit", "--quiet", "-m", name], cwd=folder)
        if name == "one.txt":
            run(["git", "tag", "first"], cwd=folder)
    (folder / "one.txt").write_text("not committed")
    return folder


def test_ref_is_exported_as_committed(repository: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "first"
    builds.exported(builds._commit_of("first", repository), folder, repository)
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"one.txt": "old"}
    assert list(folder.parent.iterdir()) == [folder]


def test_interrupted_export_is_repeated(repository: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "present"
    left = folder.with_suffix(".part")
    left.mkdir(parents=True)
    (left / "half.txt").write_text("half")
    builds.exported(builds._commit_of("HEAD", repository), folder, repository)
    assert sorted(path.name for path in folder.iterdir()) == ["one.txt", "two.txt"]


def test_missing_ref_is_a_clear_error(repository: Path) -> None:
    with pytest.raises(ToolError, match="no commit elsewhere"):
        builds._commit_of("elsewhere", repository)


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our page's folder, with installed packages."""
    web = tmp_path / "ours"
    (web / "node_modules").mkdir(parents=True)
    (web / "package-lock.json").write_text("our packages")
    monkeypatch.setattr(builds, "WEB", web)
    return web


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders in which npm has installed packages."""
    folders: list[Path] = []

    def install(command: list[str], *, cwd: Path, timeout: float) -> str:
        assert command[:2] == ["npm", "ci"]
        (cwd / "node_modules").mkdir(exist_ok=True)
        folders.append(cwd)
        return ""

    monkeypatch.setattr(builds, "run", install)
    return folders


def test_build_with_the_same_packages_shares_ours(ours: Path, installed: list[Path], tmp_path: Path) -> None:
    web = tmp_path / "theirs"
    web.mkdir()
    (web / "package-lock.json").write_text("our packages")
    builds._share_modules(web)
    assert (web / "node_modules").resolve() == ours / "node_modules"
    assert installed == []


def test_build_with_other_packages_installs_its_own_once(ours: Path, installed: list[Path], tmp_path: Path) -> None:
    web = tmp_path / "theirs"
    web.mkdir()
    (web / "package-lock.json").write_text("their packages")
    # A link from an earlier build, when the packages were the same.
    (web / "node_modules").symlink_to(ours / "node_modules")
    builds._share_modules(web)
    assert not (web / "node_modules").is_symlink()
    assert list((ours / "node_modules").iterdir()) == []
    builds._share_modules(web)
    assert installed == [web]
