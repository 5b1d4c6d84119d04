"""The licences of all third-party work on the site, and the page ``licences.html`` that lists them.

Wheels and npm packages contain their licences; the parts of Pyodide's core are listed in
``licence_texts/components.toml``. Vite's configuration runs this once it knows what is bundled into the page, before the
service worker lists the page's files.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.parser import Parser
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from build_tools.paths import BUNDLED, DIST, ROOT, WEB
from build_tools.process import ToolError, main_of
from build_tools.runtime import packed
from build_tools.shipping.headers import policy_of
from build_tools.shipping.pages import framed
from py_engine import __version__

__all__ = ["Crate", "Notice", "components", "listed", "notices", "of_package", "of_wheel", "page", "unlisted", "write"]

TEXTS = ROOT / "build_tools" / "shipping" / "licence_texts"
A_LICENCE = re.compile(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
OURS = "py_engine"
LINKS = """\
<link rel="icon" type="image/svg+xml" href="./icon.svg" />
<link rel="stylesheet" href="./licences.css" />
<script src="./theme.js"></script>
"""


@dataclass(frozen=True)
class Crate:
    """A Rust crate that is compiled into another component.

    Attributes:
        name: Its name.
        version: Its version.
        author: Its authors.
    """

    name: str
    version: str
    author: str


@dataclass(frozen=True)
class Notice:
    """A third-party work and its licence.

    Attributes:
        name: Its name.
        version: Its version; empty if unknown.
        licence: The licence's SPDX expression.
        files: The files, folder or wheel of the site that contain it.
        own: Licence texts included with it: name and text.
        copyright: Copyright lines, if none of its own texts has them.
        standard: Names of standard licence texts.
        source: The address of its sources, if it must be listed.
        registry: The package type as in package URLs; empty for a part of another component.
        crates: The crates, if this stands for several Rust crates of one licence.
    """

    name: str
    version: str
    licence: str
    files: tuple[str, ...]
    own: tuple[tuple[str, str], ...] = ()
    copyright: tuple[str, ...] = ()
    standard: tuple[str, ...] = ()
    source: str = ""
    registry: str = ""
    crates: tuple[Crate, ...] = ()


@cache
def components() -> tuple[Notice, ...]:
    """The works in files that contain no licence themselves."""
    read: dict[str, Any] = tomllib.loads((TEXTS / "components.toml").read_text(encoding="utf-8"))
    return tuple(
        Notice(
            name=each["name"],
            version=each.get("version", ""),
            licence=each["licence"],
            files=tuple(each["files"]),
            copyright=tuple(each["copyright"]),
            standard=tuple(each["texts"]),
            source=each["source"],
            registry=each.get("registry", ""),
            crates=tuple(_crates(each.get("crates", {}))),
        )
        for each in read["component"]
    )


def _crates(by_author: Mapping[str, Sequence[str]]) -> Iterable[Crate]:
    for author, crates in by_author.items():
        for crate in crates:
            name, version = crate.split(" ")
            yield Crate(name, version, author)


def of_wheel(path: Path) -> Notice:
    """The notice for a packed wheel, from its metadata.

    Raises:
        ToolError: It contains no licence text.
    """
    with packed.unpacked(path) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" in name]
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        fields = Parser().parsestr(archive.read(metadata).decode())
        found = [
            (name.split(".dist-info/")[1].removeprefix("licenses/"), archive.read(name).decode())
            for name in sorted(names)
            if "/licenses/" in name or A_LICENCE.search(name)
        ]
    if not found:
        raise ToolError(f"{path.name} contains no licence: put one into {TEXTS.relative_to(ROOT)}.")
    licence = fields["License-Expression"] or fields["License"] or _classified(fields.get_all("Classifier", []))
    return Notice(fields["Name"], fields["Version"], licence, (path.name,), tuple(found), registry="pypi")


def _classified(classifiers: Iterable[str]) -> str:
    """The licence in the classifiers of older metadata, without the word License, which matches short SPDX ids."""
    licences = [each.split(" :: ")[-1] for each in classifiers if each.startswith("License :: ")]
    return " AND ".join(each.removesuffix(" License") for each in licences)


def of_package(folder: Path) -> Notice:
    """The notice for an npm package, from its ``package.json``.

    Raises:
        ToolError: It contains no licence text.
    """
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    found = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.iterdir()) if _is_licence(path)]
    if not found:
        raise ToolError(f"{about['name']}, which is bundled into the page, contains no licence.")
    return Notice(about["name"], about["version"], about["license"], ("assets",), tuple(found), registry="npm")


def _is_licence(path: Path) -> bool:
    return path.is_file() and A_LICENCE.search(path.name) is not None


def notices(runtime: Path, packages: Sequence[Path]) -> list[Notice]:
    """The notices for all third-party work on the site.

    Args:
        runtime: The folder with the core and the wheels.
        packages: The folders of the npm packages bundled into the page.
    """
    wheels = [
        of_wheel(path) for path in sorted(runtime.glob(f"*{packed.SUFFIX}")) if not path.name.startswith(f"{OURS}-")
    ]
    return [*(of_package(folder) for folder in packages), *wheels, *components()]


def bundled() -> list[Path]:
    """The folders of the npm packages bundled into the page by the last build."""
    return [WEB / name for name in json.loads(BUNDLED.read_text(encoding="utf-8"))]


def runtime_of(site: Path) -> Path:
    """The folder of the site's runtime."""
    return site / "runtime" / str(json.loads((site / "runtime" / "manifest.json").read_text(encoding="utf-8"))["path"])


