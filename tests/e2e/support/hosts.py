"""A host with faults: slow, cut off, bare of headers, with files that are damaged, held back or gone, or with another version of the site."""

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
    """What is wrong with the files of a name.

    Attributes:
        pattern: Which files, by their path on the site.
        damage: What is wrong with them.
        times: For how many requests; None for all.
        after: Where the connection breaks, in bytes.
    """

    pattern: str
    damage: Damage
    times: int | None = None
    after: int = 0

    def takes(self, path: str) -> bool:
        """Whether it strikes at a request; one that is counted is used up."""
        if not fnmatch(path, self.pattern) or self.times == 0:
            return False
        if self.times is not None:
            self.times -= 1
        return True


@dataclass
class Answer:
    """What was sent for one request.

    Attributes:
        path: The file's path on the site.
        sent: The bytes of its body that went out.
        breaks_at: After how many the connection breaks; None if it does not.
        rest: Lets the second half of the body out; None where nothing holds it back.
    """

    path: str
    sent: int = 0
    breaks_at: int | None = None
    rest: threading.Event | None = None


class Line(io.BufferedIOBase):
    """A connection as the host limits it: what goes out is counted, held back, slowed and cut off."""

    def __init__(self, inner: io.BufferedIOBase, connection: socket.socket, host: FaultyHost) -> None:
        self._inner = inner
        self._connection = connection
        self._host = host
        self._answer: Answer | None = None
        self._in_headers = False

    def begin(self, answer: Answer) -> None:
        """What is written next are the headers of this answer, in one piece, and then its body."""
        self._answer = answer
        self._in_headers = True

    def write(self, data: Any, /) -> int:
        """Sends all of it, or as much as the fault lets through."""
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
            # Counted first: who has read it may ask at once how much it was.
            answer.sent += len(part)
            self._inner.write(part)
            left = left[len(part) :]

    def _break_off(self) -> None:
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        raise ConnectionResetError("the fault of the test")


class FaultyHandler(SiteHandler):
    """Answers as the site's server does, but for the faults of its host."""

    server: FaultyHost

    def setup(self) -> None:
        """Puts the host's limits on the connection."""
        super().setup()
        self.line = Line(self.wfile, self.connection, self.server)
        self.wfile = self.line

    def do_GET(self) -> None:  # noqa: N802 -- the name is the base class's
        """Sends the file, or what the fault makes of it."""
        path = unquote(urlsplit(self.path).path).removeprefix(self.server.base)
        answer = Answer(path, rest=self.server.hold_of(path))
        self.server.answers.append(answer)
        self.line.begin(answer)
        watcher = self.server.watched.get(path)
        if watcher is not None:
            watcher()
        fault = next((each for each in self.server.faults if each.takes(path)), None)
        if fault is None:
            super().do_GET()
        elif fault.damage == "dropped":
            answer.breaks_at = fault.after
            super().do_GET()
        else:
            self._send_damaged(path, fault.damage)

    def send_header(self, keyword: str, value: str) -> None:
        """Lets browsers keep files only when the host does, and leaves out what a bare one does not send."""
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
    """A server of the site whose faults tests choose.

    Attributes:
        faults: What is wrong with which files.
        answers: All that it was asked for, in order.
        watched: What is called when a path is asked for, before the answer.
        lasting: Whether browsers may keep what has a hash in its address.
        bare: Whether it leaves out the headers that say what a page may do.
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
        """Answers from now on, beside what else happens."""
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def plug_in(self) -> None:
        """Is there again at the same port after `unplug`."""
        self.socket = socket.socket(self.address_family, self.socket_type)
        self.server_bind()
        self.server_activate()
        self.start()

    def limit(self, bytes_per_second: int | None) -> None:
        """Sends no faster than this from now on."""
        self.rate = None if bytes_per_second is None else Rate(bytes_per_second)

    def spoil(self, pattern: str, damage: Damage, *, times: int | None = None, after: int = 0) -> None:
        """Damages the files whose path matches."""
        self.faults.append(Fault(pattern, damage, times, after))

    def heal(self) -> None:
        """Ends all faults of files."""
        self.faults.clear()

    def hold(self, pattern: str) -> threading.Event:
        """Sends half of the files whose path matches, and the rest when the event is set."""
        event = self._holds[pattern] = threading.Event()
        return event

    def hold_of(self, path: str) -> threading.Event | None:
        """What holds a file back, if anything does."""
        return next((event for pattern, event in self._holds.items() if fnmatch(path, pattern)), None)

    def let_go(self) -> None:
        """Holds no file back any more."""
        for event in self._holds.values():
            event.set()

    def deploy(self, folder: Path) -> None:
        """Serves another version: the files of the one before are gone."""
        self.headers = of_site(folder)
        self.folder = folder.resolve()

    def sent(self, pattern: str) -> int:
        """How many bytes went out for the files whose path matches."""
        return sum(each.sent for each in list(self.answers) if fnmatch(each.path, pattern))

    def asked(self, pattern: str) -> int:
        """How often files were asked for whose path matches."""
        return sum(fnmatch(each.path, pattern) for each in list(self.answers))


@contextmanager
def faulty(folder: Path, base: str = "/") -> Iterator[FaultyHost]:
    """The folder on a free port."""
    host = FaultyHost(folder, base)
    host.start()
    try:
        yield host
    finally:
        host.let_go()
        host.unplug()
