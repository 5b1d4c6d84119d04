"""The laboratory's exception."""

from __future__ import annotations

__all__ = ["LabError"]


class LabError(Exception):
    """An error with one clear sentence, with which the command line exits."""
