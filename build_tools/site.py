"""Builds ``dist/``: the runtime and the games' tables under a path that contains their hash, then the page.

Parts whose inputs have not changed since the last build are not rebuilt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from build_tools import requirements, tables
from build_tools.files import sha256
from build_tools.paths import CACHE, DIST, PYODIDE_VERSION, ROOT, RUNTIME, WEB
from build_tools.process import ToolError, main_of, run
from build_tools.runtime.fetch import CORE_FILES
from build_tools.runtime.lock import assemble
from build_tools.shipping import hosting, licences

__all__ = ["MANIFEST", "RUNTIME", "build", "fingerprint", "manifest_of", "page_inputs"]

STAMPS = CACHE / "site.json"
MANIFEST = RUNTIME / "manifest.json"
HASH_LETTERS = 12
NOT_INPUTS = {"node_modules", "__pycache__"}
LICENCE = ROOT / "LICENSE"
"""Part of the wheel and of the page of licences."""


def _files_under(*starts: Path) -> Iterable[Path]:
    for start in starts:
        paths = [start] if start.is_file() else start.rglob("*")
        yield from (path for path in paths if path.is_file() and not NOT_INPUTS & set(path.parts))


def fingerprint(files: Iterable[Path], root: Path = ROOT) -> str:
    """A hash over names and contents; it changes whenever a file is changed, added or removed."""
    digest = hashlib.sha256()
    for path in sorted(set(files)):
        digest.update(f"{path.relative_to(root).as_posix()}\0{sha256(path)}\n".encode())
    return digest.hexdigest()


def _table_inputs() -> Iterable[Path]:
    yield from _files_under(ROOT / "py_engine", ROOT / "build_tools" / "tables.py")
    yield from tables.computed()


def _runtime_inputs() -> Iterable[Path]:
    folder = ROOT / "build_tools"
    tools = [folder / "runtime", *(folder / f"{name}.py" for name in ("requirements", "site", "tables", "wheel"))]
    scripts = [requirements.LIST, *(WEB / "tools" / f"{name}.mjs" for name in ("freeze", "runtime", "smoke"))]
    return _files_under(ROOT / "py_engine", ROOT / "pyproject.toml", LICENCE, *tools, *scripts, *tables.computed())


def page_inputs() -> Iterable[Path]:
    """What the page is built from."""
    tools = [ROOT / "build_tools" / "shipping" / f"{name}.py" for name in ("headers", "hosting", "licences", "pages")]
    lists = [ROOT / "build_tools" / "games" / "listing.py", *(ROOT / "py_engine" / "games").glob("**/game.py")]
    return _files_under(WEB, MANIFEST, ROOT / "py_engine" / "__init__.py", LICENCE, licences.TEXTS, *lists, *tools)


def _urgency(path: Path) -> tuple[bool, int]:
    """A sort key: files needed to start Python before packages, and large files first.

    Browsers fetch a few files at a time, in the order of the requests.
    """
    return path.name not in CORE_FILES, -path.stat().st_size


def manifest_of(folder: Path, our_wheel: str, shipped: Sequence[Path] = ()) -> dict[str, object]:
    """The manifest of a runtime folder: its path, and the size and hash of each file, in the order to fetch them.

    Args:
        folder: The folder with the files that every start needs.
        our_wheel: The name of the engine's packed wheel in it.
        shipped: The tables; they are listed separately, because a start does not fetch them.
    """
    paths = sorted(folder.iterdir(), key=_urgency)
    files = [{"name": path.name, "bytes": path.stat().st_size, "sha256": sha256(path)} for path in paths]
    artifacts = tables.artifacts_of(shipped)
    digest = hashlib.sha256(json.dumps([files, artifacts], sort_keys=True).encode()).hexdigest()
    path = f"{PYODIDE_VERSION}-{digest[:HASH_LETTERS]}"
    return {"version": PYODIDE_VERSION, "path": path, "files": files, "artifacts": artifacts, "wheel": our_wheel}


def _build_runtime() -> None:
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        folder = Path(scratch, "runtime")
        folder.mkdir()
        shipped = tables.computed()
        manifest = manifest_of(folder, assemble(folder).name, shipped)
        for table in shipped:
            shutil.copyfile(table, folder / table.name)
        shutil.rmtree(RUNTIME, ignore_errors=True)
        RUNTIME.mkdir(parents=True)
        shutil.move(folder, RUNTIME / str(manifest["path"]))
        MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n")


def _build_page() -> None:
    for path in DIST.iterdir():
        if path == RUNTIME:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    command: list[str | Path] = ["node", WEB / "node_modules" / "vite" / "bin" / "vite.js", "build"]
    run(command, cwd=WEB, env={"PYTHON": sys.executable}, timeout=300)
    missing = licences.unlisted(DIST, licences.bundled())
    if missing:
        raise ToolError(f"The page of licences does not name {', '.join(missing)}.")
    hosting.write(DIST)


def build(*, page: bool = True) -> None:
    """Brings ``dist/`` up to date.

    Args:
        page: Whether to build the page, or only the runtime.

    Raises:
        ToolError: A step failed.
    """
    stamps: dict[str, str] = json.loads(STAMPS.read_text()) if STAMPS.is_file() else {}
    if stamps.get("tables") != fingerprint(_table_inputs()):
        print("Looking for the games' tables ...", flush=True)
        tables.compute()
        stamps["tables"] = fingerprint(_table_inputs())
        STAMPS.write_text(json.dumps(stamps))
    now = fingerprint(_runtime_inputs())
    if stamps.get("runtime") != now or not MANIFEST.is_file():
        print("Building the engine's runtime ...", flush=True)
        _build_runtime()
        stamps["runtime"] = now
        STAMPS.write_text(json.dumps(stamps))
    if not page:
        return
    now = fingerprint(page_inputs())
    if stamps.get("page") != now or not (DIST / "index.html").is_file():
        print("Building the page ...", flush=True)
        _build_page()
        stamps["page"] = now
        STAMPS.write_text(json.dumps(stamps))
    print(f"dist/ is up to date ({sum(path.stat().st_size for path in _files_under(DIST)) / 1e6:.1f} MB).")


def main() -> None:
    """Builds the site, or only the runtime with ``--runtime-only``."""
    parser = argparse.ArgumentParser(description="Builds the site into dist/.")
    parser.add_argument("--runtime-only", action="store_true", help="leave out the page")
    build(page=not parser.parse_args().runtime_only)


if __name__ == "__main__":
    main_of(main)
