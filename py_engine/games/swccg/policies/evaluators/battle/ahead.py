"""What may follow an arrival or a departure: a battle started at once, and the opponent's best battle in its next turn.

Two plies, by expected losses: the value of a battle is what the opponent is expected to lose in it, less what the seat is. A
side that would lose by a battle does not start it. The opponent's reply adds to its cards there what it can be expected to
deploy (``policies/opponent.py``) and the strongest neighbour's power. All of this is optional: with the weights of the group
``plan`` at 0, nothing is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.battle.evaluator import own_draws
from py_engine.games.swccg.policies.evaluators.battle.ground import (
    ASSUMED_ABILITY,
    ASSUMED_FORFEIT,
    BATTLE_ABILITY,
    Camp,
    Ground,
    Grounds,
)
from py_engine.games.swccg.policies.evaluators.battle.odds import Army, odds
from py_engine.games.swccg.policies.opponent import USUAL_POWER, known_of, their_draws

__all__ = ["Ahead", "Host", "host_of"]


@dataclass(frozen=True, slots=True)
class Host:
    """A side's cards at a location, in numbers."""

    power: float
    ability: float
    forfeit: float

    def plus(self, power: float, ability: float, forfeit: float) -> Host:
        """With more cards, or with fewer where the numbers are negative."""
        return Host(
            *(max(0.0, value) for value in (self.power + power, self.ability + ability, self.forfeit + forfeit))
        )

    @property
    def draws(self) -> int:
        """Battle destinies that its ability allows."""
        return int(self.ability >= BATTLE_ABILITY)


def host_of(camp: Camp) -> Host:
    """A camp with what is assumed of its unknown cards."""
    return Host(camp.strength, camp.counted_ability, camp.counted_forfeit)


class Ahead:
    """The values of battles that may follow a decision.

    Args:
        grounds: The locations.
    """

    def __init__(self, grounds: Grounds) -> None:
        self._grounds = grounds

    @property
    def _context(self) -> DecisionContext:
        return self._grounds.context

    def own_battle(self, ground: Ground, mine: Host) -> float:
        """What a battle that the seat starts at a location is worth to it with these cards; at least 0, since it need not start one."""
        if not ground.theirs.is_present or mine.power <= 0:
            return 0.0
        return max(0.0, self._swing(mine, host_of(ground.theirs)))

    def reply(self, ground: Ground, mine: Host) -> float:
        """What the opponent's best battle there in its next turn is expected to cost the seat's cards."""
        if mine.power <= 0 and mine.forfeit <= 0:
            return 0.0
        more = max(self._reinforcements(ground), self._beside(ground))
        cards = more / USUAL_POWER
        theirs = host_of(ground.theirs).plus(more, ASSUMED_ABILITY * cards, ASSUMED_FORFEIT * cards)
        return 0.0 if theirs.power <= 0 else max(0.0, -self._swing(mine, theirs))

    def contested(self, ground: Ground) -> float:
        """The chance that the opponent deploys a card there in its next turn, if it spreads them over all its locations."""
        threat = known_of(self._context).threat
        open_to = [each for each in self._grounds.all() if each.their_icons or each.theirs.is_present]
        if threat is None or all(each.index != ground.index for each in open_to):
            return 0.0
        return min(1.0, threat.fighters / len(open_to))

    def _swing(self, mine: Host, theirs: Host) -> float:
        own, other = own_draws(self._context, mine.draws), their_draws(self._context, theirs.draws)
        found = odds(Army(mine.power, own, mine.forfeit), Army(theirs.power, other, theirs.forfeit))
        return found.dealt - found.taken

    def _reinforcements(self, ground: Ground) -> float:
        """Power that the opponent can be expected to deploy there: it needs an icon of its own, or cards there."""
        return self._threat if ground.their_icons or ground.theirs.is_present else 0.0

    def _beside(self, ground: Ground) -> float:
        """The strongest adjacent site's power."""
        return max((each.theirs.strength for each in self._grounds.neighbours(ground)), default=0.0)

    @cached_property
    def _threat(self) -> float:
        threat = known_of(self._context).threat
        return 0.0 if threat is None else threat.power
