"""What the texts of cards mean where they are: conditions that the board decides, and the numbers they change."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from py_engine.games.swccg.rules.board import Board, Card, Side
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.texts import TextEffect

__all__ = [
    "Around",
    "added_power",
    "deploy_cost",
    "drain_bonuses",
    "drain_cost",
    "drain_size",
    "extra_draws",
    "holds",
    "immunity",
    "least_draws",
    "may_deploy",
    "place_is",
    "titles_pulled",
    "upkeep",
]

_PLACE = re.compile(r"(?:to|on|at) (?P<names>.+)")
_ARTICLE = re.compile(r"^(?:a|an|any) ")
_NOUN = re.compile(r" (?:locations?|sites?|systems?)$")
_NAME = re.compile(r"[A-Z][\w'-]*(?: (?:[A-Z0-9][\w'-]*|of|the))*")
_OR = re.compile(r",? or |, ")
_HERE = re.compile(r" (?:here|aboard|there)$")
_ABOARD = re.compile(r"(?P<name>[A-Z][\w'-]*(?: [A-Z0-9][\w'-]*)*) (?:is )?(?P<as>piloting|aboard)")
_PILOTING = re.compile(r"piloting (?P<name>[A-Z][\w'-]*(?: [A-Z0-9][\w'-]*)*)")


@dataclass(frozen=True, slots=True)
class Around:
    """Where a card is, as far as a text's condition may ask.

    Attributes:
        place: The location; None if unknown.
        crew: The known characters aboard the card.
        pilots: Those of them that pilot it; None if some may be passengers.
        carrier: The card that it is aboard; None if there is none.
        steers: Whether it pilots that card; None if it may be a passenger.
        matched: Whether a matching pilot is aboard.
    """

    place: CardFacts | None = None
    crew: Sequence[CardFacts] = ()
    pilots: Sequence[CardFacts] | None = ()
    carrier: CardFacts | None = None
    steers: bool | None = False
    matched: bool = False


def place_is(words: str, place: CardFacts) -> bool | None:
    """Whether a location is what a text calls it (``Endor``, ``a Hoth site``); None if the words do not decide it."""
    found = [_one_place(part, place) for part in _OR.split(words)]
    if any(found):
        return True
    return None if None in found else False


def _one_place(words: str, place: CardFacts) -> bool | None:
    """For a single name; other words, such as "opponent's system", decide nothing."""
    name = _NOUN.sub("", _ARTICLE.sub("", words))
    if _NAME.fullmatch(name) is None:
        return None
    # A system of that name is at the planet, not on it, and "Endor" alone may mean either.
    around, _, spot = place.title.lstrip("•◇<> ").partition(":")
    named = name.lower() in (around.lower(), spot.strip().lower())
    system, site = words.endswith(("system", "systems")), words.endswith(("site", "sites"))
    if named and (system or site):
        return place.subtype == ("System" if system else "Site")
    return named


def holds(effect: TextEffect, around: Around) -> bool | None:
    """Whether an effect's condition is met; None if that is not decided."""
    if effect.when == "you control":
        # A drain is possible only then.
        return True if effect.kind == "drain" else None
    return True if not effect.when else _met(effect.when, around)


def _met(when: str, around: Around) -> bool | None:
    if when.startswith("not "):
        met = _met(when.removeprefix("not "), around)
        return None if met is None else not met
    if (match := _PLACE.fullmatch(when)) is not None:
        return None if around.place is None else place_is(match["names"], around.place)
    return around.matched if when == "matching pilot aboard" else _manned(when, around)


def _manned(when: str, around: Around) -> bool | None:
    """Conditions on who pilots or is aboard what."""
    if (match := _ABOARD.fullmatch(when)) is not None:
        among = around.crew if match["as"] == "aboard" else around.pilots
        there = any(_is_called(match["name"], each) for each in around.crew)
        return None if there and among is None else any(_is_called(match["name"], each) for each in among or ())
    if (match := _PILOTING.fullmatch(when)) is not None:
        there = around.carrier is not None and _is_called(match["name"], around.carrier)
        return around.steers if there else False
    return None


def _is_called(name: str, facts: CardFacts) -> bool:
    """Whether a name stands in a title, as whole words."""
    return re.search(rf"\b{re.escape(name)}\b", facts.title) is not None


def _sum(facts: CardFacts, kind: str, around: Around) -> float:
    total = 0.0
    for effect in facts.says(kind):
        if holds(effect, around):
            total += effect.amount
    return total


def added_power(facts: CardFacts, around: Around) -> float:
    """What a card's text adds to its own power there; conditions that are not decided add nothing."""
    return _sum(facts, "power", around)


def extra_draws(facts: CardFacts, around: Around) -> int:
    """Battle destinies that a card adds."""
    return int(_sum(facts, "more_destiny", around))


