"""Positions as a few lines of text, for screen readers, logs and sharing."""

from __future__ import annotations

from py_engine.core.text import points
from py_engine.games.yatzy.rules.state import Player, YatzyState, is_awaited
from py_engine.games.yatzy.rules.tables import CATEGORIES, CATEGORY_NAMES

__all__ = ["describe"]


def describe(state: YatzyState) -> str:
    """The position as text: a line for the dice and one for each player."""
    lines = [_table(state)]
    lines += [f"Player {i + 1}: {_card(player)}." for i, player in enumerate(state.players)]
    return "\n".join(lines)


def _table(state: YatzyState) -> str:
    if state.game_over:
        return f"Yatzy, the game is over: {' to '.join(str(player.total) for player in state.players)}."
    turn = len(state.players[state.active_player_id].scores) + 1
    who = f"Yatzy, turn {turn} of {len(CATEGORIES)}. Player {state.active_player_id + 1} to move"
    shown = " ".join("?" if die is None else str(die) for die in state.dice)
    if is_awaited(state):
        return f"{who}, dice to be entered: {shown}."
    left = {0: "no throw", 1: "1 throw"}.get(state.rolls_left, f"{state.rolls_left} throws")
    return f"{who}: {shown}, {left} left."


def _card(player: Player) -> str:
    names = dict(zip(CATEGORIES, CATEGORY_NAMES, strict=True))
    filled = [f"{names[category]} {scored}" for category, scored in player.scores.items()]
    bonus = f", bonus {player.bonus}" if player.bonus else ""
    return f"{points(player.total)}; upper {player.upper}{bonus}; {', '.join(filled) or 'nothing filled'}"
