"""Puts the runtime folder together: core, packed wheels, and the lock file that lists them, modules as bytecode.

``micropip.freeze()``, run in the same Pyodide under Node, writes the lock; here it is cut down to what the site ships.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path, PurePosixPath
from typing import Any

from build_tools import runtime, wheel
from build_tools.files import sha256
from build_tools.paths import CACHE, PYODIDE_VERSION, ROOT, WEB
from build_tools.process import ToolError, main_of, run
from py_engine import games

__all__ = ["OUR_PACKAGE", "assemble", "trimmed"]

OUR_PACKAGE = "py-engine"
NODE_TIMEOUT_S = 180


def trimmed(lock: dict[str, Any], names: dict[str, str], compiled: Path) -> dict[str, Any]:
    """The lock file with only our package and what it needs, directly or not, as they are after compiling.

    Args:
        lock: What ``micropip.freeze()`` wrote.
        names: The name of each packed wheel by that of the wheel that it was made of.
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
    strangers = needed - {OUR_PACKAGE, *runtime.PACKAGES}
    if strangers:
        raise ToolError(f"The engine needs {', '.join(sorted(strangers))}, which the site does not ship.")
    for name in needed:
        # Freezing under Node writes the paths of that machine; beside the lock file, a name is enough.
        file_name = PurePosixPath(packages[name]["file_name"]).name
        file_name = names.get(file_name, file_name)
        packages[name] |= {"file_name": file_name, "sha256": sha256(compiled / file_name)}
    return {**lock, "packages": {name: packages[name] for name in sorted(needed)}}


def assemble(target: Path) -> Path:
    """Fills a folder with everything that the browser loads to run the engine, and tries it under Node.

    Args:
        target: An empty folder.

    Returns:
        The path of our packed wheel in it.
    """
    core = runtime.core()
    files = runtime.wheels(with_build_packages=True)
    plain = wheel.build(CACHE / "wheel")
    with tempfile.TemporaryDirectory() as scratch:
        full, job = Path(scratch, "runtime"), Path(scratch, "job")
        full.mkdir()
        job.mkdir()
        for path in [*(core / name for name in runtime.CORE_FILES), *files]:
            shutil.copy(path, full)
        shutil.copy(plain, job)
        (job / "registry.json").write_text(games.frozen(), "utf-8")
        run(["node", WEB / "tools" / "freeze.mjs", full, job, ROOT / "build_tools"], timeout=NODE_TIMEOUT_S)
        compiled = job / "compiled"
        names = json.loads((job / "names.json").read_text())
        lock = trimmed(json.loads((job / "lock.json").read_text()), names, compiled)
        for name in runtime.CORE_FILES:
            shutil.copyfile((compiled if (compiled / name).is_file() else full) / name, target / name)
        for entry in lock["packages"].values():
            shutil.copyfile(compiled / entry["file_name"], target / entry["file_name"])
        (target / "pyodide-lock.json").write_text(json.dumps(lock, indent=1, sort_keys=True) + "\n")
    opened = run(["node", WEB / "tools" / "smoke.mjs", target], timeout=NODE_TIMEOUT_S)
    print(f"The engine runs in Pyodide {PYODIDE_VERSION}; games: {opened.strip()}")
    return target / names[plain.name]


def main() -> None:
    """Puts a runtime folder together in the cache and says what is in it."""
    target = CACHE / "runtime"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    assemble(target)
    for path in sorted(target.iterdir()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main_of(main)
