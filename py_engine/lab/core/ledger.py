"""Results that are kept in a file, a line of JSON each, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import job_version

__all__ = ["Ledger", "fingerprint"]

LONGEST = 1000
"""Characters of a text in a task that are kept: the rest is told by the key."""


def fingerprint(job: Callable[[Any], Any], task: Any) -> str:
    """A hash of what is to be done: of the job's name, the sources of the laboratory's part in it, and the task."""
    asked = [job.__qualname__, job_version(job.__module__), task]
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Ledger:
    """The results in a file, by the hash of what was to be done.

    A line that was not written to its end is left out: the run was interrupted there, and another went on after it.

    Args:
        path: the file; it is made when there is a result.

    Raises:
        LabError: the file cannot be read, or holds something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, Any] = {}
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            content = b""
        except OSError as error:
            raise LabError(f"The results in {path} cannot be read: {error.strerror}.") from None
        self._cut = bool(content) and not content.endswith(b"\n")
        for line in content.split(b"\n"):
            with suppress(ValueError, TypeError, KeyError):
                row = json.loads(line)
                self.found[row["key"]] = row["result"]
        if content.count(b"\n") and not self.found:
            raise LabError(f"{path} holds no results of the laboratory.")

    def add(self, key: str, task: Any, result: Any) -> None:
        """Appends a result, at once."""
        line = json.dumps({"key": key, "task": _shortened(task), "result": result}, allow_nan=False)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(b"\n" * self._cut + line.encode() + b"\n")
        self._cut = False
        self.found[key] = result


def _shortened(task: Any) -> Any:
    """A task for the eyes: nobody reads weights of a network."""
    if isinstance(task, str):
        return task if len(task) <= LONGEST else f"{task[:20]}... ({len(task)} characters)"
    if isinstance(task, dict):
        return {name: _shortened(part) for name, part in task.items()}
    if isinstance(task, list | tuple):
        return [_shortened(part) for part in task]
    return task
