"""Golden results of Hearts' search, to notice when they change.

They are the ranked moves and their values from 32 worlds with a fixed seed. After an intended change, rewrite them with

    python -m tests.games.hearts.golden
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from py_engine.core.results import Candidate
from tests.games.hearts.searched import greedy_hand, searched

FILE = Path(__file__).with_name("hearts_golden.json")
WORLDS = 32
POSITIONS: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("pass", 3, 1, {}),
    ("lead", 3, 8, {}),
    ("follow", 7, 13, {}),
    ("discard", 4, 22, {}),
    ("jack of diamonds", 2, 16, {"jack_of_diamonds": True}),
    ("near the end", 6, 17, {"points_to_end": 20}),
    ("endgame", 8, 46, {}),
)
"""Name, seed of the deal, number of moves made, options of the game."""


def answers() -> dict[str, Any]:
    """By position: the search's objective, and the ranked moves with their values."""
    found = {}
    for name, seed, moves_made, options in POSITIONS:
        result = searched(greedy_hand(seed, **options)[moves_made], worlds=WORLDS)
        moves = [_row(candidate) for candidate in result.candidates]
        found[name] = {"objective": result.metadata.objective, "moves": moves}
    return found


def _row(candidate: Candidate) -> list[JsonValue]:
    assert isinstance(candidate.action, dict)
    return [*candidate.action.values(), candidate.ev]


def as_text(found: dict[str, Any]) -> str:
    """The results as JSON with one move per line."""
    parts = []
    for name, each in found.items():
        moves = ",\n".join(f"      {json.dumps(move)}" for move in each["moves"])
        parts.append(f'  "{name}": {{\n    "objective": "{each["objective"]}",\n    "moves": [\n{moves}\n    ]\n  }}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(as_text(answers()), "utf-8")
    sys.stdout.write(f"Wrote {FILE.name}.\n")
