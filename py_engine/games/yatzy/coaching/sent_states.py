"""How the states sent with a query are read."""

from __future__ import annotations

from py_engine.core.coaching.sent_states import SentStates
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import RULESET_ID, YatzyState

__all__ = ["SENT"]

SENT = SentStates(
    game="Yatzy",
    ruleset_id=RULESET_ID,
    model=YatzyState,
    complete=complete,
    kind=lambda state: (state.options, len(state.players)),
    differs="other options, or other players",
)
