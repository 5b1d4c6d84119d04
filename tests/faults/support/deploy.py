"""A second version of the built site, in which every file with a hash in its address has another one."""

from __future__ import annotations

import json
import re
import shutil
from hashlib import md5
from pathlib import Path

TEXT = {".js", ".css", ".html"}


def second_version(folder: Path, into: Path) -> Path:
    """Writes it to a folder that is not there yet."""
    shutil.copytree(folder, into)
    names = {path.name: re.sub(r"-(.{8})\.", "-2\\1.", path.name) for path in (into / "assets").iterdir()}
    for path in [*into.glob("*"), *into.glob("assets/*")]:
        if path.suffix in TEXT and path.is_file():
            text = path.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            path.write_text(text, "utf-8")
    for old, new in names.items():
        (into / "assets" / old).rename(into / "assets" / new)
    listed = into / "runtime" / "manifest.json"
    manifest = json.loads(listed.read_text("utf-8"))
    old, manifest["path"] = manifest["path"], manifest["path"] + "2"
    (into / "runtime" / old).rename(into / "runtime" / manifest["path"])
    listed.write_text(json.dumps(manifest), "utf-8")
    worker = into / "sw.js"
    text = worker.read_text("utf-8")
    for name in ("index.html", "runtime/manifest.json"):
        digest = md5((into / name).read_bytes(), usedforsecurity=False).hexdigest()
        text = re.sub(rf'"revision":"[0-9a-f]+","url":"{name}"', f'"revision":"{digest}","url":"{name}"', text)
    worker.write_text(text, "utf-8")
    return into
