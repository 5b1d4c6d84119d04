"""Fixtures of the fault tests: visits to a faulty host, in faulty browsers."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import OpenVisit, address, browser, folder, profiles, visit
from tests.e2e.support.deploy import second_version
from tests.e2e.support.hosts import FaultyHost, faulty
from tests.e2e.support.screens import QUICK, kept
from tests.e2e.support.visit import Visit

__all__ = ["VisitHost", "address", "browser", "folder", "profiles", "visit"]

VisitHost = Callable[..., Visit]


@pytest.fixture
def host(folder: Path) -> Iterator[FaultyHost]:
    """A host for the test, which works until the test breaks it."""
    with faulty(folder) as host:
        yield host


@pytest.fixture
def visit_host(visit: OpenVisit, host: FaultyHost) -> VisitHost:
    """Opens visits to the host, or to the address ``at``, with quick games, and with a service worker if ``offline``.

    Errors about files that cannot be loaded are allowed.
    """

    def open_visit(*, at: str = host.address, offline: bool = False, **options: Any) -> Visit:
        workers = {"service_workers": "allow"} if offline else {}
        one = visit(at, storage_state=kept(at, QUICK), **workers, **options)
        one.allow("Failed to load resource|net::ERR_|Failed to fetch|preload|imported module|Refused to apply style")
        return one

    return open_visit


@pytest.fixture(scope="session")
def next_version(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next version of the site; all files with a hash in their address differ."""
    return second_version(folder, tmp_path_factory.mktemp("next") / "dist")


@pytest.fixture
def chance(record_property: Callable[[str, object], None]) -> random.Random:
    """A random generator whose seed is printed; ``SEED`` sets it to repeat a run."""
    seed = int(os.environ.get("SEED") or random.randrange(1_000_000))
    record_property("seed", seed)
    print(f"SEED={seed}")  # noqa: T201 -- shown when the test fails
    return random.Random(seed)
