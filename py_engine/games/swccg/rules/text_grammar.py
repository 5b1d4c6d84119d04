"""The sentences of game texts that are understood: a pattern for each, with the types of cards that speak so of themselves."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["KINDS", "PATTERNS", "Pattern"]

_FIGHTERS = frozenset({"Character", "Starship", "Vehicle"})
_SHIPS = frozenset({"Starship", "Vehicle"})
_CHARACTERS = frozenset({"Character"})
_LOCATIONS = frozenset({"Location"})
_WEAPONS = frozenset({"Weapon"})
_STAYING = frozenset({"Weapon", "Device", "Effect"})
_ORDERS = frozenset({"Effect", "Defensive Shield"})
_PULLERS = _FIGHTERS | _STAYING | _LOCATIONS
_ANY = _PULLERS | {"Interrupt", "Defensive Shield", "Creature", "Admiral's Order", "Objective", "Epic Event"}
_SIGNED = r"(?P<n>[+-] ?\d{1,2})"
_COUNT = r"(?P<n>\d{1,2})"
_PLAIN = r"(?:(?! (?:if|while|when|unless|at|where|during|to|and|or|by) )[^,;:.])"
"""A character of words without a condition or a list."""
_LISTED = r"(?:(?! (?:if|while|when|unless|where|during) )[^;:.])"
"""The same, of a list."""
_PILOTS = r"(?P<what>anything|any [\w' -]+?|[A-Z][\w' -]+?) (?:he|she|it|they|that character) pilots?(?: or drives?)?"


class Pattern(NamedTuple):
    """A sentence that is understood.

    ``shape`` may have the groups ``n`` (the number), ``what`` and ``when``; ``amount`` stands for a missing number.
    """

    kind: str
    shape: re.Pattern[str]
    types: frozenset[str]
    amount: float = 0.0


KINDS = {
    "pilot_power": "adds to the power of what it pilots",
    "immune": "immune to attrition below the amount",
    "immune_all": "immune to attrition",
    "immune_to": "immune to a card",
    "least_destiny": "draws at least this number of battle destinies",
    "more_destiny": "draws this number of battle destinies more",
    "drain": "adds to Force drains at the location",
    "drain_present": "adds to Force drains where it is present",
    "power": "adds to its own power",
    "forfeit": "adds to its own forfeit value",
    "landspeed": "has this landspeed",
    "deploy_cost": "costs more or less to deploy there",
    "deploy_free": "deploys there for free",
    "only": "deploys nowhere else",
    "not_to": "may not be deployed there",
    "deploy_on": "deploys on such a card",
    "capacity": "pilots or drivers that it carries",
    "permanent": "ability of its permanent pilots",
    "react": "may react so",
    "pulls": "brings such a card from the Reserve Deck",
    "transit": "Force for docking bay transit from it",
    "may_not": "may not do so",
    "targets": "may fire at such a card, for this amount of Force",
    "upkeep": "costs this Force at the end of each of its owner's turns, or is given up",
    "drain_costs": "makes either player use this Force for a drain without both a battleground site and a system",
}
"""Code of a kind -> what it says."""


def _of(
    kind: str, shape: str, types: frozenset[str], *first: str, amount: float = 0.0
) -> tuple[tuple[str, ...], Pattern]:
    return first, Pattern(kind, re.compile(shape, re.IGNORECASE), types, amount)


_MAY = r"(?:you )?may(?: use \d force to)?"
_TIMES = r"(?:once per (?:game|turn)|once during (?:each of )?your (?:turn|(?:deploy|control|move|draw) phases?))"
_TABLE = (
    _of("pilot_power", rf"adds {_COUNT} to (?:the )?power of {_PILOTS}", _CHARACTERS, "adds"),
    _of("immune", rf"(?:is )?immune to attrition < {_COUNT}", _FIGHTERS, "immune", "is"),
    _of("immune_all", r"(?:is )?immune to attrition", _FIGHTERS, "immune", "is"),
    _of("immune_to", rf"(?:is )?immune to (?P<what>(?!attrition){_PLAIN}+)", _ANY, "immune", "is"),
    _of(
        "least_destiny",
        r"draws? (?P<n>one|two|\d) battle destiny if (?:not able|unable) to otherwise",
        _FIGHTERS,
        "draws",
        "draw",
    ),
    _of("more_destiny", r"(?:adds? (?P<n>one|two|\d) battle destiny)", _FIGHTERS, "adds"),
    _of(
        "more_destiny", r"draws? (?P<n>one|two|\d) (?:additional|extra|more) battle destiny", _FIGHTERS, "draws", "draw"
    ),
    _of("drain", rf"force drain {_SIGNED} here", _LOCATIONS, "force"),
    _of(
        "drain_present",
        rf"(?:may add|adds) {_COUNT} to (?:your )?force drains? where present",
        _WEAPONS | _CHARACTERS,
        "may",
        "adds",
    ),
    _of("drain_present", rf"force drain {_SIGNED} where present", _CHARACTERS, "force"),
    _of("power", rf"(?:is )?power {_SIGNED}", _FIGHTERS, "power", "is"),
    _of("forfeit", rf"(?:is )?forfeit {_SIGNED}", _FIGHTERS, "forfeit", "is"),
    _of("landspeed", r"landspeed = (?P<n>\d)", _FIGHTERS, "landspeed"),
    _of("deploy_cost", rf"deploys {_SIGNED}", _FIGHTERS, "deploys"),
    _of("deploy_cost", rf"deploys {_SIGNED} (?P<when>(?:to|on|at|aboard) {_LISTED}+)", _FIGHTERS, "deploys"),
    _of("deploy_free", rf"deploys (?:for )?free (?P<when>(?:to|on|at|aboard) {_LISTED}+)", _FIGHTERS, "deploys"),
    _of(
        "only",
        rf"deploys? only (?:on|to|at) (?P<what>{_PLAIN}+?)(?:,? but may move elsewhere)?",
        _FIGHTERS,
        "deploys",
        "deploy",
    ),
    _of("not_to", rf"may not be deployed to (?P<what>{_LISTED}+)", _FIGHTERS, "may"),
    _of("deploy_on", rf"(?:use \d force to )?deploy on (?P<what>{_PLAIN}+)", _STAYING, "deploy", "use"),
    _of("capacity", r"may add (?P<n>\d{1,2}) (?P<what>(?:pilots?|drivers?)\b[^.;:]*)", _SHIPS, "may"),
    _of("permanent", r"permanent pilots? (?:aboard )?provides? (?:total )?ability of (?P<n>\d)", _SHIPS, "permanent"),
    _of("permanent", r"permanent pilot is (?P<what>[^,;]+), who provides ability of (?P<n>\d)", _SHIPS, "permanent"),
    _of("react", r"may (?P<what>deploy|move) as a 'react'", _FIGHTERS, "may"),
    _of("pulls", rf"{_TIMES}, {_MAY} take (?P<what>{_LISTED}+?) into hand from reserve deck", _PULLERS, "once"),
    _of("pulls", rf"{_TIMES}, {_MAY} deploy (?P<what>{_LISTED}+?) from reserve deck", _PULLERS, "once"),
    _of("transit", r"your docking bay transit from here requires (?P<n>\d) force", _LOCATIONS, "your"),
    _of("transit", r"your docking bay transit from here is free", _LOCATIONS, "your"),
    _of("may_not", rf"may not (?P<what>(?!be deployed){_PLAIN}+)", _FIGHTERS, "may"),
    _of("targets", rf"may target (?P<what>{_LISTED}+?) for free", _WEAPONS, "may"),
    _of("targets", rf"may target (?P<what>{_LISTED}+?) using {_COUNT} force", _WEAPONS, "may"),
    _of("upkeep", rf"end of your turn: use {_COUNT} force to maintain or .+", _FIGHTERS, "end"),
    _of(
        "drain_costs",
        r"(?:also,? )?(?:\(?unless battle plan on table\)?, )?for either player to initiate a force drain, that player must"
        rf" first use {_COUNT} force unless .*\bbattleground (?:site|system)\b.* and a battleground (?:site|system)",
        _ORDERS,
        "for",
        "also",
        "also,",
        "unless",
    ),
)
PATTERNS: dict[str, tuple[Pattern, ...]] = {
    word: tuple(pattern for first, pattern in _TABLE if word in first)
    for word in dict.fromkeys(word for first, _ in _TABLE for word in first)
}
"""First word in lower case -> patterns of sentences that begin with it."""
