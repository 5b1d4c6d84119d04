"""The files of the engine's runtime as the site lists them."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["MANIFEST", "runtime_files", "runtime_folder"]

MANIFEST = "runtime/manifest.json"


def runtime_folder(site: Path) -> str:
    """Where the runtime's files are on a site."""
    path: str = json.loads((site / MANIFEST).read_text("utf-8"))["path"]
    return f"runtime/{path}"


def runtime_files(site: Path) -> dict[str, int]:
    """The paths of the files that a start needs, and their sizes."""
    files = json.loads((site / MANIFEST).read_text("utf-8"))["files"]
    return {f"{runtime_folder(site)}/{file['name']}": file["bytes"] for file in files}
