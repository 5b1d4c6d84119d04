"""Positions as a few lines of text, for screen readers, logs and sharing."""

from __future__ import annotations

from py_engine.core.text import points
from py_engine.games.entropy.rules.batch import CHAOS
from py_engine.games.entropy.rules.state import EntropyState
from py_engine.games.entropy.rules.tables import COLOR_NAMES, COLORS

__all__ = ["describe"]

NAMES = dict(zip(COLORS, COLOR_NAMES, strict=True))


def describe(state: EntropyState) -> str:
    """The position as text: a line for the turn, one for each row, one for the bag."""
    size = state.size
    rows = [state.board[size * row : size * (row + 1)] for row in range(size)]
    shown = [f"{letter} {' '.join(cell or '.' for cell in row)}" for letter, row in zip("abcdefg", rows, strict=False)]
    columns = f"  {' '.join(str(column + 1) for column in range(size))}"
    return "\n".join([_turn(state), columns, *shown, *_bag(state)])


def _turn(state: EntropyState) -> str:
    score = points(state.score)
    if state.is_full:
        return f"Entropy, the game is over: {score}."
    placed = len(state.board) - state.board.count("")
    turn = placed + (state.active_player_id == CHAOS)
    who = "Order to slide a token or pass"
    if state.token is not None:
        who = f"Chaos to place {NAMES[state.token]}"
    following = "" if state.next_token is None else f", {NAMES[state.next_token]} comes next"
    return f"Entropy, turn {turn} of {len(state.board)}, {score}. {who}{following}."


def _bag(state: EntropyState) -> list[str]:
    if state.is_full:
        return []
    left = ", ".join(f"{count} {NAMES[color]}" for color, count in state.bag.items() if count)
    return [f"In the bag: {left or 'nothing'}."]
