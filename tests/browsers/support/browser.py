"""What the smoke tests ask of a browser, whichever engine it has and whatever drives it."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["EARS", "WAIT_S", "Browser", "by_id"]

T = TypeVar("T")
WAIT_S = 60.0
"""The most that anything but a start of the engine may take on a machine that is busy with other things."""
PAUSE_S = 0.1
"""Between two looks at a page."""

# For browsers that do not tell of everything themselves. What was noted is fetched, and begins anew.
EARS = """(() => {
  if (globalThis.overheard !== undefined) return;
  globalThis.overheard = [];
  const note = (...words) => overheard.push(words.join(' '));
  addEventListener('error', ({ message, target }) =>
    note(message === undefined ? `not loaded: ${target.src ?? target.href}` : `uncaught: ${message}`), true);
  addEventListener('unhandledrejection', ({ reason }) => note('not caught:', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note('against the policy:', violatedDirective, blockedURI));
  for (const kind of ['error', 'warn', 'assert']) {
    const said = console[kind].bind(console);
    console[kind] = (...words) => {
      if (kind !== 'assert' || !words[0]) note(`console ${kind}:`, ...words);
      said(...words);
    };
  }
})()"""


def by_id(test_id: str, rest: str = "") -> str:
    """The selector of what has a test id; ``rest`` goes on from there."""
    return f'[data-testid="{test_id}"]{rest}'


class Browser(ABC):
    """A browser with one page, which nobody has used before."""

    name: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Goes to an address, and waits until the page is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Loads the page anew."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, or what its promise brings; made of what JSON can say."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Clicks the first element that the selector finds, as a person does."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Presses a key by the name that its event has."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Makes the page this large, as far as the browser can."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Writes what is seen, as a PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Errors and warnings since this was last asked."""

    @abstractmethod
    def close(self) -> None:
        """Ends the browser."""

    def until(self, condition: Callable[[], T], what: str, *, seconds: float = WAIT_S) -> T:
        """Waits until something is so, looking again and again; what it then is."""
        end = time.monotonic() + seconds
        while not (value := condition()):
            assert time.monotonic() < end, f"not within {seconds:.0f} seconds in {self.name}: {what}"
            time.sleep(PAUSE_S)
        return value

    def wait(self, condition: str, *, seconds: float = WAIT_S) -> Any:
        """Waits until an expression in the page has a value that counts as true; that value."""
        return self.until(lambda: self.evaluate(condition), condition, seconds=seconds)

    def wait_for(self, selector: str, *, seconds: float = WAIT_S) -> None:
        """Waits until something that can be seen is found by the selector."""
        self.wait(f"document.querySelector({json.dumps(selector)})?.checkVisibility()", seconds=seconds)

    def wait_present(self, selector: str) -> None:
        """Waits until something is found by the selector, whether or not it can be seen."""
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")

    def wait_text(self, test_id: str, part: str, *, seconds: float = WAIT_S) -> None:
        """Waits until what has a test id says something."""
        self.wait(
            f"document.querySelector({json.dumps(by_id(test_id))})?.textContent.includes({json.dumps(part)})",
            seconds=seconds,
        )

    def text(self, test_id: str) -> str:
        """What the element with a test id says."""
        said: str = self.evaluate(f"document.querySelector({json.dumps(by_id(test_id))}).textContent.trim()")
        return said

    def count(self, selector: str) -> int:
        """How many elements the selector finds."""
        number: int = self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")
        return number

    def on_first(self, selector: str, function: str) -> Any:
        """What a function of the page says of the first element that the selector finds."""
        return self.evaluate(f"({function})(document.querySelector({json.dumps(selector)}))")

    def tick(self, selector: str) -> None:
        """Chooses a radio button or check box, whatever is drawn over it."""
        self.on_first(selector, "(input) => void input.click()")

    def fill(self, selector: str, text: str) -> None:
        """Puts a text in a field."""
        change = "input.dispatchEvent(new Event('input', { bubbles: true }))"
        self.on_first(selector, f"(input) => {{ input.value = {json.dumps(text)}; {change}; }}")

    def go(self, route: str) -> None:
        """Goes to a route of the site without loading it anew."""
        self.evaluate(f"void (location.hash = {json.dumps(route)})")
