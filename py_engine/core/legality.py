"""How games refuse moves that cannot be played, and states that contradict themselves."""

from __future__ import annotations

from collections.abc import Callable

from py_engine.core.contract import MAX_INT, ContractError, GameState
from py_engine.core.request import A, S

__all__ = ["refusal", "require_chance_left", "require_ending", "require_playable"]


def refusal(text: str, reason: str) -> ContractError:
    """Why a move that can be read cannot be played: a sentence, and the game's code for the reason."""
    return ContractError("ACTION_FAILED", text, reason=reason)


def require_playable(state: S, action: A, illegal: Callable[[S, A], ContractError | None]) -> None:
    """Refuses to go on with a move that cannot be played.

    Args:
        state: where it would be played.
        action: the move.
        illegal: the game's: why a move cannot be played in a state that is not over; None when it can.

    Raises:
        ContractError: NO_LEGAL_ACTIONS when the game is over, ACTION_FAILED when the move is illegal.
    """
    if state.game_over:
        raise ContractError("NO_LEGAL_ACTIONS", "The game is over: there is no move to play.")
    why_not = illegal(state, action)
    if why_not is not None:
        raise why_not


def require_ending(state: GameState, *, over: bool, why: str) -> None:
    """Refuses a state that says of itself that the game is over, or is not, and is wrong.

    Args:
        state: as it was sent; it may say nothing.
        over: whether the game is over.
        why: what shows it, for sentences: ``the board is full``.

    Raises:
        ContractError: INVALID_STATE.
    """
    if state.game_over is not None and state.game_over != over:
        text = f"The state says game_over {str(state.game_over).lower()}, but {why}."
        raise ContractError("INVALID_STATE", text)


def require_chance_left(state: GameState) -> None:
    """Refuses to go on from a state whose count of what chance did is at its limit.

    Raises:
        ContractError: INVALID_STATE.
    """
    if state.chance_counter == MAX_INT:
        text = "This state cannot be played on: its chance_counter is at the limit of what a state can hold."
        raise ContractError("INVALID_STATE", text)
