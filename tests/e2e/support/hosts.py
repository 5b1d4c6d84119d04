"""A server with faults: slow, interrupted, without headers, with damaged, delayed or missing files, or with another version."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from build_tools.hosts import Host, Rate
from build_tools.serve import SiteHandler
from build_tools.shipping.headers import of_site

__all__ = ["Damage", "FaultyHost", "faulty"]

Damage = Literal["missing", "cut", "flipped", "mistyped", "dropped"]
LONGEST_HOLD = 120
POLICIES = {"content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy"}
POLICIES |= {"cross-origin-opener-policy", "x-frame-options"}


@dataclass
class Fault:
    """A fault of the files that match a pattern.

    Attributes:
        pattern: Pattern of paths on the site.
        damage: The kind of fault.
        times: The number of affected requests; None for all.
        after: The number of bytes after which the connection breaks.
    """

    pattern: str
    damage: Damage
    times: int | None = None
    after: int = 0

    def affects(self, path: str) -> bool:
        """Whether the fault affects a request, which counts as one of ``times``."""
        if not fnmatch(path, self.pattern) or self.times == 0:
            return False
        if self.times is not None:
            self.times -= 1
        return True


@dataclass
class Answer:
    """The response to one request.

    Attributes:
        path: The path on the site.
        sent: The number of bytes of the body sent so far.
        breaks_at: The number of bytes after which the connection breaks, or None.
        rest: Releases the second half of the body; None if it is not held back.
    """

    path: str
    sent: int = 0
    breaks_at: int | None = None
    rest: threading.Event | None = None


class Line(io.BufferedIOBase):
    """The output of a connection, which counts bytes, and delays, slows or interrupts them."""

    def __init__(self, inner: io.BufferedIOBase, connection: socket.socket, host: FaultyHost) -> None:
        self._inner = inner
        self._connection = connection
        self._host = host
        self._answer: Answer | None = None
        self._in_headers = False

    def begin(self, answer: Answer) -> None:
        """Begins a response: the next write is its headers, and the following ones its body."""
        self._answer = answer
        self._in_headers = True

    def write(self, data: Any, /) -> int:
        """Sends the data, or as much of it as the fault allows."""
        left = memoryview(data)
        if self._answer is None or self._in_headers:
            self._in_headers = False
            self._inner.write(left)
            return len(data)
        if self._answer.rest is not None:
            middle = len(left) // 2
            self._send(self._answer, left[:middle])
            self._answer.rest.wait(LONGEST_HOLD)
            left = left[middle:]
        self._send(self._answer, left)
        return len(data)

    def _send(self, answer: Answer, left: memoryview) -> None:
        while left:
            rate = self._host.rate
            part = left if rate is None else left[: rate.step]
            if answer.breaks_at is not None:
                part = part[: max(0, answer.breaks_at - answer.sent)]
                if not part:
                    self._break_off()
            if rate is not None:
                rate.wait_for(len(part))
            # Counted before it is sent, because the reader may check the count at once.
            answer.sent += len(part)
            self._inner.write(part)
            left = left[len(part) :]

    def _break_off(self) -> None:
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        raise ConnectionResetError("the fault of the test")


class FaultyHandler(SiteHandler):
    """Handles requests like the site's server, with the faults of its host."""

    server: FaultyHost

    def setup(self) -> None:
        """Wraps the connection with the host's limits."""
        super().setup()
        self.line = Line(self.wfile, self.connection, self.server)
        self.wfile = self.line

    def do_GET(self) -> None:  # noqa: N802 -- the name is the base class's
        """Sends the file, with its fault if it has one."""
        path = unquote(urlsplit(self.path).path).removeprefix(self.server.base)
        answer = Answer(path, rest=self.server.hold_of(path))
        self.server.answers.append(answer)
        self.line.begin(answer)
        watcher = self.server.watched.get(path)
        if watcher is not None:
            watcher()
        fault = next((each for each in self.server.faults if each.affects(path)), None)
        if fault is None:
            super().do_GET()
        elif fault.damage == "dropped":
            answer.breaks_at = fault.after
            super().do_GET()
        else:
            self._send_damaged(path, fault.damage)

    def send_header(self, keyword: str, value: str) -> None:
        """Applies ``lasting`` to the cache headers and leaves out policy headers of a bare host."""
        if self.server.bare and keyword.lower() in POLICIES:
            return
        if keyword == "Cache-Control" and not self.server.lasting:
            value = "no-store"
        super().send_header(keyword, value)

    def _send_damaged(self, path: str, damage: Damage) -> None:
        file = self.server.folder / path
        body = file.read_bytes()
        kind = self.server.headers.types.get(file.suffix.removeprefix("."), "application/octet-stream")
        if damage == "missing":
            body, kind = b"Not found\n", "text/plain; charset=utf-8"
        elif damage == "cut":
            body = body[: len(body) // 2]
        elif damage == "flipped":
            middle = len(body) // 2
            body = body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1 :]
        else:
            kind = "text/html; charset=utf-8"
        self.send_response(404 if damage == "missing" else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class FaultyHost(Host):
    """A server of the site with faults.

    Attributes:
        faults: The faults of files.
        answers: The responses to all requests, in order.
        watched: Callbacks by path, called before the response.
        lasting: Whether browsers may cache files with a hash in their name.
        bare: Whether security policy headers are left out.
    """

    def __init__(self, folder: Path, base: str = "/") -> None:
        self.faults: list[Fault] = []
        self.answers: list[Answer] = []
        self.watched: dict[str, Callable[[], None]] = {}
        self.lasting = True
        self.bare = False
        self._holds: dict[str, threading.Event] = {}
        super().__init__(folder, base)
        self.RequestHandlerClass = FaultyHandler

    def start(self) -> None:
        """Starts serving in a thread."""
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def plug_in(self) -> None:
        """Serves again at the same port after `unplug`."""
        self.socket = socket.socket(self.address_family, self.socket_type)
        self.server_bind()
        self.server_activate()
        self.start()

    def limit(self, bytes_per_second: int | None) -> None:
        """Limits the speed; None removes the limit."""
        self.rate = None if bytes_per_second is None else Rate(bytes_per_second)

    def spoil(self, pattern: str, damage: Damage, *, times: int | None = None, after: int = 0) -> None:
        """Adds a fault to the files whose path matches."""
        self.faults.append(Fault(pattern, damage, times, after))

    def heal(self) -> None:
        """Removes all faults."""
        self.faults.clear()

    def hold(self, pattern: str) -> threading.Event:
        """Holds back the second half of matching files until the returned event is set."""
        event = self._holds[pattern] = threading.Event()
        return event

    def hold_of(self, path: str) -> threading.Event | None:
        """The event that releases a file, or None if it is not held back."""
        return next((event for pattern, event in self._holds.items() if fnmatch(path, pattern)), None)

    def let_go(self) -> None:
        """Releases all files."""
        for event in self._holds.values():
            event.set()

    def deploy(self, folder: Path) -> None:
        """Serves another version, without the files of the previous one."""
        self.headers = of_site(folder)
        self.folder = folder.resolve()

    def sent(self, pattern: str) -> int:
        """The number of bytes sent for matching files."""
        return sum(each.sent for each in list(self.answers) if fnmatch(each.path, pattern))

    def asked(self, pattern: str) -> int:
        """The number of requests for matching files."""
        return sum(fnmatch(each.path, pattern) for each in list(self.answers))


@contextmanager
def faulty(folder: Path, base: str = "/") -> Iterator[FaultyHost]:
    """Serves a folder on a free port."""
    host = FaultyHost(folder, base)
    host.start()
    try:
        yield host
    finally:
        host.let_go()
        host.unplug()
