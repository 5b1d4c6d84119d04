"""Engine start over poor connections and after a new deploy."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.visit import BOOT_MS, Visit, wait_ready

STDLIB = "python_stdlib.zip"


def _fetched(one: Visit) -> Counter[str]:
    """The number of fetches of each runtime file, without the browser's module imports."""
    fetches = [each for each in one.requests if "/runtime/" in each.url and each.resource_type == "fetch"]
    return Counter(each.url.split("?")[0].rsplit("/", 1)[1] for each in fetches)


def _breaking(one: Visit, name: str, times: list[int]) -> None:
    """Drops the connection for a file; ``times[0]`` is the number of times left."""

    def handle(route: Route) -> None:
        if route.request.url.endswith(name) and times[0] > 0:
            times[0] -= 1
            route.abort("connectionreset")
        else:
            route.continue_()

    one.context.route("**/runtime/**", handle)


@pytest.mark.slow
def test_a_dropped_connection_is_retried_for_that_file_alone(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    one.allow("Failed to load resource")
    _breaking(one, STDLIB, [2])
    page = one.open()
    expect(page.get_by_test_id("engine-status")).to_have_text(f"Trying again to fetch {STDLIB}", timeout=BOOT_MS)
    wait_ready(page)
    fetched = _fetched(one)
    assert fetched.pop(STDLIB) == 3
    assert set(fetched.values()) == {1}


@pytest.mark.slow
def test_retry_fetches_only_the_missing_file(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    one.allow("Failed to load resource")
    times = [3]
    _breaking(one, STDLIB, times)
    page = one.open()
    error = page.get_by_test_id("engine-error")
    expect(error).to_contain_text(f"{STDLIB} could not be fetched: is the connection up?", timeout=BOOT_MS)
    before = _fetched(one)
    assert before[STDLIB] == 3
    page.get_by_test_id("engine-retry").click()
    wait_ready(page)
    expect(error).to_have_count(0)
    again = _fetched(one) - before
    assert again == {"manifest.json": 1, STDLIB: 1}


@pytest.mark.slow
def test_a_runtime_replaced_on_the_server_is_offered_as_a_new_version(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    one.allow("Failed to load resource")
    lists = []

    def manifest(route: Route) -> None:
        lists.append(route.request)
        if len(lists) == 1:
            route.continue_()
            return
        listed = route.fetch().json()
        route.fulfill(json={**listed, "path": "another"})

    one.context.route("**/runtime/manifest.json*", manifest)
    one.context.route("**/runtime/*/*", lambda route: route.fulfill(status=404, body="Not found"))
    page = one.open()
    expect(page.get_by_test_id("new-version")).to_contain_text("A new version of Hindsight is out.", timeout=BOOT_MS)
    expect(page.get_by_test_id("engine-retry")).to_have_count(0)
    fetched = _fetched(one)
    assert fetched.pop("manifest.json") == 2
    assert set(fetched.values()) == {1}
    one.context.unroute_all()
    page.get_by_test_id("reload-new").click()
    wait_ready(page)