def least_draws(facts: CardFacts, around: Around) -> int:
    """Battle destinies that a card draws even if the ability there does not suffice."""
    return int(_sum(facts, "least_destiny", around))


def immunity(facts: CardFacts, around: Around) -> float:
    """The attrition below which a card is immune to it; 0 if it is not, infinite if it always is."""
    if any(holds(effect, around) for effect in facts.says("immune_all")):
        return math.inf
    return max((effect.amount for effect in facts.says("immune") if holds(effect, around)), default=0.0)


def drain_bonuses(board: Board, facts: Mapping[str, CardFacts]) -> dict[tuple[int, Side], int]:
    """What cards add to their owner's Force drains where they are present, by location and owner; only what is certain."""
    found: dict[tuple[int, Side], int] = {}
    for card in board.cards.values():
        known = facts.get(card.blueprint_id) if card.zone in ("AT_LOCATION", "ATTACHED") else None
        for effect in () if known is None else known.effects:
            # Every decision comes here, so most cards are left at this comparison.
            if effect.kind != "drain_present" or known is None or card.owner is None:
                continue
            place = _present_at(board, card, known)
            row = board.locations[place] if place is not None and place < len(board.locations) else None
            if place is not None and holds(effect, Around(None if row is None else facts.get(row.blueprint_id))):
                found[place, card.owner] = found.get((place, card.owner), 0) + int(effect.amount)
    return found


def _present_at(board: Board, card: Card, facts: CardFacts) -> int | None:
    """The location where a card is present: by itself, or as the weapon of such a card; those aboard a ship are not."""
    bearer = card if facts.type != "Weapon" else board.cards.get(card.attached_to or "")
    return bearer.location if bearer is not None and bearer.zone == "AT_LOCATION" else None


def drain_size(place: CardFacts, side: str, bonus: int = 0) -> int:
    """Size of a Force drain of the player of a side at a location: the other side's icons, and what its text surely adds.

    Args:
        place: The location.
        side: ``"dark"`` or ``"light"``.
        bonus: What cards there add.
    """
    total = bonus + (place.light_icons if side == "dark" else place.dark_icons)
    for effect in place.says("drain"):
        if effect.side == side and holds(effect, Around(place)):
            total += int(effect.amount)
    return max(0, total)


def drain_cost(board: Board, facts: Mapping[str, CardFacts]) -> int:
    """Force that the seat must use for each Force drain by a card on the table; 0 if it occupies both sorts of battleground."""
    cost = 0.0
    for card in board.cards.values():
        known = facts.get(card.blueprint_id) if card.zone == "SIDE_OF_TABLE" else None
        for effect in known.says("drain_costs") if known is not None else ():
            cost = max(cost, effect.amount)
    return int(cost) if cost and not {"Site", "System"} <= _battlegrounds(board, facts) else 0


def _battlegrounds(board: Board, facts: Mapping[str, CardFacts]) -> set[str]:
    """The sorts of battlegrounds (locations with icons of both sides) where the seat is."""
    found = set()
    for index, place in enumerate(board.locations):
        known = None if place is None else facts.get(place.blueprint_id)
        there = board.power_at(index, "seat") is not None
        if there and known is not None and known.dark_icons and known.light_icons:
            found.add(known.subtype)
    return found


def upkeep(board: Board, facts: Mapping[str, CardFacts]) -> int:
    """Force that the seat's cards on the table cost at the end of its turn (maintenance)."""
    total = 0.0
    for card in board.cards.values():
        known = facts.get(card.blueprint_id) if card.zone in ("AT_LOCATION", "ATTACHED") else None
        for effect in known.effects if known is not None and card.owner == "seat" else ():
            total += effect.amount if effect.kind == "upkeep" else 0.0
    return int(total)


def titles_pulled(facts: CardFacts) -> tuple[str, ...]:
    """The titles of the only cards that a card's text brings from the Reserve Deck; none if it brings cards of a kind."""
    found: list[str] = []
    for effect in facts.says("pulls"):
        names = [_HERE.sub("", name.removeprefix("or ")) for name in _OR.split(effect.what)]
        if not all(_NAME.fullmatch(name) for name in names):
            return ()
        found += names
    return tuple(dict.fromkeys(found))


def deploy_cost(facts: CardFacts, place: CardFacts) -> float | None:
    """Force that a card costs to deploy to a location, with what its text surely changes there; None if it is no number."""
    if facts.deploy is None:
        return None
    around = Around(place)
    if any(holds(effect, around) for effect in facts.says("deploy_free")):
        return 0.0
    return max(0.0, facts.deploy + _sum(facts, "deploy_cost", around))


def may_deploy(facts: CardFacts, place: CardFacts) -> bool:
    """Whether a card's text lets it deploy to a location; True unless the text certainly excludes it."""
    if any(place_is(effect.what, place) is False for effect in facts.says("only") if not effect.when):
        return False
    return not any(place_is(effect.what, place) for effect in facts.says("not_to") if not effect.when)
