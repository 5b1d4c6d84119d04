"""Which card a weapon, an Interrupt or another effect is for."""

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
"""Questions for what one uses oneself, such as the weapon to fire."""
EASY_DEFENSE = 4.0


class Targets:
    """Findings for questions about targets.

    The question seldom says what will happen to the target; an opponent's card is preferred to an own one, and where
    only own cards can be chosen, the stronger to be helped and the weaker to be harmed.

    Args:
        context: the question.
        holdings: what the seat has.
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
        """What speaks for and against an option's card."""
        facts, own = self.context.facts_of(option), owned(self.context, option)
        if self.used:
            return list(self._used(facts))
        if own is None:
            return [note("target_unknown", "Whose card this is and which one is not known")]
        if facts is not None and facts.type == "Location":
            return [note("place_unknown", "Which location serves best is not judged here")]
        if own:
            return list(self._own(facts))
        return list(self._theirs(option, facts))

    def _used(self, facts: CardFacts | None) -> Iterator[Part]:
        """A card that one uses: it is not harmed, and the better it is the better."""
        if facts is None:
            yield note("card_unknown", "What this card is worth is not known: its facts are not loaded")
            return
        points, why = worth(facts)
        yield Part("used", f"Is put to use: worth {points:g} ({why})", "target.help_own", points)

    def _own(self, facts: CardFacts | None) -> Iterator[Part]:
        if self.mixed:
            yield Part("own", "One's own card, and the opponent's can be chosen", "target.own")
        if facts is None:
            yield note("card_unknown", "What this card is worth is not known: its facts are not loaded")
            return
        both = strength(facts)
        points = worth(facts)[0] if both is None else both
        if not points:
            return
        told = f"worth {points:g}" if both is None else f"with power and ability {points:g}"
        if self.harmful:
            yield Part("harm_own", f"An own card {told} would be harmed", "target.harm_own", points)
        else:
            yield note("effect_unknown", "What is done to it is not told: an own card is taken to be helped")
            yield Part("help_own", f"An own card {told}", "target.help_own", points)

    def _theirs(self, option: Option, facts: CardFacts | None) -> Iterator[Part]:
        yield Part("theirs", "A card of the opponent's", "target.theirs")
        if facts is None:
            yield note("card_unknown", "Its strength is not known: its facts are not loaded")
            return
        if facts.power:
            yield Part("power", f"Power {facts.power:g}", "target.power", facts.power)
        ability = ability_of(facts)
        if ability:
            yield Part("ability", f"Ability {ability:g}", "target.ability", ability)
        if facts.title in self.hits:
            yield Part("hit", f"{facts.title} is 'hit' already and lost anyhow", "target.hit")
        if self.firing:
            yield from _defense(facts)
        aboard = len(self.holdings.attached.get(option.card_id or "", ()))
        if aboard:
            yield Part("carrier", f"{plural(aboard, 'card')} on it", "target.carrier", float(aboard))


def _defense(facts: CardFacts) -> Iterator[Part]:
    """A weapon's destiny must be higher than what protects its target: armor, maneuver or ability."""
    known = [value for value in (facts.armor, facts.maneuver, facts.ability) if value is not None]
    if not known:
        yield note("defense_unknown", "Its defense value is not known")
        return
    defense = max(known)
    if defense > EASY_DEFENSE:
        label = f"Defense value {defense:g}: the weapon's destiny must be higher"
        yield Part("defense", label, "target.defense", defense - EASY_DEFENSE)
