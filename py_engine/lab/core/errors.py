"""What the laboratory says when it cannot do what it was asked."""

from __future__ import annotations

__all__ = ["LabError"]


class LabError(Exception):
    """One clear sentence; the command line ends with it."""
