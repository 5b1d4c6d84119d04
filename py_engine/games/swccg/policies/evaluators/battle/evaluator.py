"""Evaluates starting a battle, by expected outcome over both sides' destiny draws."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isinf
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.destiny import Distribution, draws, hidden_pool, unknown_draws
from py_engine.games.swccg.policies.evaluators.actions.parts import plural
from py_engine.games.swccg.policies.evaluators.battle.ground import (
    ASSUMED_ABILITY,
    ASSUMED_FORFEIT,
    BATTLE_ABILITY,
    Camp,
    Ground,
    Grounds,
    number_text,
)
from py_engine.games.swccg.policies.evaluators.battle.odds import Army, Odds, odds
from py_engine.games.swccg.policies.opponent import their_draws
from py_engine.games.swccg.policies.scoring import ActionType, EvaluatedAction
from py_engine.games.swccg.rules.board import Side

__all__ = ["BattleEvaluator", "armies", "own_draws"]

_DRAW = re.compile(r"do you want to draw (\d{1,2}) battle destiny")
_YES = "yes"
MIN_SHOWN_LOSS = 0.05
"""Smaller losses are left out: they would show as 0.0."""
WORTH_IT = 0.5
"""Chance to win the game with which a battle is fought without any destiny."""
_EXPECTED = ("win_chance", "bad_odds", "dealt", "taken", "frees", "finishes", "fatal")


class BattleEvaluator(ActionEvaluator):
    """Whether to start a battle, and where; and whether to draw the battle destiny allowed."""

    name: ClassVar[str] = "Battle"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        battles = any(choice.action_type is ActionType.BATTLE for choice in context.choices)
        return battles or _DRAW.search(context.words) is not None

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        grounds = Grounds(context)
        for choice in context.choices:
            option = choice.option
            if option is None:
                continue
            action = context.action(self.name, choice)
            if choice.action_type is ActionType.BATTLE:
                _battle(action, context, grounds.of(option.card_id), free="for free" in option.action.lower())
                yield action
            elif choice.action_type is ActionType.ANSWER and option.text.lower().startswith(_YES):
                _draw_destiny(action, context)
                yield action


def _battle(action: EvaluatedAction, context: DecisionContext, ground: Ground | None, *, free: bool) -> None:
    if ground is None or not (ground.mine.is_present or ground.theirs.is_present):
        action.note("unknown_power", "The power there is unknown")
        action.add("blindly", "Not fought blindly", "battle.unknown")
        return
    mine, theirs = ground.mine.strength, ground.theirs.strength
    both = f"{number_text(mine)} against {number_text(theirs)}"
    if mine > theirs:
        action.add("power_advantage", f"Power there {both}", "battle.power_advantage", mine - theirs)
    else:
        action.add("power_disadvantage", f"No more power than the opponent: {both}", "battle.disadvantage")
    if not free:
        action.add("cost", "Costs 1 Force", "battle.cost")
    if any(action.weights[f"battle.{name}"] for name in _EXPECTED):
        _expected(action, context, ground)


def armies(context: DecisionContext, ground: Ground) -> tuple[Army, Army]:
    """The seat's and the opponent's side in a battle at a location, by printed values."""
    own, other = own_draws(context, ground.mine.draws), their_draws(context, ground.theirs.draws)
    return (
        Army(ground.mine.strength, own, ground.mine.counted_forfeit, _cards(context, "seat"), ground.mine.immune),
        Army(
            ground.theirs.strength,
            other,
            ground.theirs.counted_forfeit,
            _cards(context, "opponent"),
            ground.theirs.immune,
        ),
    )


def _expected(action: EvaluatedAction, context: DecisionContext, ground: Ground) -> None:
    mine, theirs = armies(context, ground)
    own, other, found = mine.destiny, theirs.destiny, odds(mine, theirs)
    _note_draws(action, ground, own, other)
    totals = f"{_total(ground.mine, own)} against {_total(ground.theirs, other)}"
    chance = f"By printed power and destiny, you win {_percent(found.win)} of the time: {totals}"
    action.add("win_chance", chance, "battle.win_chance", found.win - found.lose)
    if found.win <= found.lose:
        text = f"No more likely to win ({_percent(found.win)}) than to lose ({_percent(found.lose)})"
        # ``win_chance`` covers the difference between losing and winning; this penalises even fights.
        action.add("bad_odds", text, "battle.bad_odds", 1 - (found.lose - found.win))
    if found.dealt >= MIN_SHOWN_LOSS:
        dealt = f"The opponent loses {found.dealt:.1f} on average (total forfeit there {number_text(ground.theirs.counted_forfeit)})"
        action.add("damage_dealt", dealt, "battle.dealt", found.dealt)
    if found.taken >= MIN_SHOWN_LOSS:
        taken = (
            f"You lose {found.taken:.1f} on average (total forfeit there {number_text(ground.mine.counted_forfeit)})"
        )
        action.add("damage_taken", taken, "battle.taken", found.taken)
    _frees(action, ground, found)
    piles = context.piles("seat")
    if piles is not None and piles.reserve == 0 and found.finishes < WORTH_IT:
        text = "The Reserve Deck is empty: no destiny for battle, weapons or defence"
        action.add("no_destiny", text, "battle.no_destiny")
    if found.finishes > 0:
        action.add(
            "finishes", f"Wins the game {_percent(found.finishes)} of the time", "battle.finishes", found.finishes
        )
    if found.fatal > 0:
        action.add("fatal", f"Loses the game {_percent(found.fatal)} of the time", "battle.fatal", found.fatal)


def _frees(action: EvaluatedAction, ground: Ground, found: Odds) -> None:
    """Clearing a location opens it to the seat's Force drains."""
    if ground.drain is not None and ground.drain * found.clears > 0:
        text = f"Clears the location {_percent(found.clears)} of the time, for a Force drain of {ground.drain}"
        action.add("frees", text, "battle.frees", ground.drain * found.clears)


