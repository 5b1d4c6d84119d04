"""Errors shared by all games for illegal moves and inconsistent states."""

from __future__ import annotations

from collections.abc import Callable

from py_engine.core.contract import MAX_INT, ContractError, GameState
from py_engine.core.request import A, S
from py_engine.core.validation import shorten

__all__ = ["at_limit", "refusal", "require_chance_left", "require_ending", "require_playable", "require_player"]


def refusal(text: str, reason: str) -> ContractError:
    """The error for an illegal move.

    Args:
        text: The sentence.
        reason: The game's code for it.
    """
    return ContractError("ACTION_FAILED", text, reason=reason)


def require_playable(state: S, action: A, illegal: Callable[[S, A], ContractError | None]) -> None:
    """Raises an error if a move cannot be played.

    Args:
        state: The state before the move.
        action: The move.
        illegal: The game's check, see ``Rules.illegal``; called only if the game is not over.

    Raises:
        ContractError: NO_LEGAL_ACTIONS when the game is over, ACTION_FAILED when the move is illegal.
    """
    if state.game_over:
        raise ContractError("NO_LEGAL_ACTIONS", "The game is over: there is no move to play.")
    why_not = illegal(state, action)
    if why_not is not None:
        raise why_not


def require_ending(state: GameState, *, over: bool, why: str) -> None:
    """Raises an error if a state's ``game_over`` is wrong.

    Args:
        state: The state as sent; its ``game_over`` may be None.
        over: Whether the game is over.
        why: The evidence, for the sentence: ``the board is full``.

    Raises:
        ContractError: INVALID_STATE.
    """
    if state.game_over is not None and state.game_over != over:
        text = f"The state says game_over {str(state.game_over).lower()}, but {why}."
        raise ContractError("INVALID_STATE", text)


def require_chance_left(state: GameState) -> None:
    """Raises an error if a state's ``chance_counter`` is at its limit.

    Raises:
        ContractError: INVALID_STATE.
    """
    if state.chance_counter == MAX_INT:
        raise at_limit("its chance_counter")


def at_limit(what: str) -> ContractError:
    """The error for a position whose next state could not be stored.

    Args:
        what: What is at its limit, as the sentence's subject: ``its chance_counter``.
    """
    text = f"This position cannot be continued: {what} is at the limit of what a state can hold."
    return ContractError("INVALID_STATE", text)


def require_player(player: object, players: int) -> int:
    """Returns the player, or raises an error if it is not one of a game's players.

    Raises:
        ContractError: INVALID_PLAYER.
    """
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < players:
        count = "1 player" if players == 1 else f"{players} players"
        raise ContractError("INVALID_PLAYER", f"There is no player {shorten(player)}; this game has {count}.")
    return player
