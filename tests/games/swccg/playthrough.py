"""The sample game of SWCCG as a playthrough: the decisions of its log with the answers given. It has no rules to play by."""

from __future__ import annotations

from typing import Any

from py_engine.games.swccg.rules.cards import LIBRARY
from tests.games.swccg.bridge_calls import query
from tests.games.swccg.sampled import sample

__all__ = ["played"]


def played() -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """The positions of the decisions, as read without a card database, and the answers."""
    LIBRARY.clear()
    replay = query("load_replay", xml=sample().xml)
    states = [query("decision_state", replay_id=replay["replay_id"], index=row["index"]) for row in replay["decisions"]]
    return states, [{"answer": answer} for answer in sample().answers]
