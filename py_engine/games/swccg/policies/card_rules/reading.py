"""Reads card rules: when a card is worth playing, choosing, keeping or holding, in points, with a sentence on why."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from py_engine.core.contract import ContractError, ErrorCode, Model
from py_engine.core.validation import MisfitError, parse_model, shorten
from py_engine.games.swccg.rules.cards import BACK

__all__ = [
    "MAX_TEXT",
    "Amount",
    "CardRule",
    "Conditions",
    "RuleBook",
    "Target",
    "plain_name",
    "rules_of",
    "rules_text",
    "shipped_rules",
    "shown_names",
]

MAX_TEXT = 100_000
"""Most characters of a user's own rules."""
_MAX_LINE = 8_000
_DEEP_KEY = re.compile(
    r"""(?<![\w\\-])(?:(?:[\w-]++|"(?:[^"\\]|\\.)*+"|'[^']*+')[ \t]*+\.[ \t]*+){8}""",
)
"""A key of more than eight parts. Rules need four, and the time that ``tomllib`` takes grows with their square."""
_BYTE_ORDER_MARK = "\ufeff"
_SETS = ("defensive_shields", "objectives", "sample_decks", "sample_decks_more")
"""The rule files, one per set of cards."""

Amount = Literal[
    "turn",
    "force",
    "reserve",
    "lost",
    "hand",
    "life",
    "their_force",
    "their_lost",
    "their_hand",
    "their_life",
    "lead",
    "contested",
    "occupied",
    "their_occupied",
    "drains",
    "their_drains",
    "best_ability",
]
"""What a condition can count; ``lead`` is the difference in life Force, ``best_ability`` the seat's highest on the table."""
Phase = Literal[
    "Play starting cards", "Activate", "Control", "Deploy", "Battle", "Move", "Draw", "End of turn", "Between turns"
]
"""A phase, as the server names it."""
CardType = Literal[
    "Admiral's Order",
    "Character",
    "Creature",
    "Defensive Shield",
    "Device",
    "Effect",
    "Epic Event",
    "Game Aid",
    "Interrupt",
    "Jedi Test #1",
    "Jedi Test #2",
    "Jedi Test #3",
    "Jedi Test #4",
    "Jedi Test #5",
    "Jedi Test #6",
    "Location",
    "Objective",
    "Podracer",
    "Starship",
    "Vehicle",
    "Weapon",
]
"""A type of card, as the card database names it."""


def plain_name(title: str) -> str:
    """A title in lower case without the marks of uniqueness."""
    return title.replace("•", "").replace("◇", "").strip().lower()


def shown_names(title: str, blueprint: str) -> tuple[str, ...]:
    """The plain names of a card: the whole title and, for a card with two sides, that of the side that is up."""
    name = plain_name(title)
    front, double, back = name.partition(" / ")
    return (name, back if blueprint.endswith(BACK) else front) if double else (name,)


def _named(title: str) -> str:
    if not plain_name(title):
        raise MisfitError("names no card")
    return title


_Title = Annotated[str, Field(min_length=2, max_length=120), AfterValidator(_named)]
_Titles = Annotated[list[_Title], Field(min_length=1, max_length=40)]
_Number = Annotated[float, Field(ge=-1_000, le=1_000)]


class Conditions(Model):
    """When a rule applies: all of these must hold. An unknown amount makes a condition fail."""

    phase: Annotated[list[Phase], Field(min_length=1, max_length=9)] | None = None
    turn: Literal["mine", "theirs"] | None = None
    battle: bool | None = None
    drawn: Literal["mine", "theirs"] | None = None
    """Whose destiny was drawn last."""
    at_least: Annotated[dict[Amount, _Number], Field(max_length=8)] = {}
    at_most: Annotated[dict[Amount, _Number], Field(max_length=8)] = {}
    have: _Titles | None = None
    """One of these cards of the seat's is on the table."""
    lack: _Titles | None = None
    """None of them is."""
    they_have: _Titles | None = None
    they_lack: _Titles | None = None
    there: _Titles | None = None
    """One of these cards of the seat's is where the battle is fought."""
    against: _Titles | None = None
    """One of these cards of the opponent's is where the battle is fought."""


