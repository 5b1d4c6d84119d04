"""Which card to lose, to forfeit or to put away."""

from __future__ import annotations

from collections.abc import Iterator

from py_engine.games.swccg.board import Card
from py_engine.games.swccg.cards import CardFacts
from py_engine.games.swccg.context import DecisionContext
from py_engine.games.swccg.decisions import Option
from py_engine.games.swccg.evaluators.action_log import Hit, hits, left_to_pay
from py_engine.games.swccg.evaluators.action_parts import Part, note, plural
from py_engine.games.swccg.evaluators.selection_worth import Holdings, owned, strength, worth

__all__ = ["Losses"]

LOW_LIFE, LOW_RESERVE, LARGE_HAND = 20, 8, 8
_PILES = {"TOP_OF_RESERVE_DECK": "Reserve Deck", "TOP_OF_FORCE_PILE": "Force Pile", "TOP_OF_USED_PILE": "Used Pile"}


class Losses:
    """Findings for questions about losing cards.

    Args:
        context: the question.
        holdings: what the seat has.
    """

    def __init__(self, context: DecisionContext, holdings: Holdings) -> None:
        self.context, self.holdings = context, holdings
        words = context.words
        self.paying = "force to lose" in words or "to forfeit" in words
        self.put_back = "used pile" in words
        self.hits = hits(context)
        self.damage, self.attrition = self._to_pay()

    def _to_pay(self) -> tuple[float | None, float]:
        """Battle damage or Force loss, and attrition, that the seat has left; None where the log does not tell."""
        said = left_to_pay(self.context)
        if "forfeit" not in self.context.words:
            loss = said.get("Force loss")
            return None if loss is None else float(loss), 0.0
        battle = self.context.board.battle
        if battle is not None and (battle.damage.get("seat") is not None or battle.attrition.get("seat") is not None):
            return battle.damage.get("seat") or 0.0, battle.attrition.get("seat") or 0.0
        damage = said.get("battle damage")
        return None if damage is None else float(damage), float(said.get("attrition", 0))

    def parts(self, option: Option) -> list[Part]:
        """What speaks for and against losing an option's card."""
        card = self.context.card(option.card_id)
        if card is not None and card.zone in _PILES and card.owner == "seat":
            return list(self._from_pile(_PILES[card.zone]))
        facts = self.context.facts_of(option)
        if owned(self.context, option) is False:
            return list(self._theirs(facts))
        if card is None or card.zone == "HAND":
            return list(self._from_hand(option, facts))
        return list(self._from_table(option, card, facts))

    def _pays(self) -> Iterator[Part]:
        """A unit of Force lost pays one damage, and no attrition."""
        if not self.paying:
            return
        left = self.damage
        if left is None:
            yield Part("damage", "Pays 1; how much is left to pay is not known", "lose.damage")
        else:
            yield Part("damage", f"Pays 1 of {left:g}", "lose.damage")
        if self.attrition > 0:
            label = f"Does nothing against {self.attrition:g} attrition, which a forfeit would pay at the same time"
            yield Part("attrition_left", label, "lose.attrition_left")

    def _from_pile(self, pile: str) -> Iterator[Part]:
        yield from self._pays()
        piles = self.context.piles()
        yield Part("unknown", f"An unknown card from the {pile}", "lose.unknown")
        if piles is None:
            yield note("piles_unknown", "The piles are not known")
            return
        life = piles.life_force
        if life < LOW_LIFE:
            yield Part("life", f"Life Force down to {life}", "lose.life", float(LOW_LIFE - life))
        if pile == "Reserve Deck" and piles.reserve < LOW_RESERVE:
            label = f"Reserve Deck down to {piles.reserve}: few left to draw destiny from and to activate"
            yield Part("reserve", label, "lose.reserve", float(LOW_RESERVE - piles.reserve))
        elif pile == "Force Pile":
            yield Part("force", f"One of {piles.force} Force that could be used", "lose.force")
        elif pile == "Used Pile":
            yield Part("used", "Keeps Force Pile and Reserve Deck as they are", "lose.used")

    def _from_hand(self, option: Option, facts: CardFacts | None) -> Iterator[Part]:
        yield from self._pays()
        if facts is None:
            yield note("card_unknown", "What this card is worth is not known: its facts are not loaded")
            yield Part("unknown", "A card from hand", "lose.unknown")
        else:
            points, why = worth(facts)
            if self.put_back:
                yield Part("put_back", f"Worth {points:g} in hand ({why})", "lose.put_back", points)
                if facts.destiny is not None and facts.destiny > 3:
                    label = f"Destiny {facts.destiny:g} is good to have in the deck"
                    yield Part("destiny", label, "lose.destiny", facts.destiny - 3)
            else:
                yield Part("worth", f"Worth {points:g} in hand ({why})", "lose.worth", points)
            yield from self._spare(facts)
        if option.blueprint_id is not None and self.holdings.hand.get(option.blueprint_id, 0) > 1:
            count = self.holdings.hand[option.blueprint_id]
            yield Part("duplicate", f"{count} of these are in hand", "lose.duplicate")
        piles = self.context.piles()
        if piles is not None and piles.hand > LARGE_HAND:
            over = float(piles.hand - LARGE_HAND)
            yield Part("crowded", f"A hand of {piles.hand} can spare a card", "lose.crowded", over)

    def _spare(self, facts: CardFacts) -> Iterator[Part]:
        if facts.unique and facts.title in self.holdings.unique:
            yield Part("dead", f"{facts.title} is on the table already, and unique", "lose.dead")
        generation, force = self.context.board.generation.get("seat"), self.context.force
        if facts.deploy is not None and generation is not None and force is not None:
            turn = generation + force
            if facts.deploy > turn:
                label = f"Deploys for {facts.deploy:g}, and the next turn has {turn:g} Force"
                yield Part("costly", label, "lose.costly", facts.deploy - turn)

    def _from_table(self, option: Option, card: Card, facts: CardFacts | None) -> Iterator[Part]:
        if facts is None:
            yield note("card_unknown", f"What {option.text} is worth is not known: its facts are not loaded")
            return
        hit = self.hits.get(facts.title)
        if self.paying:
            yield from self._forfeit(facts, hit)
        if hit is not None:
            yield Part("hit", f"{facts.title} is 'hit' and lost anyhow", "lose.hit")
        both = strength(facts)
        if both:
            parts = f"power {facts.power or 0:g}, ability {facts.ability or 0:g}"
            yield Part("table", f"Takes {parts} off the table", "lose.table", both)
        elif both is None:
            points, why = worth(facts)
            yield Part("worth", f"Worth {points:g} on the table ({why})", "lose.worth", points)
        aboard = len(self.context.board.attached(card.card_id))
        if aboard:
            yield Part("attached", f"Takes {plural(aboard, 'card')} along", "lose.attached", float(aboard))
        yield from self._presence(card)

    def _forfeit(self, facts: CardFacts, hit: Hit | None) -> Iterator[Part]:
        value = facts.forfeit
        if hit is not None and value is not None:
            value = float(hit.reset) if hit.reset is not None else max(0.0, value - hit.by)
        if value is None:
            yield note("forfeit_unknown", "Its forfeit value is not known")
            return
        damage, attrition = self.damage, self.attrition
        if damage is None:
            yield note("damage_unknown", f"Forfeit {value:g}; how much is left to pay is not known")
            return
        if damage > 0 and value > 0:
            paid = min(value, damage)
            yield Part("damage", f"Forfeit {value:g} pays {paid:g} of {damage:g} damage", "lose.damage", paid)
        if attrition > 0 and value > 0:
            paid = min(value, attrition)
            yield Part(
                "attrition", f"Forfeit {value:g} pays {paid:g} of {attrition:g} attrition", "lose.attrition", paid
            )
        most = max(damage, attrition)
        if value > most:
            yield Part("wasted", f"Forfeit {value:g} is more than the {most:g} to pay", "lose.wasted", value - most)

    def _presence(self, card: Card) -> Iterator[Part]:
        place = self.context.place_of(card.card_id)
        if place is None:
            return
        others = [
            facts
            for other in self.context.board.at(place, "seat")
            if other.card_id != card.card_id
            and (facts := self.context.facts(other.blueprint_id)) is not None
            and facts.ability
        ]
        if not others:
            name = self.context.location_name(place)
            yield Part("presence", f"The last own presence at {name}", "lose.presence")

    def _theirs(self, facts: CardFacts | None) -> Iterator[Part]:
        if facts is None:
            yield note("card_unknown", "What this card of the opponent is worth is not known")
            return
        points, why = worth(facts)
        yield Part("theirs", f"The opponent's card, worth {points:g} ({why})", "lose.theirs", points)
