"""Whole positions for decisions, which know open rows and upper score only: every closed row gets points that fit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from py_engine.core.results import to_json
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import Options, Player, YatzyState
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, MULTISETS, RULESET_ID, UPPER, Rules
from py_engine.lab.core.versions import engine_of
from py_engine.lab.yatzy.positions.sensitivity_program import Decision

__all__ = ["page_data", "scores_for", "state_of", "write_page"]

_USUAL = {
    "one_pair": 10,
    "two_pairs": 18,
    "three_of_a_kind": 12,
    "four_of_a_kind": 16,
    "small_straight": 15,
    "large_straight": 20,
    "full_house": 22,
    "chance": 23,
    "yatzy": 0,
}
"""Points of closed lower rows; they change no decision for points."""


def scores_for(mask: int, upper: int) -> dict[str, int]:
    """Points in the closed rows, with this sum of the upper ones, or 63 and more.

    Raises:
        ValueError: no dice score that.
    """
    faces = [face for face in range(1, UPPER + 1) if mask >> (face - 1) & 1]
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for face in faces:
        # By sum, the counts nearest to three of each face.
        more: dict[int, tuple[int, tuple[int, ...]]] = {}
        for total, (odd, counts) in ways.items():
            for count in range(6):
                key, option = total + face * count, (odd + (count - 3) * (count - 3), (*counts, count))
                if key not in more or option < more[key]:
                    more[key] = option
        ways = more
    fits = [way for total, way in ways.items() if total == upper or total >= upper == BONUS_AT]
    if not fits:
        raise ValueError(f"no dice score {upper} in the upper rows of {mask}")
    scores = {CATEGORIES[face - 1]: face * count for face, count in zip(faces, min(fits)[1], strict=True)}
    return {name: scores.get(name, _USUAL.get(name, 0)) for number, name in enumerate(CATEGORIES) if mask >> number & 1}


def state_of(decision: Decision, rules: Rules) -> dict[str, Any]:
    """A decision as a position of one player."""
    state = YatzyState(
        ruleset_id=RULESET_ID,
        active_player_id=0,
        options=Options(**rules._asdict()),
        players=[Player(scores=scores_for(decision.mask, decision.upper))],  # type: ignore[arg-type]
        dice=list(MULTISETS[decision.roll]),
        rolls_left=decision.throws_left,
    )
    data: dict[str, Any] = to_json(complete(state))
    return data


def page_data(data: Mapping[str, Any], command: str, seed: int) -> dict[str, Any]:
    """Data of a page with where they come from."""
    return {
        "made": {"command": command, "seed": seed, "engine": engine_of("yatzy"), "sha256": content_hash(data)},
        **data,
    }


def content_hash(data: Mapping[str, Any]) -> str:
    """SHA-256 of the data as compact JSON."""
    return hashlib.sha256(json.dumps(dict(data), separators=(",", ":")).encode()).hexdigest()


def write_page(path: Path, data: Mapping[str, Any]) -> None:
    """Writes data of a page: one line for each value of the top level."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in data.items()]
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
