"""The times of starts in each browser, kept in files so that test processes can share them, and printed as a table."""

from __future__ import annotations

import json
from collections.abc import Mapping

from build_tools.paths import CACHE

__all__ = ["FOLDER", "clear", "note", "rows"]

FOLDER = CACHE / "reports" / "browsers" / "times"


def clear(browser: str) -> None:
    """Removes what an earlier run noted of a browser."""
    (FOLDER / f"{browser}.json").unlink(missing_ok=True)


def note(browser: str, times: Mapping[str, float] | str) -> None:
    """Keeps the times of a browser in milliseconds, or a sentence that says why there are none."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{browser}.json").write_text(json.dumps(times))


def rows() -> list[str]:
    """The lines of the table, one for each browser."""
    found = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
    return [f"  {browser:<10} {times if isinstance(times, str) else _text(times)}" for browser, times in found.items()]


def _text(times: Mapping[str, float]) -> str:
    return "   ".join(f"{name} {milliseconds:>7,.0f} ms" for name, milliseconds in times.items())
