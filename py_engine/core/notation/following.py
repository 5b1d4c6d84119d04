"""Whether the positions of a game follow from one another, whatever chance gave."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from pydantic import JsonValue

from py_engine.core.coaching.account import not_following, require_legal
from py_engine.core.contract import ContractError, Model
from py_engine.core.notation.lines import FaultError
from py_engine.core.request import S

__all__ = ["Following"]


class Following(ABC, Generic[S]):
    """The rules of a game, as far as they say which position follows a move."""

    action: ClassVar[type[Model]]
    identity: ClassVar[Sequence[str]]
    """The fields of a state that identify the position."""

    @abstractmethod
    def illegal(self, state: S, action: Any) -> ContractError | None:
        """Why a move is illegal, or None if it is legal."""

    @abstractmethod
    def applied(self, state: S, action: Any) -> S:
        """The state after a legal move, with what is drawn here."""

    @abstractmethod
    def drawn(self, before: S, action: Any, happened: S, after: S) -> S:
        """``happened``, which follows a move and what was drawn here, with what chance gave in ``after`` instead.

        Raises:
            FaultError: chance cannot have given it.
        """

    def require_move(self, index: int, before: S, action: Any, after: S) -> None:
        """Rejects an action that is illegal, or that does not lead from ``before`` to ``after``.

        Raises:
            ContractError: ACTION_FAILED, INVALID_PARAMS.
        """
        require_legal(index, before, action, self.illegal)
        happened = self.applied(before, action)
        try:
            if happened.chance_counter != before.chance_counter:
                happened = self.drawn(before, action, happened, after)
        except FaultError:
            raise not_following(index) from None
        if any(getattr(happened, name) != getattr(after, name) for name in self.identity):
            raise not_following(index)

    def leads(self, before: S, after: S, actions: Sequence[JsonValue]) -> bool:
        """Whether one of the actions (JSON data) leads from ``before`` to ``after``, and chance follows it."""
        if before.game_over or after.game_over or after.chance_counter == before.chance_counter:
            return False
        for data in actions:
            try:
                self.require_move(0, before, self.action.model_validate(data), after)
            except ContractError:
                continue
            return True
        return False
