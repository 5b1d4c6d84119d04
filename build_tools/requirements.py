"""What builds the wheel: packages of fixed versions and hashes, in an environment of their own.

The list is ``requirements-build.txt``; ``--refresh`` replaces it with current versions. The environment lies in the cache under the
list's hash, so it is made once, and another list makes another.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import venv
from pathlib import Path
from typing import Any

from build_tools.files import sha256
from build_tools.paths import CACHE, ROOT
from build_tools.process import ToolError, main_of, run

__all__ = ["LIST", "NEEDED", "environment", "written"]

LIST = ROOT / "build_tools" / "requirements-build.txt"
NEEDED = ("build", "hatchling")
HEAD = """\
# What builds the wheel, with the SHA-256 of each file: pip takes no other.
# Written by `python -m build_tools.requirements --refresh`.
"""
HASH_LETTERS = 12


def written(report: dict[str, Any]) -> str:
    """The list, from what pip reports of an installation that it would do.

    Raises:
        ToolError: The report gives a file without a SHA-256.
    """
    rows = []
    for each in report["install"]:
        name = re.sub(r"[-_.]+", "-", each["metadata"]["name"]).lower()
        digest = each["download_info"]["archive_info"].get("hashes", {}).get("sha256")
        if digest is None:
            raise ToolError(f"pip names no SHA-256 of {name}.")
        rows.append(f"{name}=={each['metadata']['version']} --hash=sha256:{digest}\n")
    return HEAD + "".join(sorted(rows))


def _refresh() -> None:
    flags = ["--dry-run", "--ignore-installed", "--only-binary=:all:", "--quiet", "--report", "-"]
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *flags, *NEEDED]
    LIST.write_text(written(json.loads(run(command, timeout=180))), encoding="utf-8")


def environment() -> Path:
    """The Python of an environment that holds what the list names and nothing else; made if it is not there.

    Raises:
        ToolError: A package cannot be had, or has another hash than the list says.
    """
    folder = CACHE / f"build-{sys.version_info.major}.{sys.version_info.minor}-{sha256(LIST)[:HASH_LETTERS]}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / ".installed"
    if not done.is_file():
        print("Installing what builds the wheel ...", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        flags = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--quiet", "--disable-pip-version-check"]
        run([python, "-m", "pip", "install", *flags, "-r", LIST], timeout=300)
        done.touch()
    return python


def main() -> None:
    """Makes the environment; with ``--refresh`` the list before it."""
    parser = argparse.ArgumentParser(description="Installs what builds the wheel, by a list with hashes.")
    parser.add_argument("--refresh", action="store_true", help="replace the list with the versions that are current")
    if parser.parse_args().refresh:
        _refresh()
    print(environment())


if __name__ == "__main__":
    main_of(main)
