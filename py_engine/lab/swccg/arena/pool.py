"""Games of several runs of the arena together: by opponent and side, held against what is aimed at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows
from py_engine.lab.swccg.arena.protocol import SIDES
from py_engine.lab.swccg.arena.standing import wilson

__all__ = ["FLOORS", "Game", "as_lines", "distinct", "pooled_rows", "read_games", "totals"]

FLOORS = {"keywords": 90, "beginner": 90, "advanced": 75, "rando": 70}
"""Opponent -> per cent of the games that the coach should win as either side."""
HEAD = ["second", "side", "games", "won", "lost", "open", "score", "95 %", "floor", "shown", "loops of the first"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game, in short.

    Attributes:
        first: Name of the first player, whose game it is.
        second: Name of its opponent.
        side: Side of the first player.
        pair: Name of the pair of decks.
        seed: Of the shuffles.
        cap: Decisions after which it would have been given up.
        engine: The coach's version.
        weights: The changed weights of the first player, as JSON.
        end: How it ended: ``win``, ``cap``, ``loop`` or ``broken``.
        won: 1 for a win of the first player, 0 for a loss, 0.5 if nobody won.
        looped: Whether the first player lost it by a loop.
        life: Life Force of the first player at the end less the opponent's.
        decisions: Of both players.
        wrong: Answers of the first player that were refused, left to the keywords, or scored with a failed evaluator.
    """

    first: str
    second: str
    side: str
    pair: str
    seed: int
    cap: int
    engine: str
    weights: str
    end: str
    won: float
    looped: bool
    life: int
    decisions: int
    wrong: int


def read_games(paths: Sequence[Path]) -> list[Game]:
    """The games in files of results: the arena's own (a shuffle a line), or those that ``swccg-pool --keep`` wrote.

    Raises:
        LabError: if a file cannot be read, or holds something else.
    """
    return [game for path in paths for game in _games(path)]


def _games(path: Path) -> Iterator[Game]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise LabError(f"The results in {path} cannot be read: {error.strerror}.") from None
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            yield from _of_pair(row) if "result" in row else [Game(**row)]
        except (ValueError, TypeError, KeyError):
            # The last line of a run that was interrupted may be cut off.
            if number < len(lines) or number == 1:
                raise LabError(f"Line {number} of {path} is not a result of swccg-arena.") from None


def _of_pair(row: Mapping[str, Any]) -> Iterator[Game]:
    task = row["task"]
    result = row["result"]
    for played, side in zip(result["games"], result.get("sides", SIDES), strict=True):
        own, other = played[side], played[SIDES[1 - SIDES.index(side)]]
        yield Game(
            first=task["first"]["name"],
            second=task["second"]["name"],
            side=side,
            pair=task["pair"],
            seed=task["seed"],
            cap=task["cap"],
            engine=task["engine"],
            weights=json.dumps(task["first"]["weights"], sort_keys=True),
            end=played["end"],
            won=0.5 if played["winner"] is None else float(played["winner"] == side),
            looped=played["looped"] == side,
            life=(own["life"] or 0) - (other["life"] or 0),
            decisions=own["decisions"] + other["decisions"],
            wrong=own["refused"] + own["failed"] + own["fallbacks"],
        )


def distinct(games: Iterable[Game]) -> list[Game]:
    """The games without those that occur again, as when a file of results is given twice.

    Raises:
        LabError: if they are not all games of one player with one set of weights.
    """
    found: dict[tuple[object, ...], Game] = {}
    for game in games:
        named = (game.engine, game.second, game.pair, game.seed, game.cap, game.side)
        found.setdefault(named, game)
    players = sorted({(game.first, game.weights) for game in found.values()})
    if len(players) > 1:
        names = ", ".join(f"{first} with {weights}" if weights != "{}" else first for first, weights in players)
        raise LabError(f"These are games of different first players, which are not pooled: {names}.")
    return list(found.values())


def pooled_rows(games: Sequence[Game]) -> Rows:
    """The table: a line for each opponent and side, and one for each opponent."""
    rows = [HEAD]
    for second in dict.fromkeys(game.second for game in games):
        own = [game for game in games if game.second == second]
        rows += [_row(second, side, [game for game in own if game.side == side]) for side in SIDES]
        rows.append(_row(second, "both", own))
    return rows


def _row(second: str, side: str, games: Sequence[Game]) -> list[str]:
    won, lost = (len([game for game in games if game.won == end]) for end in (1, 0))
    unfinished = len(games) - won - lost
    low, high = wilson(won + unfinished / 2, len(games))
    floor = FLOORS.get(second)
    return [
        second,
        side,
        f"{len(games)}",
        f"{won}",
        f"{lost}",
        f"{unfinished}",
        f"{100 * (won + unfinished / 2) / len(games):.0f}" if games else "-",
        f"{100 * low:.0f}-{100 * high:.0f}",
        "-" if floor is None else f"{floor}",
        "-" if floor is None else _shown(100 * low, 100 * high, floor),
        f"{len([game for game in games if game.looped])}",
    ]


def _shown(low: float, high: float, floor: float) -> str:
    """Whether games show that a share is at least the floor: the whole interval is on one side of it, or the question is open."""
    return "yes" if low >= floor else "no" if high < floor else "open"


def totals(games: Sequence[Game]) -> str:
    """A sentence on all games."""
    won, lost = (len([game for game in games if game.won == end]) for end in (1, 0))
    seeds = sorted({game.seed for game in games})
    pairs, versions = len({game.pair for game in games}), len({game.engine for game in games})
    engines = "one version of the engine" if versions == 1 else f"{versions} versions of the engine"
    return (
        f"{len(games)} games, {sum(game.decisions for game in games):,} decisions, {pairs} pairs of decks, seeds "
        f"{', '.join(map(str, seeds))}, {engines}: won {won}, lost {lost}, open {len(games) - won - lost}; "
        f"{sum(game.wrong for game in games)} answers of the first player were refused or not scored as they should be."
    )


def as_lines(games: Sequence[Game]) -> str:
    """The games as lines of JSON."""
    names = [each.name for each in fields(Game)]
    return "".join(json.dumps({name: asdict(game)[name] for name in names}) + "\n" for game in games)
