"""Visits to a host with faults, in browsers with faults."""

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

__all__ = ["Come", "address", "browser", "folder", "profiles", "visit"]

Come = Callable[..., Visit]


@pytest.fixture
def host(folder: Path) -> Iterator[FaultyHost]:
    """A host of the test's own, which is in order until the test says otherwise."""
    with faulty(folder) as host:
        yield host


@pytest.fixture
def come(visit: OpenVisit, host: FaultyHost) -> Come:
    """Opens visits to the host, or to another address: with an engine of their own, quick games, and no service worker unless it is asked for.

    That files cannot be loaded is what these tests are about.
    """

    def open_visit(*, at: str = host.address, offline: bool = False, **options: Any) -> Visit:
        workers = {"service_workers": "allow"} if offline else {}
        one = visit(at, storage_state=kept(at, QUICK), **workers, **options)
        one.allow("Failed to load resource|net::ERR_|Failed to fetch|preload|imported module|Refused to apply style")
        return one

    return open_visit


@pytest.fixture(scope="session")
def next_version(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is published next: no file with a hash in its address is the same."""
    return second_version(folder, tmp_path_factory.mktemp("next") / "dist")


@pytest.fixture
def chance(record_property: Callable[[str, object], None]) -> random.Random:
    """Chance with a seed that is printed, so that a run can be repeated: ``SEED`` sets it."""
    seed = int(os.environ.get("SEED") or random.randrange(1_000_000))
    record_property("seed", seed)
    print(f"SEED={seed}")  # noqa: T201 -- shown when the test fails
    return random.Random(seed)
