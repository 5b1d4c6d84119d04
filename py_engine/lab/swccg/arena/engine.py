"""The command that runs our driver on a GEMP engine that somebody has built; the engine is no part of the project."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from py_engine.lab.core.commands import KEPT
from py_engine.lab.core.errors import LabError

__all__ = ["driver_command"]

SOURCE = Path(__file__).parent.parent / "driver" / "ArenaDriver.java"
_NEEDED = "com/gempukku/swccgo/logic/timing/DefaultSwccgGame.class"
_OPTIONS = (
    "-Xss16m",
    "-Xmx2g",
    "--add-opens",
    "java.base/java.util=ALL-UNNAMED",
    "-Dorg.apache.logging.log4j.level=OFF",
)
"""A deep stack for the engine's recursion; the shuffles' generator is opened to be seeded; the bots log nothing."""


def driver_command(class_path: Sequence[Path], jdk: Path | None = None) -> list[str]:
    """Compiles the driver, unless that was done before, and returns the command that runs it.

    Args:
        class_path: Folders and jars of the built engine and of the libraries that it needs.
        jdk: The folder of a Java development kit; by default the one on the path.

    Raises:
        LabError: in one sentence, what is missing.
    """
    java, javac = (_tool(name, jdk) for name in ("java", "javac"))
    for each in class_path:
        if not each.exists():
            raise LabError(f"There is no {each} for the class path.")
    folders = [each for each in class_path if each.is_dir()]
    if folders and len(folders) == len(class_path) and not any((each / _NEEDED).is_file() for each in folders):
        raise LabError("The class path has no GEMP engine: no folder in it holds com.gempukku.swccgo classes.")
    paths = os.pathsep.join(str(each.resolve()) for each in class_path)
    built = KEPT / "swccg-driver" / hashlib.sha256(SOURCE.read_bytes() + paths.encode()).hexdigest()[:16]
    if not (built / "ArenaDriver.class").is_file():
        _compile(javac, paths, built)
    return [java, *_OPTIONS, "-cp", os.pathsep.join([str(built.resolve()), paths]), "ArenaDriver"]


def _tool(name: str, jdk: Path | None) -> str:
    found = shutil.which(name) if jdk is None else shutil.which(name, path=str(jdk / "bin"))
    if found is None:
        where = "on the path" if jdk is None else f"in {jdk}"
        raise LabError(f"There is no {name} {where}; the arena needs a Java development kit that fits the engine.")
    return found


def _compile(javac: str, paths: str, built: Path) -> None:
    built.mkdir(parents=True, exist_ok=True)
    command = [javac, "-proc:none", "-nowarn", "-encoding", "UTF-8", "-cp", paths, "-d", str(built), str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the compiler that the user has named
    if done.returncode:
        line = next((line for line in done.stderr.splitlines() if "error:" in line), "").partition("error:")[2].strip()
        raise LabError(f"The driver cannot be compiled against this class path: {line or 'javac failed'}.")
