"""Positions whose parts contradict each other are refused with the path of the contradiction."""

from __future__ import annotations

import json
from typing import Any

import pytest

from py_engine import bridge


def _refusal(change: dict[str, Any]) -> Any:
    """The engine's answer to a starting position with some fields, given by dotted paths, changed."""
    state = json.loads(bridge.new_game("azul_v1_2p", 1, "{}"))
    for path, value in change.items():
        here = state
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in parents:
            here = here[part]
        here[last] = value
    return json.loads(bridge.list_legal_actions(json.dumps(state), 0))


LINE = "players.1.pattern_lines.2"


@pytest.mark.parametrize(
    ("change", "path", "problem"),
    [
        ({f"{LINE}.count_filled": 4, f"{LINE}.color": "Red"}, LINE, "holds more tiles than it has places"),
        ({f"{LINE}.count_filled": 1}, LINE, "should have a colour when it holds tiles, and none when it is empty"),
        ({f"{LINE}.capacity": 4}, f"{LINE}.capacity", "should be 3"),
        (
            {f"{LINE}.count_filled": 1, f"{LINE}.color": "Red", "players.1.wall.2.4": True},
            LINE,
            "holds a colour that its row of the wall already has",
        ),
        ({"factories.3": {"Red": 5}}, "factories.3", "holds more than 4 tiles"),
        (
            {"players.0.floor_line.has_first_player_token": True, "center.has_first_player_token": True},
            "",
            "there is only one first-player token",
        ),
    ],
)
def test_invalid_states_are_refused_with_the_path_of_the_contradiction(
    change: dict[str, Any], path: str, problem: str
) -> None:
    refusal = _refusal(change)
    assert refusal["code"] == "INVALID_STATE"
    assert refusal["context"] == {"path": path, "errors": [{"path": path, "problem": problem}]}
    where = f"{path} " if path else ""
    assert refusal["error"] == f"Invalid state: {where}{problem}."
