"""Builds the site twice, in two clean folders, and compares all bytes.

The folders have different names, and the builds have different time zones, locales, umasks and hash seeds, so that
anything that leaks into the site shows. Only downloads, which are checked by their hashes, are shared; ``--tables`` also
shares the games' tables, which take most of the time.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from build_tools.paths import CACHE, ROOT, TABLES
from build_tools.process import ToolError, main_of, run

__all__ = ["differences"]

SETTINGS = (
    {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONUTF8": "1", "PYTHONHASHSEED": "2"},
)
MASKS = (0o022, 0o077)


def differences(one: Path, other: Path) -> list[str]:
    """The differences between two folders, one sentence each; file modes and dates are ignored."""
    names = [{path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()} for top in (one, other)]
    found = [f"{name} is only in the first" for name in sorted(names[0] - names[1])]
    found += [f"{name} is only in the second" for name in sorted(names[1] - names[0])]
    for name in sorted(names[0] & names[1]):
        first, second = ((top / name).read_bytes() for top in (one, other))
        if first != second:
            pairs = zip(first, second, strict=False)
            place = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
            found.append(f"{name} differs from byte {place} on ({len(first)} and {len(second)} bytes)")
    return found


def _copy(to: Path, *, tables: bool) -> None:
    """Copies the sources and links the downloads."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    for name in filter(None, listed.split("\0")):
        source = ROOT / name
        if source.is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, to / name)
    shared = [CACHE / "pyodide", *CACHE.glob("build-*"), *([TABLES] if tables else [])]
    for folder in shared:
        if folder.is_dir():
            (to / ".cache").mkdir(exist_ok=True)
            (to / ".cache" / folder.name).symlink_to(folder)
    (to / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")


def _built(folder: Path, which: int) -> Path:
    environment = {**os.environ, **SETTINGS[which], "XDG_CACHE_HOME": str(folder / ".home")}
    command = [sys.executable, "-m", "build_tools.site"]
    done = subprocess.run(command, cwd=folder, env=environment, umask=MASKS[which], check=False)
    if done.returncode:
        raise ToolError(f"Build {which + 1} failed; see the error above.")
    return folder / "dist"


def main() -> None:
    """Builds twice and prints the differences."""
    parser = argparse.ArgumentParser(description="Builds the site twice in clean folders and compares all bytes.")
    parser.add_argument("--tables", action="store_true", help="share the games' tables instead of computing them twice")
    tables = parser.parse_args().tables
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(scratch, "one"), Path(scratch, "the other one")]
        for folder in folders:
            _copy(folder, tables=tables)
        sites = [_built(folder, which) for which, folder in enumerate(folders)]
        found = differences(*sites)
        count = sum(path.is_file() for path in sites[0].rglob("*"))
    if found:
        raise ToolError("Two builds differ:\n  " + "\n  ".join(found))
    print(f"The two builds are equal: {count} files, byte for byte.")


if __name__ == "__main__":
    main_of(main)