class Target(Model):
    """The cards that a rule with ``on`` ``target`` is about, among those that the card's question offers; all of it must hold."""

    owner: Literal["mine", "theirs"] | None = None
    types: Annotated[list[CardType], Field(min_length=1, max_length=10)] | None = None
    least_power: _Number | None = None
    least_ability: _Number | None = None
    most_ability: _Number | None = None


class CardRule(Model):
    """A rule.

    ``on`` says which answers it judges: ``act``, an action of the card; ``choose``, taking the card from a list; ``lose``,
    giving it up; ``target``, one of the cards that the card's question offers.
    """

    code: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{2,59}$")]
    cards: _Titles
    type: CardType | None = None
    """Only cards of this type: some titles are those of several cards."""
    on: Literal["act", "choose", "lose", "target"] = "act"
    words: Annotated[str, Field(min_length=2, max_length=60)] | None = None
    """Only actions or questions whose text has these words."""
    points: Annotated[float, Field(ge=-200, le=200)]
    per: Amount | None = None
    """The points count for each unit of this amount."""
    most: Annotated[float, Field(ge=0, le=100)] = 10.0
    """The largest amount that counts with ``per``."""
    reason: Annotated[str, Field(min_length=5, max_length=160)]
    when: Conditions = Conditions()
    target: Target | None = None

    @model_validator(mode="after")
    def _every_field_acts(self) -> Self:
        if self.target is not None and self.on != "target":
            raise MisfitError('counts only with on = "target"', "target")
        if "most" in self.model_fields_set and self.per is None:
            raise MisfitError("counts only with per", "most")
        return self


class _File(Model):
    rules: Annotated[list[CardRule], Field(max_length=500)] = []


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Card rules by the plain name of their cards.

    Attributes:
        by_card: Name -> the rules on the card, in their order.
        id: SHA-256 of the text.
        count: The number of rules.
    """

    by_card: Mapping[str, Sequence[CardRule]]
    id: str
    count: int

    @classmethod
    def parse(cls, text: str, code: ErrorCode = "INVALID_PARAMS") -> RuleBook:
        """The rules in a TOML text.

        Raises:
            ContractError: with the given code and a sentence on the first mistake.
        """
        text = text.removeprefix(_BYTE_ORDER_MARK)
        _check_size(text, code)
        try:
            identity = sha256(text.encode()).hexdigest()
            data = tomllib.loads(text)
        except UnicodeEncodeError:
            raise ContractError(code, "The card rules have a character that is not valid.") from None
        except (ValueError, RecursionError) as error:  # ValueError: TOML's mistakes, and numbers of thousands of digits
            raise ContractError(code, f"The card rules are not TOML: {shorten(str(error))}.") from None
        rules = parse_model(_File, data, code, "card rules").rules
        known: set[str] = set()
        by_card: dict[str, list[CardRule]] = {}
        for rule in rules:
            if rule.code in known:
                raise ContractError(code, f"Two card rules have the code {rule.code!r}.")
            known.add(rule.code)
            for title in dict.fromkeys(map(plain_name, rule.cards)):
                by_card.setdefault(title, []).append(rule)
        return cls(by_card, identity, len(rules))


def _check_size(text: str, code: ErrorCode) -> None:
    if len(text) > MAX_TEXT:
        raise ContractError(code, f"The card rules have more than {MAX_TEXT:,} characters.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _MAX_LINE:
            raise ContractError(code, f"Line {number} of the card rules has more than {_MAX_LINE:,} characters.")
        if _DEEP_KEY.search(line) is not None:
            raise ContractError(code, f"Line {number} of the card rules has a key of more than 8 parts.")


@cache
def rules_text() -> str:
    """The shipped rules of all sets of cards, as one TOML text."""
    return "\n".join(files(__package__).joinpath(f"{name}.toml").read_text("utf-8") for name in _SETS)


@cache
def shipped_rules() -> RuleBook:
    """The shipped rules."""
    return RuleBook.parse(rules_text(), "INTERNAL")


@lru_cache(maxsize=4)
def rules_of(text: str | None) -> RuleBook:
    """A user's own rules; the shipped ones without any."""
    return shipped_rules() if text is None else RuleBook.parse(text)
