"""Recorded hands: the tasks that play them, the options of the step that records them, and their files.

A file of games is gzipped lines of JSON: the seed of its deals, then one hand a line.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

from py_engine.lab.core.commands import add_common, counted
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of

__all__ = ["HANDS", "Deals", "add_sets", "add_step", "read_games", "tasks", "write_games"]

HANDS = 100
"""Hands per task."""


class Deals(TypedDict):
    """A task: the hands of some deals."""

    seed: int
    first: int
    count: int
    worlds: int
    """Worlds that a player samples per decision."""
    engine: str


def tasks(seed: int, hands: int, worlds: int) -> list[Deals]:
    """The tasks of a number of hands."""
    engine = engine_of("hearts")
    return [
        {"seed": seed, "first": first, "count": min(HANDS, hands - first), "worlds": worlds, "engine": engine}
        for first in range(0, hands, HANDS)
    ]


def add_step(
    steps: Any, command: str, about: str, hands: int, worlds: int, *, name: str = "games"
) -> argparse.ArgumentParser:
    """Adds the step that records hands to a command, with its default numbers of hands and worlds."""
    games: argparse.ArgumentParser = steps.add_parser(name, help=about)
    games.add_argument("set", choices=("train", "test"), help="the deals to fit to, or those to measure by")
    games.add_argument("--hands", type=counted, default=hands, help=f"number of hands ({hands})")
    games.add_argument("--worlds", type=counted, default=worlds, help=f"worlds per decision ({worlds})")
    games.add_argument("--output", type=Path, required=True, metavar="FILE", help="gzipped lines of JSON")
    add_common(games, command)
    return games


def add_sets(fit: argparse.ArgumentParser) -> None:
    """Adds the two files of games that a step needs which fits."""
    fit.add_argument("train", type=Path, help="games to fit to")
    fit.add_argument("test", type=Path, help="games to measure by")


def write_games(path: Path, seed: int, hands: Sequence[Any]) -> str:
    """Writes a file of games, and returns its SHA-256."""
    lines = "".join(json.dumps(each) + "\n" for each in [seed, *hands])
    # Without a time in its header, the same games give the same file.
    packed = gzip.compress(lines.encode(), mtime=0)
    path.write_bytes(packed)
    return hashlib.sha256(packed).hexdigest()


def read_games(path: Path) -> tuple[int, list[Any]]:
    """The seed and the hands of a file of games.

    Raises:
        LabError: if the file cannot be read.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            seed, *hands = map(json.loads, file)
    except (OSError, ValueError) as error:
        raise LabError(f"The games {path} cannot be read: {error}.") from None
    return seed, hands
