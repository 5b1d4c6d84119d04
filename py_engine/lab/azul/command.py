"""``python -m py_engine.lab azul``: players of Azul against opponents, in mirrored games with the same bags."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, TypedDict

from py_engine.games.azul.game import GAME
from py_engine.lab.azul.match import Game, Standing, play_game
from py_engine.lab.azul.players import BASELINES, PLAYERS, named
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import PlayerData
from py_engine.lab.core.statistics import Mean
from py_engine.lab.core.writing import Rows, as_row, markdown_report, titled, titled_markdown, written

__all__ = ["BATCH", "add", "batch", "pairings"]

BATCH = 10
"""Deals of each pairing between two checks of the standard errors."""
_SPEC = f"{', '.join(PLAYERS)}, a level's id, an evaluator's name, evaluator params as JSON, or NAME={{...}}; with @COMMIT, of an earlier version"


def _error(text: str) -> float:
    found = float(text)
    if not 0 < found < 100:
        raise ValueError
    return found


_error.__name__ = "number of per cent"  # argparse shows it in error messages


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("azul", help="players of Azul against opponents, in mirrored games")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--players", nargs="+", metavar="SPEC", help=_SPEC)
    who.add_argument("--levels", action="store_true", help="each level of the game against the one below it")
    parser.add_argument(
        "--opponents", nargs="+", default=list(BASELINES), metavar="SPEC", help=f"({' '.join(BASELINES)})"
    )
    parser.add_argument("--deals", type=counted, default=100, help="per pairing, each played twice (100)")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal (0); later deals count up from it")
    parser.add_argument(
        "--until-error",
        type=_error,
        metavar="E",
        help="stop a pairing before --deals once the standard error of its share of games won is E per cent",
    )
    parser.add_argument("--max-work", type=counted, help="end every search by this work instead of the clock")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there too")
    add_common(parser, "azul")
    parser.set_defaults(run=_run)


def pairings(chosen: argparse.Namespace) -> list[Standing]:
    """The pairings of the command line: every player with every opponent, except itself.

    Raises:
        LabError: a player cannot play, or two have the same name.
    """
    if chosen.levels:
        levels = [named(level.id, chosen.max_work) for level in GAME.coach.levels]
        return [Standing(above, below) for below, above in pairwise(levels)]
    players, opponents = (
        [named(text, chosen.max_work) for text in side] for side in (chosen.players, chosen.opponents)
    )
    for one, other in combinations([*players, *opponents], 2):
        if one.name == other.name and one.params != other.params:
            raise LabError(f"There are two players called {one.name!r}.")
    found = [Standing(one, other) for one in players for other in opponents if one.name != other.name]
    if not found:
        raise LabError("No player has an opponent.")
    return found


def batch(
    standings: Sequence[Standing], first_seed: int, deals: int, until: float | None
) -> list[tuple[Standing, int, int, Game]]:
    """The next games to play, ordered by deal, so that any part of them is spread evenly; empty when all are played.

    Args:
        standings: The pairings so far.
        first_seed: Seed of the first deal.
        deals: Maximum number of deals per pairing.
        until: Stops a pairing once the standard error of its share of games won is this many per cent; None plays all.
    """
    found = []
    for place, standing in enumerate(standings):
        done = len(standing.games)
        more = deals - done if until is None else min(BATCH, deals - done)
        if until is not None and standing.doubt() <= until:
            more = 0
        seeds = range(first_seed + done, first_seed + done + more)
        found += [(seed, place, seat, task) for seed, seat, task in standing.tasks(seeds)]
    found.sort(key=lambda each: each[:3])
    return [(standings[place], seed, seat, task) for seed, place, seat, task in found]


def _run(chosen: argparse.Namespace) -> None:
    standings = pairings(chosen)
    try:
        with kept_work(chosen, "Played", "games") as work:
            while games := batch(standings, chosen.seed, chosen.deals, chosen.until_error):
                for done in work(play_game, [task for _, _, _, task in games]):
                    standing, seed, seat, _ = games[done.number]
                    standing.add(seed, seat, done.result)
    finally:
        if any(standing.games for standing in standings):
            print(titled(_parts(standings)))
    if chosen.json is not None:
        chosen.json.write_text(written(_as_data(standings, chosen)), "utf-8")
    if chosen.markdown is not None:
        text = markdown_report(titled_markdown(_parts(standings)), _command(chosen))
        chosen.markdown.write_text(text, "utf-8")


def _parts(standings: Sequence[Standing]) -> list[tuple[str, Rows]]:
    played = [standing for standing in standings if standing.games]
    head = ["player", "opponent", "games", "won, %", "points ahead", "moves", "opponent's moves"]
    rows, speeds = [head], [["player", "opponent", "ms per move", "opponent's"]]
    for standing in played:
        names, sides = [standing.first.name, standing.second.name], [standing.side(number) for number in range(2)]
        games = str(2 * standing.share().games)
        results = [standing.share().text(), standing.difference().text(signed=True)]
        rows.append([*names, games, *results, *(f"{side.moves:.1f}" for side in sides)])
        speeds.append([*names, *(f"{side.milliseconds:.1f}" for side in sides)])
    return [
        ("Mirrored games with the same bags; ties count half, ± is the standard error over deals", rows),
        ("Mean time per move, on the machine that played", speeds),
    ]


class MeanOnly(TypedDict):
    """A mean as JSON data; unknown values are null."""

    mean: float | None
    error: float | None


class PairingData(TypedDict):
    """A pairing's results as JSON data; ``moves`` lists both players'."""

    player: str
    opponent: str
    deals: int
    won_per_cent: MeanOnly
    points_more: MeanOnly
    moves: list[float]


class SpeedData(TypedDict):
    """Milliseconds per move, by player."""

    player: str
    opponent: str
    mean: list[float]


class ResultsData(TypedDict):
    """The command's results as JSON data."""

    command: str
    first_seed: int
    players: list[PlayerData]
    results: list[PairingData]
    milliseconds_a_move: list[SpeedData]


def _as_data(standings: Sequence[Standing], chosen: argparse.Namespace) -> ResultsData:
    """JSON data: the players, the results, and separately the time per move."""
    players = {player.name: player for standing in standings for player in (standing.first, standing.second)}
    return {
        "command": _command(chosen),
        "first_seed": chosen.seed,
        "players": [player.as_data() for player in players.values()],
        "results": [
            {
                "player": standing.first.name,
                "opponent": standing.second.name,
                "deals": standing.share().games,
                "won_per_cent": _mean(standing.share()),
                "points_more": _mean(standing.difference()),
                "moves": [standing.side(number).moves for number in range(2)],
            }
            for standing in standings
        ],
        "milliseconds_a_move": [
            {
                "player": standing.first.name,
                "opponent": standing.second.name,
                "mean": [standing.side(number).milliseconds for number in range(2)],
            }
            for standing in standings
        ],
    }


def _mean(mean: Mean) -> MeanOnly:
    row = as_row(mean)
    return {"mean": row["mean"], "error": row["error"]}


def _command(chosen: argparse.Namespace) -> str:
    """The command line for the same results."""
    words = ["python", "-m", "py_engine.lab", "azul"]
    words += ["--levels"] if chosen.levels else ["--players", *chosen.players, "--opponents", *chosen.opponents]
    words += ["--deals", str(chosen.deals), "--seed", str(chosen.seed)]
    if chosen.until_error is not None:
        words += ["--until-error", f"{chosen.until_error:g}"]
    if chosen.max_work is not None:
        words += ["--max-work", str(chosen.max_work)]
    return shlex.join(words)
