"""Evaluates games of sabacc: whether to draw another card."""

from __future__ import annotations

from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.destiny import draws, hidden_pool, unknown_draws
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note

__all__ = ["LIMIT", "sabacc_parts"]

LIMIT = 23.0
"""A hand above it loses; of two others, the higher wins."""
TYPICAL = 3.0
"""The destiny of a card without a known one."""


def sabacc_parts(context: DecisionContext) -> Iterator[Part]:
    """Findings on drawing another card, by the destinies in hand; wild and clone cards count as printed."""
    hand = [card for card in context.board.cards.values() if card.zone == "SABACC_HAND" and card.owner == "seat"]
    if not hand:
        yield note("sabacc_unknown", "The sabacc hand is unknown; it is taken to be complete")
        yield Part("sabacc_bust", "Another card may go over 23", "question.sabacc_bust", 0.5)
        return
    total = 0.0
    for card in hand:
        facts = context.facts(card.blueprint_id)
        total += TYPICAL if facts is None or facts.destiny is None else facts.destiny
    if total < LIMIT:
        yield Part(
            "sabacc_short", f"{total:g} in hand, {LIMIT - total:g} short of 23", "question.sabacc_short", LIMIT - total
        )
    pool = hidden_pool(context.board, context.position.facts)
    drawn = unknown_draws(1, None) if pool is None else draws(pool, 1)
    bust = 0.0
    for destiny, chance in drawn.totals:
        bust += chance * (total + destiny > LIMIT)
    if bust:
        yield Part("sabacc_bust", f"Goes over 23 {round(100 * bust)}% of the time", "question.sabacc_bust", bust)
