"""Golden playthroughs: a random game of each game as text, to notice a change of the rules and to read how it is played.

They are in the manner of OpenSpiel's playthroughs (Lanctot et al. 2019). After an intended change, or for a new game,
write them with

    python -m tests.bridge.playthrough
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import examples
from py_engine import games
from tests.bridge.asking import ask
from tests.bridge.conformance import tests_of
from tests.parity.played import play

__all__ = ["Playthrough", "as_text", "file_of", "playthrough", "rulesets"]

FOLDER = Path(__file__).with_name("playthroughs")
SEED = 1
OPTIONS: dict[str, dict[str, Any]] = {"hearts_v1": {"points_to_end": 20}}
"""Options that keep a game short."""
EVERY = 10
"""The position is written before every tenth move, and at the end."""


class Playthrough(NamedTuple):
    """A game's positions and moves; one position more than moves, unless the game is a log that ends with a move."""

    states: list[dict[str, Any]]
    actions: list[Any]


def rulesets() -> dict[str, str]:
    """All games, the examples included: ruleset -> module."""
    return games.REGISTRY | examples.GAMES


def file_of(ruleset: str) -> Path:
    """Where a game's playthrough is kept."""
    return FOLDER / f"{rulesets()[ruleset].split('.')[-2]}.txt"


def playthrough(ruleset: str) -> Playthrough:
    """A random game; the game's own ``playthrough`` among its tests if it can be reviewed but not played."""
    if games.load(ruleset).play is None:
        return Playthrough(*tests_of(ruleset, "playthrough").played())
    return Playthrough(*play(ruleset, SEED, OPTIONS.get(ruleset, {})))


def as_text(ruleset: str) -> str:
    """The playthrough of a game: its positions, numbers of legal actions, moves and returns."""
    with games.including(examples.GAMES):
        states, actions = playthrough(ruleset)
        lines = [f"ruleset: {ruleset}", f"seed: {SEED}", f"options: {json.dumps(OPTIONS.get(ruleset, {}))}"]
        for number, action in enumerate(actions):
            lines += _position(states[number]) if number % EVERY == 0 else []
            player = states[number].get("active_player_id", 0)
            legal = ask("list_legal_actions", states[number], player)
            assert action in legal
            lines.append(f"{number + 1}. player {player + 1}, {len(legal)} legal: {json.dumps(action)}")
        if len(states) > len(actions):
            lines += [*_position(states[-1]), f"returns: {states[-1]['returns']}"]
    return "\n".join(lines) + "\n"


def _position(state: dict[str, Any]) -> Iterator[str]:
    yield from ("", *ask("describe_state", state).splitlines(), "")


def main() -> None:
    """Writes the playthroughs of all games."""
    FOLDER.mkdir(exist_ok=True)
    for ruleset in rulesets():
        file_of(ruleset).write_text(as_text(ruleset), encoding="utf-8")
        sys.stdout.write(f"Wrote {file_of(ruleset).name}.\n")


if __name__ == "__main__":
    main()
