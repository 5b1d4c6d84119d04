"""The games' precomputed tables: built once by the laboratory, shipped beside the runtime, fetched when needed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from build_tools.files import sha256
from build_tools.paths import ROOT, TABLES
from build_tools.process import ToolError, main_of

__all__ = ["artifacts_of", "compute", "computed"]


def computed(folder: Path = TABLES) -> list[Path]:
    """The existing table files, in a fixed order; their names are ``<ruleset_id>.<name>.bin``."""
    return sorted(folder.glob("*.*.bin"))


def compute(folder: Path = TABLES, command: Sequence[str] = (sys.executable, "-m", "py_engine.lab")) -> list[Path]:
    """Computes missing tables; valid files are kept.

    Args:
        folder: The output folder.
        command: The command of the laboratory. Its output is passed through.

    Returns:
        The files of all tables.

    Raises:
        ToolError: A table could not be computed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([*command, "precompute", "--into", str(folder)], cwd=ROOT, check=False)
    if done.returncode != 0:
        raise ToolError("The games' tables could not be computed; see the error above.")
    return computed(folder)


def artifacts_of(tables: Sequence[Path]) -> list[dict[str, object]]:
    """The manifest's entries for the tables: ruleset, name, and the size and hash of the file.

    Raises:
        ToolError: A file is not named ``<ruleset_id>.<name>.bin``.
    """
    rows: list[dict[str, object]] = []
    for path in tables:
        ruleset_id, _, name = path.stem.partition(".")
        if not ruleset_id or not name or "." in name or path.suffix != ".bin":
            raise ToolError(f"{path.name} is not named <ruleset_id>.<name>.bin.")
        row = {"ruleset_id": ruleset_id, "name": name, "file": path.name}
        rows.append({**row, "bytes": path.stat().st_size, "sha256": sha256(path)})
    return rows


def main() -> None:
    """Computes the tables and lists them."""
    for path in compute():
        print(f"{path.stat().st_size:>10,}  {path}")


if __name__ == "__main__":
    main_of(main)
