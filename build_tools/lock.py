"""Puts the runtime folder together: core, wheels, our wheel, and the lock file that lists them.

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
from py_engine import bridge

__all__ = ["OUR_PACKAGE", "assemble", "trimmed"]

OUR_PACKAGE = "py-engine"
NODE_TIMEOUT_S = 180


def trimmed(lock: dict[str, Any], our_wheel: Path) -> dict[str, Any]:
    """The lock file with only our package and what it needs, directly or not.

    Args:
        lock: What ``micropip.freeze()`` wrote.
        our_wheel: The compiled wheel; the lock gets its name and hash.

    Raises:
        ToolError: Our package is not in the lock, or it needs one that the site does not ship.
    """
    packages = lock["packages"]
    if OUR_PACKAGE not in packages:
        raise ToolError(f"The frozen lock file does not list {OUR_PACKAGE}.")
    for entry in packages.values():
        # Freezing under Node writes the paths of that machine; beside the lock file, a name is enough.
        entry["file_name"] = PurePosixPath(entry["file_name"]).name
    packages[OUR_PACKAGE] |= {"file_name": our_wheel.name, "sha256": sha256(our_wheel), "imports": ["py_engine"]}
    packages[OUR_PACKAGE]["depends"] = sorted(packages[OUR_PACKAGE]["depends"])
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
    return {**lock, "packages": {name: packages[name] for name in sorted(needed)}}


def assemble(target: Path) -> Path:
    """Fills a folder with everything that the browser loads to run the engine, and tries it under Node.

    Args:
        target: An empty folder.

    Returns:
        The path of our wheel in it.
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
        (job / "registry.json").write_text(bridge.list_games(), "utf-8")
        compiler = ROOT / "build_tools" / "bytecode.py"
        run(["node", WEB / "tools" / "freeze.mjs", full, job, compiler], timeout=NODE_TIMEOUT_S)
        ours = job / (job / "wheel.txt").read_text()
        lock = trimmed(json.loads((job / "lock.json").read_text()), ours)
        for name in runtime.CORE_FILES:
            shutil.copy(full / name, target)
        for entry in lock["packages"].values():
            shutil.copy(ours if entry["file_name"] == ours.name else full / entry["file_name"], target)
        (target / "pyodide-lock.json").write_text(json.dumps(lock, indent=1, sort_keys=True) + "\n")
        our_wheel = target / ours.name
    games = run(["node", WEB / "tools" / "smoke.mjs", target], timeout=NODE_TIMEOUT_S)
    print(f"The engine runs in Pyodide {PYODIDE_VERSION}; games: {games.strip()}")
    return our_wheel


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
