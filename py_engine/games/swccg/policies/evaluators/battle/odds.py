"""The outcome of a battle, exactly enumerated over both sides' destiny draws, from printed power, ability and forfeit."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.games.swccg.policies.destiny import Distribution

__all__ = ["Army", "Odds", "odds"]


@dataclass(frozen=True, slots=True)
class Army:
    """One side in a battle.

    Attributes:
        power: The power before destiny.
        destiny: Distribution of its battle destiny.
        forfeit: Total forfeit value of its cards there.
        cards: Cards it can still lose elsewhere (hand and life Force); None if unknown.
        immune: The attrition below which a card is immune, and its forfeit value, for each card that is.
    """

    power: float
    destiny: Distribution
    forfeit: float
    cards: int | None = None
    immune: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Odds:
    """Probabilities and expected losses of a battle.

    Attributes:
        win: Probability of the higher total.
        lose: Probability of the lower total; the rest are ties.
        dealt: The opponent's expected loss in Force or forfeit: battle damage, or attrition if that is more.
        taken: The seat's expected loss.
        clears: Probability that the opponent's loss reaches the total forfeit value of its cards there.
        finishes: Probability that the battle damage takes everything the opponent has.
        fatal: Probability that it takes everything the seat has.
    """

    win: float
    lose: float
    dealt: float
    taken: float
    clears: float
    finishes: float
    fatal: float


def odds(mine: Army, theirs: Army) -> Odds:
    """The odds over every pair of destiny totals, weighted by its probability.

    The winner's margin is the loser's battle damage, and each side's destiny is the other's attrition. Attrition can only
    be paid with cards in the battle that are not immune to it, damage also with Force. Weapons are ignored.
    """
    win = lose = dealt = taken = clears = finishes = fatal = 0.0
    for own, share in mine.destiny.totals:
        for other, part in theirs.destiny.totals:
            chance = share * part
            margin = mine.power + own - theirs.power - other
            win += chance * (margin > 0)
            lose += chance * (margin < 0)
            loss = _loss(margin, own, theirs)
            dealt += chance * loss
            taken += chance * _loss(-margin, other, mine)
            clears += chance * (loss >= theirs.forfeit > 0)
            finishes += chance * _ruins(margin, theirs)
            fatal += chance * _ruins(-margin, mine)
    return Odds(win, lose, dealt, taken, clears, finishes, fatal)


def _loss(damage: float, attrition: float, army: Army) -> float:
    """What a side loses; a forfeit pays damage and attrition at the same time."""
    owed = army.forfeit
    for limit, forfeit in army.immune:
        owed -= forfeit if attrition < limit else 0.0
    return max(damage, min(attrition, owed), 0.0)


def _ruins(damage: float, army: Army) -> bool:
    """Whether the damage takes everything a side has."""
    return army.cards is not None and damage >= army.forfeit + army.cards
