"""Checks the machine's own programs, and installs with apt what a bare Debian lacks.

It runs before there is a virtual environment, so it uses the standard library alone, and no syntax newer than the
oldest Python that could run it far enough to say that it is too old.
"""

from __future__ import annotations

import argparse
import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

__all__ = ["WebKitPrograms", "browser", "firefox", "install", "main", "node_is_new_enough", "webkit"]

PYTHON_FROM = (3, 11)
NODE_FROM = (20, 19)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FIREFOXES = ("firefox-esr", "firefox")
MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/lib/*/webkitgtk-6.*/MiniBrowser")
"""Where Debian has WebKitGTK's test browser, which is on no PATH."""


class WebKitPrograms(NamedTuple):
    """What it takes to drive WebKitGTK: its driver, its browser, and a screen for it."""

    driver: str
    browser: str
    screen: str


def fail(sentence: str) -> None:
    """Ends with a sentence for the person at the terminal."""
    print(f"error: {sentence}", file=sys.stderr)
    raise SystemExit(1)


def browser() -> str | None:
    """The path of a Chromium on this machine, or None."""
    chosen = os.environ.get("CHROMIUM")
    return chosen or next((path for path in map(shutil.which, BROWSERS) if path), None)


def firefox() -> str | None:
    """The path of a Firefox on this machine, or None."""
    chosen = os.environ.get("FIREFOX")
    return chosen or next((path for path in map(shutil.which, FIREFOXES) if path), None)


def webkit() -> WebKitPrograms | None:
    """The programs that drive WebKitGTK on this machine, or None where one is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    mini = next((path for pattern in MINI_BROWSERS for path in sorted(glob.glob(pattern))), None)  # noqa: PTH207 -- absolute
    return WebKitPrograms(driver, mini, screen) if driver and mini and screen else None


def node_is_new_enough(words: str) -> bool:
    """Whether ``node --version`` said a version that the front end's tools run on."""
    found = re.match(r"v(\d+)\.(\d+)", words)
    return found is not None and (int(found[1]), int(found[2])) >= NODE_FROM


def install(packages: tuple[str, ...], why: str) -> None:
    """Installs Debian packages, and says so.

    Args:
        packages: Their names.
        why: What is missing and needed, as the beginning of a sentence.
    """
    by_hand = f"Install it by hand: apt-get install {' '.join(packages)}"
    apt = shutil.which("apt-get")
    if apt is None:
        fail(f"{why}, and this machine has no apt-get to install it with. {by_hand} (or what is like it here).")
        return
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if sudo and shutil.which("sudo") is None:
        fail(f"{why}, and only root can install it. {by_hand}")
    print(f"{why}: installing {' '.join(packages)} with apt ...", flush=True)
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq", "-y"]
    steps = [[*sudo, *quiet, "update"], [*sudo, *quiet, "--no-install-recommends", "install", *packages]]
    for step in steps:
        done = subprocess.run(step, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr[-2000:], file=sys.stderr)
            fail(f"{why}, and apt-get could not install it. {by_hand}")


def check_tools() -> None:
    """Python, Node and npm are there, and new enough."""
    if sys.version_info < PYTHON_FROM:
        fail(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Choose one with PYTHON=...")
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            fail(f"{program} is needed, and it is not installed. Node 20.19 or newer brings both.")
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S607 -- the node that the person chose by PATH
    if not node_is_new_enough(said):
        fail(f"Node 20.19 or newer is needed; this is {said}.")


def check_venv() -> None:
    """Python can make virtual environments; Debian keeps that in a package of its own."""
    if importlib.util.find_spec("ensurepip") is None:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        install((f"{version}-venv",), "Python cannot make a virtual environment here")


def check_browser() -> None:
    """A Chromium is there for the tests."""
    if browser() is None:
        install(("chromium", "fonts-liberation"), "The browser tests need Chromium, which is missing")
    if browser() is None:
        fail("Chromium was installed, but it cannot be found. Name it with CHROMIUM=/path/to/chromium.")


def check_firefox() -> None:
    """A Firefox is there for the tests."""
    if firefox() is None:
        install(("firefox-esr",), "The tests in three browsers need Firefox, which is missing")
    if firefox() is None:
        fail("Firefox was installed, but it cannot be found. Name it with FIREFOX=/path/to/firefox.")


def check_webkit() -> None:
    """WebKitGTK, its driver and a screen for it are there for the tests."""
    if webkit() is None:
        install(
            ("webkit2gtk-driver", "xvfb"),
            "The tests in three browsers need WebKitGTK's driver and Xvfb, which are missing",
        )
    if webkit() is None:
        fail("WebKitGTK was installed, but WebKitWebDriver, MiniBrowser or Xvfb cannot be found.")


def main() -> None:
    """Does the named checks."""
    checks = {
        "tools": check_tools,
        "venv": check_venv,
        "browser": check_browser,
        "firefox": check_firefox,
        "webkit": check_webkit,
    }
    parser = argparse.ArgumentParser(description="Checks what this machine has, and installs what it lacks.")
    parser.add_argument("check", nargs="+", choices=sorted(checks))
    for name in parser.parse_args().check:
        checks[name]()


if __name__ == "__main__":
    main()
