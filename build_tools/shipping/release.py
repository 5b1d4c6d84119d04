"""Creates the files of a release: the wheel, two archives of the site, the bill of materials, and checksums.

The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import io
import shutil
import tarfile
import zipfile
from pathlib import Path

from build_tools import site, wheel
from build_tools.files import sha256
from build_tools.paths import DIST, RELEASE
from build_tools.process import ToolError, main_of
from build_tools.shipping import licences, sbom
from py_engine import __version__

__all__ = ["check_tag", "make", "packed_tar", "packed_zip", "sums"]

EPOCH = (1980, 1, 1, 0, 0, 0)
EPOCH_S = 315532800
MODE = 0o644


def _files(folder: Path) -> list[tuple[str, bytes]]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted((path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths)


def packed_tar(folder: Path, top: str) -> bytes:
    """A folder's files as ``.tar.gz`` under the folder ``top``, without owners and with a fixed date."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in _files(folder):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), EPOCH_S, MODE
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), mtime=0)


def packed_zip(folder: Path, top: str) -> bytes:
    """A folder's files as ``.zip`` under the folder ``top``, with a fixed date."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _files(folder):
            entry = zipfile.ZipInfo(f"{top}/{name}", EPOCH)
            entry.external_attr = MODE << 16
            entry.create_system = 3
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def sums(folder: Path) -> str:
    """The SHA-256 of each file of a folder, in the format of ``sha256sum --check``."""
    return "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(folder.iterdir()))


def make(built: Path, our_wheel: Path, target: Path) -> None:
    """Fills a folder with a release.

    Args:
        built: The built site.
        our_wheel: The wheel.
        target: The folder; its content is removed first.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    shutil.copyfile(our_wheel, target / our_wheel.name)
    top = f"hindsight-{__version__}"
    (target / f"{top}-site.tar.gz").write_bytes(packed_tar(built, top))
    (target / f"{top}-site.zip").write_bytes(packed_zip(built, top))
    runtime = licences.runtime_of(built)
    parts = licences.notices(runtime, licences.bundled())
    (target / f"{top}.cdx.json").write_text(sbom.bill(__version__, parts, runtime), encoding="utf-8")
    (target / "SHA256SUMS").write_text(sums(target), encoding="utf-8")


def check_tag(tag: str) -> None:
    """Checks that a tag matches the version.

    Raises:
        ToolError: It does not.
    """
    if tag.removeprefix("v") != __version__:
        raise ToolError(f"The tag is {tag}, but py_engine/__init__.py says {__version__}.")


def main() -> None:
    """Builds the site and the wheel, and creates the files of a release."""
    parser = argparse.ArgumentParser(description="Creates the files of a release in dist-release/.")
    parser.add_argument("--tag", help="the tag of the release, which must match the version")
    tag = parser.parse_args().tag
    if tag is not None:
        check_tag(tag)
    site.build()
    make(DIST, wheel.build(wheel.FOLDER), RELEASE)
    print(f"{RELEASE.name}/ contains SHA256SUMS and these files:")
    print((RELEASE / "SHA256SUMS").read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main_of(main)
