"""How a battle ends: the exact chances over both sides' destiny draws, from power, ability and forfeit as printed."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.games.swccg.policies.destiny import Distribution

__all__ = ["Army", "Odds", "odds"]


@dataclass(frozen=True, slots=True)
class Army:
    """One side in a battle.

    Attributes:
        power: before destiny.
        destiny: what its battle destiny comes to.
        forfeit: what its cards there are worth when they are forfeited.
        cards: how many cards it can still lose elsewhere (hand and life Force); None where that is not known.
    """

    power: float
    destiny: Distribution
    forfeit: float
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """What is to be expected.

    Attributes:
        win: the chance of the higher total.
        lose: the chance of the lower one; the rest are ties.
        dealt: the opponent's expected loss, in Force or forfeit: battle damage, or attrition where that is more.
        taken: the own expected loss.
        clears: the chance that the opponent's loss takes all that its cards there are worth.
        finishes: the chance that the battle damage takes all that the opponent has.
        fatal: the chance that it takes all that the seat has.
    """

    win: float
    lose: float
    dealt: float
    taken: float
    clears: float
    finishes: float
    fatal: float


def odds(mine: Army, theirs: Army) -> Odds:
    """Plays every pair of destiny totals once, by its chance.

    The winner's margin is the loser's battle damage, and each side's destiny is the other's attrition. Attrition can only
    be paid with cards that are there, damage also with Force. Weapons, immunity to attrition and what cards add by their
    text do not count.
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
    """What a side loses: forfeiting a card pays damage and attrition alike."""
    return max(damage, min(attrition, army.forfeit), 0.0)


def _ruins(damage: float, army: Army) -> bool:
    return army.cards is not None and damage >= army.forfeit + army.cards
