"""Faults of the browser: a full disk, no database, no local storage, a wrong clock."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

NO_DATABASE = """Object.defineProperty(globalThis, 'indexedDB', {
  get() { throw new DOMException('denied', 'SecurityError'); },
});"""
"""Access to IndexedDB throws, as in some private windows."""

REFUSED_DATABASE = """IDBFactory.prototype.open = () => { throw new DOMException('denied', 'InvalidStateError'); };"""
"""Opening the database throws."""

SILENT_DATABASE = """IDBFactory.prototype.open = () => new EventTarget();"""
"""Opening the database never completes."""

READ_ONLY_DATABASE = """for (const name of ['put', 'add'])
  IDBObjectStore.prototype[name] = () => { throw new DOMException('full', 'QuotaExceededError'); };"""
"""Writes to the database fail because the disk is full."""

NO_LOCAL_STORAGE = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""
"""Access to local and session storage throws."""

_CLOCK = """((shift) => {
  const now = Date.now;
  const moved = () => now() + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (date, how, made) => Reflect.construct(date, how.length > 0 ? how : [moved()], made),
    get: (date, name) => (name === 'now' ? moved : Reflect.get(date, name)),
  });
})(%s);"""
DAY_MS = 86_400_000

HURRY = """(() => {
  const now = Date.now;
  globalThis.hurried = 0;
  Date.now = () => now() + globalThis.hurried;
})();"""
"""Lets ``hurry`` put a page's clock forward."""


def clock(shift: str) -> str:
    """A script that shifts a page's clock by a number of milliseconds, given as a JavaScript expression."""
    return _CLOCK % shift


def hurry(page: Page, seconds: float) -> None:
    """Puts the page's clock forward by a number of seconds."""
    page.evaluate("(more) => { hurried += more }", seconds * 1000)


class Disk:
    """The site's storage quota in the browser, which applies as long as the page opened here is open."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._origin = "/".join(address.split("/")[:3])
        self._session = context.new_cdp_session(context.new_page())

    def leave(self, size: int) -> None:
        """Sets the site's quota to this number of bytes."""
        self._session.send("Storage.overrideQuotaForOrigin", {"origin": self._origin, "quotaSize": size})

    def used(self) -> int:
        """The number of bytes that the site stores."""
        found = self._session.send("Storage.getUsageAndQuota", {"origin": self._origin})
        return int(found["usage"])
