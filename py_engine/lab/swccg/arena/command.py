"""``python -m py_engine.lab swccg-arena``: whole games of SWCCG on GEMP's rules engine, which somebody has built."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of
from py_engine.lab.core.writing import aligned, markdown, markdown_report, written
from py_engine.lab.swccg.arena.engine import driver_command
from py_engine.lab.swccg.arena.matches import (
    SPLITS,
    Common,
    DeckPair,
    Mirrored,
    PairTask,
    Who,
    play_pair,
    read_decks,
    who,
)
from py_engine.lab.swccg.arena.players import PLAYERS
from py_engine.lab.swccg.arena.protocol import BOTS, SIDES
from py_engine.lab.swccg.arena.standing import Standing, rows_of, standing_of
from py_engine.lab.swccg.options import overrides
from py_engine.lab.swccg.replays import digest

__all__ = ["add"]

CAP = 6_000
"""Decisions of both players after which a game is given up; most games have fewer than 2,000."""
_NOTES = (
    "Each pair is two games with the same decks and shuffles, in which the players swap sides. won, lost: games; open:"
    " given up undecided, half a win each. score: per cent, ± a standard error over pairs; 95 %: Wilson's interval, with"
    " half a win for each open game. life Force: the first player's at the end, less the second's. unfinished: games that did not"
    " end by the rules; loops: by whom, which lost the game."
)


def add(commands: Any) -> None:
    """Adds the command."""
    names = ", ".join((*PLAYERS, *BOTS))
    parser = commands.add_parser("swccg-arena", help="games of SWCCG on a GEMP engine that somebody has built")
    parser.add_argument("--decks", type=Path, required=True, metavar="FILE", help="pairs of decks, as JSON")
    engine = parser.add_mutually_exclusive_group(required=True)
    engine.add_argument("--classpath", nargs="+", type=Path, metavar="PATH", help="of the built engine and its jars")
    engine.add_argument("--driver", metavar="COMMAND", help="another program that speaks the driver's protocol")
    parser.add_argument("--jdk", type=Path, metavar="FOLDER", help="the Java development kit (the one on the path)")
    parser.add_argument("--first", default="coach", help=f"a player: {names} (coach)")
    parser.add_argument("--second", nargs="+", default=["keywords"], metavar="PLAYER", help="opponents (keywords)")
    parser.add_argument("--split", choices=(*SPLITS, "all"), default="test", help="which pairs of decks (test)")
    parser.add_argument("--rounds", type=counted, default=1, help="shuffles per pair of decks (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the shuffles (0)")
    parser.add_argument(
        "--side", choices=SIDES, help="the first player takes only this side (both, with the same shuffles)"
    )
    parser.add_argument("--cap", type=counted, default=CAP, help=f"decisions after which a game is given up ({CAP})")
    parser.add_argument(
        "--cards", nargs="+", type=Path, default=[], metavar="FILE", help="the card database (Dark.json, Light.json)"
    )
    parser.add_argument("--weights", type=Path, metavar="FILE", help="replaces weights of the first player's coach")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="keeps the games there, as replays with answers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also writes the results there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also writes the table there")
    add_common(parser, "swccg-arena")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    first = who(chosen.first, overrides(chosen.weights))
    seconds = [who(name, {}) for name in chosen.second]
    decks = [each for each in read_decks(chosen.decks) if chosen.split in (each.split, "all")]
    if not decks:
        raise LabError(f"There is no pair of decks for {chosen.split} in {chosen.decks}.")
    driver = driver_command(chosen.classpath, chosen.jdk) if chosen.classpath else shlex.split(chosen.driver)
    common = _common(chosen, first, driver)
    tasks: list[PairTask] = [
        {**common, "pair": pair.name, "dark": pair.dark, "light": pair.light, "seed": seed, "second": second}
        for second, pair, seed in _pairings(chosen, seconds, decks)
    ]
    with kept_work(chosen, "Played", "pairs of games") as work:
        results: list[Mirrored] = [done.result for done in work(play_pair, tasks)]
    by_second: dict[str, list[Mirrored]] = {second["name"]: [] for second in seconds}
    for task, result in zip(tasks, results, strict=True):
        by_second[task["second"]["name"]].append(result)
    standings = [standing_of(first["name"], name, found) for name, found in by_second.items()]
    _report(chosen, first, standings, len(decks))


def _pairings(chosen: argparse.Namespace, seconds: list[Who], decks: list[DeckPair]) -> list[tuple[Who, DeckPair, int]]:
    """All games, the rounds outermost, so that an interrupted run has played all decks and opponents alike."""
    return [
        (second, pair, chosen.seed + round_) for round_ in range(chosen.rounds) for pair in decks for second in seconds
    ]


def _common(chosen: argparse.Namespace, first: Who, driver: list[str]) -> Common:
    """What all tasks share."""
    return {
        "first": first,
        "cap": chosen.cap,
        "cards": [str(path) for path in chosen.cards],
        "card_data": digest(chosen.cards),
        "driver": driver,
        "logs": None if chosen.logs is None else str(chosen.logs),
        "sides": [side for side in SIDES if chosen.side in (side, None)],
        "engine": engine_of("swccg"),
    }


def _report(chosen: argparse.Namespace, first: Who, standings: list[Standing], decks: int) -> None:
    rows = rows_of(standings)
    total, seconds = sum(each.decisions for each in standings), sum(each.seconds for each in standings)
    facts = "with card facts" if chosen.cards else "without card facts"
    summary = (
        f"{first['name'].capitalize()} {facts}, {decks} pairs of decks ({chosen.split}), {chosen.rounds} rounds: "
        f"{total:,} decisions; the first player had {sum(each.refused for each in standings)} answers refused, "
        f"{sum(each.failed for each in standings)} evaluators failed, "
        f"and {sum(each.fallbacks for each in standings)} answers were left to the keywords."
    )
    print(f"{summary}\n{total / max(seconds, 0.001):.0f} decisions a second with the engine.\n\n{aligned(rows)}")
    title = "SWCCG's coach in games on the real rules"
    if chosen.json is not None:
        data = {"title": title, "command": _command(chosen), "standings": [each.as_json() for each in standings]}
        chosen.json.write_text(written(data), "utf-8")
    if chosen.markdown is not None:
        text = markdown_report([f"# {title}", _NOTES, summary, markdown(rows)], _command(chosen))
        chosen.markdown.write_text(text, "utf-8")


def _command(chosen: argparse.Namespace) -> str:
    """The command line that reproduces the results; files are given without their folders."""
    words = ["python", "-m", "py_engine.lab", "swccg-arena", "--decks", chosen.decks.name, "--first", chosen.first]
    words += ["--second", *chosen.second, "--split", chosen.split, "--rounds", f"{chosen.rounds}"]
    words += ["--side", chosen.side] if chosen.side is not None else []
    words += ["--seed", f"{chosen.seed}", "--cap", f"{chosen.cap}"]
    words += ["--cards", *(path.name for path in chosen.cards)] if chosen.cards else []
    words += ["--weights", chosen.weights.name] if chosen.weights is not None else []
    return shlex.join(words)
