"""Mirrored games: two games with the same decks and shuffles, in which the players swap sides."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.swccg.arena.game import Chair, Played, play_game, write_logs
from py_engine.lab.swccg.arena.players import PLAYERS, player_named
from py_engine.lab.swccg.arena.protocol import BOTS, SIDES, shared
from py_engine.lab.swccg.replays import load_cards

__all__ = ["SPLITS", "Common", "DeckPair", "Mirrored", "PairTask", "Who", "play_pair", "read_decks", "scores", "who"]

SPLITS = ("tuning", "test")


class Who(TypedDict):
    """A player: one of ``PLAYERS`` or ``BOTS``, and replaced weights of the coach."""

    name: str
    weights: dict[str, float]


class Common(TypedDict):
    """What all tasks of a run share."""

    first: Who
    cap: int
    cards: list[str]
    card_data: str
    """A hash of the cards."""
    driver: list[str]
    """The command that starts the driver."""
    logs: str | None
    sides: list[str]
    """The sides that the first player takes, of ``SIDES`` and in that order: a game for each."""
    engine: str
    """The version of the coach."""


class PairTask(Common):
    """Everything that two mirrored games depend on."""

    pair: str
    dark: str
    light: str
    seed: int
    second: Who


class Mirrored(TypedDict):
    """The games with one shuffle: one for each of ``sides``, which ``first`` plays in it."""

    sides: list[str]
    games: list[Played]


class DeckPair(NamedTuple):
    """A dark and a light deck that play each other."""

    name: str
    dark: str
    light: str
    split: str


def who(name: str, weights: Mapping[str, float]) -> Who:
    """A player by its name; the weights apply to the coach.

    Raises:
        LabError: if there is no such player.
    """
    if name not in (*PLAYERS, *BOTS):
        raise LabError(f"There is no player {name!r}; there are: {', '.join((*PLAYERS, *BOTS))}.")
    return Who(name=name, weights=dict(weights) if name == "coach" else {})


def read_decks(path: Path) -> list[DeckPair]:
    """The pairs of decks in a file: ``{"pairs": [{"name", "dark", "light", "split"}]}``.

    Raises:
        LabError: if the file cannot be read, or has another format.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise LabError(f"The decks {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise LabError(f"The decks {path} are not JSON.") from None
    return list(_pairs(path, data.get("pairs") if isinstance(data, dict) else None))


def _pairs(path: Path, rows: object) -> Iterator[DeckPair]:
    if not isinstance(rows, list) or not rows:
        raise LabError(f'The decks {path} should be like {{"pairs": [{{"name", "dark", "light", "split"}}]}}.')
    for row in rows:
        values = [row.get(name) if isinstance(row, dict) else None for name in DeckPair._fields]
        if not all(isinstance(value, str) and value for value in values) or values[3] not in SPLITS:
            raise LabError(f"A pair of decks in {path} lacks a name, a deck, or a split ({' or '.join(SPLITS)}).")
        yield DeckPair(*map(str, values))


def play_pair(task: PairTask) -> Mirrored:
    """Plays the games of a task.

    Raises:
        LabError: if the driver fails, or the engine of the coach differs from the task's.
    """
    require_same(task["engine"], engine_of("swccg"))
    load_cards([Path(path) for path in task["cards"]])
    games = []
    for own in task["sides"]:
        players = [task["first" if side == own else "second"] for side in SIDES]
        chairs = {side: _chair(task, side, who) for side, who in zip(SIDES, players, strict=True)}
        games.append(play_game(shared(task["driver"]), chairs, task["seed"], task["cap"]))
        if task["logs"] is not None:
            # Two coaches have the same names in both games.
            number = 1 + SIDES.index(own)
            name = f"{task['pair']} {task['seed']} {number} {players[0]['name']} {players[1]['name']}"
            plain = "".join(each if each.isalnum() else "-" for each in name)
            write_logs(Path(task["logs"]), plain, chairs)
    return Mirrored(sides=task["sides"], games=games)


def _chair(task: PairTask, side: str, player: Who) -> Chair:
    name, deck = f"{side.title()}-{player['name']}", task["dark"] if side == "dark" else task["light"]
    if player["name"] in BOTS:
        return Chair(name, deck, bot=player["name"])
    seed = f"{task['seed']} {side}"
    return Chair(name, deck, player_named(player["name"], player["weights"], seed))


def scores(results: Sequence[Mirrored]) -> list[dict[str, float]]:
    """For each shuffle, side by side, what the first player scored there: 1 for a win, one half for an open end."""

    def score(game: Played, side: str) -> float:
        return 0.5 if game["winner"] is None else float(game["winner"] == side)

    return [
        {side: score(game, side) for side, game in zip(each["sides"], each["games"], strict=True)} for each in results
    ]
