"""What every evaluator of Hearts is asked, and evaluations that look once at every move."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.core.contract import EvaluatorParams, JsonObject
from py_engine.core.looks import OneLook
from py_engine.games.hearts.knowledge.grades import BANDS, kind_of
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, action_data

__all__ = ["Asked", "HeartsLook"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an evaluation is asked."""

    state: HeartsState
    """As the player sees it."""
    player: int
    legal: list[JsonObject]
    """What the player may do, in the order of legal lists."""
    params: EvaluatorParams
    user: HeartsAction | None = None
    """The action to grade; legal."""

    @property
    def user_index(self) -> int | None:
        """The place of the user's action among the legal ones."""
        return None if self.user is None else self.legal.index(action_data(self.user))


class HeartsLook(OneLook):
    """See ``OneLook``."""

    def __init__(self, asked: Asked, name: str, note: str) -> None:
        super().__init__(asked.params, name, note, kind_of(asked.state), BANDS)
        self.asked = asked
        self.legal = len(asked.legal)
