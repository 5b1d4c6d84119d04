"""Parsing of the states sent with a query."""

from __future__ import annotations

from py_engine.core.coaching.sent_states import SentStates
from py_engine.games.hearts.rules.play import complete
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsState

__all__ = ["SENT"]

SENT = SentStates(
    game="Hearts",
    ruleset_id=RULESET_ID,
    model=HeartsState,
    complete=complete,
    kind=lambda state: state.options,
    differs="its options differ",
)
