"""WebKitGTK's MiniBrowser, driven by Selenium and WebKit's own driver, on a virtual screen."""

from __future__ import annotations

import os
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import (
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from build_tools.system import WebKitPrograms
from tests.browsers.support.browser import ERROR_LOGGER, WAIT_S, Browser

SCREEN = "1400x1000x24"
KEYS = {"ArrowRight": Keys.ARROW_RIGHT, "Home": Keys.HOME}
NOT_YET = (ElementNotInteractableException, NoSuchElementException, StaleElementReferenceException)
# Answers once a frame has been drawn; before that, nothing on the page can be clicked.
PAINTED = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)))"
PAINT_S = 15
HANG_S = 100
"""Time-out of a driver command; longer than that of scripts."""
ASKED = """const done = arguments[0];
(async () => (%s))().then((value) => done([value ?? null]), (error) => done(String(error)));"""


@contextmanager
def _screen(program: str) -> Iterator[str]:
    """Starts a virtual X display and yields its name."""
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)  # noqa: S603 -- Xvfb
    os.close(writing)
    try:
        with os.fdopen(reading) as output:
            number = output.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(WAIT_S)


def _started(programs: WebKitPrograms, display: str) -> WebKitGTK:
    """Starts a browser that can draw, if necessary without compositing."""
    environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11"}
    if os.geteuid() == 0:
        # Its sandbox does not work as root.
        environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    options = Options()
    options.binary_location = programs.browser
    options.add_argument("--automation")
    # Not "eager": the driver then never answers scripts sent while the page is loading.
    options.page_load_strategy = "normal"
    for layers in ({}, {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}):
        service = Service(executable_path=programs.driver, env={**environment, **layers})
        with warnings.catch_warnings():
            # Selenium's driver class triggers its own deprecation warning.
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = WebKitGTK(options=options, service=service)
        assert isinstance(driver.command_executor, RemoteConnection)
        driver.command_executor.client_config.timeout = HANG_S
        driver.set_script_timeout(PAINT_S)
        try:
            driver.get("data:text/html,<p>Hello")
            driver.execute_async_script(PAINTED)
        except WebDriverException:
            driver.quit()
        else:
            driver.set_script_timeout(WAIT_S)
            return driver
    raise AssertionError("WebKitGTK cannot draw on this machine")


class WebKit(Browser):
    """A MiniBrowser without a persistent profile.

    Its driver does not report console messages, so the page itself records errors once it is loaded. Earlier errors and
    those of workers are not recorded.
    """

    name = "webkit"

    def __init__(self, programs: WebKitPrograms) -> None:
        self._complaints: list[str] = []
        with ExitStack() as stack:
            self._driver = _started(programs, stack.enter_context(_screen(programs.screen)))
            stack.callback(self._driver.quit)
            self._stack = stack.pop_all()

    def open(self, address: str) -> None:
        """Goes to an address."""
        self._listen()
        self._driver.get(address)
        self.evaluate(ERROR_LOGGER)

    def reload(self) -> None:
        """Reloads the page."""
        self._listen()
        self._driver.refresh()
        self.evaluate(ERROR_LOGGER)

    def evaluate(self, expression: str) -> Any:
        """Evaluates an expression in the page."""
        answer = self._driver.execute_async_script(ASKED % expression)
        if isinstance(answer, str):
            raise AssertionError(f"{expression}: {answer}")  # noqa: TRY004 -- the page's own error, not a wrong type
        return answer[0]

    def click(self, selector: str) -> None:
        """Clicks the first element that the selector finds, once it can be clicked."""

        def clicked(driver: WebKitGTK) -> bool:
            driver.find_element(By.CSS_SELECTOR, selector).click()
            return True

        WebDriverWait(self._driver, WAIT_S, ignored_exceptions=NOT_YET).until(clicked, f"click {selector}")

    def press(self, key: str) -> None:
        """Presses a key."""
        ActionChains(self._driver).send_keys(KEYS.get(key, key)).perform()

    def resize(self, width: int, height: int) -> None:
        """Sets the size of the page; the window cannot be narrower than 447 points."""
        self._driver.set_window_size(width, height)
        outside = height - self.evaluate("innerHeight")
        self._driver.set_window_size(width, height + outside)

    def screenshot(self, path: Path) -> None:
        """Writes a screenshot."""
        self._driver.save_screenshot(str(path))

    def complaints(self) -> list[str]:
        """Errors and warnings recorded in the page."""
        self._listen()
        found, self._complaints = self._complaints, []
        return found

    def _listen(self) -> None:
        self._complaints += self.evaluate("globalThis.loggedErrors?.splice(0) ?? []")

    def close(self) -> None:
        """Ends the browser, its driver and the screen."""
        self._stack.close()
