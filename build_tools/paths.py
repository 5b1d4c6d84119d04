"""Where things are, and which Pyodide this is made for."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CACHE", "DIST", "PYODIDE_VERSION", "ROOT", "RUNTIME", "TABLES", "WEB"]

PYODIDE_VERSION = "314.0.4"

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
DIST = ROOT / "dist"
RUNTIME = DIST / "runtime"
CACHE = ROOT / ".cache"
TABLES = CACHE / "tables"
