"""How the states sent with a query are read."""

from __future__ import annotations

from py_engine.core.coaching.sent_states import SentStates
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.state import RULESET_ID, AzulState

__all__ = ["SENT"]

SENT = SentStates(
    game="Azul",
    ruleset_id=RULESET_ID,
    model=AzulState,
    complete=complete,
    kind=lambda _: None,
    differs="",
)
