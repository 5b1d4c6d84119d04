"""The interface to a browser that the smoke tests use, independent of its engine and driver."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["ERROR_LOGGER", "WAIT_S", "Browser", "by_id"]

T = TypeVar("T")
WAIT_S = 60.0
"""Maximum wait, in seconds, for anything but a start of the engine, on a busy machine."""
PAUSE_S = 0.1
"""Seconds between two checks of a condition."""

# Records errors and warnings in the page, for browsers whose driver does not report all of them.
ERROR_LOGGER = """(() => {
  if (globalThis.loggedErrors !== undefined) return;
  globalThis.loggedErrors = [];
  const note = (...words) => loggedErrors.push(words.join(' '));
  addEventListener('error', ({ message, target }) =>
    note(message === undefined ? `not loaded: ${target.src ?? target.href}` : `uncaught: ${message}`), true);
  addEventListener('unhandledrejection', ({ reason }) => note('not caught:', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note('against the policy:', violatedDirective, blockedURI));
  for (const kind of ['error', 'warn', 'assert']) {
    const log = console[kind].bind(console);
    console[kind] = (...words) => {
      if (kind !== 'assert' || !words[0]) note(`console ${kind}:`, ...words);
      log(...words);
    };
  }
})()"""


def by_id(test_id: str, rest: str = "") -> str:
    """The selector for a test id, followed by ``rest``."""
    return f'[data-testid="{test_id}"]{rest}'


class Browser(ABC):
    """A new browser with one page."""

    name: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Goes to an address, and waits until the page is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Reloads the page."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Evaluates an expression in the page, awaits promises, and returns the value as JSON data."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Clicks the first element that the selector finds, with real pointer events."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Presses a key, named as in its event."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Sets the size of the page, as far as the browser can."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Writes a screenshot as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Errors and warnings since the last call."""

    @abstractmethod
    def close(self) -> None:
        """Ends the browser."""

    def until(self, condition: Callable[[], T], what: str, *, seconds: float = WAIT_S) -> T:
        """Polls a condition until it is true and returns its value."""
        end = time.monotonic() + seconds
        while not (value := condition()):
            assert time.monotonic() < end, f"not within {seconds:.0f} seconds in {self.name}: {what}"
            time.sleep(PAUSE_S)
        return value

    def wait(self, condition: str, *, seconds: float = WAIT_S) -> Any:
        """Waits until an expression in the page is truthy and returns its value."""
        return self.until(lambda: self.evaluate(condition), condition, seconds=seconds)

    def wait_for(self, selector: str, *, seconds: float = WAIT_S) -> None:
        """Waits until the selector finds a visible element."""
        self.wait(f"document.querySelector({json.dumps(selector)})?.checkVisibility()", seconds=seconds)

    def wait_present(self, selector: str) -> None:
        """Waits until the selector finds an element, visible or not."""
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")

    def wait_text(self, test_id: str, part: str, *, seconds: float = WAIT_S) -> None:
        """Waits until the element with a test id contains a text."""
        self.wait(
            f"document.querySelector({json.dumps(by_id(test_id))})?.textContent.includes({json.dumps(part)})",
            seconds=seconds,
        )

    def text(self, test_id: str) -> str:
        """The text of the element with a test id."""
        text: str = self.evaluate(f"document.querySelector({json.dumps(by_id(test_id))}).textContent.trim()")
        return text

    def count(self, selector: str) -> int:
        """The number of elements that the selector finds."""
        number: int = self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")
        return number

    def on_first(self, selector: str, function: str) -> Any:
        """Calls a JavaScript function with the first element that the selector finds and returns its result."""
        return self.evaluate(f"({function})(document.querySelector({json.dumps(selector)}))")

    def tick(self, selector: str) -> None:
        """Checks a radio button or check box, even if it is covered."""
        self.on_first(selector, "(input) => void input.click()")

    def fill(self, selector: str, text: str) -> None:
        """Fills a field with a text."""
        change = "input.dispatchEvent(new Event('input', { bubbles: true }))"
        self.on_first(selector, f"(input) => {{ input.value = {json.dumps(text)}; {change}; }}")

    def go(self, route: str) -> None:
        """Goes to a route of the site without reloading the page."""
        self.evaluate(f"void (location.hash = {json.dumps(route)})")
