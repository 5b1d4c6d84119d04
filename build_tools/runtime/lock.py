"""Assembles the runtime folder: Pyodide's core, packed wheels with modules as bytecode, and their lock file.

The lock file is written by ``micropip.freeze()``, run in the same Pyodide under Node, and trimmed here to what the site
ships.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path, PurePosixPath
from typing import Any

from build_tools import wheel
from build_tools.files import sha256
from build_tools.games.import_order import import_order
from build_tools.paths import CACHE, PYODIDE_VERSION, ROOT, WEB
from build_tools.process import ToolError, main_of, run
from build_tools.runtime import fetch
from py_engine import games

__all__ = ["OUR_PACKAGE", "assemble", "trimmed"]

OUR_PACKAGE = "py-engine"
NODE_TIMEOUT_S = 600


def trimmed(lock: dict[str, Any], names: dict[str, str], compiled: Path) -> dict[str, Any]:
    """The lock file reduced to our package and its dependencies, direct and indirect, with the compiled wheels.

    Args:
        lock: The output of ``micropip.freeze()``.
        names: Original wheel name -> packed wheel name.
        compiled: The folder of the packed wheels; the lock gets their names and hashes.

    Raises:
        ToolError: Our package is not in the lock, or it needs one that the site does not ship.
    """
    packages = lock["packages"]
    if OUR_PACKAGE not in packages:
        raise ToolError(f"The frozen lock file does not list {OUR_PACKAGE}.")
    packages[OUR_PACKAGE] |= {"imports": ["py_engine"], "depends": sorted(packages[OUR_PACKAGE]["depends"])}
    needed: set[str] = set()
    queue = [OUR_PACKAGE]
    while queue:
        name = queue.pop().replace("_", "-").lower()
        if name not in needed:
            needed.add(name)
            queue += packages[name]["depends"]
    strangers = needed - {OUR_PACKAGE, *fetch.PACKAGES}
    if strangers:
        raise ToolError(f"The engine needs {', '.join(sorted(strangers))}, which the site does not ship.")
    for name in needed:
        # Freezing under Node writes absolute paths; the wheels are beside the lock file, so names are enough.
        file_name = PurePosixPath(packages[name]["file_name"]).name
        file_name = names.get(file_name, file_name)
        packages[name] |= {"file_name": file_name, "sha256": sha256(compiled / file_name)}
    return {**lock, "packages": {name: packages[name] for name in sorted(needed)}}


def assemble(target: Path) -> Path:
    """Fills a folder with everything that the browser loads to run the engine, and tests it under Node.

    Args:
        target: An empty folder.

    Returns:
        The path of our packed wheel in it.
    """
    core = fetch.core()
    files = fetch.wheels(with_build_packages=True)
    plain = wheel.build(CACHE / "wheel")
    with tempfile.TemporaryDirectory() as scratch:
        full, job = Path(scratch, "runtime"), Path(scratch, "job")
        full.mkdir()
        job.mkdir()
        for path in [*(core / name for name in fetch.CORE_FILES), *files]:
            shutil.copy(path, full)
        shutil.copy(plain, job)
        (job / "registry.json").write_text(games.frozen(), "utf-8")
        (job / "preparation.json").write_text(import_order(), "utf-8")
        run(["node", WEB / "tools" / "freeze.mjs", full, job, ROOT / "build_tools" / "runtime"], timeout=NODE_TIMEOUT_S)
        compiled = job / "compiled"
        names = json.loads((job / "names.json").read_text())
        lock = trimmed(json.loads((job / "lock.json").read_text()), names, compiled)
        for name in fetch.CORE_FILES:
            shutil.copyfile((compiled if (compiled / name).is_file() else full) / name, target / name)
        for entry in lock["packages"].values():
            shutil.copyfile(compiled / entry["file_name"], target / entry["file_name"])
        (target / "pyodide-lock.json").write_text(json.dumps(lock, indent=1, sort_keys=True) + "\n")
    opened = run(["node", WEB / "tools" / "smoke.mjs", target], timeout=NODE_TIMEOUT_S)
    print(f"The engine runs in Pyodide {PYODIDE_VERSION}; games: {opened.strip()}")
    return target / names[plain.name]


def main() -> None:
    """Assembles a runtime folder in the cache and lists its files."""
    target = CACHE / "runtime"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    assemble(target)
    for path in sorted(target.iterdir()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main_of(main)
