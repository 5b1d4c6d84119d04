"""Running other programs, with clear error messages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["ToolError", "main_of", "run"]


class ToolError(Exception):
    """A failed step, with a message for the user."""


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    text_input: str | None = None,
    timeout: float | None = None,
) -> str:
    """Runs a program to its end.

    Args:
        command: The program and its arguments.
        cwd: The folder to run in.
        env: Environment variables to set in addition.
        text_input: The program's standard input; empty by default.
        timeout: Seconds after which the program is killed.

    Returns:
        The program's standard output.

    Raises:
        ToolError: The program is not installed, failed, or timed out.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            input=text_input if text_input is not None else "",
            capture_output=True,
            text=True,
            timeout=timeout,
            check=True,
        )
    except FileNotFoundError as error:
        raise ToolError(f"{words[0]} is not installed.") from error
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"{' '.join(words[:3])} did not finish within {timeout:.0f} seconds.") from error
    except subprocess.CalledProcessError as error:
        raise ToolError(f"{' '.join(words[:3])} failed:\n{_end_of(error.stdout + error.stderr)}") from error
    return done.stdout


def _end_of(text: str) -> str:
    """The last lines of a program's output, with long lines (minified code) cut."""
    return "\n".join(line[:300] for line in text.rstrip().splitlines()[-40:])


def main_of(main: Callable[[], None]) -> None:
    """Runs a tool's main function; a :class:`ToolError` is printed as a message instead of a traceback."""
    try:
        main()
    except ToolError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