def _section(notice: Notice) -> str:
    """The HTML section for a work."""
    title = f"{notice.name} {notice.version}".strip()
    crates = ", ".join(f"{crate.name} {crate.version} ({crate.author})" for crate in notice.crates)
    lines = [f"<p>{escape(line)}</p>" for line in (crates, *notice.copyright) if line]
    if notice.source:
        lines.append(f"<p>Sources: {escape(notice.source)}</p>")
    lines += [
        f"<details><summary>{escape(name)}</summary><pre>{escape(text.strip(chr(10)))}</pre></details>"
        for name, text in notice.own
    ]
    links = ", ".join(f'<a href="#{name}">{escape(name)}</a>' for name in notice.standard)
    if links:
        lines.append(f"<p>Text: {links}</p>")
    marks = f'data-name="{escape(notice.name)}" data-files="{escape(" ".join(notice.files))}"'
    return f"<section {marks}><h3>{escape(title)}</h3><p>{escape(notice.licence)}</p>{''.join(lines)}</section>"


def page(found: Sequence[Notice], policy: str) -> str:
    """The page of licences.

    Args:
        found: The works to list.
        policy: The site's Content-Security-Policy.
    """
    names = sorted({name for notice in found for name in notice.standard})
    texts = "\n".join(
        f'<details id="{name}"><summary>{name}</summary><pre>{escape(_standard(name))}</pre></details>'
        for name in names
    )
    ours = escape((ROOT / "LICENSE").read_text(encoding="utf-8"))
    body = f"""<header><a href="./">Hindsight</a></header>
<main>
<h1>Licences</h1>
<p>Hindsight {__version__} is made of its own code and of the work of many others.</p>
<h2>Hindsight</h2>
<details><summary>MIT</summary><pre>{ours}</pre></details>
<h2>The work of others</h2>
{chr(10).join(map(_section, found))}
<h2>Texts</h2>
{texts}
</main>
"""
    return framed("Licences", policy, body, LINKS)


def _standard(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8").strip("\n")


def write(site: Path, packages: Sequence[Path]) -> None:
    """Writes ``licences.html`` and its style sheet into a site that is being built."""
    policy = policy_of((WEB / "index.html").read_text(encoding="utf-8"))
    (site / "licences.html").write_text(page(notices(runtime_of(site), packages), policy), encoding="utf-8")
    styles = [WEB / "src" / "styles" / "tokens.css", TEXTS / "page.css"]
    (site / "licences.css").write_text("".join(path.read_text(encoding="utf-8") for path in styles), encoding="utf-8")


def listed(html: str) -> tuple[set[str], set[str]]:
    """The names of the works on a page of licences, and the files that contain them."""
    names = set(re.findall(r'<section data-name="([^"]*)"', html))
    files = {file for each in re.findall(r'data-files="([^"]*)"', html) for file in each.split()}
    return names, files


def unlisted(site: Path, packages: Sequence[Path]) -> list[str]:
    """Third-party files and packages of a site that are missing on its page of licences."""
    names, files = listed((site / "licences.html").read_text(encoding="utf-8"))
    runtime = runtime_of(site)
    ours = {path.name for path in runtime.glob("*.bin")} | {
        path.name for path in runtime.glob(f"{OURS}-*{packed.SUFFIX}")
    }
    missing = {path.name for path in runtime.iterdir()} - files - ours
    missing |= {json.loads((folder / "package.json").read_text())["name"] for folder in packages} - names
    return sorted(missing)


def main() -> None:
    """Writes the page of licences for the site that is being built."""
    write(DIST, bundled())


if __name__ == "__main__":
    main_of(main)
