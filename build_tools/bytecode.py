"""Compiles a wheel's sources to bytecode for the Python that runs this.

It runs inside Pyodide, under Node, so it uses the standard library alone and imports nothing of ours. The same
sources give the same bytes: entries are sorted, dates are fixed, and the bytecode names no file's date.
"""

from __future__ import annotations

import base64
import hashlib
import py_compile
import sys
import tempfile
import zipfile
from pathlib import Path

__all__ = ["compile_wheel"]

NATIVE_ONLY = ("py_engine/lab/", "py_engine/core/provenance.py")
"""Precompute and tournaments, and hashes of sources: the browser never imports them, so it need not fetch them."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip archive can hold."""


def _compiled(name: str, source: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "source.py")
        file.write_bytes(source)
        target = Path(folder, "target.pyc")
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(file), str(target), dfile=name, doraise=True, invalidation_mode=mode)
        return target.read_bytes()


def _record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def _retagged(metadata: bytes, tag: str) -> bytes:
    return metadata.replace(b"Tag: py3-none-any", f"Tag: {tag}".encode())


def compile_wheel(source: Path, folder: Path, more: dict[str, bytes]) -> Path:
    """Writes a copy of a pure Python wheel in which every module is bytecode.

    Args:
        source: A wheel with the tag ``py3-none-any``.
        folder: Where the new wheel goes.
        more: Files to put into it besides, by their names.

    Returns:
        The new wheel's path; its tag names the Python that the bytecode is for.
    """
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}-none-any"
    files = dict(more)
    record = ""
    with zipfile.ZipFile(source) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            if name.startswith(NATIVE_ONLY):
                continue
            if name.endswith(".dist-info/RECORD"):
                record = name
            elif name.endswith(".dist-info/WHEEL"):
                files[name] = _retagged(data, tag)
            elif name.endswith(".py"):
                files[name + "c"] = _compiled(name, data)
            else:
                files[name] = data
    lines = [_record_line(name, files[name]) for name in sorted(files)]
    files[record] = "".join(f"{line}\n" for line in [*lines, f"{record},,"]).encode()

    target = folder / source.name.replace("py3-none-any", tag)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name], zipfile.ZIP_DEFLATED, 9)
    return target
