"""File helpers shared by the build tools."""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["sha256"]


def sha256(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
