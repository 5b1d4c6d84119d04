"""Tests of the local server: content types, policy, caching, and nothing outside its folder."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from build_tools.process import ToolError
from build_tools.serve import SiteServer, serve
from build_tools.shipping.headers import load

PAGE = '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'" /><h1>Hindsight</h1>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    runtime = site / "runtime" / "1-abc"
    runtime.mkdir(parents=True)
    (site / "index.html").write_text(PAGE)
    (runtime / "core.wasm").write_bytes(b"\0asm" * 500)
    (runtime / "start.mjs").write_text("export {};")
    (runtime / "engine.whl").write_bytes(b"PK")
    (runtime / "dice.table.bin").write_bytes(b"1")
    (site / "runtime" / "manifest.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("secret")
    return site


@pytest.fixture(params=["/", "/sub/path/"])
def server(folder: Path, request: pytest.FixtureRequest) -> Iterator[SiteServer]:
    with serve(folder, 0, base=request.param, compress=True) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def ask(server: SiteServer, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    return ask_at(server, server.base + path, method, **headers)


def ask_at(server: SiteServer, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=5)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=named)
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "mime"),
    [
        ("", "text/html; charset=utf-8"),
        ("runtime/1-abc/core.wasm", "application/wasm"),
        ("runtime/1-abc/start.mjs", "text/javascript; charset=utf-8"),
        ("runtime/1-abc/engine.whl", "application/zip"),
        ("runtime/1-abc/dice.table.bin", "application/octet-stream"),
        ("runtime/manifest.json", "application/json"),
    ],
)
def test_response_has_content_type_and_configured_headers(server: SiteServer, path: str, mime: str) -> None:
    answer, _ = ask(server, path)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == mime
    for name, value in load(PAGE).every.items():
        assert answer.headers.get_all(name) == [value]


def test_only_hashed_paths_are_immutable(server: SiteServer) -> None:
    for name in ("core.wasm", "dice.table.bin"):
        assert "immutable" in ask(server, f"runtime/1-abc/{name}")[0].headers["Cache-Control"]
    assert ask(server, "runtime/manifest.json")[0].headers["Cache-Control"] == "no-cache"
    assert ask(server, "index.html")[0].headers["Cache-Control"] == "no-cache"


def test_unchanged_file_is_answered_with_304(server: SiteServer, folder: Path) -> None:
    first, _ = ask(server, "index.html")
    again, body = ask(server, "index.html", If_None_Match=first.headers["ETag"])
    assert (again.status, body) == (304, b"")
    (folder / "index.html").write_text(PAGE + "changed")
    changed, body = ask(server, "index.html", If_None_Match=first.headers["ETag"])
    assert changed.status == 200
    assert body.endswith(b"changed")


def test_gzip_is_sent_only_if_accepted(server: SiteServer) -> None:
    packed, body = ask(server, "runtime/1-abc/core.wasm", Accept_Encoding="gzip, br")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"\0asm" * 500
    plain, body = ask(server, "runtime/1-abc/core.wasm")
    assert plain.headers["Content-Encoding"] is None
    assert body == b"\0asm" * 500


def test_head_has_the_headers_and_no_body(server: SiteServer) -> None:
    answer, body = ask(server, "index.html", "HEAD")
    assert (answer.status, body) == (200, b"")
    assert answer.headers["Content-Length"] == str(len(PAGE))


@pytest.mark.parametrize(
    "path", ["nothing.html", "../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "runtime", "runtime/", "%00"]
)
def test_missing_and_outside_paths_are_not_found(server: SiteServer, path: str) -> None:
    answer, body = ask(server, path)
    assert answer.status == 404
    assert b"secret" not in body


def test_missing_file_is_answered_with_the_sites_404_page(server: SiteServer, folder: Path) -> None:
    (folder / "404.html").write_text("<p>nothing</p>")
    answer, body = ask(server, "assets/nothing.js")
    assert (answer.status, body) == (404, b"<p>nothing</p>")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Cache-Control" not in answer.headers


def test_paths_outside_the_base_are_not_found(server: SiteServer) -> None:
    outside = "/index.html" if server.base != "/" else "/sub/index.html"
    assert ask_at(server, outside)[0].status == 404


def test_taken_port_falls_back_to_the_next(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serve(folder, port) as running:
            assert port < running.server_address[1] < port + 50


def test_serving_an_unbuilt_site_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="make build"):
        serve(tmp_path, 0)
