"""``hints <game>`` and ``cards <game>``: whether a hint is best when it is played, and whether cards contradict themselves."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Any

from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.honesty.said import Card, Hint, Spoken, tasks

__all__ = ["add"]


def add(commands: Any, games: Sequence[Spoken]) -> None:
    """Adds both commands."""
    _add(commands, games, "hints", "whether a hint is best when it is played", usual=500, run=_run_hints)
    _add(
        commands,
        games,
        "cards",
        "whether the sentences on graded moves contradict each other",
        usual=2_000,
        run=_run_cards,
    )


def _add(commands: Any, games: Sequence[Spoken], name: str, what: str, *, usual: int, run: Any) -> None:
    parser = commands.add_parser(name, help=what)
    each = parser.add_subparsers(required=True, metavar="game")
    for game in games:
        of_game = each.add_parser(game.name, help=game.help)
        of_game.add_argument(
            "--count", type=counted, default=usual, help=f"positions for hints, graded moves for cards ({usual:,})"
        )
        of_game.add_argument("--max-work", type=counted, default=game.work, help=f"of each evaluation ({game.work:,})")
        add_common(of_game, f"{name}-{game.name}")
        of_game.set_defaults(run=lambda chosen, game=game: run(chosen, game))


def _run_hints(chosen: argparse.Namespace, game: Spoken) -> None:
    with kept_work(chosen, "Asked for", "hints") as work:
        asked = tasks(game.source, chosen.count, chosen.max_work)
        found: list[Hint] = [done.result for done in work(game.hint, asked)]
    missed = [each for each in found if each["verdict"] != "best"]
    for each in missed:
        print(f"{each['position']}: hint {each['hint']}, then {each['verdict']}; best {each['best']}")
    print(f"{len(found) - len(missed):,} of {len(found):,} hints are best when they are played.")


def _run_cards(chosen: argparse.Namespace, game: Spoken) -> None:
    with kept_work(chosen, "Made", "cards") as work:
        asked = tasks(game.source, chosen.count, chosen.max_work)
        found: list[Card] = [done.result for done in work(game.card, asked)]
    for each in found:
        if each["faults"] or each["turned"]:
            turned = [f"turns with more work about {what}" for what in each["turned"]]
            print(f"{each['position']} ({each['verdict']}): {'; '.join([*each['faults'], *turned])}: {each['texts']}")
    faulty = sum(bool(each["faults"]) for each in found)
    print(f"{faulty:,} of {len(found):,} cards contradict themselves, their verdict or their values.")
    if game.source.turned is not None:
        turning = sum(bool(each["turned"]) for each in found)
        print(f"{turning:,} say something else with three times the work.")
    said = Counter(each["verdict"] for each in found)
    print("Verdicts: " + ", ".join(f"{name} {count:,}" for name, count in said.most_common()) + ".")
