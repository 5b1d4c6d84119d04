"""Evaluates cards to lose, forfeit or put away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.log import hits
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note, plural
from py_engine.games.swccg.policies.evaluators.battle.ground import Grounds, ability_of
from py_engine.games.swccg.policies.evaluators.budget import force_uses
from py_engine.games.swccg.policies.evaluators.selection.pay import LOW_LIFE, Owed, forfeit_value
from py_engine.games.swccg.policies.evaluators.selection.worth import Holdings, owned, strength, worth
from py_engine.games.swccg.rules.board import Card
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["Losses"]

LOW_RESERVE, LARGE_HAND = 8, 8
_PILES = {"TOP_OF_RESERVE_DECK": "Reserve Deck", "TOP_OF_FORCE_PILE": "Force Pile", "TOP_OF_USED_PILE": "Used Pile"}


class Losses:
    """Findings on cards to lose.

    Args:
        context: The decision.
        holdings: The seat's cards.
    """

    def __init__(self, context: DecisionContext, holdings: Holdings) -> None:
        self.context, self.holdings, self.grounds = context, holdings, Grounds(context)
        words = context.words
        self.paying = "force to lose" in words or "to forfeit" in words
        self.put_back = "used pile" in words
        self.hits = hits(context)
        self.owed = Owed.of(context, self._forfeits()) if self.paying else Owed(None)
        self._found: dict[str, list[Part]] = {}

    def _forfeits(self) -> list[float]:
        """Forfeit values of the cards on the table that the decision offers."""
        found = []
        for option in self.context.decision.open_options:
            card, facts = self.context.card(option.card_id), self.context.facts_of(option)
            if card is not None and facts is not None and _on_table(card):
                found.append(forfeit_value(facts, self.hits.get(facts.title)) or 0.0)
        return found

    def parts(self, picks: Sequence[Option]) -> list[list[Part]]:
        """Findings on each of several cards lost together.

        A debt is paid once: each card pays what the earlier ones left. Presence is lost with the last card that has it.
        """
        owed, gone = self.owed, set[str]()
        found = []
        for option in picks:
            parts, owed = self._pays(option, owed)
            if option.answer not in self._found:
                self._found[option.answer] = self._costs(option)
            found.append([*parts, *self._found[option.answer], *self._presence(option, gone)])
        return found

    def _pays(self, option: Option, owed: Owed) -> tuple[list[Part], Owed]:
        """What losing a card pays, and what is owed afterwards."""
        card, facts = self.context.card(option.card_id), self.context.facts_of(option)
        if not self.paying or owned(self.context, option) is False:
            return [], owed
        if card is None and "from battle" in self.context.words:
            # Whether it is on the table or is Force is unknown, and so is what it pays; ``_costs`` notes that.
            return [], owed
        if card is None or not _on_table(card):
            return owed.with_force()
        return ([], owed) if facts is None else owed.with_forfeit(forfeit_value(facts, self.hits.get(facts.title)))

    def _costs(self, option: Option) -> list[Part]:
        """What losing an option's card costs, regardless of other cards lost with it."""
        card, facts = self.context.card(option.card_id), self.context.facts_of(option)
        if card is not None and card.zone in _PILES and card.owner == "seat":
            return list(self._from_pile(_PILES[card.zone]))
        if owned(self.context, option) is False:
            return list(self._theirs(facts))
        if card is None:
            return list(self._from_anywhere(facts))
        if card.zone == "HAND":
            return list(self._from_hand(option, facts))
        return list(self._from_table(option, card, facts))

    def _from_anywhere(self, facts: CardFacts | None) -> Iterator[Part]:
        """A card in an unknown zone: from a list that the server shows, or from a single decision without a board."""
        if facts is None:
            yield note("card_unknown", "The card and its place are unknown")
        else:
            yield from self._worth(facts, "")
            yield from self._spare(facts)

    def _from_pile(self, pile: str) -> Iterator[Part]:
        piles = self.context.piles()
        yield Part("unknown", f"An unknown card from the {pile}", "lose.unknown")
        if piles is None:
            yield note("piles_unknown", "The piles are unknown")
            return
        life = piles.life_force
        if life < LOW_LIFE:
            yield Part("life", f"Life Force down to {life}", "lose.life", float(LOW_LIFE - life))
        if pile == "Reserve Deck" and piles.reserve < LOW_RESERVE:
            label = f"Reserve Deck down to {piles.reserve}: few left to activate or to draw for destiny"
            yield Part("reserve", label, "lose.reserve", float(LOW_RESERVE - piles.reserve))
        elif pile == "Force Pile":
            uses = force_uses(self.context)
            if piles.force > uses and len(self.context.board.hand()) >= piles.hand:
                yield note("surplus", f"One of {piles.force} Force, of which hand and battles can use about {uses}")
            else:
                label = "The last Force" if piles.force == 1 else f"One of {piles.force} Force that could be used"
                yield Part("force", label, "lose.force")
        elif pile == "Used Pile" and piles.reserve < LOW_RESERVE:
            yield Part("used", "Spares the Reserve Deck, which is running out", "lose.used")

    def _from_hand(self, option: Option, facts: CardFacts | None) -> Iterator[Part]:
        if facts is None:
            yield note("card_unknown", "The value of this card is unknown: its facts are not loaded")
            yield Part("unknown", "An unknown card from hand", "lose.unknown")
        else:
            yield from self._worth(facts, " in hand")
            yield from self._spare(facts)
        if option.blueprint_id is not None and self.holdings.hand.get(option.blueprint_id, 0) > 1:
            count = self.holdings.hand[option.blueprint_id]
            # Several copies of a card that is not unique can be on the table.
            spare = 1.0 if facts is not None and facts.unique else 0.5
            yield Part("duplicate", f"{count} copies in hand", "lose.duplicate", spare)
        piles = self.context.piles()
        if piles is not None and piles.hand > LARGE_HAND:
            over = float(piles.hand - LARGE_HAND)
            yield Part("crowded", f"A hand of {piles.hand} can spare a card", "lose.crowded", over)

    def _worth(self, facts: CardFacts, where: str) -> Iterator[Part]:
        """The value of a card that is not on the table."""
        points, why = worth(facts)
        if self.put_back:
            yield Part("put_back", f"Worth {points:g}{where} ({why})", "lose.put_back", points)
            if facts.destiny is not None and facts.destiny > 3:
                label = f"Its destiny of {facts.destiny:g} is good to have in the deck"
                yield Part("destiny", label, "lose.destiny", facts.destiny - 3)
        else:
            yield Part("worth", f"Worth {points:g}{where} ({why})", "lose.worth", points)

    def _spare(self, facts: CardFacts) -> Iterator[Part]:
        """Reasons why a card is easy to spare."""
        if facts.unique and facts.title in self.holdings.unique:
            yield Part("dead", f"{facts.title} is unique and already on the table", "lose.dead")
        generation, force = self.context.board.generation.get("seat"), self.context.force
        if facts.deploy is not None and generation is not None and force is not None:
            turn = generation + force
            if facts.deploy > turn:
                label = f"Costs {facts.deploy:g} to deploy, but the next turn has {turn:g} Force"
                yield Part("costly", label, "lose.costly", facts.deploy - turn)

    def _from_table(self, option: Option, card: Card, facts: CardFacts | None) -> Iterator[Part]:
        if facts is None:
            yield note("card_unknown", f"The value of {option.text} is unknown: its facts are not loaded")
            return
        if facts.title in self.hits:
            # Cards attached to it will be lost too, whichever card is chosen now.
            yield Part("hit", f"{facts.title} is 'hit' and will be lost anyway", "lose.hit")
            return
        both = strength(facts)
        if both:
            parts = f"power {facts.power or 0:g}, ability {ability_of(facts):g}"
            yield Part("table", f"Takes {parts} off the table", "lose.table", both)
        elif both is None:
            points, why = worth(facts)
            yield Part("worth", f"Worth {points:g} on the table ({why})", "lose.worth", points)
        aboard = len(self.holdings.attached.get(card.card_id, ()))
        if aboard:
            yield Part("attached", f"{plural(aboard, 'attached card')} lost with it", "lose.attached", float(aboard))

    def _presence(self, option: Option, gone: set[str]) -> Iterator[Part]:
        """Whether losing a card, after those in ``gone``, ends the seat's presence there; adds the card to ``gone``."""
        card = self.context.card(option.card_id)
        if card is None or card.owner != "seat" or not _on_table(card):
            return
        leaving = {card.card_id, *self.holdings.attached.get(card.card_id, ())} - gone
        gone |= leaving
        ground, facts = self.grounds.of(card.card_id), self.context.facts_of(card)
        if ground is None or facts is None or facts.title in self.hits or ground.mine.unidentified:
            return
        if leaving & ground.mine.presence and ground.mine.presence <= gone:
            yield Part("presence", f"Your last presence at {ground.name}", "lose.presence")

    def _theirs(self, facts: CardFacts | None) -> Iterator[Part]:
        if facts is None:
            yield note("card_unknown", "The value of this opponent's card is unknown")
            return
        points, why = worth(facts)
        yield Part("theirs", f"The opponent's card, worth {points:g} ({why})", "lose.theirs", points)


def _on_table(card: Card) -> bool:
    return card.zone != "HAND" and card.zone not in _PILES
