"""A file of finished results, one JSON object per line, from which an interrupted run resumes."""

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

MAX_LENGTH = 1000
"""Maximum length of a string in a stored task, in characters; the key identifies the whole task anyway."""


def fingerprint(job: Callable[[Any], Any], task: Any) -> str:
    """The key of a task: a hash of the job's name, the laboratory sources that it uses, and the task."""
    asked = [job.__qualname__, job_version(job.__module__), task]
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Ledger:
    """The results in a file, by ``fingerprint``.

    Incomplete lines are ignored; they are where a run was interrupted.

    Args:
        path: The file; it is created with the first result.

    Raises:
        LabError: the file cannot be read, or has other content.
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
            raise LabError(f"{path} is not a file of laboratory results.")

    def add(self, key: str, task: Any, result: Any) -> None:
        """Appends a result to the file immediately."""
        line = json.dumps({"key": key, "task": _shortened(task), "result": result}, allow_nan=False)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(b"\n" * self._cut + line.encode() + b"\n")
        self._cut = False
        self.found[key] = result


def _shortened(task: Any) -> Any:
    """The task for human readers, with long strings such as network weights shortened."""
    if isinstance(task, str):
        return task if len(task) <= MAX_LENGTH else f"{task[:20]}... ({len(task)} characters)"
    if isinstance(task, dict):
        return {name: _shortened(part) for name, part in task.items()}
    if isinstance(task, list | tuple):
        return [_shortened(part) for part in task]
    return task
