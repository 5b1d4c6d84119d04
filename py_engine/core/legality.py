"""What becomes of moves that cannot be played."""

from __future__ import annotations

from collections.abc import Callable

from py_engine.core.contract import ContractError
from py_engine.core.request import A, S

__all__ = ["refusal", "require_playable"]


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
