"""A position as a few lines of text, for screen readers, logs and sharing."""

from __future__ import annotations

from collections.abc import Mapping

from py_engine.core.text import points
from py_engine.games.azul.rules.state import AzulState, Color, Player

__all__ = ["describe"]


def describe(state: AzulState) -> str:
    """The position as text: the state of the game, the table, each player, bag and lid, a line each."""
    lines = []
    if state.game_over:
        scores = [player.score for player in state.players]
        lines.append(f"Azul, the game is over: {scores[0]} to {scores[1]}.")
    else:
        lines.append(f"Azul, round {state.round_number}. Player {state.active_player_id + 1} to move.")
    factories = [f"factory {i + 1}: {_pile(pile)}" for i, pile in enumerate(state.factories) if any(pile.values())]
    center = _pile(state.center.tiles)
    token = " and the first-player token" if state.center.has_first_player_token else ""
    lines.append("; ".join([*factories, f"centre: {center}{token}"]) + ".")
    lines += [f"Player {i + 1}: {_player(player)}." for i, player in enumerate(state.players)]
    lines.append(f"Bag {sum(state.bag.values())}, lid {sum(state.lid.values())}.")  # same bits: whole numbers
    return "\n".join(lines)


def _pile(pile: Mapping[Color, int]) -> str:
    return ", ".join(f"{n} {color}" for color, n in pile.items() if n) or "empty"


def _player(player: Player) -> str:
    parts = [points(player.score)]
    filled = [
        f"line {i + 1} has {line.count_filled} of {line.capacity} {line.color}"
        for i, line in enumerate(player.pattern_lines)
        if line.color
    ]
    parts += filled or ["pattern lines empty"]
    wall = ["".join("x" if tiled else "." for tiled in row) for row in player.wall]
    parts.append("wall " + "/".join(wall))
    floor = [*player.floor_line.tiles, *(["token"] if player.floor_line.has_first_player_token else [])]
    parts.append(f"floor {', '.join(floor)}" if floor else "floor empty")
    return "; ".join(parts)
