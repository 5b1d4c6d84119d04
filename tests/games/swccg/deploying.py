"""Cards to deploy, and shorthands for the deploy evaluator's findings on them."""

from __future__ import annotations

from py_engine.games.swccg.policies.evaluators.deploy.evaluator import DeployEvaluator
from py_engine.games.swccg.policies.scoring import Contribution
from py_engine.games.swccg.rules.cards import CardFacts
from tests.games.swccg.table import Table, fact, findings

__all__ = [
    "BLASTER",
    "CRUISER",
    "CUSTOM",
    "DROID",
    "EFFECT",
    "EVALUATOR",
    "FIGHTER",
    "OTHER",
    "SABER",
    "SITE",
    "TROOPER",
    "VADER",
    "at",
    "site",
    "what",
    "where",
]

EVALUATOR = DeployEvaluator()
VADER = fact(
    "1_168",
    title="•Darth Vader",
    power=6.0,
    ability=6.0,
    deploy=6.0,
    forfeit=8.0,
    unique=True,
    icons=("Pilot", "Warrior"),
    matching=("Vader's Custom TIE",),
    matching_weapon=("Vader's Lightsaber",),
)
TROOPER = fact("1_194", title="Stormtrooper", power=1.0, ability=1.0, deploy=1.0, icons=("Warrior",))
DROID = fact("1_1", title="Droid", power=2.0, deploy=2.0)
OTHER = fact("1_9", title="Somebody", power=3.0, ability=2.0, deploy=3.0)
CUSTOM = fact("1_303", "Starship", title="•Vader's Custom TIE", power=3.0, deploy=2.0, unique=True)
FIGHTER = fact("1_304", "Starship", title="TIE Fighter", power=2.0, deploy=1.0, forfeit=2.0)
CRUISER = fact("1_301", "Starship", title="•Devastator", power=9.0, deploy=8.0, icons=("Pilot",))
SABER = fact("1_324", "Weapon", title="•Vader's Lightsaber", subtype="Character")
BLASTER = fact("1_317", "Weapon", title="Blaster", subtype="Character")
SITE = fact("7_1", "Location", title="Farm", subtype="Site", dark_icons=2, light_icons=1)
EFFECT = fact("1_230", "Effect", title="•Effect")


def what(table: Table, card: CardFacts | None, action: str = "Deploy") -> dict[str, Contribution]:
    """The findings on deploying a card from hand, by code."""
    return findings(EVALUATOR, table.actions((table.hand(card), action)))["0"]


def where(table: Table, card: CardFacts | None, card_id: str) -> dict[str, Contribution]:
    """The findings on deploying a card to a location or carrier, by code."""
    return findings(EVALUATOR, table.where(card, card_id))[card_id]


def at(table: Table, card: CardFacts, place: int) -> dict[str, Contribution]:
    return where(table, card, f"9{place}")


def site(mine: float | None = None, theirs: float | None = None, light: int = 2) -> Table:
    """A table with one site."""
    table = Table(force=20, reserve=20)
    table.location(dark=1, light=light)
    table.power(0, mine, theirs)
    return table
