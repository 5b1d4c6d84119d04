"""How the states sent with a query are read."""

from __future__ import annotations

from py_engine.core.coaching.sent_states import SentStates
from py_engine.games.entropy.rules.play import complete
from py_engine.games.entropy.rules.state import RULESET_ID, EntropyState

__all__ = ["SENT"]

SENT = SentStates(
    game="Entropy",
    ruleset_id=RULESET_ID,
    model=EntropyState,
    complete=complete,
    kind=lambda state: (state.size, state.next_token_known),
    differs="another board size, or another option",
)
