"""Builds the engine's wheel: pure Python, for any machine. See :mod:`build_tools.runtime.lock` for the browser's copy of it."""

from __future__ import annotations

from pathlib import Path

from build_tools import requirements
from build_tools.paths import CACHE, ROOT
from build_tools.process import ToolError, main_of, run

__all__ = ["FOLDER", "build"]

FOLDER = CACHE / "wheel"

EPOCH = "315532800"
"""1980-01-01 in seconds. All files in the wheel get this date, so that the same sources give the same bytes."""


def build(folder: Path) -> Path:
    """Builds the wheel.

    Args:
        folder: The output folder; other wheels in it are removed.

    Returns:
        The wheel's path.

    Raises:
        ToolError: The build failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    python = requirements.environment()
    run(
        [python, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], env={"SOURCE_DATE_EPOCH": EPOCH}
    )
    built = list(folder.glob("py_engine-*-py3-none-any.whl"))
    if len(built) != 1:
        raise ToolError(f"The build should leave one wheel in {folder}, but left {len(built)}.")
    return built[0]


def main() -> None:
    """Builds the wheel and prints its path."""
    path = build(FOLDER)
    print(f"{path.stat().st_size:>10,}  {path}")


if __name__ == "__main__":
    main_of(main)
