"""Writes logs of GEMP, the server that SWCCG is played on: one function per event, returning its XML.

The names and values of attributes are the server's. A log holds what one seat was shown, so the cards of a hidden pile
are face down in it: blueprint ``FACE_DOWN_DARK`` or ``FACE_DOWN_LIGHT``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

Value = str | int | float | bool

FACE_DOWN_LIGHT = "-1_1"
FACE_DOWN_DARK = "-1_2"
NOBODY = -1
"""The server's power for a side without cards at a location."""

PILES = ("FORCE_PILE", "HAND", "LOST_PILE", "OUT_OF_PLAY", "RESERVE_DECK", "SABACC_HAND", "USED_PILE")
PHASES = {
    "Activate": "ACTIVATE",
    "Control": "CONTROL",
    "Deploy": "DEPLOY",
    "Battle": "BATTLE",
    "Move": "MOVE",
    "Draw": "DRAW",
    "End of turn": "END_OF_TURN",
    "Between turns": "BETWEEN_TURNS",
}
"""Name of a phase as shown -> as in events of cards."""

_QUOTED = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}


def text_of(value: Value) -> str:
    """A value as the server writes it: booleans in lower case, integers without a decimal point."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def element(tag: str, attributes: Mapping[str, Value | None], children: str = "") -> str:
    """An element as XML; attributes are sorted by name, and those that are None left out."""
    written = "".join(
        f' {name}="{escape(text_of(value), _QUOTED)}"'
        for name, value in sorted(attributes.items())
        if value is not None
    )
    return f"<{tag}{written}>{children}</{tag}>" if children else f"<{tag}{written}/>"


def event(kind: str, children: str = "", **attributes: Value | None) -> str:
    """Any event with its attributes."""
    return element("ge", {"type": kind, **attributes}, children)


def ids(card_ids: Iterable[int | str]) -> str:
    """A comma-separated list of ids."""
    return ",".join(str(card_id) for card_id in card_ids)


def hint(blueprint_id: str, title: str, *, horizontal: bool = False) -> str:
    """A card's title in a message, an action or a question, as the server's HTML."""
    lying = " data-horizontal='true'" if horizontal else ""
    return f"<div class='cardHint' value='{blueprint_id}'{lying}>{title}</div>"


# --- Events of cards ---


def card(
    kind: str,
    card_id: int | str,
    blueprint_id: str,
    owner: str,
    zone: str,
    *,
    phase: str = "DEPLOY",
    location: int = 0,
    zone_owner: str | None = None,
    system: str | None = None,
    target: int | str | None = None,
    **more: Value | None,
) -> str:
    """An event with a complete card: PCIP, PCIPAR, MCIP, RCIP, ROCIP, FCIP, ATB, RFB, CAC, IP, DD or CA.

    Args:
        kind: The event's type.
        card_id: The card's number; a card gets a new one when it comes into play, to hand or to the Lost Pile.
        blueprint_id: The card's blueprint, or that of a face-down card.
        owner: The card's owner (for CA and CAC, the acting player).
        zone: HAND, AT_LOCATION, LOCATIONS, ATTACHED, SIDE_OF_TABLE, TOP_OF_LOST_PILE, VOID and so on.
        phase: A value of ``PHASES``, or PLAY_STARTING_CARDS.
        location: Index in the row of locations; 0 for cards that are not at one.
        zone_owner: The zone's owner, by default the card's.
        system: The system that a location belongs to.
        target: The card that it is attached to or stacked on.
        **more: Further attributes, or other values of horizontal, sideways, inverted, frozen, suspended, collapsed.
    """
    flags = dict.fromkeys(("collapsed", "frozen", "horizontal", "inverted", "sideways", "suspended"), False)
    attributes: dict[str, Value | None] = {
        **flags,
        "cardId": str(card_id),
        "blueprintId": blueprint_id,
        "participantId": owner,
        "zone": zone,
        "zoneOwnerId": zone_owner or owner,
        "phase": phase,
        "locationIndex": location,
        "systemName": system,
        "targetCardId": None if target is None else str(target),
        **more,
    }
    return element("ge", {"type": kind, **attributes})


def removed(card_ids: Iterable[int | str], owner: str | None = None) -> str:
    """RCFP: cards are removed from where they were shown."""
    return event("RCFP", otherCardIds=ids(card_ids), participantId=owner)


def locations_removed(indexes: Iterable[int]) -> str:
    """RLFP: locations are removed from the row; later ones move up."""
    return event("RLFP", locationIndexes=ids(indexes))


# --- The course of the game ---


def participants(seat: str, *names: str) -> str:
    """P: the log's player, and all players in the given order (by default only the seat)."""
    return event("P", participantId=seat, allParticipantIds=",".join(names or (seat,)))


