"""The site on this machine for those who try or measure it: a server that can be slow, and can be unplugged."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from build_tools.serve import SiteHandler, SiteServer

__all__ = ["Host", "Rate", "hosted"]

STEPS_PER_SECOND = 20


class Rate:
    """A number of bytes a second over all connections, which take turns."""

    def __init__(self, bytes_per_second: int) -> None:
        self.step = max(1, bytes_per_second // STEPS_PER_SECOND)
        self._per_second = bytes_per_second
        self._free = 0.0
        self._lock = threading.Lock()

    def wait_for(self, count: int) -> None:
        """Waits until this many bytes are through."""
        with self._lock:
            self._free = max(time.monotonic(), self._free) + count / self._per_second
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


class _SlowLine(io.BufferedIOBase):
    """What goes out on a connection, no faster than the host's rate."""

    def __init__(self, inner: io.BufferedIOBase, rate: Rate) -> None:
        self._inner = inner
        self._rate = rate

    def write(self, data: Any, /) -> int:
        """Sends all of it, a step at a time."""
        left = memoryview(data)
        while left:
            part, left = left[: self._rate.step], left[self._rate.step :]
            self._rate.wait_for(len(part))
            self._inner.write(part)
        return len(data)


class _SlowHandler(SiteHandler):
    """Answers as the site's server does, at its host's rate."""

    server: Host

    def setup(self) -> None:
        """Slows the connection down."""
        super().setup()
        if self.server.rate is not None:
            self.wfile = _SlowLine(self.wfile, self.server.rate)


class Host(SiteServer):
    """A server that can be unplugged: connections that are open break, too.

    Attributes:
        rate: How fast it sends; None for as fast as it goes.
    """

    def __init__(self, folder: Path, base: str = "/", *, rate: Rate | None = None, compress: bool = False) -> None:
        self.rate = rate
        super().__init__(folder, 0, base=base, compress=compress)
        self.RequestHandlerClass = _SlowHandler
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remembers the connection."""
        self._open.add(request)
        super().process_request(request, client_address)

    def unplug(self) -> None:
        """Ends the server and all its connections."""
        self.shutdown()
        self.server_close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def hosted(folder: Path, base: str = "/", *, rate: Rate | None = None, compress: bool = False) -> Iterator[Host]:
    """The folder on a free port."""
    host = Host(folder, base, rate=rate, compress=compress)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        host.unplug()
