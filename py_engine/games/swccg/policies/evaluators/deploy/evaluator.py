"""Evaluates which card to deploy, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import add_merged
from py_engine.games.swccg.policies.evaluators.battle.ground import Ground, Grounds
from py_engine.games.swccg.policies.evaluators.deploy.cards import Deployments
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors
from py_engine.games.swccg.policies.evaluators.deploy.where import place_for, plain_title
from py_engine.games.swccg.policies.scoring import ActionType, EvaluatedAction
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import SELECTIONS, Option

__all__ = ["DeployEvaluator", "asks_which"]

_TAKES = re.compile(r"\bto (?:simultaneously )?deploy\b|\bdeploy as a 'react'")
_MOVES = ("where to move", "transit", "transport")
_PLACES = ("location", "site", "sector", "system", "docking bay", "battleground")
_FROM_PILE = ("from reserve deck", "from lost pile", "from used pile", "from force pile")


class DeployEvaluator(ActionEvaluator):
    """Which card to deploy, from hand or from a pile, and where."""

    name: ClassVar[str] = "Deploy"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        deploys = any(choice.action_type is ActionType.DEPLOY for choice in context.choices)
        return deploys or _asks_where(context) or asks_which(context)

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        grounds = Grounds(context)
        if _asks_where(context):
            yield from self._where(context, grounds)
            return
        deployments = Deployments(context, grounds)
        which = asks_which(context)
        for choice in context.choices:
            if not choice.picks or not (which or choice.action_type is ActionType.DEPLOY):
                continue
            action = context.action(self.name, choice)
            found = [_card(context, deployments, option, which=which) for option in choice.picks]
            add_merged(action, [factors.parts for factors in found])
            yield action

    def _where(self, context: DecisionContext, grounds: Grounds) -> Iterable[EvaluatedAction]:
        """The places for a card that has been chosen."""
        facts = context.named()
        for choice in context.choices:
            option = choice.option
            if option is None:
                continue
            factors = Factors(context.weights)
            factors.add("chosen", "The card was chosen to be deployed", "where.chosen")
            if facts is None:
                factors.note("unknown_card", "Its facts are not loaded, so locations are not judged")
            elif facts.type == "Location":
                _beside(factors, context, grounds, facts, grounds.location(option.card_id))
            else:
                card = context.card(option.card_id)
                if card is None:
                    factors.note("unknown_place", "What is there is unknown")
                else:
                    place_for(factors, context, grounds, facts, card)
            action = context.action(self.name, choice)
            factors.put_on(action)
            yield action


def _asks_where(context: DecisionContext) -> bool:
    """Whether the decision is where to deploy a card."""
    decision = context.decision
    if decision.decision_type != "CARD_SELECTION" or decision.kind != "where":
        return False
    return not any(word in context.words for word in _MOVES)


def asks_which(context: DecisionContext) -> bool:
    """Whether the decision is which card to deploy (starting cards excluded)."""
    decision = context.decision
    if decision.decision_type not in SELECTIONS or decision.kind in ("where", "lose", "look", "start"):
        return False
    return _TAKES.search(context.words) is not None


def _card(context: DecisionContext, deployments: Deployments, option: Option, *, which: bool) -> Factors:
    """Findings on the card that an option deploys."""
    if not which and _brings_another(context, option):
        return _out_of_pile(context, option)
    facts = context.facts_of(option)
    if facts is None:
        factors = Factors(context.weights)
        factors.add(
            "unknown_card", "Its facts are not loaded: all that is known is that it deploys a card", "deploy.unknown"
        )
        return factors
    words = context.words if which else option.action.lower()
    only = _reached_by_react(context, deployments.grounds) if "'react'" in words else None
    return deployments.factors(facts, free="for free" in words, only=only)


def _reached_by_react(context: DecisionContext, grounds: Grounds) -> Ground | None:
    """Where a 'react' deploys: at the battle, or at the Force drain that the question names; None if that is unknown."""
    battle, named = context.board.battle, context.decision.mentions
    if battle is not None:
        return grounds[battle.location]
    return next((each for each in grounds.all() if each.facts is not None and each.facts.blueprint_id in named), None)


def _brings_another(context: DecisionContext, option: Option) -> bool:
    """Whether an action of one card deploys another card."""
    words, card = option.action.lower(), context.card(option.card_id)
    on_table = card is not None and card.zone != "HAND" and words != "deploy"
    return on_table or any(pile in words for pile in _FROM_PILE)


def _out_of_pile(context: DecisionContext, option: Option) -> Factors:
    """An action that deploys a card from a pile; the card is chosen next."""
    factors, words = Factors(context.weights), option.action.lower()
    if any(pile in words for pile in _FROM_PILE):
        factors.add("from_pile", "One more card on the table, not from hand", "deploy.from_pile")
    if any(place in words for place in _PLACES) and " here" not in words:
        factors.add("location", "It is a location: most give Force every turn", "deploy.location")
    else:
        factors.add("unknown_card", "The card and its location are chosen next", "deploy.unknown")
    return factors


def _signed(number: int) -> str:
    """A difference with its sign, using a true minus sign."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")


def _beside(
    factors: Factors, context: DecisionContext, grounds: Grounds, facts: CardFacts, ground: Ground | None
) -> None:
    """A position in the row for a location to deploy."""
    if ground is None or ground.facts is None or context.side is None:
        factors.note("row", "Its position in the row only decides what it is next to")
        return
    if plain_title(ground.facts.title) == plain_title(facts.title):
        other = "light" if context.side == "dark" else "dark"
        gain = facts.own_icons(context.side) - ground.facts.own_icons(context.side)
        loss = ground.facts.own_icons(other) - facts.own_icons(other)
        text = f"Replaces the location: {_signed(gain)} of your icons, {_signed(-loss)} of the opponent's"
        factors.add("converts", text, "where.converts", float(gain + loss))
        return
    here = [each for each in grounds.all() if each.system == ground.system is not None]
    own = any(each.mine.is_present for each in here)
    if own and not any(each.theirs.is_present for each in here):
        factors.add("near_own", f"Only you have cards around {ground.name}", "where.near_own")
    elif not own and any(each.theirs.is_present for each in here):
        factors.add("near_theirs", f"Only the opponent has cards around {ground.name}", "where.near_theirs")
    else:
        factors.note("row", "Its position in the row only decides what it is next to")
