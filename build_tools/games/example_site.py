"""Builds a copy of the site that has the examples: for the tests, and to try them in a browser.

It shares the built site's runtime, except for the engine's wheel, which also contains the examples and lists them.
"""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import examples
from build_tools import site
from build_tools.files import sha256
from build_tools.paths import CACHE, ROOT, WEB
from build_tools.process import main_of, run
from build_tools.runtime import packed
from build_tools.runtime.lock import OUR_PACKAGE
from py_engine import games

__all__ = ["FOLDER", "build", "runtime"]

FOLDER = CACHE / "example-site"
STAMP = CACHE / "example-site.txt"
"""Which sources the folder was built from."""


def _sources() -> list[Path]:
    return sorted(path for path in (ROOT / "examples").rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _add_examples(wheel: Path) -> None:
    """Puts the examples into the engine's packed wheel. They go as sources, which Python compiles when it imports them."""
    with packed.unpacked(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with games.including(examples.GAMES):
        files["py_engine/games/registry.json"] = games.frozen().encode()
    for source in _sources():
        if source.suffix == ".py":
            files[source.relative_to(ROOT).as_posix()] = source.read_bytes()
    plain = wheel.with_name(wheel.name.removesuffix(packed.SUFFIX))
    with zipfile.ZipFile(plain, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    packed.pack(plain)
    plain.unlink()


def runtime(folder: Path) -> Path:
    """Makes a runtime that has the examples, after bringing the site's own up to date.

    Args:
        folder: A folder that gets the runtime and its manifest, as ``dist/runtime`` has them.

    Returns:
        The folder of the runtime's files.
    """
    site.build(page=False)
    manifest: dict[str, Any] = json.loads(site.MANIFEST.read_text())
    source, target = site.RUNTIME / manifest["path"], folder / "new"
    target.mkdir(parents=True)
    for row in manifest["files"]:
        shutil.copyfile(source / row["name"], target / row["name"])
    _add_examples(target / manifest["wheel"])
    lock = json.loads((target / "pyodide-lock.json").read_text())
    lock["packages"][OUR_PACKAGE]["sha256"] = sha256(target / manifest["wheel"])
    (target / "pyodide-lock.json").write_text(json.dumps(lock, indent=1, sort_keys=True) + "\n")
    shipped = [source / row["file"] for row in manifest["artifacts"]]
    manifest = site.manifest_of(target, manifest["wheel"], shipped)
    for table in shipped:
        shutil.copyfile(table, target / table.name)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    return Path(shutil.move(target, folder / str(manifest["path"])))


def build() -> Path:
    """Brings the site with the examples up to date; its folder."""
    site.build(page=False)
    now = site.fingerprint([*site.page_inputs(), *_sources(), Path(__file__)])
    if STAMP.is_file() and STAMP.read_text() == now and (FOLDER / "index.html").is_file():
        return FOLDER
    STAMP.unlink(missing_ok=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    runtime(FOLDER / "runtime")
    command: list[str | Path] = ["node", WEB / "node_modules" / "vite" / "bin" / "vite.js", "build"]
    settings = {"PYTHON": sys.executable, "HINDSIGHT_DIST": str(FOLDER), "HINDSIGHT_EXAMPLES": "1"}
    run(command, cwd=WEB, env=settings, timeout=300)
    STAMP.write_text(now)
    return FOLDER


def main() -> None:
    """Builds it and says how to look at it."""
    print(f"To try it: python -m build_tools.serve --folder {build().relative_to(ROOT)}")


if __name__ == "__main__":
    main_of(main)
