"""Evaluates responses to what is happening right now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.log import actor_of, destiny_drawn, drain_under_way, left_to_pay
from py_engine.games.swccg.policies.evaluators.actions.parts import OfferedAction, Part, Rule, always, note
from py_engine.games.swccg.policies.evaluators.actions.use import owner_of_named
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["response_parts"]

AVERAGE_DESTINY = 3
"""A typical destiny draw."""
_CANCEL = re.compile(r"(draw destiny to )?cancel (your )?(.+)")
_TO_DRAIN = re.compile(r"add (\d{1,2}) to force drain")
_TO_DESTINY = re.compile(r"add (\d{1,2}) to (?:battle |weapon )?destiny")
_PREVENT = re.compile(r"prevent (.+?) from ")


def response_parts(context: DecisionContext, option: Option, words: str) -> Iterator[Part]:
    """Findings on a response.

    Args:
        context: The decision, whose question says what is happening.
        option: The response.
        words: The server's text for it, in lower case.
    """
    for found, rule in _RULES:
        if found in words:
            yield from rule(OfferedAction(context, option, words))
            return


def _react(offered: OfferedAction) -> Iterator[Part]:
    drain = drain_under_way(offered.context) if "force drain" in offered.context.words else None
    facts = offered.context.facts_of(offered.option)
    if drain is not None and not drain[0]:
        label = f"Its presence at the location stops a Force drain of {drain[1]}"
        yield Part("react_drain", label, "response.react_drain", float(drain[1]))
    elif "battle" in offered.context.words and facts is not None and facts.power:
        label = f"Adds power {facts.power:g} to the battle"
        yield Part("react_battle", label, "response.react_battle", facts.power)
    else:
        yield note("react_unknown", "The effect of the react is unknown")


def _cancel_drain(offered: OfferedAction) -> Iterator[Part]:
    drain = drain_under_way(offered.context)
    if drain is None:
        yield note("drain_unknown", "The size of the Force drain is unknown")
        return
    own, amount = drain
    if amount == 0:
        yield Part("no_target", "The Force drain is 0: there is nothing to cancel", "use.no_target")
        return
    whose = "your own" if own else "the opponent's"
    label = f"Cancels {whose} Force drain of {amount}"
    yield Part("cancel_drain", label, "response.cancel_drain", float(-amount if own else amount))


def _more_drain(offered: OfferedAction) -> Iterator[Part]:
    match = _TO_DRAIN.search(offered.words)
    drain = drain_under_way(offered.context)
    if match is None or drain is None:
        yield note("drain_unknown", "Whose Force drain this adds to, and how much, is unknown")
        return
    more = float(match.group(1))
    whose = "your" if drain[0] else "the opponent's"
    label = f"Adds {more:g} to {whose} Force drain of {drain[1]}"
    yield Part("more_drain", label, "response.more_drain", more if drain[0] else -more)


def _cancel_damage(offered: OfferedAction) -> Iterator[Part]:
    battle = offered.context.board.battle
    own = battle.damage.get("seat") if battle is not None else None
    theirs = battle.damage.get("opponent") if battle is not None else None
    if own is None and theirs is None:
        own = left_to_pay(offered.context).get("battle damage")
    if own:
        label = f"Cancels {own:g} battle damage"
        yield Part("cancel_damage", label, "response.cancel_damage", float(own))
    elif theirs:
        label = f"Cancels {theirs:g} battle damage of the opponent"
        yield Part("cancel_damage", label, "response.cancel_damage", -float(theirs))
    else:
        yield note("damage_unknown", "Whose battle damage it cancels is unknown")


def _redraw(offered: OfferedAction) -> Iterator[Part]:
    drawn = destiny_drawn(offered.context)
    if drawn is None:
        yield note("destiny_unknown", "The drawn destiny is unknown")
        return
    gain = AVERAGE_DESTINY - drawn.value if drawn.own else drawn.value - AVERAGE_DESTINY
    whose = "Your" if drawn.own else "The opponent's"
    label = f"{whose} {drawn.what} is {drawn.value}; another draw averages about {AVERAGE_DESTINY}"
    yield Part("redraw", label, "response.redraw", float(gain))


def _add_destiny(offered: OfferedAction) -> Iterator[Part]:
    match, drawn = _TO_DESTINY.search(offered.words), destiny_drawn(offered.context)
    if match is None or drawn is None:
        yield note("destiny_unknown", "Which destiny this adds to is unknown")
        return
    more = float(match.group(1))
    whose = "your" if drawn.own else "the opponent's"
    label = f"Adds {more:g} to {whose} {drawn.what} of {drawn.value}"
    yield Part("add_destiny", label, "response.add_destiny", more if drawn.own else -more)


def _cancel(offered: OfferedAction) -> Iterator[Part]:
    """Cancelling a card being played, or one on the table."""
    match = _CANCEL.search(offered.words)
    if match is None:
        return
    chance = 0.5 if match.group(1) else 1.0
    named = match.group(3)
    own = True if match.group(2) else owner_of_named(offered.context, named)
    if own is None and named.lstrip("•◇") in offered.context.words:
        own = actor_of(offered.context)
    if own is None:
        yield note("owner_unknown", f"Whose {offered.option.action[match.start(3) :]} it is, is unknown")
    elif own:
        yield Part("cancel_own", "It would cancel your own card", "response.cancel_own")
    else:
        how = "May cancel" if match.group(1) else "Cancels"
        label = f"{how} the opponent's {offered.option.action[match.start(3) :]}"
        yield Part("cancel", label, "response.cancel", chance)


def _prevent(offered: OfferedAction) -> Iterator[Part]:
    match = _PREVENT.search(offered.words)
    own = owner_of_named(offered.context, match.group(1)) if match is not None else None
    if own is None:
        yield note("owner_unknown", "Whose card is stopped is unknown")
    elif own:
        yield Part("prevent", "It would stop your own card", "response.prevent", -1.0)
    else:
        yield Part("prevent", "Stops an opponent's card for the turn", "response.prevent")


_RULES: tuple[tuple[str, Rule], ...] = (
    ("'react'", _react),
    ("to force drain", _more_drain),
    ("cancel force drain", _cancel_drain),
    ("battle damage", _cancel_damage),
    ("re-draw", _redraw),
    ("to destiny", _add_destiny),
    ("'grab'", always("grab", "Keeps this copy out of the opponent's deck", "response.grab")),
    ("prevent ", _prevent),
    ("cancel ", _cancel),
)
