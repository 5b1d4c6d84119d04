"""Faults of the browser: no room, no database, no store, a wrong clock, a dead page."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

NO_DATABASE = """Object.defineProperty(globalThis, 'indexedDB', {
  get() { throw new DOMException('denied', 'SecurityError'); },
});"""
"""Asking for the database throws, as in some private windows."""

REFUSED_DATABASE = """IDBFactory.prototype.open = () => { throw new DOMException('denied', 'InvalidStateError'); };"""
"""Opening the database throws."""

SILENT_DATABASE = """IDBFactory.prototype.open = () => new EventTarget();"""
"""Opening the database is never answered."""

READ_ONLY_DATABASE = """for (const name of ['put', 'add'])
  IDBObjectStore.prototype[name] = () => { throw new DOMException('full', 'QuotaExceededError'); };"""
"""Nothing can be written: the disk is full."""

NO_LOCAL_STORAGE = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""
"""Asking for the small store throws."""

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
"""Lets a page's clock be put forward by `hurry`."""


def clock(shift: str) -> str:
    """Sets a page's clock off by a number of milliseconds, an expression in JavaScript; it goes on from there."""
    return _CLOCK % shift


def hurry(page: Page, seconds: float) -> None:
    """Puts the page's clock forward."""
    page.evaluate("(more) => { hurried += more }", seconds * 1000)


class Disk:
    """The room that the browser gives to a site. It holds as long as the page that it is made with is open."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._origin = "/".join(address.split("/")[:3])
        self._session = context.new_cdp_session(context.new_page())

    def leave(self, size: int) -> None:
        """Leaves this many bytes for all that the site keeps."""
        self._session.send("Storage.overrideQuotaForOrigin", {"origin": self._origin, "quotaSize": size})

    def used(self) -> int:
        """How many bytes the site keeps."""
        found = self._session.send("Storage.getUsageAndQuota", {"origin": self._origin})
        return int(found["usage"])
