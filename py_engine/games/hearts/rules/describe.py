"""A position in a few lines of text, for screen readers, logs and sharing.

Players are numbered from 1, as on screen when they have no names.
"""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.text import amount
from py_engine.games.hearts.rules.cards import SUITS, WORDS
from py_engine.games.hearts.rules.fields import Held
from py_engine.games.hearts.rules.state import HeartsState

__all__ = ["describe"]

_WAYS = {"left": "to the left", "right": "to the right", "across": "across", "hold": "to nobody"}


def describe(state: HeartsState) -> str:
    """The position as text: the player to move, the scores, the table, and all known hands."""
    lines = [_turn(state), _numbers("Scores", state.scores)]
    if state.phase == "play":
        broken = "broken" if state.hearts_broken else "not broken"
        lines += [f"{_numbers('Points in this hand', state.points)} Hearts are {broken}.", _table(state)]
    lines += [
        f"Player {seat + 1} {text}."
        for seat, hand in enumerate(state.hands)
        if (text := _hand(hand)) and not state.game_over
    ]
    return "\n".join(lines)


def _turn(state: HeartsState) -> str:
    if state.game_over:
        least = min(state.scores)
        winners = " and ".join(f"player {seat + 1}" for seat, score in enumerate(state.scores) if score == least)
        return f"Hearts, the game is over: won by {winners}."
    hand = f"Hearts, hand {state.chance_counter}"
    if state.phase == "pass":
        return f"{hand}. Player {state.active_player_id + 1} to pass three cards {_WAYS[state.pass_direction]}."
    does = "play" if state.trick else "lead"
    return f"{hand}, trick {len(state.trick_history) + 1} of 13. Player {state.active_player_id + 1} to {does}."


def _numbers(what: str, values: Sequence[int]) -> str:
    return f"{what}: {', '.join(f'player {seat + 1} {value}' for seat, value in enumerate(values))}."


def _table(state: HeartsState) -> str:
    if not state.trick:
        return "Nothing is on the table."
    cards = [f"{card} (player {(state.lead + place) % 4 + 1})" for place, card in enumerate(state.trick)]
    return f"On the table: {', '.join(cards)}."


def _hand(hand: Held) -> str:
    if isinstance(hand, int):
        return f"has {amount(hand, 'card')}"
    suits = [(suit, " ".join(card[0] for card in hand if card[1] == suit)) for suit in SUITS]
    return f"holds {', '.join(f'{WORDS[suit]} {ranks}' for suit, ranks in suits if ranks) or 'nothing'}"
