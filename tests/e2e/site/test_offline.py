"""The service worker: its responses stream, and stored files carry the site's security policy."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.hosts import faulty
from tests.e2e.support.offline import wait_kept_offline
from tests.e2e.support.screens import wait_until
from tests.e2e.support.visit import wait_ready

PROGRAM = "runtime/*/pyodide.asm.wasm"

# The headers of a response.
_HEADERS = """async (url) => {
  const { headers } = await fetch(url);
  return Object.fromEntries(headers);
}"""
# Whether part of the program, a size in bytes, has been loaded besides all other files.
_PART_HAS_COME = """(program) => {
  const { loadedBytes, totalBytes } = hindsight.engine.status.current;
  return loadedBytes > 0 && totalBytes - loadedBytes < program - 100_000;
}"""
# Whether the security policy forbids requests to other addresses.
_FORBIDS = """() => new Promise((done) => {
  addEventListener('securitypolicyviolation', () => done(true));
  void fetch('http://127.0.0.1:9/elsewhere').catch(() => setTimeout(() => done(false), 500));
})"""


def _wait_controlled(page: Page) -> None:
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_responses_of_the_service_worker_stream(visit: OpenVisit, folder: Path) -> None:
    with faulty(folder) as host:
        host.bare = True
        rest = host.hold(PROGRAM)
        page = visit(host.address, service_workers="allow").open()
        _wait_controlled(page)
        # All other files and part of the program have arrived, while the program is incomplete.
        [program] = folder.glob("runtime/*/pyodide.asm.wasm")
        page.wait_for_function(_PART_HAS_COME, arg=program.stat().st_size)
        expect(page.get_by_test_id("engine-status")).to_contain_text("Downloading the engine")
        rest.set()
        wait_ready(page)
        host.answers.clear()
        wait_kept_offline(page)
        # Files that the engine fetched through the service worker are already stored.
        assert not [
            each.path for each in host.answers if each.path.startswith("runtime/") and "manifest" not in each.path
        ]


@pytest.mark.slow
def test_without_a_policy_from_the_host_engines_have_one_at_first_and_past_the_service_worker(
    visit: OpenVisit, folder: Path
) -> None:
    with faulty(folder) as host:
        host.bare = True
        one = visit(host.address, service_workers="allow")
        page = one.open_ready()
        [worker] = page.workers
        one.allow("127.0.0.1:9")
        assert worker.evaluate(_FORBIDS)
        policy = page.evaluate(_HEADERS, worker.url)["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval'" in policy
        assert "frame-ancestors 'none'" in policy
        headers = page.evaluate(_HEADERS, "index.html")
        assert headers["content-security-policy"] == policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "permissions-policy" in headers
        assert "referrer-policy" in headers
        # The page's own address has the same policy as its file.
        wait_kept_offline(page)
        answer = page.reload()
        assert answer is not None
        assert answer.headers["content-security-policy"] == policy
        assert answer.from_service_worker
        # A page loaded past the service worker is taken over.
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
        wait_ready(page)
        wait_until(page, lambda: len(page.workers) == 1, "the engine has its worker")
        assert page.workers[0].evaluate(_FORBIDS)


@pytest.mark.slow
def test_with_a_policy_from_the_host_the_first_engine_does_not_wait(visit: OpenVisit, folder: Path) -> None:
    with faulty(folder) as host:
        one = visit(host.address, service_workers="allow")
        worker = host.hold("sw.js")
        page = one.open_ready()
        assert page.evaluate("navigator.serviceWorker.controller") is None
        worker.set()
        _wait_controlled(page)
        wait_kept_offline(page)


def test_a_bare_host_works_without_service_workers(visit: OpenVisit, folder: Path) -> None:
    with faulty(folder) as host:
        host.bare = True
        one = visit(host.address)
        page = one.open_ready()
        [worker] = page.workers
        one.allow("127.0.0.1:9|Failed to load resource")
        assert not worker.evaluate(_FORBIDS)
