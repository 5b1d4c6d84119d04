"""What a lost or forfeited card pays towards Force loss, battle damage and attrition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.log import Hit, left_before, left_to_pay
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["LOW_LIFE", "Owed", "forfeit_value"]

LOW_LIFE = 20
AGAIN = 0.5
"""Factor on further Force paid towards what a forced forfeit covers: the forfeit remains the better answer."""


def forfeit_value(facts: CardFacts, hit: Hit | None) -> float | None:
    """A card's forfeit value after being 'hit', if it was; None if unknown."""
    value = facts.forfeit
    if hit is None or value is None:
        return value
    return float(hit.reset) if hit.reset is not None else max(0.0, value - hit.by)


@dataclass(frozen=True, slots=True)
class Owed:
    """What the seat still has to pay.

    Attributes:
        damage: Battle damage, or Force loss; None if unknown.
        attrition: The attrition of a battle; only forfeits pay it.
        covered: Damage that the forfeits forced by attrition pay anyway.
        life: The seat's life Force; None if unknown.
        before: Damage before the Force just lost to it; None if none was lost.
    """

    damage: float | None
    attrition: float = 0.0
    covered: float = 0.0
    life: int | None = None
    before: float | None = None

    @classmethod
    def of(cls, context: DecisionContext, forfeits: Sequence[float]) -> Owed:
        """What is owed at a decision.

        Args:
            context: The decision.
            forfeits: Forfeit values of the cards offered.
        """
        left, piles = left_to_pay(context), context.piles()
        life = None if piles is None else piles.life_force
        if "forfeit" not in context.words:
            loss = left.get("Force loss")
            return cls(None if loss is None else float(loss), life=life)
        battle = context.board.battle
        if battle is not None and (battle.damage.get("seat") is not None or battle.attrition.get("seat") is not None):
            owed = cls(battle.damage.get("seat") or 0.0, battle.attrition.get("seat") or 0.0, life=life)
        else:
            damage = left.get("battle damage")
            owed = cls(None if damage is None else float(damage), float(left.get("attrition", 0)), life=life)
        worth, total = [value for value in forfeits if value > 0], 0.0
        for value in worth:
            total += value
        if owed.attrition <= 0 or not worth:
            return owed
        paid = left_before(context).get("battle damage")
        before = None if paid is None else float(paid)
        # The minimum that must be forfeited: at least the smallest card, and enough to pay the attrition if possible.
        return replace(owed, covered=max(min(worth), min(owed.attrition, total)), before=before)

    def with_force(self) -> tuple[list[Part], Owed]:
        """What losing one Force pays (1 damage, no attrition), and what is owed afterwards."""
        left = self.damage
        if left is None:
            return [Part("damage", "Pays 1; the amount left to pay is unknown", "lose.damage")], self
        after = replace(self, damage=max(0.0, left - 1), before=left)
        if left <= 0:
            return [note("paid", "Nothing is left to pay")], after
        # The first Force decides how the damage is paid, so it carries most of the penalty.
        if left <= self.covered:
            label = f"A forfeit is due for {self.attrition:g} attrition and also pays {left:g} damage"
            if self.before is not None and self.before <= self.covered:
                return [Part("needless", f"{label}; Force was already lost instead", "lose.needless", AGAIN)], after
            return [Part("needless", label, "lose.needless")], after
        parts = [Part("damage", f"Pays 1 of {left:g}", "lose.damage")]
        if self.attrition > 0 and self.covered and self.before is None:
            label = f"Pays nothing of {self.attrition:g} attrition, which a forfeit would pay at the same time"
            parts.append(Part("attrition_left", label, "lose.attrition_left"))
        return parts, after

    def with_forfeit(self, value: float | None) -> tuple[list[Part], Owed]:
        """What a forfeited card pays (damage and attrition at the same time), and what is owed afterwards."""
        if value is None:
            return [note("forfeit_unknown", "Its forfeit value is unknown")], self
        if self.damage is None:
            return [note("damage_unknown", f"Forfeit {value:g}; the amount left to pay is unknown")], self
        damage, attrition = min(value, self.damage), min(value, self.attrition)
        after = replace(self, damage=self.damage - damage, attrition=self.attrition - attrition)
        return list(self._forfeited(value, self.damage, damage, attrition)), after

    def _forfeited(self, value: float, owed: float, damage: float, attrition: float) -> Iterator[Part]:
        if damage > 0:
            label = f"Forfeit {value:g} pays {damage:g} of {owed:g} damage"
            yield Part("damage", label, "lose.damage", damage)
            if self.life is not None and self.life < LOW_LIFE and damage > 1:
                # Relative to losing one Force, whose own findings price one card of life Force.
                label = f"Life Force down to {self.life}: saves {damage - 1:g} more than losing one Force would"
                yield Part("spared", label, "lose.spared", (damage - 1) * (LOW_LIFE - self.life))
        if attrition > 0:
            label = f"Forfeit {value:g} pays {attrition:g} of {self.attrition:g} attrition"
            yield Part("attrition", label, "lose.attrition", attrition)
        most = max(owed, self.attrition)
        if value > most:
            label = f"Forfeit {value:g} is more than the {most:g} to pay" if most else "There is nothing to pay"
            yield Part("wasted", label, "lose.wasted", value - most)
