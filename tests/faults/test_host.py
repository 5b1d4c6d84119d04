"""Tests of the faulty host itself: without real faults the other tests would prove nothing."""

from __future__ import annotations

import time
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from tests.e2e.support.hosts import Damage, FaultyHost
from tests.faults.support.runtime import MANIFEST, runtime_folder


def _get(host: FaultyHost, path: str) -> tuple[bytes, str]:
    with urlopen(host.address + path, timeout=30) as response:  # noqa: S310 -- the test's own host
        return response.read(), response.headers["Content-Type"]


def test_files_are_damaged_until_the_host_heals(host: FaultyHost, folder: Path) -> None:
    whole = (folder / MANIFEST).read_bytes()
    found = {}
    damages: tuple[Damage, ...] = ("cut", "flipped", "mistyped")
    for damage in damages:
        host.spoil("runtime/*.json", damage, times=1)
        found[damage] = _get(host, MANIFEST)
        assert _get(host, MANIFEST) == (whole, "application/json")
    assert whole.startswith(found["cut"][0])
    assert len(found["cut"][0]) < len(whole)
    assert sum(a != b for a, b in zip(found["flipped"][0], whole, strict=True)) == 1
    assert found["mistyped"][0] == whole
    assert found["mistyped"][1].startswith("text/html")
    host.spoil(MANIFEST, "missing")
    for _ in range(2):
        with pytest.raises(HTTPError, match="404"):
            _get(host, MANIFEST)
    host.heal()
    assert _get(host, MANIFEST)[0] == whole


def test_connection_breaks_at_the_given_byte(host: FaultyHost) -> None:
    host.spoil(MANIFEST, "dropped", times=1, after=100)
    with pytest.raises(IncompleteRead) as broken:
        _get(host, MANIFEST)
    assert len(broken.value.partial) == 100
    assert host.sent(MANIFEST) == 100
    whole, _ = _get(host, MANIFEST)
    assert host.sent(MANIFEST) == 100 + len(whole)
    assert host.asked(MANIFEST) == 2


def test_held_file_stops_at_half_until_released(host: FaultyHost) -> None:
    whole, _ = _get(host, MANIFEST)
    rest = host.hold("runtime/*.json")
    with urlopen(host.address + MANIFEST, timeout=30) as response:  # noqa: S310 -- the test's own host
        half = response.read(len(whole) // 2)
        assert host.answers[-1].sent == len(half) == len(whole) // 2
        rest.set()
        assert half + response.read() == whole


def test_bare_host_sends_no_policy(host: FaultyHost) -> None:
    policies = []
    for bare in (False, True):
        host.bare = bare
        with urlopen(host.address, timeout=30) as response:  # noqa: S310 -- the test's own host
            policies.append(response.headers["Content-Security-Policy"])
    assert policies[0]
    assert policies[1] is None


def test_slow_host_limits_its_rate(host: FaultyHost) -> None:
    host.limit(10_000)
    start = time.monotonic()
    body, _ = _get(host, "icon.svg")
    body += _get(host, MANIFEST)[0]
    # Only a lower limit of the time is certain.
    assert time.monotonic() - start > 0.5 * len(body) / 10_000


def test_unplugged_host_is_unreachable_until_plugged_in(host: FaultyHost, next_version: Path) -> None:
    before, _ = _get(host, MANIFEST)
    host.unplug()
    with pytest.raises((URLError, HTTPException, OSError)):
        _get(host, MANIFEST)
    host.plug_in()
    assert _get(host, MANIFEST)[0] == before
    old = f"{runtime_folder(host.folder)}/pyodide.mjs"
    _get(host, old)
    host.deploy(next_version)
    assert _get(host, MANIFEST)[0] != before
    with pytest.raises(HTTPError, match="404"):
        _get(host, old)
