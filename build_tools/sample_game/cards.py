"""Facts of the cards in the sample game by blueprint, and the two decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["character", "effect", "interrupt", "location", "weapon"]


@dataclass(frozen=True)
class Fact:
    """What is printed on a card, as far as the script needs it.

    Attributes:
        title: As the server writes it, with a dot for a unique card.
        kind: The card type.
        destiny: The destiny number.
        power: A character's power.
        ability: A character's ability; 0 for a droid.
        deploy: The deploy cost.
        forfeit: A character's forfeit value.
        icons: A location's Force icons, (Dark Side, Light Side).
        leads: Whether a character is an admiral or a general.
    """

    title: str
    kind: Kind
    destiny: int
    power: int = 0
    ability: int = 0
    deploy: int = 0
    forfeit: int = 0
    icons: tuple[int, int] = (0, 0)
    leads: bool = False


def _location(title: str, dark: int, light: int) -> Fact:
    return Fact(title, "location", 0, icons=(dark, light))


def _character(title: str, numbers: str, *, leads: bool = False) -> Fact:
    """A character from its destiny, power, ability, deploy cost and forfeit value."""
    destiny, power, ability, deploy, forfeit = (int(number) for number in numbers.split())
    return Fact(title, "character", destiny, power, ability, deploy, forfeit, leads=leads)


VADER, SABER, REE_YEES, OZZEL, RIFLE_DROID = "1_168", "1_324", "6_121", "3_82", "109_6"
AUDIENCE_CHAMBER, CANTINA = "6_162", "1_290"
FIRST_STRIKE, SCUM, COMMAND, BARRIER, VIBRO_AX = "7_229", "6_149", "9_137", "1_249", "6_180"
LUKE, OBI_WAN, HAN, TROOPER = "1_19", "108_4", "1_11", "1_28"
FARM, MOS_EISLEY = "1_132", "1_133"

FACTS: dict[str, Fact] = {
    # The Dark Side.
    AUDIENCE_CHAMBER: _location("•Jabba's Palace: Audience Chamber", 2, 1),
    CANTINA: _location("•Tatooine: Cantina", 2, 2),
    "6_170": _location("•Tatooine: Great Pit Of Carkoon", 1, 1),
    "6_171": _location("•Tatooine: Jabba's Palace", 2, 1),
    VADER: _character("•Darth Vader", "1 6 6 6 8"),
    REE_YEES: _character("•Ree-Yees", "3 3 3 3 3"),
    OZZEL: _character("•Admiral Ozzel", "0 3 2 0 4", leads=True),
    "1_164": _character("•Admiral Motti", "1 3 3 3 5", leads=True),
    "1_178": _character("•General Tagge", "1 3 3 3 4", leads=True),
    "10_48": _character("•Snoova", "1 6 2 5 4"),
    RIFLE_DROID: _character("•4-LOM With Concussion Rifle", "3 2 0 3 3"),
    "6_109": _character("•Jabba The Hutt", "1 3 4 6 7"),
    "1_179": _character("•Grand Moff Tarkin", "1 4 3 4 6"),
    "11_57": _character("•Ghana Gleemort", "3 5 2 4 3"),
    "6_105": _character("Gamorrean Guard", "2 4 1 4 1"),
    "6_91": _character("Abyssin", "3 2 1 2 2"),
    "1_194": _character("Stormtrooper", "1 1 1 1 2"),
    SABER: Fact("•Vader's Lightsaber", "weapon", 1),
    VIBRO_AX: Fact("Vibro-Ax", "weapon", 4),
    FIRST_STRIKE: Fact("•First Strike", "effect", 4),
    SCUM: Fact("•Scum And Villainy", "effect", 4),
    COMMAND: Fact("•Imperial Command", "interrupt", 4),
    BARRIER: Fact("Imperial Barrier", "interrupt", 4),
    "1_267": Fact("Sense", "interrupt", 3),
    "1_234": Fact("Alter", "interrupt", 4),
    "1_241": Fact("Dark Maneuvers", "interrupt", 6),
    "1_243": Fact("Elis Helrot", "interrupt", 4),
    "6_159": Fact("•Trap Door", "interrupt", 5),
    "1_245": Fact("Evacuate?", "interrupt", 6),
    # The Light Side.
    FARM: _location("•Tatooine: Lars' Moisture Farm", 1, 2),
    MOS_EISLEY: _location("•Tatooine: Mos Eisley", 1, 2),
    "7_133": _location("•Tatooine: Tosche Station", 1, 1),
    LUKE: _character("•Luke Skywalker", "1 3 4 3 7"),
    OBI_WAN: _character("•Obi-Wan With Lightsaber", "1 5 6 5 8"),
    HAN: _character("•Han Solo", "1 3 3 3 6"),
    "1_17": _character("•Leia Organa", "1 3 3 3 6"),
    "1_3": _character("•Biggs Darklighter", "2 2 2 2 5"),
    TROOPER: _character("Rebel Trooper", "1 1 1 1 2"),
    "1_31": _character("•••Talz", "3 1 1 1 4"),
    "1_152": Fact("Blaster", "weapon", 3),
    "1_57": Fact("•Obi-Wan's Cape", "effect", 4),
    "1_70": Fact("A Few Maneuvers", "interrupt", 6),
    "1_90": Fact("It Could Be Worse", "interrupt", 4),
    "1_105": Fact("Rebel Barrier", "interrupt", 4),
    "1_109": Fact("Sense", "interrupt", 3),
    "1_101": Fact("On The Edge", "interrupt", 2),
    "1_79": Fact("Escape Pod", "interrupt", 6),
    "1_97": Fact("Nabrun Leids", "interrupt", 4),
}
"""Blueprint -> facts."""

_DARK = f"""
{AUDIENCE_CHAMBER} {CANTINA} 6_170 6_171 {VADER}*2 {REE_YEES} {OZZEL} 1_164 1_178 10_48 {RIFLE_DROID} 6_109 1_179 11_57
6_105*4 6_91*4 1_194*6 {SABER}*2 {VIBRO_AX}*4 {FIRST_STRIKE} {SCUM} {COMMAND}*3 {BARRIER}*3 1_267*3 1_234*3 1_241*3
1_243*3 6_159*3 1_245*2
"""
_LIGHT = f"""
{FARM} {MOS_EISLEY} 7_133 {LUKE}*2 {OBI_WAN}*2 {HAN}*2 1_17*2 1_3*2 {TROOPER}*8 1_31*4 1_152*4 1_57*2 1_70*4
1_90*4 1_105*5 1_109*4 1_101*4 1_79*4 1_97*4
"""


def _deck(text: str) -> tuple[str, ...]:
    """A deck of blueprints from ``blueprint*copies`` words."""
    cards: list[str] = []
    for word in text.split():
        blueprint, _, copies = word.partition("*")
        cards += [blueprint] * int(copies or 1)
    return tuple(cards)


DARK_DECK = _deck(_DARK)
LIGHT_DECK = _deck(_LIGHT)
DARK_HAND = (CANTINA, FIRST_STRIKE, SCUM, REE_YEES, VADER, SABER, COMMAND, BARRIER)
LIGHT_HAND = (MOS_EISLEY, LUKE, HAN, OBI_WAN, TROOPER, "1_105", "1_109", "1_97")


def title(blueprint_id: str) -> str:
    """A card's title."""
    return FACTS[blueprint_id].title
