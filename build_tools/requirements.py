"""The environment that builds the wheel: packages with pinned versions and hashes.

The list is ``requirements-build.txt``; ``--refresh`` updates it to current versions. The environment is stored in the
cache under the list's hash, so it is created once for each list.
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
    """The content of the list, from pip's report of a dry run.

    Raises:
        ToolError: The report contains a file without a SHA-256.
    """
    rows = []
    for each in report["install"]:
        name = re.sub(r"[-_.]+", "-", each["metadata"]["name"]).lower()
        digest = each["download_info"]["archive_info"].get("hashes", {}).get("sha256")
        if digest is None:
            raise ToolError(f"pip reports no SHA-256 for {name}.")
        rows.append(f"{name}=={each['metadata']['version']} --hash=sha256:{digest}\n")
    return HEAD + "".join(sorted(rows))


def _refresh() -> None:
    flags = ["--dry-run", "--ignore-installed", "--only-binary=:all:", "--quiet", "--report", "-"]
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *flags, *NEEDED]
    LIST.write_text(written(json.loads(run(command, timeout=180))), encoding="utf-8")


def environment() -> Path:
    """The Python of an environment with exactly the listed packages; the environment is created if necessary.

    Raises:
        ToolError: A package cannot be downloaded, or its hash differs from the list.
    """
    folder = CACHE / f"build-{sys.version_info.major}.{sys.version_info.minor}-{sha256(LIST)[:HASH_LETTERS]}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / ".installed"
    if not done.is_file():
        print("Installing the packages that build the wheel ...", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        flags = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--quiet", "--disable-pip-version-check"]
        run([python, "-m", "pip", "install", *flags, "-r", LIST], timeout=300)
        done.touch()
    return python


def main() -> None:
    """Creates the environment; with ``--refresh``, updates the list first."""
    parser = argparse.ArgumentParser(description="Installs the packages that build the wheel, from a list with hashes.")
    parser.add_argument("--refresh", action="store_true", help="update the list to current versions")
    if parser.parse_args().refresh:
        _refresh()
    print(environment())


if __name__ == "__main__":
    main_of(main)