def _note_draws(action: EvaluatedAction, ground: Ground, own: Distribution, other: Distribution) -> None:
    """Notes both sides' ability and the battle destiny it allows."""
    for camp, whose, found in ((ground.mine, "Your", own), (ground.theirs, "The opponent's", other)):
        if camp.more or camp.least > int(camp.counted_ability >= BATTLE_ABILITY):
            cards = "your cards" if whose == "Your" else "the opponent's cards"
            action.note(
                "destiny_text", f"The texts of {cards} allow {plural(camp.draws, 'battle destiny', 'battle destinies')}"
            )
        if camp.immune:
            action.note("immunity", f"{whose} cards: {_immunity(camp)}")
        if camp.draws > found.draws:
            text = "enough for a battle destiny, but the Reserve Deck is empty"
        elif found.draws:
            text = f"{found.draws} battle destiny"
        else:
            text = f"no battle destiny ({number_text(BATTLE_ABILITY)} needed)"
        if camp.assumed:
            action.note("unknown_ability", f"{whose} ability there is {_unknown(camp)}, so {text}")
        else:
            least = "at least " if camp.unidentified else ""
            action.note("ability", f"{whose} ability {least}{number_text(camp.ability or 0.0)}: {text}")


def _immunity(camp: Camp) -> str:
    """The immunity to attrition of a camp's cards."""
    limits = sorted({limit for limit, _ in camp.immune})
    below = " or ".join("any" if isinf(limit) else f"less than {number_text(limit)}" for limit in limits)
    return f"{plural(len(camp.immune), 'card')} of {len(camp.cards)} immune to {below} attrition"


def _unknown(camp: Camp) -> str:
    """What is known and what is assumed of a camp's ability."""
    cards = f"{plural(camp.assumed, 'unknown card')} counted as ability {number_text(ASSUMED_ABILITY)} and forfeit"
    each = " each" if camp.assumed > 1 else ""
    known = "unknown" if camp.ability is None else f"{number_text(camp.ability)} and more"
    return f"{known} ({cards} {number_text(ASSUMED_FORFEIT)}{each})"


def _draw_destiny(action: EvaluatedAction, context: DecisionContext) -> None:
    match = _DRAW.search(context.words)
    if match is None:
        return
    found = own_draws(context, int(match.group(1)))
    if found.draws == 0:
        action.note("no_destiny", "No card is left to draw for destiny")
        return
    text = f"{found.draws} battle destiny: {found.mean:.1f} on average, added to power and attrition"
    action.add("draw_destiny", text, "battle.draw_destiny", found.mean)


def own_draws(context: DecisionContext, count: int) -> Distribution:
    """The distribution of the seat's next destiny draws, from the cards it has not seen."""
    pool = hidden_pool(context.board, context.position.facts)
    return unknown_draws(count, None) if pool is None else draws(pool, count)


def _cards(context: DecisionContext, side: Side) -> int | None:
    """Cards that a side can lose before losing the game; the size of the opponent's hand is public."""
    piles = context.piles(side)
    return None if piles is None else piles.life_force + piles.hand


def _total(camp: Camp, destiny: Distribution) -> str:
    if destiny.draws == 0:
        return number_text(camp.strength)
    return f"{number_text(camp.strength)} and {destiny.draws} destiny of {destiny.mean:.1f}"


def _percent(chance: float) -> str:
    """A probability in per cent, never 0% or 100%: Interrupts, weapons and reacts are not modelled."""
    hundredths = round(chance * 100)
    return ">99%" if hundredths >= 100 else "<1%" if hundredths < 1 else f"{hundredths}%"
