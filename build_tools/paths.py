"""Paths used by the build tools, and the version of Pyodide."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = [
    "BUNDLED",
    "CACHE",
    "DIST",
    "PYODIDE_VERSION",
    "RELEASE",
    "ROOT",
    "RUNTIME",
    "SAMPLE_CARDS",
    "SAMPLE_GAME",
    "TABLES",
    "WEB",
]

PYODIDE_VERSION = "314.0.4"

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
DIST = Path(os.environ.get("HINDSIGHT_DIST", ROOT / "dist"))
"""The built site; elsewhere where ``build_tools.games.example_site`` says so."""
RELEASE = ROOT / "dist-release"
RUNTIME = DIST / "runtime"
CACHE = ROOT / ".cache"
TABLES = CACHE / "tables"
BUNDLED = CACHE / "bundled.json"
"""The npm packages that Vite bundled into the page."""
SAMPLE_CARDS = WEB / "public" / "samples" / "swccg-sample-cards.json"
SAMPLE_GAME = WEB / "public" / "samples" / "swccg-sample.xml"
