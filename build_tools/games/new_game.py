"""Writes the skeleton of a new game: ``make new-game NAME=othello``.

The skeleton is a game of two moves that can be played and passes the checks; ``docs/adding-a-game.md`` explains
each file.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from build_tools.paths import ROOT
from build_tools.process import ToolError, main_of, run

__all__ = ["register", "targets", "write"]

SKELETON = Path(__file__).with_name("skeleton")
SUFFIX = ".txt"
"""The skeleton's files end in it, so that no tool takes them for sources."""
REGISTRY = Path("py_engine", "games", "__init__.py")
_END_OF_REGISTRY = re.compile(r'(REGISTRY: dict\[str, str\] = \{\n(?:    "\w+": "[\w.]+",\n)+)')


def targets(name: str) -> dict[str, Path]:
    """Where the parts of the skeleton go, from the root of the checkout."""
    return {
        "engine": Path("py_engine", "games", name),
        "page": Path("web", "src", "games", name),
        "tests": Path("tests", "games", name),
    }


def register(name: str, source: str) -> str:
    """The source of the registry with a line for the game.

    Raises:
        ToolError: the registry is not where it is looked for.
    """
    line = f'    "{name}_v1": "py_engine.games.{name}.game",\n'
    changed, count = _END_OF_REGISTRY.subn(lambda found: found[1] + line, source)
    if count != 1:
        raise ToolError(f"There is no REGISTRY in {REGISTRY} to add a game to.")
    return changed


def write(name: str, root: Path = ROOT) -> list[Path]:
    """Writes the files and the line of the registry.

    Args:
        name: The game's: lower-case words joined by underscores.
        root: The checkout.

    Returns:
        The files, from the root.

    Raises:
        ToolError: the name is invalid or taken.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise ToolError(
            f"{name!r} is not a valid name: use lower-case letters, digits and underscores, as in NAME=nine_holes."
        )
    taken = [folder for folder in targets(name).values() if (root / folder).exists()]
    if taken:
        raise ToolError(f"There is a game of that name: {taken[0]} exists.")
    title = name.replace("_", " ").title()
    words = {"@name@": name, "@slug@": name.replace("_", "-"), "@Title@": title, "@Name@": title.replace(" ", "")}
    sources = [
        (source, folder / source.relative_to(SKELETON / part).with_suffix(""))
        for part, folder in targets(name).items()
        for source in sorted((SKELETON / part).rglob(f"*{SUFFIX}"))
    ]
    sources.append((SKELETON / f"docs.md{SUFFIX}", Path("docs", "games", f"{name}.md")))
    for source, target in sources:
        text = source.read_text(encoding="utf-8")
        for word, meaning in words.items():
            text = text.replace(word, meaning)
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        (root / target).write_text(text, encoding="utf-8")
    registry = root / REGISTRY
    registry.write_text(register(name, registry.read_text(encoding="utf-8")), encoding="utf-8")
    return [target for _, target in sources]


def main() -> None:
    """Writes the skeleton and the page's types, and says what comes next."""
    parser = argparse.ArgumentParser(description="Writes the skeleton of a new game.")
    parser.add_argument("name", help="such as othello")
    name = parser.parse_args().name
    for path in write(name):
        print(path)
    print(run([sys.executable, "-m", "build_tools.types"], cwd=ROOT), end="")
    print(f"""
{REGISTRY} lists {name}_v1. Next: `make serve` to play it, and docs/adding-a-game.md to make a game of it.
`.venv/bin/python -m tests.parity.record --write` puts its answers on record, and
`.venv/bin/python -m tests.bridge.playthrough` a random game.""")


if __name__ == "__main__":
    main_of(main)
