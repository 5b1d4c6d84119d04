"""Evaluates firing weapons, and adding battle destiny."""

from __future__ import annotations

import re
from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.log import hits
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note
from py_engine.games.swccg.policies.evaluators.battle.ground import ability_of
from py_engine.games.swccg.policies.evaluators.selection.worth import strength
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["battle_destiny_parts", "weapon_parts"]

_SHOT_AT = ("Character", "Starship", "Vehicle", "Creature")
_ADDED = re.compile(r"add (one|\d{1,2}) battle destiny")


def weapon_parts(context: DecisionContext, option: Option) -> Iterator[Part]:
    """Findings on firing an option's weapon."""
    battle = context.board.battle
    place = battle.location if battle is not None else context.place_of(option.card_id)
    if place is None:
        yield note("target_unknown", "The weapon's location and its possible targets are unknown")
        return
    name = context.location_name(place)
    cards = [card for card in context.board.at(place, "opponent") if card.attached_to is None]
    if not cards:
        yield Part("nothing", f"Nothing to fire at: the opponent has nobody at {name}", "weapons.nothing")
        return
    known = [facts for card in cards if (facts := context.facts(card.blueprint_id)) is not None]
    aims = [facts for facts in known if facts.type in _SHOT_AT]
    if not aims:
        yield note("target_unknown", f"The strength of the opponent's cards at {name} is unknown")
        return
    yield from _best(context, aims)
    piles = context.piles()
    if piles is not None and piles.reserve == 0:
        yield Part("no_destiny", "The Reserve Deck is empty: no weapon destiny to draw", "weapons.no_destiny")


def _best(context: DecisionContext, aims: list[CardFacts]) -> Iterator[Part]:
    already = hits(context)
    left = [facts for facts in aims if facts.title not in already]
    if not left:
        yield Part("all_hit", f"All {len(aims)} targets are already 'hit' and will be lost anyway", "weapons.all_hit")
        return
    best = max(left, key=lambda facts: strength(facts) or 0.0)
    points = strength(best) or 0.0
    numbers = f"power {best.power or 0:g}, ability {ability_of(best):g}"
    label = f"Best visible target: {best.title}, {numbers}; the target is chosen next"
    yield Part("target", label, "weapons.target", points)


def battle_destiny_parts(context: DecisionContext, words: str) -> Iterator[Part]:
    """Findings on "Add one battle destiny"; nothing for other actions."""
    match = _ADDED.search(words)
    if match is None:
        return
    count = 1 if match.group(1) == "one" else int(match.group(1))
    piles = context.piles()
    if piles is not None and piles.reserve == 0:
        yield Part("no_destiny", "The Reserve Deck is empty: no battle destiny to draw", "weapons.no_destiny")
        return
    label = f"Adds {count} battle destiny"
    yield Part("battle_destiny", label, "weapons.battle_destiny", float(count))
