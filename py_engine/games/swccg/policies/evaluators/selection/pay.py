"""What a card that is lost or forfeited pays of the Force loss, battle damage and attrition that is owed."""

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
"""How much of it counts to go on paying with Force what a forfeit pays: the forfeit is still the better answer."""


def forfeit_value(facts: CardFacts, hit: Hit | None) -> float | None:
    """A card's forfeit value as the log has left it; None where it is not known."""
    value = facts.forfeit
    if hit is None or value is None:
        return value
    return float(hit.reset) if hit.reset is not None else max(0.0, value - hit.by)


@dataclass(frozen=True, slots=True)
class Owed:
    """What the seat has left to pay.

    Attributes:
        damage: battle damage, or Force loss; None where the log does not tell.
        attrition: of a battle, which only forfeits pay.
        covered: damage that the forfeits due for attrition pay anyhow.
        life: the seat's life Force, None where it is not known.
        before: damage before the Force just lost of it; None when none was.
    """

    damage: float | None
    attrition: float = 0.0
    covered: float = 0.0
    life: int | None = None
    before: float | None = None

    @classmethod
    def of(cls, context: DecisionContext, forfeits: Sequence[float]) -> Owed:
        """What is owed when a question is asked.

        Args:
            context: the question.
            forfeits: the forfeit values of the cards that it offers.
        """
        said, piles = left_to_pay(context), context.piles()
        life = None if piles is None else piles.life_force
        if "forfeit" not in context.words:
            loss = said.get("Force loss")
            return cls(None if loss is None else float(loss), life=life)
        battle = context.board.battle
        if battle is not None and (battle.damage.get("seat") is not None or battle.attrition.get("seat") is not None):
            owed = cls(battle.damage.get("seat") or 0.0, battle.attrition.get("seat") or 0.0, life=life)
        else:
            damage = said.get("battle damage")
            owed = cls(None if damage is None else float(damage), float(said.get("attrition", 0)), life=life)
        worth, total = [value for value in forfeits if value > 0], 0.0
        for value in worth:
            total += value
        if owed.attrition <= 0 or not worth:
            return owed
        paid = left_before(context).get("battle damage")
        before = None if paid is None else float(paid)
        # The least that must be forfeited: the card that pays least, and as much as there is to pay and to pay with.
        return replace(owed, covered=max(min(worth), min(owed.attrition, total)), before=before)

    def with_force(self) -> tuple[list[Part], Owed]:
        """What a unit of Force pays, and what is left then: one damage, and no attrition."""
        left = self.damage
        if left is None:
            return [Part("damage", "Pays 1; how much is left to pay is not known", "lose.damage")], self
        after = replace(self, damage=max(0.0, left - 1), before=left)
        if left <= 0:
            return [note("paid", "Nothing is left for it to pay")], after
        # What one damage is paid with is decided at its first Force, so most of what speaks against Force is charged there.
        if left <= self.covered:
            label = f"A forfeit is due for {self.attrition:g} attrition, and pays {left:g} damage as well"
            if self.before is not None and self.before <= self.covered:
                return [Part("needless", f"{label}, as it did before the last Force", "lose.needless", AGAIN)], after
            return [Part("needless", label, "lose.needless")], after
        parts = [Part("damage", f"Pays 1 of {left:g}", "lose.damage")]
        if self.attrition > 0 and self.covered and self.before is None:
            label = f"Does nothing against {self.attrition:g} attrition, which a forfeit would pay at the same time"
            parts.append(Part("attrition_left", label, "lose.attrition_left"))
        return parts, after

    def with_forfeit(self, value: float | None) -> tuple[list[Part], Owed]:
        """What a forfeited card pays, and what is left then: damage and attrition at the same time."""
        if value is None:
            return [note("forfeit_unknown", "Its forfeit value is not known")], self
        if self.damage is None:
            return [note("damage_unknown", f"Forfeit {value:g}; how much is left to pay is not known")], self
        damage, attrition = min(value, self.damage), min(value, self.attrition)
        after = replace(self, damage=self.damage - damage, attrition=self.attrition - attrition)
        return list(self._forfeited(value, self.damage, damage, attrition)), after

    def _forfeited(self, value: float, owed: float, damage: float, attrition: float) -> Iterator[Part]:
        if damage > 0:
            label = f"Forfeit {value:g} pays {damage:g} of {owed:g} damage"
            yield Part("damage", label, "lose.damage", damage)
            if self.life is not None and self.life < LOW_LIFE and damage > 1:
                # A card of Force says itself what life Force is worth; it pays for one damage only.
                label = f"Life Force down to {self.life}: spares {damage - 1:g} more than a card of Force would"
                yield Part("spared", label, "lose.spared", (damage - 1) * (LOW_LIFE - self.life))
        if attrition > 0:
            label = f"Forfeit {value:g} pays {attrition:g} of {self.attrition:g} attrition"
            yield Part("attrition", label, "lose.attrition", attrition)
        most = max(owed, self.attrition)
        if value > most:
            told = f"Forfeit {value:g} is more than the {most:g} to pay" if most else "There is nothing for it to pay"
            yield Part("wasted", told, "lose.wasted", value - most)
