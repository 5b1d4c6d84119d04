"""The files of the engine's runtime in a site's manifest."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["MANIFEST", "runtime_files", "runtime_folder"]

MANIFEST = "runtime/manifest.json"


def runtime_folder(site: Path) -> str:
    """The folder of a site's runtime, relative to the site."""
    path: str = json.loads((site / MANIFEST).read_text("utf-8"))["path"]
    return f"runtime/{path}"


def runtime_files(site: Path) -> dict[str, int]:
    """The paths and sizes of the files needed for a start."""
    files = json.loads((site / MANIFEST).read_text("utf-8"))["files"]
    return {f"{runtime_folder(site)}/{file['name']}": file["bytes"] for file in files}
