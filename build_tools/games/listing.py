"""The list of games that the page can read before the engine starts: name, summary, slug, and page module.

Vite's configuration asks for it (``virtual:games``). The same records make the registry that goes into the wheel.
"""

from __future__ import annotations

import argparse
import json
from contextlib import nullcontext

import examples
from build_tools.paths import ROOT
from build_tools.process import ToolError, main_of
from py_engine import games

__all__ = ["listed", "page_of"]


def page_of(module: str) -> str:
    """The page module of a game, from the root of the checkout.

    Args:
        module: the game's, such as ``py_engine.games.azul.game``. A game of the engine has a folder of its name among the
            page's games; an example has it beside its rules.
    """
    package = module.rpartition(".")[0]
    inner = package.removeprefix(f"{games.__name__}.")
    return f"web/src/games/{inner}/index.ts" if inner != package else f"{package.replace('.', '/')}/web/index.ts"


def listed(*, with_examples: bool = False) -> list[dict[str, object]]:
    """One record per game, in the order of the page.

    Raises:
        ToolError: two games have the same slug, or one has no page module.
    """
    with games.including(examples.GAMES) if with_examples else nullcontext():
        found = [(games.load(ruleset_id).info, page_of(module)) for ruleset_id, module in games.REGISTRY.items()]
    for info, page in found:
        if not (ROOT / page).is_file():
            raise ToolError(f"{info.name} has no page module: {page} is missing.")
        if sum(other.slug == info.slug for other, _ in found) > 1:
            raise ToolError(f"Two games have the slug {info.slug!r}: each needs its own address.")
    return [
        {
            "rulesetId": info.ruleset_id,
            "slug": info.slug,
            "name": info.name,
            "summary": info.summary,
            "played": "play" in info.capabilities,
            "alone": "play" in info.capabilities and info.min_players == 1,
            "page": page,
        }
        for info, page in found
    ]


def main() -> None:
    """Prints the list as JSON."""
    parser = argparse.ArgumentParser(description="Lists the games of the page.")
    parser.add_argument("--examples", action="store_true", help="with the examples")
    print(json.dumps(listed(with_examples=parser.parse_args().examples)))


if __name__ == "__main__":
    main_of(main)