def phase(name: str, turn: int) -> str:
    """GPC, as in ``phase("Deploy", 2)``."""
    return event("GPC", phase=f"{name} (turn #{turn})")


def turn(name: str) -> str:
    """TC: a player's turn begins."""
    return event("TC", participantId=name)


def message(text: str) -> str:
    """M: a message of the game, with titles as ``hint`` writes them."""
    return event("M", message=text)


def warning(text: str) -> str:
    """W: a message shown to one player only."""
    return event("W", message=text)


def battle_starts(location: int, card_ids: Iterable[int | str]) -> str:
    """SB: a battle starts at a location, with these cards."""
    return event("SB", locationIndex=location, otherCardIds=ids(card_ids))


def battle_ends() -> str:
    """EB: the battle ends."""
    return event("EB")


# --- Numbers ---


@dataclass
class Numbers:
    """One player's part of a GS event."""

    piles: Mapping[str, int] = field(default_factory=dict)
    """Sizes of ``PILES``, 0 by default."""
    power: Sequence[float] = ()
    """Power by location index, ``NOBODY`` where there is nobody."""
    generation: float = 1
    immune: bool = False
    """Whether immune to the remaining attrition."""
    battle: Mapping[str, Value] = field(default_factory=dict)
    """Power, NumBattleDestiny, NumDestinyToPower, NumDestinyToAttrition, DamageRemaining, AttritionRemaining."""


_OF_A_SIDE: dict[str, Value] = {
    "BattleAttritionRemaining": 0,
    "BattleDamageRemaining": 0,
    "BattleNumBattleDestiny": 0,
    "BattleNumDestinyToAttrition": 0,
    "BattleNumDestinyToPower": 0,
    "BattlePower": NOBODY,
    "DuelOrLightsaberCombatNumDestiny": 0,
    "DuelOrLightsaberCombatTotal": NOBODY,
    "PoliticsTotal": NOBODY,
    "RaceTotal": NOBODY,
    "SabaccTotal": NOBODY,
}
_OF_AN_ATTACK: dict[str, Value] = {
    "attackingNumDestinyInAttack": 0,
    "attackingPowerOrFerocityInAttack": NOBODY,
    "defendingNumDestinyInAttack": 0,
    "defendingPowerOrFerocityInAttack": NOBODY,
}


def stats(dark: tuple[str, Numbers], light: tuple[str, Numbers]) -> str:
    """GS: piles, power at locations, Force generation and the battle, for the Dark and the Light Side's player."""
    attributes: dict[str, Value | None] = {**_OF_AN_ATTACK}
    zones = power = ""
    for side, (name, numbers) in (("dark", dark), ("light", light)):
        fields = {**_OF_A_SIDE, **{f"Battle{key}": value for key, value in numbers.battle.items()}}
        attributes |= {f"{side}{key}": value for key, value in fields.items()}
        attributes[f"{side}ImmuneToRemainingAttrition"] = numbers.immune
        attributes[f"{side}ForceGeneration"] = numbers.generation
        zones += element("playerZones", {"name": name, **{pile: numbers.piles.get(pile, 0) for pile in PILES}})
        there = {f"locationIndex{index}": value for index, value in enumerate(numbers.power)}
        power += element(f"{side}PowerAtLocations", there)
    return event("GS", zones + power, **attributes)


# --- Containers ---


def _container(tag: str, events: Iterable[str], attributes: Mapping[str, Value | None] | None = None) -> str:
    heading = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    return heading + element(tag, attributes or {}, "".join(events))


def game_replay(events: Iterable[str]) -> str:
    """A whole game as the server stores it."""
    return _container("gameReplay", events)


def update(events: Iterable[str], channel: int = 1) -> str:
    """What the server sends to a player's page during the game."""
    return _container("update", events, {"cn": channel})


def game_state(events: Iterable[str], channel: int = 0) -> str:
    """What the server sends to a player's page on joining the game."""
    return _container("gameState", events, {"cn": channel})
