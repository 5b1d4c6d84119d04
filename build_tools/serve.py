"""Serves the built site on this machine, with the headers that a good static host would set."""

from __future__ import annotations

import argparse
import errno
import gzip
import hashlib
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from build_tools.paths import DIST
from build_tools.process import ToolError, main_of
from build_tools.shipping.headers import FOR_EVER, of_site
from build_tools.shipping.hosting import COMPRESSED, MISSING

__all__ = ["SiteServer", "serve"]

HOST = "127.0.0.1"
PORT = 8000
PORTS_TO_TRY = 50

COMPRESSIBLE = {f".{end}" for end in COMPRESSED}


@lru_cache(maxsize=512)
def _etag(path: Path, changed_ns: int, size: int) -> str:
    """A hash of the content. The date and size are only part of the cache key, so that changed files are hashed again."""
    del changed_ns, size
    return f'"{hashlib.sha256(path.read_bytes()).hexdigest()[:32]}"'


@lru_cache(maxsize=64)
def _compressed(path: Path, etag: str) -> bytes:
    del etag
    return gzip.compress(path.read_bytes(), compresslevel=6, mtime=0)


class SiteHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD requests with the files of a folder."""

    protocol_version = "HTTP/1.1"
    server: SiteServer

    def do_GET(self) -> None:
        """Sends a file, or 304 if the browser's copy is current."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Sends the headers of a GET."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        where = unquote(urlsplit(self.path).path)
        path = self._file_of(where)
        if path is None:
            page = self.server.folder / MISSING
            body = page.read_bytes() if page.is_file() else b"<!doctype html><title>Not found</title>"
            self._send(HTTPStatus.NOT_FOUND, {"Content-Type": "text/html; charset=utf-8"}, body, with_body)
            return
        status = path.stat()
        etag = _etag(path, status.st_mtime_ns, status.st_size)
        configured = self.server.headers
        for_ever = FOR_EVER.match(where.removeprefix(self.server.base))
        headers = {
            "Content-Type": configured.types.get(path.suffix.removeprefix("."), "application/octet-stream"),
            "ETag": etag,
            "Last-Modified": formatdate(status.st_mtime, usegmt=True),
            "Cache-Control": configured.hashed if for_ever else configured.other,
        }
        if etag in self.headers.get("If-None-Match", ""):
            self._send(HTTPStatus.NOT_MODIFIED, headers, b"", with_body=False)
            return
        if path.suffix in COMPRESSIBLE:
            headers["Vary"] = "Accept-Encoding"
            if self.server.compress and "gzip" in self.headers.get("Accept-Encoding", ""):
                headers["Content-Encoding"] = "gzip"
                self._send(HTTPStatus.OK, headers, _compressed(path, etag), with_body)
                return
        self._send(HTTPStatus.OK, headers, path.read_bytes(), with_body)

    def _file_of(self, where: str) -> Path | None:
        """The file for a path under the base path, or None if there is none or it lies outside the folder."""
        if not where.startswith(self.server.base) or "\0" in where:
            return None
        path = (self.server.folder / where.removeprefix(self.server.base)).resolve()
        if not path.is_relative_to(self.server.folder):
            return None
        if path.is_dir() and where.endswith("/"):
            path /= "index.html"
        return path if path.is_file() else None

    def _send(self, status: HTTPStatus, headers: dict[str, str], body: bytes, with_body: bool) -> None:
        self.send_response(status)
        for name, value in {**headers, **self.server.headers.every}.items():
            self.send_header(name, value)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def handle(self) -> None:
        """Handles requests; a browser that closes the connection is not an error."""
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the name is the base class's
        """Logs nothing."""


class SiteServer(ThreadingHTTPServer):
    """A local server of a folder.

    Args:
        folder: The folder.
        port: The port; 0 for any free port.
        base: The path under which the site appears; begins and ends with a slash.
        compress: Whether to send gzip to browsers that accept it, which only costs time on the same machine.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, port: int, *, base: str = "/", compress: bool = False) -> None:
        self.folder = folder.resolve()
        self.base = base
        self.compress = compress
        self.headers = of_site(folder)
        super().__init__((HOST, port), SiteHandler)

    @property
    def address(self) -> str:
        """The URL of the site."""
        return f"http://localhost:{self.server_address[1]}{self.base}"


def serve(folder: Path, port: int, *, base: str = "/", compress: bool = False) -> SiteServer:
    """Opens a server at the port, or at the next free one.

    Raises:
        ToolError: The site is not built, or no nearby port is free.
    """
    if not (folder / "index.html").is_file():
        raise ToolError(f"There is no built site in {folder}: run `make build` first.")
    for candidate in range(port, port + PORTS_TO_TRY if port else 1):
        try:
            return SiteServer(folder, candidate, base=base, compress=compress)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
    raise ToolError(f"No port from {port} to {port + PORTS_TO_TRY - 1} is free: choose another with PORT=...")


def main() -> None:
    """Serves ``dist/`` until interrupted."""
    parser = argparse.ArgumentParser(description="Serves the built site on this machine.")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--folder", type=Path, default=DIST)
    parser.add_argument("--base", default="/", help="path under which the site appears, such as /hindsight/")
    parser.add_argument("--compress", action="store_true", help="send gzip, as a distant host would")
    options = parser.parse_args()
    base = f"/{options.base.strip('/')}/".replace("//", "/")
    server = serve(options.folder, options.port, base=base, compress=options.compress)
    if server.server_address[1] != options.port:
        print(f"Port {options.port} is taken.")
    print(f"\n  Hindsight is at  {server.address}\n\n  (Ctrl+C stops it)", flush=True)
    try:
        server.serve_forever()
    finally:
        server.server_close()


if __name__ == "__main__":
    main_of(main)
