"""The listening itself: a visit complains of everything that must not happen unseen."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error

from tests.e2e.conftest import OpenVisit

MISDEEDS = """async () => {
  console.error('first misdeed');
  setTimeout(() => { throw new Error('second misdeed'); });
  await fetch('http://127.0.0.1:9/third').catch(() => undefined);
  const script = document.createElement('script');
  script.textContent = 'fourth()';
  document.body.append(script);
  await new Promise(requestAnimationFrame);
}"""


def test_a_visit_complains(visit: OpenVisit) -> None:
    one = visit()
    one.context.route("**/assets/*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page = one.open()
    page.evaluate(MISDEEDS)
    with suppress(Error):
        page.goto("http://127.0.0.1:9/fifth")
    heard = "\n".join(one.complaints)
    one.complaints.clear()
    assert "console error: first misdeed" in heard
    assert "second misdeed" in heard
    assert "console error: Connecting to 'http://127.0.0.1:9/third' violates" in heard
    assert "request to another origin: http://127.0.0.1:9/fifth" in heard
    assert "Executing inline script violates" in heard
