"""Checks the programs installed on the machine, and installs with apt what a bare Debian lacks.

It runs before there is a virtual environment, so it uses only the standard library, and only syntax that old Pythons
can parse, so that they get as far as the message that they are too old.
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
"""Where Debian installs WebKitGTK's test browser, which is not on the PATH."""


class WebKitPrograms(NamedTuple):
    """The programs needed to drive WebKitGTK: its driver, its browser, and a virtual screen."""

    driver: str
    browser: str
    screen: str


def fail(sentence: str) -> None:
    """Prints an error message and exits with status 1."""
    print(f"error: {sentence}", file=sys.stderr)
    raise SystemExit(1)


def browser() -> str | None:
    """The path of Chromium on this machine, or None."""
    chosen = os.environ.get("CHROMIUM")
    return chosen or next((path for path in map(shutil.which, BROWSERS) if path), None)


def firefox() -> str | None:
    """The path of Firefox on this machine, or None."""
    chosen = os.environ.get("FIREFOX")
    return chosen or next((path for path in map(shutil.which, FIREFOXES) if path), None)


def webkit() -> WebKitPrograms | None:
    """The programs that drive WebKitGTK on this machine, or None if one is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    mini = next((path for pattern in MINI_BROWSERS for path in sorted(glob.glob(pattern))), None)  # noqa: PTH207 -- absolute
    return WebKitPrograms(driver, mini, screen) if driver and mini and screen else None


def node_is_new_enough(words: str) -> bool:
    """Whether the output of ``node --version`` is a version that the front end's tools support."""
    found = re.match(r"v(\d+)\.(\d+)", words)
    return found is not None and (int(found[1]), int(found[2])) >= NODE_FROM


def install(packages: tuple[str, ...], why: str) -> None:
    """Installs Debian packages and prints that it does.

    Args:
        packages: Their names.
        why: What is missing, as the beginning of a sentence.
    """
    by_hand = f"Install it by hand: apt-get install {' '.join(packages)}"
    apt = shutil.which("apt-get")
    if apt is None:
        fail(f"{why}, and this machine has no apt-get to install it with. {by_hand} (or the equivalent here).")
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
    """Checks that Python, Node and npm are installed and new enough."""
    if sys.version_info < PYTHON_FROM:
        fail(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Choose one with PYTHON=...")
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            fail(f"{program} is needed, and it is not installed. Node 20.19 or newer brings both.")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S607 -- the node on the user's PATH
    if not node_is_new_enough(version):
        fail(f"Node 20.19 or newer is needed; this is {version}.")


def check_venv() -> None:
    """Checks that Python can create virtual environments, which is a separate package on Debian."""
    if importlib.util.find_spec("ensurepip") is None:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        install((f"{version}-venv",), "Python cannot make a virtual environment here")


def check_browser() -> None:
    """Checks that Chromium is installed for the tests."""
    if browser() is None:
        install(("chromium", "fonts-liberation"), "The browser tests need Chromium, which is missing")
    if browser() is None:
        fail("Chromium was installed but cannot be found. Set CHROMIUM=/path/to/chromium.")


def check_firefox() -> None:
    """Checks that Firefox is installed for the tests."""
    if firefox() is None:
        install(("firefox-esr",), "The tests in three browsers need Firefox, which is missing")
    if firefox() is None:
        fail("Firefox was installed but cannot be found. Set FIREFOX=/path/to/firefox.")


def check_webkit() -> None:
    """Checks that WebKitGTK, its driver and a virtual screen are installed for the tests."""
    if webkit() is None:
        install(
            ("webkit2gtk-driver", "xvfb"),
            "The tests in three browsers need WebKitGTK's driver and Xvfb, which are missing",
        )
    if webkit() is None:
        fail("WebKitGTK was installed but WebKitWebDriver, MiniBrowser or Xvfb cannot be found.")


def main() -> None:
    """Runs the checks named on the command line."""
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
