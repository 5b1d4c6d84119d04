"""The sizes of the page's files: each compressed alone, as hosts send them. The runtime and the games' tables are not among them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from build_tools.paths import DIST
from build_tools.process import ToolError, main_of, run

__all__ = ["Size", "fetched_with", "games_in", "page_files", "sizes_of", "table"]

APART = {"runtime", "samples", "hosting"}
"""Folders of the site that belong to the engine, to an example or to hosts."""
NOT_FETCHED = re.compile(r"licences\.\w+|share\.png|404\.html|_headers")
"""The separate page of licences, the picture for other sites, and files for hosts."""
HASHED = re.compile(r"-[\w-]{8}\.js$")
"""The end of a script's name, made of its content."""
ALWAYS = {"index", "rolldown-runtime", "shared", "worker"}
"""The scripts below ``assets/`` that a visit to any game fetches, besides the game's own."""
LATER = re.compile(r"parts|\w+-pages")
"""The scripts of what is opened from a game later."""
GZIP_LEVEL = 9
BROTLI = """
const { readFileSync } = require("node:fs");
const { brotliCompressSync } = require("node:zlib");
const paths = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(paths.map((path) => brotliCompressSync(readFileSync(path)).length)));
"""
"""Prints the sizes of files with Brotli at its highest level. Node has it, unlike Python's standard library."""


@dataclass(frozen=True)
class Size:
    """A file's sizes in bytes."""

    path: Path
    plain: int
    gzip: int
    brotli: int


def page_files(folder: Path) -> list[Path]:
    """The files that visits to the site in a folder may fetch, without the runtime, sorted."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(
        path
        for path in files
        if not APART & set(path.relative_to(folder).parts) and not NOT_FETCHED.fullmatch(path.name)
    )


def _part(path: Path) -> str | None:
    """The name of the part of the page whose script this is; None for other files."""
    return HASHED.sub("", path.name) if path.parent.name == "assets" and path.suffix == ".js" else None


def games_in(files: Iterable[Path]) -> list[str]:
    """The games by the names of their scripts, sorted."""
    parts = {part for part in map(_part, files) if part is not None}
    return sorted(part for part in parts - ALWAYS if not LATER.fullmatch(part))


def fetched_with(game: str, files: Iterable[Path]) -> list[Path]:
    """The files among the page's that a first visit fetches if it opens a single game."""
    return [path for path in files if _part(path) in {None, game, *ALWAYS}]


def sizes_of(files: Sequence[Path]) -> list[Size]:
    """The sizes of files.

    Raises:
        ToolError: Node is not installed.
    """
    printed = run(["node", "-e", BROTLI], text_input=json.dumps([str(path) for path in files]), timeout=120)
    contents = [path.read_bytes() for path in files]
    return [
        Size(path, len(content), len(gzip.compress(content, GZIP_LEVEL, mtime=0)), brotli)
        for path, content, brotli in zip(files, contents, json.loads(printed), strict=True)
    ]


def _line(name: str, sizes: Sequence[Size]) -> str:
    sums = (sum(size.plain for size in sizes), sum(size.gzip for size in sizes), sum(size.brotli for size in sizes))
    return f"{name:<36}" + "".join(f"{each / 1e3:10.1f}" for each in sums)


def table(folder: Path) -> str:
    """The sizes of a site's files in kB, their sum, and those of a first visit with each game.

    Raises:
        ToolError: The folder has no page, or Node is not installed.
    """
    files = page_files(folder)
    if folder / "index.html" not in files:
        raise ToolError(f"{folder} has no page: run `make build` first.")
    sizes = sizes_of(files)
    largest = sorted(sizes, key=lambda size: -size.gzip)
    lines = [f"{'kB':<36}{'plain':>10}{'gzip':>10}{'brotli':>10}"]
    lines += [_line(size.path.relative_to(folder).as_posix(), [size]) for size in largest]
    lines += ["", _line(f"all {len(files)} files", sizes)]
    for game in games_in(files):
        here = set(fetched_with(game, files))
        lines.append(_line(f"first visit with {game}", [size for size in sizes if size.path in here]))
    return "\n".join(lines)


def main() -> None:
    """Prints the table of the built site."""
    print(table(DIST))


if __name__ == "__main__":
    main_of(main)
