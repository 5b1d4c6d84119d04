"""Engines that visits share, because starting Python takes longer than most tests.

Every visit has a fresh page, but the page's worker is one that is already running in another page, the keeper. Tests of
the engine's start, files, end and memory need visits with their own engine.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page

# Options of a visit that do not need a separate profile.
PASSING = frozenset({"storage_state", "permissions", "color_scheme", "reduced_motion"})

# The keeper lends its worker to one page at a time, and offsets the ids of that page's messages. In every page that it
# opens, the first worker is the lent one, which sends "ready" at once.
LENDING = """(() => {
  const Worker = globalThis.Worker;
  const lender = globalThis.opener?.lender;

  class Kept extends Worker {
    ready = null;
    #number = 0;
    #hear = null;
    #begun = [];

    constructor(...how) {
      super(...how);
      globalThis.lender = this;
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'ready') this.ready = data;
        else if (data.id === undefined) this.#hear?.(data);
        else if (data.id > this.#number) this.#hear?.({ ...data, id: data.id - this.#number });
      });
    }

    // Ends the jobs of the previous page first.
    lend(hear) {
      for (const id of this.#begun.splice(0)) for (const type of ['cancel', 'release']) this.postMessage({ type, id });
      this.#number += 1e6;
      this.#hear = hear;
    }

    send(message) {
      const id = message.id + this.#number;
      const extend = message.extend && { ...message.extend, of: message.extend.of + this.#number };
      if (message.type === 'start') this.#begun.push(id);
      this.postMessage({ ...message, id, ...(extend && { extend }) });
    }
  }

  class Lent {
    onmessage = null;
    onerror = null;
    onmessageerror = null;
    #end = () => undefined;

    postMessage(message) {
      if (message.type !== 'boot') {
        lender.send(message);
        return;
      }
      // Holds the lifeline lock for this page, since the worker holds another one.
      void navigator.locks.request(message.config.lifeline, () => {
        lender.lend((data) => this.onmessage?.({ data }));
        this.onmessage?.({ data: structuredClone(lender.ready) });
        return new Promise((end) => (this.#end = end));
      });
    }

    terminate() {
      this.onmessage = null;
      lender.lend(null);
      this.#end();
    }
  }

  let lent = false;
  globalThis.Worker = function (...how) {
    if (lender === undefined) return new Kept(...how);
    if (lent) return new Worker(...how);
    lent = true;
    return new Lent();
  };
})();"""

FILL = """({ origins }) => {
  for (const { localStorage: entries } of origins) for (const { name, value } of entries) localStorage.setItem(name, value);
}"""


class Profile:
    """A browser profile with an engine that is lent to visits, one at a time.

    Args:
        context: The browser profile, without pages.
        address: The address of the site.
        wait_ready: Waits until the engine of a page is ready.
    """

    def __init__(self, context: BrowserContext, address: str, wait_ready: Callable[[Page], None]) -> None:
        self.context = context
        self.lent = False
        self._address = address
        self._wait_ready = wait_ready
        self._keeper: Page | None = None
        self._media: dict[str, Any] = {}
        context.add_init_script(LENDING)

    def lend(self, *, storage_state: Any = None, permissions: list[str] | None = None, **media: Any) -> None:
        """Begins a visit with the given storage, permissions and media preferences."""
        self.lent = True
        self._media = media
        if storage_state is not None:
            self._engine().evaluate(FILL, storage_state)
        if permissions:
            self.context.grant_permissions(permissions)

    def new_page(self) -> Page:
        """An empty page that will use this profile's engine."""
        keeper = self._engine()
        with keeper.expect_popup() as opened:
            keeper.evaluate("() => { open('about:blank') }")
        opened.value.emulate_media(**self._media)
        return opened.value

    def take_back(self) -> None:
        """Ends the visit: closes its pages, stops its jobs and clears its storage."""
        for page in self.context.pages:
            if page != self._keeper:
                page.close()
        if self._keeper is not None:
            self._keeper.evaluate("lender.lend(null)")
            session = self.context.new_cdp_session(self._keeper)
            origin = "/".join(self._address.split("/")[:3])
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            session.detach()
        self.context.clear_permissions()
        self.lent = False

    def _engine(self) -> Page:
        if self._keeper is None:
            page = self.context.new_page()
            page.goto(self._address)
            # If it does not become ready, it is closed with the visit's pages, and the next visit tries again.
            self._wait_ready(page)
            self._keeper = page
        return self._keeper


class Profiles:
    """The profiles with engines to lend, by their fixed options."""

    def __init__(
        self, new_context: Callable[..., BrowserContext], address: str, wait_ready: Callable[[Page], None]
    ) -> None:
        self.address = address
        self._new_context = new_context
        self._wait_ready = wait_ready
        self._known: dict[str, Profile] = {}

    def free(self, **options: Any) -> Profile | None:
        """The profile for a visit with these options, or None while another visit has it."""
        fixed = {name: value for name, value in options.items() if name not in PASSING}
        key = json.dumps(fixed, sort_keys=True)
        if key not in self._known:
            self._known[key] = Profile(self._new_context(**fixed), self.address, self._wait_ready)
        profile = self._known[key]
        return None if profile.lent else profile
