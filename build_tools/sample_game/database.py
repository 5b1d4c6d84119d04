"""The facts of the sample game's cards in the format of the public card database: numbers and types, no card text."""

from __future__ import annotations

import json
from typing import Any

from build_tools.sample_game.cards import DARK_DECK, FACTS, LIGHT_DECK, SABER, VADER, Fact

__all__ = ["card_data"]

_SUBTYPES = {
    "Imperial": f"{VADER} 3_82 1_164 1_178 1_179 1_194",
    "Rebel": "1_19 108_4 1_11 1_17 1_3 1_28",
    "Droid": "109_6",
    "Lost": "1_101",
}
"""Subtypes of the characters and Interrupts; other characters are Aliens, other Interrupts Used."""
_OTHER = {"character": "Alien", "interrupt": "Used", "location": "Site", "weapon": "Character", "effect": ""}
_SKILLS = {
    "Pilot": f"{VADER} 3_82 1_164 1_179 1_19 1_11 1_3",
    "Warrior": f"{VADER} 6_121 1_164 1_178 10_48 109_6 1_179 11_57 6_105 6_91 1_194 1_19 108_4 1_11 1_17 1_3 1_28",
    "Permanent weapon": "109_6 108_4",
}
_INSIDE = ("6_162", "1_290")
"""Sites indoors."""
_TRAITS = {
    "leader": "3_82 1_164 1_178 1_179 6_109 1_17",
    "spy": "1_17",
    "trooper": "1_194 1_28",
    "bounty hunter": "6_121 10_48 109_6",
    "gangster": "6_109",
}
_MATCHING_WEAPON = {SABER: ["Darth Vader"], VADER: ["Vader's Lightsaber"]}


def card_data() -> str:
    """The database's two files in one, by side."""
    sides = {
        side: {"cards": [_entry(blueprint, side) for blueprint in dict.fromkeys(deck)]}
        for side, deck in (("dark", DARK_DECK), ("light", LIGHT_DECK))
    }
    return json.dumps(sides, ensure_ascii=False, indent=1) + "\n"


def _listed(table: dict[str, str], blueprint: str) -> list[str]:
    """The names in a table whose blueprints include a card's."""
    return [name for name, blueprints in table.items() if blueprint in blueprints.split()]


def _entry(blueprint: str, side: str) -> dict[str, Any]:
    fact = FACTS[blueprint]
    front: dict[str, Any] = {"title": fact.title, "type": fact.kind.capitalize(), "destiny": f"{fact.destiny}"}
    subtype = next(iter(_listed(_SUBTYPES, blueprint)), _OTHER[fact.kind])
    if subtype:
        front["subType"] = subtype
    dots = len(fact.title) - len(fact.title.lstrip("•"))
    if dots:
        front["uniqueness"] = "*" * dots
    front |= _numbers(fact, subtype)
    icons = _listed(_SKILLS, blueprint)
    if fact.kind == "location":
        icons = ["Interior" if blueprint in _INSIDE else "Exterior", "Planet"]
    if icons:
        front["icons"] = icons
    if traits := _listed(_TRAITS, blueprint):
        front["characteristics"] = traits
    entry = {"gempId": blueprint, "side": side.capitalize(), "front": front}
    return entry | ({"matchingWeapon": _MATCHING_WEAPON[blueprint]} if blueprint in _MATCHING_WEAPON else {})


def _numbers(fact: Fact, subtype: str) -> dict[str, Any]:
    if fact.kind == "location":
        dark, light = fact.icons
        return {"darkSideIcons": dark, "lightSideIcons": light}
    if fact.kind != "character":
        return {}
    numbers = {"power": fact.power, "ability": fact.ability, "deploy": fact.deploy, "forfeit": fact.forfeit}
    return {name: f"{value}" for name, value in numbers.items() if name != "ability" or subtype != "Droid"}
