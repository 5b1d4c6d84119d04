"""The documentation is complete: each game's page lists its modules, and no link between pages is broken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from build_tools.paths import ROOT
from py_engine.games import REGISTRY

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
GAMES = sorted(module.split(".")[2] for module in REGISTRY.values())


def modules_of(game: str) -> set[str]:
    """The paths of a game's modules within its package; packages that hold nothing but a docstring do not count."""
    folder = ROOT / "py_engine" / "games" / game
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.py") if path.name != "__init__.py"}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_lists_all_its_modules_and_no_others(game: str) -> None:
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    listed = {name for row in text.splitlines() if row.startswith("|") for name in re.findall(r"`([\w/]+\.py)`", row)}
    assert {name for name in listed if not name.endswith("__init__.py")} == modules_of(game)


def links_of(page: Path) -> Iterable[str]:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if not re.match(r"[a-z]+:|#", target):
            yield target.split("#")[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    assert [target for target in links_of(page) if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", ["README.md", "docs/games/swccg.md"])
def test_pages_give_the_strength_of_the_swccg_coach_as_the_screen_does(page: str) -> None:
    words = (ROOT / "web/src/games/swccg/words/strength.ts").read_text("utf-8")
    (strength,) = re.findall(r'STRENGTH = "(.+)"', words)
    assert strength in " ".join((ROOT / page).read_text("utf-8").split())
