"""Compiles Python's standard library and wheels to bytecode for the running Python.

It runs inside Pyodide, under Node, so it uses only the standard library and imports none of our modules except a list of
names. The same sources give the same bytes: entries are sorted, dates are fixed, and the bytecode contains no dates.
If the interpreter runs with ``PYTHONNODEBUGRANGES``, tracebacks have files and lines but no columns.
"""

from __future__ import annotations

import base64
import hashlib
import py_compile
import sys
import tempfile
import zipfile
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

__all__ = ["compile_library", "compile_wheel"]

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip archive can hold."""

FOR_DEVELOPERS = (".pyi", ".h", ".hpp", ".pxd", ".pyx", ".a", ".c", "py.typed")
"""Suffixes of files that are needed only for development."""


def _compiled(name: str, source: bytes, optimize: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "source.py")
        file.write_bytes(source)
        target = Path(folder, "target.pyc")
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(file), str(target), dfile=name, doraise=True, optimize=optimize, invalidation_mode=mode)
        return target.read_bytes()


def _within(name: str, modules: Collection[str]) -> bool:
    """Whether a file belongs to one of the modules, or to a submodule of one."""
    module = name.rsplit(".", 1)[0].replace("/", ".")
    parts = module.removesuffix(".__init__").split(".")
    return any(".".join(parts[:end]) in modules for end in range(1, len(parts) + 1))


def _contents(
    source: Path, leave_out: Collection[str], optimize: int, reduced: Mapping[str, Callable[[bytes], bytes]]
) -> dict[str, bytes]:
    """An archive's files by name, with bytecode in place of sources."""
    files = {}
    with zipfile.ZipFile(source) as archive:
        for name in archive.namelist():
            if name.endswith(("/", *FOR_DEVELOPERS)) or _within(name, leave_out):
                continue
            data = archive.read(name)
            if name in reduced:
                data = reduced[name](data)
            if name.endswith(".py"):
                files[name + "c"] = _compiled(name, data, optimize)
            else:
                files[name] = data
    return files


def _write(target: Path, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name], zipfile.ZIP_DEFLATED, 9)


def _record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def compile_wheel(
    source: Path,
    folder: Path,
    *,
    leave_out: Collection[str] = (),
    reduced: Mapping[str, Callable[[bytes], bytes]] | None = None,
    more: Mapping[str, bytes] | None = None,
    optimize: int = 0,
) -> Path:
    """Writes a copy of a wheel in which every module is bytecode.

    Args:
        source: The wheel.
        folder: The output folder.
        leave_out: Modules to omit, with all submodules.
        reduced: Functions that shorten the sources of some files, by name.
        more: Additional files, by name.
        optimize: As in :func:`compile`; 2 removes assertions and docstrings.

    Returns:
        The new wheel's path; its tag is that of the Python version of the bytecode.
    """
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}-none-any"
    files = {**_contents(source, leave_out, optimize, reduced or {}), **(more or {})}
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    wheel = record.replace("RECORD", "WHEEL")
    files[wheel] = files[wheel].replace(b"Tag: py3-none-any", f"Tag: {tag}".encode())
    lines = [_record_line(name, files[name]) for name in sorted(files) if name != record]
    files[record] = "".join(f"{line}\n" for line in [*lines, f"{record},,"]).encode()
    target = folder / source.name.replace("py3-none-any", tag)
    _write(target, files)
    return target


def compile_library(source: Path, target: Path, *, leave_out: Collection[str], encodings: Collection[str]) -> None:
    """Writes a copy of the standard library's archive in which every module is bytecode without docstrings.

    Args:
        source: The archive.
        target: The output file.
        leave_out: Modules to omit, with all submodules.
        encodings: The text encodings to keep; all others are omitted.
    """
    kept = {f"encodings/{name}.pyc" for name in encodings}
    files = _contents(source, leave_out, optimize=2, reduced={})
    _write(target, {name: files[name] for name in files if name in kept or not name.startswith("encodings/")})
