"""The protocol between the arena and a driver that plays games by the real rules: lines of JSON, flat and of strings.

To the driver::

    {"do": "start", "seed": "7", "dark_name": ..., "dark_deck": ..., "dark_bot": "", "light_name": ..., ...}
    {"do": "answer", "answer": "3"}
    {"do": "stop"}

From the driver::

    {"say": "ready"}                                  once, before the first game
    {"say": "ask", "seat": ..., "xml": "<update>"}    this seat's own events since its last decision, which is the last
    {"say": "answered", "seat": ..., "xml": ..., "answer": ...}  the same for a seat that one of GEMP's bots plays
    {"say": "refused", "seat": ..., "why": ...}       the answer was illegal; the decision is asked again
    {"say": "rest", "seat": ..., "xml": ...}          the last events of a seat
    {"say": "over", "winner": ..., "dark_life": ..., "light_life": ...}
    {"say": "stopped"}                                the game was ended by the request ``stop``
    {"say": "broken", "why": ...}                     the engine failed

A bot's name is one of ``BOTS``; an empty name asks the arena for the seat's answers.
"""

from __future__ import annotations

import atexit
import json
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Protocol

from py_engine.lab.core.errors import LabError

__all__ = ["BOTS", "SIDES", "Link", "Process", "shared"]

BOTS = ("rando", "beginner", "advanced")
"""GEMP's own bots, which the driver plays itself."""
SIDES = ("dark", "light")
PATIENCE = 600.0
"""Seconds to wait for a driver's message."""
_WAIT = 10.0
"""Seconds for a driver to end by itself."""


class Link(Protocol):
    """A connection to a driver."""

    def send(self, **message: str) -> None:
        """Sends a request."""

    def receive(self) -> dict[str, str]:
        """The next message from the driver.

        Raises:
            LabError: if there is none, or it cannot be read.
        """

    def abandon(self) -> None:
        """Ends the driver in the middle of a game."""


class Process:
    """A driver in a process of its own.

    Args:
        command: The program and its arguments.
        patience: Seconds to wait for a message; an engine that hangs would wait for ever.

    Raises:
        LabError: if it cannot be started, or is not ready.
    """

    def __init__(self, command: Sequence[str], patience: float = PATIENCE) -> None:
        self.command, self._patience = list(command), patience
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the driver that the user has named
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        except OSError as error:
            raise LabError(f"The driver {self.command[0]} cannot be started: {error.strerror}.") from None
        if self._process.stdin is None or self._process.stdout is None:
            raise LabError(f"The driver {self.command[0]} has no standard input and output.")
        self._requests, self._messages = self._process.stdin, self._process.stdout
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            ready = self.receive().get("say") == "ready"
        except LabError:
            self.close()
            raise
        if not ready:
            self.close()
            raise LabError(f"The driver {self.command[0]} did not say that it is ready.")

    def _read(self) -> None:
        """Passes the driver's lines on; an empty one says that it has ended."""
        with suppress(OSError, ValueError):
            for line in self._messages:
                self._lines.put(line)
        self._lines.put("")

    def send(self, **message: str) -> None:
        """See ``Link``."""
        try:
            self._requests.write(json.dumps(message) + "\n")
            self._requests.flush()
        except (OSError, ValueError):
            raise LabError(f"The driver {self.command[0]} has ended.") from None

    def receive(self) -> dict[str, str]:
        """See ``Link``."""
        try:
            line = self._lines.get(timeout=self._patience)
        except Empty:
            self._process.kill()
            raise LabError(f"The driver {self.command[0]} has been silent for {self._patience:g} seconds.") from None
        if not line:
            raise LabError(f"The driver {self.command[0]} has ended; is the class path that of a built engine?")
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            raise LabError(f"The driver {self.command[0]} wrote a line that is not JSON: {line[:80]!r}.")
        return {str(name): str(value) for name, value in message.items()}

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        return self._process.poll() is None

    def abandon(self) -> None:
        """See ``Link``."""
        self._process.kill()
        self.close()

    def close(self) -> None:
        """Ends the driver."""
        with suppress(OSError):
            self._requests.close()
        try:
            self._process.wait(_WAIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_WAIT)
        self._messages.close()


_running: dict[tuple[str, ...], Process] = {}


def shared(command: Sequence[str]) -> Process:
    """This process's driver for a command: an engine takes seconds to start, so one plays many games.

    Raises:
        LabError: if it cannot be started.
    """
    key = tuple(command)
    if key not in _running or not _running[key].alive:
        _running[key] = Process(command)
        atexit.register(_running[key].close)
    return _running[key]


def said(message: Mapping[str, str], name: str) -> str:
    """A field of a message.

    Raises:
        LabError: if it is missing.
    """
    if name not in message:
        raise LabError(f"The driver's message {message.get('say', '')!r} lacks {name!r}.")
    return message[name]
