"""A local server of the site for tests and benchmarks, which can be slow and can be unplugged."""

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
    """A bandwidth limit in bytes per second, shared by all connections."""

    def __init__(self, bytes_per_second: int) -> None:
        self.step = max(1, bytes_per_second // STEPS_PER_SECOND)
        self._per_second = bytes_per_second
        self._free = 0.0
        self._lock = threading.Lock()

    def wait_for(self, count: int) -> None:
        """Waits until this number of bytes may have been sent."""
        with self._lock:
            self._free = max(time.monotonic(), self._free) + count / self._per_second
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


class _SlowLine(io.BufferedIOBase):
    """The output of a connection, limited to the host's rate."""

    def __init__(self, inner: io.BufferedIOBase, rate: Rate) -> None:
        self._inner = inner
        self._rate = rate

    def write(self, data: Any, /) -> int:
        """Sends all data in steps."""
        left = memoryview(data)
        while left:
            part, left = left[: self._rate.step], left[self._rate.step :]
            self._rate.wait_for(len(part))
            self._inner.write(part)
        return len(data)


class _SlowHandler(SiteHandler):
    """The site's request handler, limited to the host's rate."""

    server: Host

    def setup(self) -> None:
        """Limits the connection's bandwidth."""
        super().setup()
        if self.server.rate is not None:
            self.wfile = _SlowLine(self.wfile, self.server.rate)


class Host(SiteServer):
    """A server that can be unplugged, which also breaks open connections.

    Attributes:
        rate: The bandwidth limit, or None.
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
        """Stops the server and breaks all of its connections."""
        self.shutdown()
        self.server_close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def hosted(folder: Path, base: str = "/", *, rate: Rate | None = None, compress: bool = False) -> Iterator[Host]:
    """Serves a folder on a free port."""
    host = Host(folder, base, rate=rate, compress=compress)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        host.unplug()
