"""Fetches the browser's Python: Pyodide's core from npm, and the wheels that the engine needs.

Pyodide's own lock file, which comes with the core, lists the SHA-256 of every wheel. A file with another hash is
refused, wherever it comes from.
"""

from __future__ import annotations

import hashlib
import json
import sys
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from build_tools.paths import CACHE, PYODIDE_VERSION, WEB
from build_tools.process import ToolError, main_of, run

__all__ = ["BUILD_PACKAGES", "CORE_FILES", "PACKAGES", "Wheel", "core", "fetch", "wanted", "wheels"]

CORE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

PACKAGES = ("numpy", "pydantic", "pydantic-core", "annotated-types", "typing-extensions", "typing-inspection")
"""The packages that the site ships, by their names in the lock file."""

BUILD_PACKAGES = ("micropip",)
"""Packages needed only by the build."""

CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
CARRIER = "open-webui==0.12.4"
"""A published package that contains the same wheels, for networks where only a package registry is reachable."""

CARRIER_FOLDER = "open_webui/frontend/pyodide/"
CDN_TIMEOUT_S = 5


class Wheel(NamedTuple):
    """A wheel in the lock file."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Source:
    """A source of wheels. ``open`` returns a function that reads a file by its name."""

    label: str
    open: Callable[[], Callable[[str], bytes]]


def core() -> Path:
    """The folder of Pyodide's core as installed by npm, which has checked its hash.

    Raises:
        ToolError: It is missing or has another version.
    """
    folder = WEB / "node_modules" / "pyodide"
    absent = [name for name in CORE_FILES if not (folder / name).is_file()]
    if absent:
        raise ToolError(f"Pyodide's core lacks {', '.join(absent)}: run `npm ci` in web/.")
    version = json.loads((folder / "package.json").read_text())["version"]
    if version != PYODIDE_VERSION:
        raise ToolError(f"web/ has Pyodide {version}, but the build tools expect {PYODIDE_VERSION}.")
    return folder


def wanted(lock: dict[str, Any], names: Sequence[str]) -> list[Wheel]:
    """The files of the named packages.

    Args:
        lock: The content of ``pyodide-lock.json``.
        names: Names of packages in it.
    """
    entries = [lock["packages"][name] for name in names]
    return [Wheel(entry["file_name"], entry["sha256"]) for entry in entries]


def _intact(data: bytes, wheel: Wheel) -> bool:
    return hashlib.sha256(data).hexdigest() == wheel.sha256


def _from_cdn() -> Callable[[str], bytes]:
    def read(name: str) -> bytes:
        with urllib.request.urlopen(CDN + name, timeout=CDN_TIMEOUT_S) as answer:  # noqa: S310 -- a constant https address
            data: bytes = answer.read()
        return data

    return read


def _from_carrier() -> Callable[[str], bytes]:
    from remotezip import RemoteZip  # noqa: PLC0415 -- only a machine without the CDN needs it

    flags = ["--dry-run", "--ignore-installed", "--no-deps", "--ignore-requires-python", "--quiet", "--report", "-"]
    report = json.loads(run([sys.executable, "-m", "pip", "install", *flags, CARRIER], timeout=120))
    address = report["install"][0]["download_info"]["url"]

    def read(name: str) -> bytes:
        with RemoteZip(address) as archive:
            data: bytes = archive.read(CARRIER_FOLDER + name)
        return data

    return read


SOURCES = (Source("Pyodide's CDN", _from_cdn), Source(f"the package {CARRIER}", _from_carrier))


def _fetch_from(source: Source, missing: Sequence[Wheel], cache: Path) -> tuple[list[Wheel], str]:
    """Fetches as many wheels as possible from one source. Returns those still missing, and why."""
    left = list(missing)
    try:
        read = source.open()
        for wheel in missing:
            data = read(wheel.name)
            if not _intact(data, wheel):
                return left, f"the SHA-256 of {wheel.name} is not that of Pyodide's lock file: refused"
            partial = cache / (wheel.name + ".part")
            partial.write_bytes(data)
            partial.replace(cache / wheel.name)
            left.remove(wheel)
    except Exception as error:  # noqa: BLE001 -- whatever is wrong with a source, the next one is tried
        return left, f"{type(error).__name__}: {error}"
    return left, ""


def fetch(wheels: Sequence[Wheel], cache: Path, sources: Sequence[Source] = SOURCES) -> None:
    """Fetches wheels into the cache; intact ones that are there already are kept.

    Args:
        wheels: The wheels.
        cache: The folder.
        sources: Sources to try, in order.

    Raises:
        ToolError: Some wheels could not be fetched from any source.
    """
    cache.mkdir(parents=True, exist_ok=True)
    missing = [w for w in wheels if not ((cache / w.name).is_file() and _intact((cache / w.name).read_bytes(), w))]
    reasons = []
    for source in sources:
        if not missing:
            return
        print(f"Fetching {len(missing)} wheels of Pyodide {PYODIDE_VERSION} from {source.label} ...", flush=True)
        missing, reason = _fetch_from(source, missing, cache)
        if missing:
            reasons.append(f"{source.label}: {reason}")
            print("  not available there; trying the next source.", flush=True)
    if missing:
        names = ", ".join(wheel.name for wheel in missing)
        raise ToolError(
            f"Cannot fetch {names}.\n  " + "\n  ".join(reasons) + f"\n  You can put them into {cache} by hand."
        )


def wheels(*, with_build_packages: bool = False) -> list[Path]:
    """The paths of the wheels in the cache, checked, and fetched if necessary."""
    lock = json.loads((core() / "pyodide-lock.json").read_text())
    cache = CACHE / "pyodide" / PYODIDE_VERSION
    files = wanted(lock, PACKAGES + (BUILD_PACKAGES if with_build_packages else ()))
    fetch(files, cache)
    return [cache / wheel.name for wheel in files]


def main() -> None:
    """Fetches all wheels and lists them."""
    for path in wheels(with_build_packages=True):
        print(f"{path.stat().st_size:>10,}  {path}")


if __name__ == "__main__":
    main_of(main)
