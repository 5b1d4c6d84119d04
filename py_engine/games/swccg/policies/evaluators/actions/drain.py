"""Evaluates Force drains."""

from __future__ import annotations

from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note
from py_engine.games.swccg.policies.evaluators.budget import drain_need
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["drain_parts"]

LOW_LIFE = 15


def drain_parts(context: DecisionContext, option: Option) -> Iterator[Part]:
    """Findings on a Force drain at an option's location."""
    place = context.place_of(option.card_id)
    if place is None:
        yield note("location_unknown", "The location of the drain is unknown")
        return
    name = context.location_name(place)
    amount = context.drain_at(place)
    if amount is None:
        yield note("icons_unknown", f"The size of a drain at {name} is unknown: its icons are not loaded")
        return
    last = context.position.drained.get(option.answer, amount)
    if last == 0 < amount:
        label = f"The last drain at {name} took nothing, though {amount} would be expected"
        # Without a cost, trying again shows whether that still holds.
        yield Part("none", label, "drain.none") if context.drain_cost else note("nothing_last", label)
        return
    if amount == 0:
        facts = context.location_facts(place)
        taken = facts is not None and facts.own_icons("light" if context.side == "dark" else "dark") > 0
        why = "its text takes away what the icons give" if taken else "the opponent has no icons there"
        yield Part("none", f"A drain at {name} is 0 before bonuses: {why}", "drain.none")
        return
    bonus = context.drain_bonuses.get((place, "seat"), 0)
    of_it = f", {bonus} of it by the texts of your cards there" if bonus else ""
    if last < amount:
        amount, of_it = last, f" as last time, though {amount} would be expected"
    yield Part("force", f"Drains {amount} at {name}{of_it}", "drain.force", float(amount))
    yield from _cost(context)
    yield from _race(context, amount)


def _cost(context: DecisionContext) -> Iterator[Part]:
    """Force that a card on the table takes for a drain, as far as the cards in hand could use it."""
    cost, needed = context.drain_cost, drain_need(context)
    if needed:
        label = f"Costs {cost} Force first, of which the cards in hand could use {needed}"
        yield Part("cost", label, "drain.cost", float(needed))
    elif cost:
        yield note("cost_spared", f"Costs {cost} Force first, which the cards in hand do not need")


def _race(context: DecisionContext, amount: int) -> Iterator[Part]:
    piles = context.piles("opponent")
    if piles is None:
        yield note("life_unknown", "The opponent's life Force is unknown")
        return
    life = piles.life_force
    if life < LOW_LIFE:
        yield Part("life", f"The opponent's life Force is down to {life}", "drain.life", float(LOW_LIFE - life))
    if life <= amount:
        label = f"Takes the last {life} life Force, unless the opponent loses cards from a hand of {piles.hand}"
        yield Part("last", label, "drain.last")
