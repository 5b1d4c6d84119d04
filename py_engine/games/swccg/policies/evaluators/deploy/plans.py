"""Two-step plans: an arrival and the battle after it, and the opponent's best reply; a departure from a lost battle."""

from __future__ import annotations

from py_engine.games.swccg.policies.evaluators.battle.ahead import Ahead, Host, host_of
from py_engine.games.swccg.policies.evaluators.battle.ground import Ground, Grounds
from py_engine.games.swccg.policies.evaluators.deploy.factors import Factors

__all__ = ["after_arrival", "before_leaving"]

LEAST = 0.5
"""Smaller changes say nothing."""
MAX_CHANGE = 10.0
"""Cap on a change."""
MAX_DANGER = 8.0
"""Cap on what a departure saves."""


def after_arrival(factors: Factors, grounds: Grounds, ground: Ground, arriving: Host, cost: float | None) -> None:
    """Adds what a card's arrival changes about the battles that may follow.

    Args:
        factors: Receives the findings.
        grounds: The locations.
        ground: The card's destination.
        arriving: The card, in numbers.
        cost: Its deploy cost; None for a card that moves, after which no battle phase is to come.
    """
    weights = factors.weights
    if weights["plan.drain"] != 0:
        _drain(factors, grounds, ground, arriving)
    battle, reply = cost is not None and weights["plan.battle"] != 0, weights["plan.reply"] != 0
    if not (battle or reply):
        return
    ahead, before = Ahead(grounds), host_of(ground.mine)
    after = before.plus(arriving.power, arriving.ability, arriving.forfeit)
    force = grounds.context.force
    # A battle costs 1 Force; unknown Force counts as enough.
    if battle and (force is None or force - (cost or 0.0) >= 1):
        gain = min(MAX_CHANGE, ahead.own_battle(ground, after) - ahead.own_battle(ground, before))
        if gain >= LEAST:
            factors.add("plan_battle", f"A battle there right afterwards is worth {gain:.1f} more", "plan.battle", gain)
    if reply:
        cost = max(-MAX_CHANGE, min(MAX_CHANGE, ahead.reply(ground, after) - ahead.reply(ground, before)))
        if cost >= LEAST:
            text = f"The opponent's best battle there next turn would cost {cost:.1f} more"
            factors.add("plan_reply", text, "plan.reply", cost)
        elif cost <= -LEAST:
            text = f"The opponent's best battle there next turn would cost {-cost:.1f} less"
            factors.add("plan_reply", text, "plan.reply", cost)


def _drain(factors: Factors, grounds: Grounds, ground: Ground, arriving: Host) -> None:
    """Adds what the opponent may stop of the drain that an arrival makes possible: drains come before deployments."""
    if not ground.drain or ground.mine.is_present or ground.theirs.is_present or arriving.ability <= 0:
        return
    chance = Ahead(grounds).contested(ground)
    if chance > 0:
        text = f"The opponent may deploy there before you drain {ground.drain}: a chance of about {100 * chance:.0f}%"
        factors.add("plan_drain", text, "plan.drain", ground.drain * chance)


def before_leaving(factors: Factors, grounds: Grounds, ground: Ground) -> None:
    """Adds what a card escapes from at a location where the opponent would win the next battle."""
    if not factors.weights["plan.retreat"] or not ground.theirs.is_present:
        return
    danger = min(MAX_DANGER, Ahead(grounds).reply(ground, host_of(ground.mine)))
    if danger >= LEAST:
        text = f"A battle at {ground.name} next turn would cost about {danger:.1f}"
        factors.add("plan_retreat", text, "plan.retreat", danger)
