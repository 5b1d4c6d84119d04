"""A second version of the built site, as a later deploy: other file names and bytes, the same games."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

__all__ = ["entry_of", "second_version"]

HASHED = re.compile(r"^(?P<name>.+)-(?P<hash>[A-Za-z0-9_-]{8})(?P<ending>\.(?:css|js))$")
TEXTS = {".css", ".html", ".js", ".json", ".webmanifest"}
# A custom section of WebAssembly without meaning: other bytes, the same program.
CUSTOM_SECTION = b"\x00\x05\x04next"


def second_version(folder: Path, into: Path) -> Path:
    """Writes another version of a built site: every hashed name, the runtime's path and its largest file differ.

    Args:
        folder: The built site, which does not change.
        into: The folder for the other version; it must not exist.

    Returns:
        The folder of the other version.
    """
    shutil.copytree(folder, into)
    manifest_path = into / "runtime" / "manifest.json"
    manifest = json.loads(manifest_path.read_text())
    changes = _change_program(into / "runtime" / manifest["path"] / "pyodide.asm.wasm", manifest)
    manifest_path.write_text(json.dumps(manifest, indent=1) + "\n")
    changes |= _move_runtime(into / "runtime", manifest["path"])
    changes |= _rename_assets(into / "assets")
    _rewrite(into, changes)
    _correct_hashes(folder, into, changes)
    return into


def entry_of(folder: Path) -> str:
    """The name of the entry script of a version's page."""
    found = re.search(r'type="module"[^>]* src="\./assets/([^"]+)"', (folder / "index.html").read_text())
    assert found is not None, "the page has no entry script"
    return found[1]


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _other(text: str) -> str:
    """A different string of the same length."""
    return hashlib.sha256(f"next {text}".encode()).hexdigest()[: len(text)]


def _change_program(path: Path, manifest: dict[str, list[dict[str, object]]]) -> dict[str, str]:
    before = _sha256(path)
    path.write_bytes(path.read_bytes() + CUSTOM_SECTION)
    for file in manifest["files"]:
        if file["name"] == path.name:
            file["bytes"] = path.stat().st_size
    return {before: _sha256(path)}


def _move_runtime(runtime: Path, path: str) -> dict[str, str]:
    version, _, content = path.rpartition("-")
    moved = f"{version}-{_other(content)}"
    (runtime / path).rename(runtime / moved)
    return {path: moved}


def _rename_assets(assets: Path) -> dict[str, str]:
    changes = {}
    for path in sorted(assets.iterdir()):
        found = HASHED.match(path.name)
        assert found is not None, f"{path.name} has no hash in its name"
        name = f"{found['name']}-{_other(found['hash'])}{found['ending']}"
        path.rename(assets / name)
        changes[path.name] = name
    return changes


def _texts(site: Path) -> list[Path]:
    runtime = site / "runtime"
    return [
        path
        for path in sorted(site.rglob("*"))
        if path.suffix in TEXTS and path.is_file() and (path.parent == runtime or runtime not in path.parents)
    ]


def _rewrite(site: Path, changes: dict[str, str]) -> None:
    for path in _texts(site):
        text = path.read_text()
        for before, after in changes.items():
            text = text.replace(before, after)
        path.write_text(text)


def _correct_hashes(before: Path, after: Path, changes: dict[str, str]) -> None:
    """Updates the hashes of the changed files in the service worker."""
    names = {new: old for old, new in changes.items()}
    worker = after / "sw.js"
    text = worker.read_text()
    for path in _texts(after):
        if path != worker:
            was = before / path.relative_to(after).with_name(names.get(path.name, path.name))
            text = text.replace(_sha256(was), _sha256(path))
    worker.write_text(text)
