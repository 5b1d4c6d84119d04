"""Errors shared by all games for illegal moves and inconsistent states."""

from __future__ import annotations

from collections.abc import Callable

from py_engine.core.contract import MAX_INT, ContractError, GameState
from py_engine.core.request import A, S

__all__ = ["refusal", "require_chance_left", "require_ending", "require_playable"]


def refusal(text: str, reason: str) -> ContractError:
    """The error for an illegal move.

    Args:
        text: the sentence.
        reason: the game's code for it.
    """
    return ContractError("ACTION_FAILED", text, reason=reason)


def require_playable(state: S, action: A, illegal: Callable[[S, A], ContractError | None]) -> None:
    """Raises an error if a move cannot be played.

    Args:
        state: the state before the move.
        action: the move.
        illegal: the game's check, see ``Rules.illegal``; called only if the game is not over.

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
        state: the state as sent; its ``game_over`` may be None.
        over: whether the game is over.
        why: the evidence, for the sentence: ``the board is full``.

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
        text = "This state cannot be played on: its chance_counter is at the limit of what a state can hold."
        raise ContractError("INVALID_STATE", text)
