"""Unusual hosts, frames around the site, and the licence page."""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import expect

from build_tools.hosts import hosted
from build_tools.serve import SiteHandler
from py_engine import __version__
from tests.e2e.conftest import OpenVisit
from tests.e2e.support.axe import check
from tests.e2e.support.screens import wait_until
from tests.e2e.support.visit import wait_ready

BASE = "/some/sub/"
FRAME = """<meta http-equiv="Content-Security-Policy" content="default-src *">
<link rel="icon" href="{address}icon.svg"><h1>Not Hindsight</h1><iframe src="{address}"></iframe>"""


class WithoutSlash(SiteHandler):
    """Serves the page of /some/sub/ at /some/sub, without a redirect."""

    def _file_of(self, where: str) -> Path | None:
        return super()._file_of(BASE if where == BASE.rstrip("/") else where)


class RemovesSlash(WithoutSlash):
    """Also redirects /some/sub/ to /some/sub."""

    def do_GET(self) -> None:  # noqa: N802 -- the name is the base class's
        """Redirects, or sends a file."""
        if self.path == BASE:
            self._send(HTTPStatus.PERMANENT_REDIRECT, {"Location": BASE.rstrip("/")}, b"", with_body=False)
        else:
            super().do_GET()


class AnswersAnything(SiteHandler):
    """Serves the page at every address."""

    def _file_of(self, where: str) -> Path | None:
        return super()._file_of(where) or super()._file_of(self.server.base)


@pytest.mark.slow
def test_an_address_without_its_slash_leads_to_the_site(visit: OpenVisit, folder: Path) -> None:
    with hosted(folder, BASE) as host:
        host.RequestHandlerClass = WithoutSlash
        one = visit(host.address.rstrip("/"))
        # Failed requests of the first page, before it redirects.
        one.allow(r"Failed to load resource|MIME type|ERR_ABORTED")
        page = one.open("?from=a-link#/azul/play")
        page.wait_for_url(f"{host.address}?from=a-link#/azul/play")
        wait_ready(page)
        expect(page.get_by_test_id("new-game-form")).to_be_visible()


def test_a_host_that_removes_the_slash_causes_no_redirect_loop(visit: OpenVisit, folder: Path) -> None:
    with hosted(folder, BASE) as host:
        host.RequestHandlerClass = RemovesSlash
        one = visit(host.address)
        one.allow(r"Failed to load resource|MIME type|ERR_ABORTED")
        page = one.open("")
        page.wait_for_load_state()
        assert page.url == host.address.rstrip("/")
        assert sum(request.is_navigation_request() for request in one.requests) == 2


def test_a_path_that_looks_like_a_host_stays_on_the_site(visit: OpenVisit, folder: Path) -> None:
    with hosted(folder) as host:
        host.RequestHandlerClass = AnswersAnything
        one = visit(host.address)
        one.allow(r"Failed to load resource|MIME type|ERR_ABORTED")
        page = one.open("/evil.example/x")
        page.wait_for_url(f"{host.address}/evil.example/x/")


def test_other_sites_cannot_frame_this_one(visit: OpenVisit, address: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(FRAME.format(address=address))
    with hosted(tmp_path) as host:
        one = visit(host.address)
        one.allow("request to another origin|frame-ancestors")
        page = one.open("")
        wait_until(page, lambda: any("frame-ancestors" in each for each in one.complaints), "the frame is refused")
        expect(page.frame_locator("iframe").get_by_test_id("engine-status")).to_have_count(0)


def test_the_version_and_the_licences_are_on_the_page(visit: OpenVisit) -> None:
    one = visit()
    page = one.open()
    page.get_by_test_id("open-help").click()
    expect(page.get_by_test_id("version")).to_have_text(re.compile(rf"Hindsight\s+{re.escape(__version__)}"))
    with page.expect_popup() as opened:
        page.get_by_test_id("open-licences").click()
    licences = opened.value
    expect(licences.get_by_role("heading", level=1)).to_have_text("Licences")
    for name in ("numpy", "svelte", "CPython", "Pyodide"):
        expect(licences.locator(f'section[data-name="{name}"]')).to_have_count(1)
    svelte = licences.locator('section[data-name="svelte"]')
    svelte.locator("summary").click()
    expect(svelte.locator("pre")).to_contain_text("Permission is hereby granted")
    check(licences, "licences")
    licences.set_viewport_size({"width": 390, "height": 844})
    assert licences.evaluate("document.documentElement.scrollWidth") <= 390
