"""``python -m py_engine.lab entropy``: every Order player against every Chaos player, with the same tokens."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from py_engine.games.entropy.rules.state import RULESET_ID
from py_engine.games.entropy.rules.tables import SIZES
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.crossed import Crossing, Table
from py_engine.lab.core.earlier import gains
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import Player
from py_engine.lab.core.statistics import Mean
from py_engine.lab.core.writing import Rows, aligned, as_data, as_markdown, as_row, as_text, markdown, written
from py_engine.lab.entropy.matches import LOCKSTEP, OWN, play, player

__all__ = ["add", "crossing"]

ROLES = ["Order", "Chaos"]
AGAINST = "More than another version of the engine, game by game"
_SPEC = "a level's id, an evaluator's name, evaluator params as JSON, or NAME={...}"


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "entropy", help="play every Order against every Chaos of Entropy, with the same tokens"
    )
    parser.add_argument("--order", nargs="+", required=True, metavar="SPEC", help=f"{_SPEC}; or pass")
    parser.add_argument("--chaos", nargs="+", required=True, metavar="SPEC", help=_SPEC)
    parser.add_argument("--games", type=counted, default=100, help="games per pairing (100)")
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the first game (0); further games use the following seeds"
    )
    parser.add_argument("--size", type=int, choices=SIZES, default=SIZES[0], help="board size (7)")
    parser.add_argument("--next-token-known", action="store_true", help="show the next token before every move")
    parser.add_argument("--max-work", type=counted, help="limit every search by work instead of time")
    parser.add_argument(
        "--against", type=Path, metavar="FILE", help="compare with the same games in another version's file of results"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to this file")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the tables to this file")
    add_common(parser, "entropy")
    parser.set_defaults(run=_run)


def crossing(chosen: argparse.Namespace) -> Crossing:
    """The pairings given on the command line.

    Raises:
        LabError: a player cannot play its role.
    """
    rows, columns = ([player(text, chosen.max_work) for text in side] for side in (chosen.order, chosen.chaos))
    for side, role in ((rows, ROLES[0]), (columns, ROLES[1])):
        _require_apart(side, role)
    if any(each.params.get("evaluator") in OWN for each in columns):
        raise LabError("Chaos cannot pass.")
    options = {"size": chosen.size, "next_token_known": chosen.next_token_known}
    return Crossing(RULESET_ID, options, rows, columns, chosen.games, chosen.seed, LOCKSTEP)


def _require_apart(players: list[Player], role: str) -> None:
    names = [each.name for each in players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise LabError(f"{role} has two players called {twice!r}.")


def _run(chosen: argparse.Namespace) -> None:
    pairings = crossing(chosen)
    matches = pairings.matches()
    table = Table(pairings)
    try:
        with kept_work(chosen, "Playing", "matches") as work:
            for done in work(play, [task for _, _, task in matches]):
                table.add(*matches[done.number], done.result)
    finally:
        if table.points:
            print(as_text(table, ROLES))
    gained = gains(table, chosen.against) if chosen.against else []
    if gained:
        print(f"\n{AGAINST}\n{aligned(_grid(table, gained))}")
    if chosen.json is not None:
        more = {"more_than_another_version": [[as_row(mean) for mean in row] for row in gained]} if gained else {}
        chosen.json.write_text(written({**as_data(table, ROLES, _command(chosen)), **more}), "utf-8")
    if chosen.markdown is not None:
        text = as_markdown(table, ROLES, _command(chosen))
        more_text = f"\n{AGAINST}:\n\n{markdown(_grid(table, gained))}\n" if gained else ""
        chosen.markdown.write_text(text + more_text, "utf-8")


def _grid(table: Table, means: list[list[Mean]]) -> Rows:
    head = ["", *(player.name for player in table.crossing.columns)]
    shown = [[f"{mean.text(signed=True)} ({mean.games} games)" for mean in row] for row in means]
    return [head, *([player.name, *row] for player, row in zip(table.crossing.rows, shown, strict=True))]


def _command(chosen: argparse.Namespace) -> str:
    """The command line that reproduces the results."""
    words = ["python", "-m", "py_engine.lab", "entropy", "--order", *chosen.order, "--chaos", *chosen.chaos]
    words += ["--games", str(chosen.games), "--seed", str(chosen.seed), "--size", str(chosen.size)]
    words += ["--next-token-known"] * chosen.next_token_known
    if chosen.max_work is not None:
        words += ["--max-work", str(chosen.max_work)]
    return shlex.join(words)
