"""Hosts that hold files back, cut them off, send no headers, or have another version all of a sudden."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from build_tools.serve import SiteHandler
from tests.e2e.conftest import Host

__all__ = ["UnsteadyHost", "unsteady"]

LONGEST_HOLD = 120
POLICIES = {"content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy"}
POLICIES |= {"cross-origin-opener-policy", "x-frame-options"}


class _Writer(Protocol):
    def write(self, data: bytes, /) -> Any:
        """Sends bytes."""


class _HalfBody:
    """Sends the head of an answer and half of its body, and the rest when that is allowed; or never."""

    def __init__(self, to: _Writer, rest: threading.Event | None) -> None:
        self._to = to
        self._rest = rest
        self._head_sent = False

    def write(self, data: bytes) -> int:
        if not self._head_sent:
            self._head_sent = True
            self._to.write(data)
            return len(data)
        half = len(data) // 2
        self._to.write(data[:half])
        if self._rest is None:
            raise BrokenPipeError
        self._rest.wait(LONGEST_HOLD)
        self._to.write(data[half:])
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._to, name)


class _UnsteadyHandler(SiteHandler):
    server: UnsteadyHost

    def do_GET(self) -> None:  # noqa: N802 -- the name is the base class's
        """Answers as the host is told to."""
        whole = self.wfile
        self.server.asked.append(self.path)
        for pattern, rest in self.server.halves.items():
            if re.search(pattern, self.path):
                self.wfile = _HalfBody(whole, rest)  # type: ignore[assignment]
        try:
            super().do_GET()
        finally:
            self.wfile = whole

    def send_header(self, keyword: str, value: str) -> None:
        """Leaves out what a bare host does not send."""
        if not (self.server.bare and keyword.lower() in POLICIES):
            super().send_header(keyword, value)


class UnsteadyHost(Host):
    """A host whose folder can be changed, and which can stop in the middle of a file.

    Attributes:
        asked: The paths that were asked for.
        bare: Whether it leaves out the headers that say what a page may do.
        halves: What is to stop at half, by a pattern of its path: until an event, or for good.
    """

    def __init__(self, folder: Path, base: str = "/") -> None:
        super().__init__(folder, base)
        self.asked: list[str] = []
        self.bare = False
        self.halves: dict[str, threading.Event | None] = {}
        self.RequestHandlerClass = _UnsteadyHandler

    def hold(self, pattern: str) -> threading.Event:
        """Sends half of such files, and the rest when the event is set."""
        event = self.halves[pattern] = threading.Event()
        return event

    def cut(self, pattern: str) -> None:
        """Breaks the connection in the middle of such files."""
        self.halves[pattern] = None

    def deploy(self, folder: Path) -> None:
        """Has another version from now on, and nothing of the one before."""
        self.folder = folder.resolve()


@contextmanager
def unsteady(folder: Path) -> Iterator[UnsteadyHost]:
    """The folder on a free port."""
    host = UnsteadyHost(folder)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        for rest in host.halves.values():
            if rest is not None:
                rest.set()
        host.unplug()
