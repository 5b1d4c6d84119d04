"""Evaluates targets of weapons, Interrupts and other effects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.log import hits
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note, plural
from py_engine.games.swccg.policies.evaluators.battle.ground import ability_of
from py_engine.games.swccg.policies.evaluators.selection.worth import Holdings, owned, strength, worth
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["Targets"]

_HARM = ("lost", "capture", "cancel ", "to fire at", "hit", "sacrifice", "imprison", "damage", "target")
_USES = re.compile(
    r"\bchoose (?:an? |the )?(?:\S+ ){0,2}?(?:"
    r"(?:weapon|device|card|character|starship|vehicle)s? to (?:fire|use|carry|pilot|drive)\b(?! at)"
    r"|pilots?\b|drivers?\b|passengers?\b|vehicles?\b)"
)
"""Questions for a card that the seat itself uses, such as the weapon to fire."""
EASY_DEFENSE = 4.0


class Targets:
    """Findings on possible targets.

    The question seldom says what happens to the target. An opponent's card is preferred to one of the seat's; among the
    seat's cards, a strong one is preferred for a helpful effect, a weak one for a harmful effect.

    Args:
        context: The decision.
        holdings: The seat's cards.
    """

    def __init__(self, context: DecisionContext, holdings: Holdings) -> None:
        self.context, self.holdings = context, holdings
        self.hits = hits(context)
        owners = [owned(context, option) for option in context.decision.open_options]
        self.mixed = True in owners and False in owners
        words = context.words.replace("or click 'done' to cancel", "")
        self.harmful = any(word in words for word in _HARM)
        self.used = not self.harmful and _USES.search(words) is not None
        self.firing = context.board.battle is not None and "target" in words

    def parts(self, option: Option) -> list[Part]:
        """Findings on an option's card."""
        facts, own = self.context.facts_of(option), owned(self.context, option)
        if self.used:
            return list(self._used(facts))
        if own is None:
            return [note("target_unknown", "The card and its owner are unknown")]
        if facts is not None and facts.type == "Location":
            return [note("place_unknown", "Locations as targets are not judged")]
        if own:
            return list(self._own(facts))
        return list(self._theirs(option, facts))

    def _used(self, facts: CardFacts | None) -> Iterator[Part]:
        """A card that the seat uses: the better the card, the better."""
        if facts is None:
            yield note("card_unknown", "The value of this card is unknown: its facts are not loaded")
            return
        points, why = worth(facts)
        yield Part("used", f"Puts to use a card worth {points:g} ({why})", "target.help_own", points)

    def _own(self, facts: CardFacts | None) -> Iterator[Part]:
        if self.mixed:
            yield Part("own", "Your own card, though an opponent's can be chosen", "target.own")
        if facts is None:
            yield note("card_unknown", "The value of this card is unknown: its facts are not loaded")
            return
        both = strength(facts)
        points = worth(facts)[0] if both is None else both
        if not points:
            return
        value = f"worth {points:g}" if both is None else f"with {points:g} power and ability together"
        if self.harmful:
            yield Part("harm_own", f"Your own card {value} would be harmed", "target.harm_own", points)
        else:
            yield note("effect_unknown", "The effect is unknown; on your own card it is assumed to help")
            yield Part("help_own", f"Your own card {value}", "target.help_own", points)

    def _theirs(self, option: Option, facts: CardFacts | None) -> Iterator[Part]:
        yield Part("theirs", "An opponent's card", "target.theirs")
        if facts is None:
            yield note("card_unknown", "Its strength is unknown: its facts are not loaded")
            return
        if facts.power:
            yield Part("power", f"Power {facts.power:g}", "target.power", facts.power)
        ability = ability_of(facts)
        if ability:
            yield Part("ability", f"Ability {ability:g}", "target.ability", ability)
        if facts.title in self.hits:
            yield Part("hit", f"{facts.title} is already 'hit' and will be lost anyway", "target.hit")
        if self.firing:
            yield from _defense(facts)
        aboard = len(self.holdings.attached.get(option.card_id or "", ()))
        if aboard:
            yield Part("carrier", f"{plural(aboard, 'card')} on it", "target.carrier", float(aboard))


def _defense(facts: CardFacts) -> Iterator[Part]:
    """The target's defense value (armor, maneuver or ability), which the weapon destiny must exceed."""
    known = [value for value in (facts.armor, facts.maneuver, facts.ability) if value is not None]
    if not known:
        yield note("defense_unknown", "Its defense value is unknown")
        return
    defense = max(known)
    if defense > EASY_DEFENSE:
        label = f"Defense value {defense:g}, which the weapon destiny must exceed"
        yield Part("defense", label, "target.defense", defense - EASY_DEFENSE)
