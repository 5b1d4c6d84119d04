"""The builds to measure: the present one, and that of another commit, built by its own tools."""

from __future__ import annotations

import filecmp
import shutil
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from build_tools.paths import CACHE, DIST, ROOT, TABLES, WEB
from build_tools.process import ToolError, run

__all__ = ["Build", "exported", "of_ref", "present"]

AGAINST = CACHE / "bench" / "against"
HASH_LETTERS = 12
LOCK = "package-lock.json"
BUILD_SECONDS = 1800


@dataclass(frozen=True)
class Build:
    """A built site: its name in the table, and its folder."""

    name: str
    folder: Path


def present(into: Path) -> Build:
    """A copy of ``dist/``, so that a build in the meantime does not affect the measurement."""
    if not (DIST / "index.html").is_file():
        raise ToolError("There is no site to measure: run `make build` first.")
    return Build("present", Path(shutil.copytree(DIST, into / "present")))


def of_ref(ref: str) -> Build:
    """The site of a commit, built if necessary and kept in the cache for the next comparison.

    Raises:
        ToolError: There is no such commit, or it cannot be built.
    """
    commit = _commit_of(ref)
    folder = AGAINST / commit[:HASH_LETTERS]
    if not folder.is_dir():
        exported(commit, folder)
    _share(folder)
    print(f"Building {ref} ({commit[:HASH_LETTERS]}) ...", flush=True)
    run([sys.executable, "-m", "build_tools.site"], cwd=folder, timeout=BUILD_SECONDS)
    return Build(ref, folder / "dist")


def _commit_of(ref: str, repository: Path = ROOT) -> str:
    try:
        return run(["git", "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}"], cwd=repository).strip()
    except ToolError:
        raise ToolError(f"There is no commit {ref} to compare with.") from None


def exported(commit: str, folder: Path, repository: Path = ROOT) -> None:
    """Writes the sources of a commit into a new folder, atomically."""
    scratch = folder.with_suffix(".part")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    packed = folder.with_suffix(".tar")
    run(["git", "archive", "--format=tar", "--output", packed, commit], cwd=repository)
    with tarfile.open(packed) as archive:
        archive.extractall(scratch, filter="data")
    packed.unlink()
    scratch.rename(folder)


def _share(folder: Path) -> None:
    """Shares downloads and installed packages with a commit's sources, as far as they are the same."""
    cache = folder / ".cache"
    cache.mkdir(exist_ok=True)
    for fetched in (CACHE / "pyodide", *CACHE.glob("build-*")):
        link = cache / fetched.name
        if fetched.is_dir() and not link.exists():
            link.symlink_to(fetched)
    # A copy, because a commit with other tables computes its own.
    if TABLES.is_dir() and not (cache / TABLES.name).exists():
        shutil.copytree(TABLES, cache / TABLES.name)
    _share_modules(folder / "web")


def _share_modules(web: Path) -> None:
    """Provides the npm packages for a commit's page: ours if the lock files are equal, else its own."""
    modules = web / "node_modules"
    same = filecmp.cmp(web / LOCK, WEB / LOCK, shallow=False)
    if modules.is_symlink() and not same:
        modules.unlink()
    if same and not modules.exists():
        modules.symlink_to(WEB / "node_modules")
    stamp = modules / ".installed"
    if modules.is_symlink() or stamp.exists():
        return
    print("Installing its npm packages ...", flush=True)
    run(["npm", "ci", "--prefer-offline", "--no-progress"], cwd=web, timeout=BUILD_SECONDS)
    stamp.touch()
