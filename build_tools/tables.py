"""The tables that games look up: computed once by the laboratory, shipped beside the runtime, fetched when needed."""

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
    """The files that are there, in a fixed order; each is named after its rule set and itself."""
    return sorted(folder.glob("*.*.bin"))


def compute(folder: Path = TABLES, command: Sequence[str] = (sys.executable, "-m", "py_engine.lab")) -> list[Path]:
    """Computes what is missing; a file that is there and sound is left as it is.

    Args:
        folder: Where the files go.
        command: The laboratory. What it says of its progress is shown as it comes.

    Returns:
        The files.

    Raises:
        ToolError: A table could not be computed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([*command, "precompute", "--into", str(folder)], cwd=ROOT, check=False)
    if done.returncode != 0:
        raise ToolError("The tables that games look up could not be computed; the reason stands above.")
    return computed(folder)


def artifacts_of(tables: Sequence[Path]) -> list[dict[str, object]]:
    """What the page must know of the tables: whose they are, and each file's size and hash.

    Raises:
        ToolError: A file is not named ``<ruleset_id>.<name>.bin``.
    """
    rows: list[dict[str, object]] = []
    for path in tables:
        ruleset_id, _, name = path.stem.partition(".")
        if not ruleset_id or not name or "." in name or path.suffix != ".bin":
            raise ToolError(f"{path.name} is not named after a rule set and a table.")
        row = {"ruleset_id": ruleset_id, "name": name, "file": path.name}
        rows.append({**row, "bytes": path.stat().st_size, "sha256": sha256(path)})
    return rows


def main() -> None:
    """Computes the tables and says where they are."""
    for path in compute():
        print(f"{path.stat().st_size:>10,}  {path}")


if __name__ == "__main__":
    main_of(main)
