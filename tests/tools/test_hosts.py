"""Tests of the local host for tests and benchmarks, which can be slow and can be unplugged."""

from __future__ import annotations

import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest

from build_tools.hosts import Host, Rate, hosted

PAGE = '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'" />'
BODY = bytes(range(256)) * 40


class Counted(Rate):
    """A rate that never waits and records the sizes of all steps."""

    def __init__(self, step: int) -> None:
        super().__init__(step)
        self.step = step
        self.steps: list[int] = []

    def wait_for(self, count: int) -> None:
        self.steps.append(count)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "body.bin").write_bytes(BODY)
    return tmp_path


def port(host: Host) -> int:
    return int(host.server_address[1])


def test_slow_host_sends_everything_in_steps(folder: Path) -> None:
    rate = Counted(1000)
    with hosted(folder, rate=rate) as host:
        line = HTTPConnection("localhost", port(host))
        line.request("GET", "/body.bin")
        assert line.getresponse().read() == BODY
        line.close()
    assert max(rate.steps) == 1000
    assert sum(rate.steps) > len(BODY)


def test_unplugged_host_breaks_and_refuses_connections(folder: Path) -> None:
    with hosted(folder) as host:
        address = ("localhost", port(host))
        with socket.create_connection(address, timeout=20) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
            host.unplug()
            while line.recv(4096):
                pass
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address, timeout=20)
