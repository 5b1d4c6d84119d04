"""Firefox, driven by puppeteer-core under Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from build_tools.paths import WEB
from tests.browsers.support.browser import ERROR_LOGGER, WAIT_S, Browser

SCRIPT = Path(__file__).with_suffix(".mjs")
LIBRARY = WEB / "node_modules" / "puppeteer-core" / "lib" / "esm" / "puppeteer" / "puppeteer-core.js"


class Firefox(Browser):
    """Firefox with a new profile.

    Console messages and policy violations are recorded from the start of the page, but not those of workers.
    """

    name = "firefox"

    def __init__(self, program: str) -> None:
        command: list[str | Path] = ["node", SCRIPT, LIBRARY, program, str(int(2 * WAIT_S * 1000))]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 -- our own script
        self._ask("prepare", ERROR_LOGGER)

    def _ask(self, name: str, *values: Any) -> Any:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps({"do": name, "with": values}) + "\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        assert line, "lost the connection to Firefox; see Node's output above"
        answer = json.loads(line)
        if "error" in answer:
            raise AssertionError(f"Firefox could not {name} {values}: {answer['error']}")
        return answer["value"]

    def open(self, address: str) -> None:
        """Goes to an address."""
        self._ask("open", address)

    def reload(self) -> None:
        """Reloads the page."""
        self._ask("reload")

    def evaluate(self, expression: str) -> Any:
        """Evaluates an expression in the page."""
        return self._ask("evaluate", f"(async () => ({expression}))()")

    def click(self, selector: str) -> None:
        """Clicks the first element that the selector finds."""
        self._ask("click", selector)

    def press(self, key: str) -> None:
        """Presses a key."""
        self._ask("press", key)

    def resize(self, width: int, height: int) -> None:
        """Sets the size of the page."""
        self._ask("resize", width, height)

    def screenshot(self, path: Path) -> None:
        """Writes a screenshot."""
        self._ask("screenshot", str(path))

    def complaints(self) -> list[str]:
        """Errors and warnings reported by the browser and recorded in the page."""
        reported: list[str] = self._ask("complaints")
        logged: list[str] = self.evaluate("globalThis.loggedErrors?.splice(0) ?? []")
        return [*reported, *logged]

    def close(self) -> None:
        """Ends the browser."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.close()
        self._node.wait(WAIT_S)
        self._node.stdout.close()
