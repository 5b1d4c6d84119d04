"""What the board of a state promises: Force drains, battle odds at every location, and the seat's next destiny."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from py_engine.core.contract import Model
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.destiny import Distribution, draws, hidden_pool
from py_engine.games.swccg.policies.evaluators.battle.evaluator import armies
from py_engine.games.swccg.policies.evaluators.battle.ground import Camp, Ground, Grounds
from py_engine.games.swccg.policies.evaluators.battle.odds import Army, odds
from py_engine.games.swccg.policies.strategy import Strategy
from py_engine.games.swccg.rules.convert import position_of
from py_engine.games.swccg.rules.state import SwccgState

__all__ = ["Outlook", "OutlookArgs", "outlook"]

_STEPS = 4096.0
"""Probabilities are rounded to multiples of 1/4096."""


class OutlookArgs(Model):
    """A state."""

    state: SwccgState


@dataclass(frozen=True, slots=True)
class Destiny:
    """The distribution of a total of destiny draws: the totals, ascending, and their probabilities."""

    draws: int
    mean: float
    totals: Sequence[float]
    chances: Sequence[float]


@dataclass(frozen=True, slots=True)
class Fighter:
    """A side in a battle."""

    power: float
    ability: float | None
    forfeit: float
    destiny: Destiny


@dataclass(frozen=True, slots=True)
class BattleOutlook:
    """A battle at a location, by printed power, ability and destiny; Interrupts and weapons are not counted."""

    win: float
    lose: float
    dealt: float
    taken: float
    seat: Fighter
    opponent: Fighter


@dataclass(frozen=True, slots=True)
class LocationOutlook:
    """A location.

    Attributes:
        index: Its position in the row.
        drain: The seat's Force drain if it controls the location; None if it does not, or its size is unknown.
        their_drain: The opponent's, likewise.
        battle: The odds where both sides are present; None elsewhere, where a battle is already under way, and where
            the ability of a side is unknown.
        unknown: Whether there are no odds because the ability of a side is unknown.
    """

    index: int
    drain: int | None
    their_drain: int | None
    battle: BattleOutlook | None
    unknown: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of a board.

    ``destiny`` is the seat's next draw; None if its piles are unknown, or no card in them: it would be that of any deck.
    """

    locations: Sequence[LocationOutlook]
    destiny: Destiny | None


def outlook(args: OutlookArgs) -> Outlook:
    """The outlook of a state."""
    position = position_of(args.state)
    context = DecisionContext(position, (), Strategy("even", (), {}), {})
    pool = hidden_pool(context.board, position.facts)
    destiny = _destiny(draws(pool, 1)) if pool is not None and pool.valued and pool.live else None
    return Outlook([_location(context, ground) for ground in Grounds(context).all()], destiny)


def _location(context: DecisionContext, ground: Ground) -> LocationOutlook:
    mine, theirs = ground.mine, ground.theirs
    battle = context.board.battle
    quiet = battle is None or battle.location != ground.index
    contested = quiet and mine.is_present and theirs.is_present
    known = all(camp.ability is not None and not camp.unidentified for camp in (mine, theirs))
    return LocationOutlook(
        index=ground.index,
        drain=ground.drain if mine.may_drain and not theirs.is_present else None,
        their_drain=ground.exposure if theirs.may_drain and not mine.is_present else None,
        battle=_battle(context, ground) if contested and known else None,
        unknown=contested and not known,
    )


def _battle(context: DecisionContext, ground: Ground) -> BattleOutlook:
    mine, theirs = armies(context, ground)
    found = odds(mine, theirs)
    return BattleOutlook(
        win=_rounded(found.win),
        lose=_rounded(found.lose),
        dealt=_rounded(found.dealt),
        taken=_rounded(found.taken),
        seat=_fighter(ground.mine, mine),
        opponent=_fighter(ground.theirs, theirs),
    )


def _fighter(camp: Camp, army: Army) -> Fighter:
    return Fighter(army.power, camp.ability, army.forfeit, _destiny(army.destiny))


def _destiny(found: Distribution) -> Destiny:
    totals, chances = [each for each, _ in found.totals], [_rounded(chance) for _, chance in found.totals]
    return Destiny(found.draws, _rounded(found.mean), totals, chances)


def _rounded(value: float) -> float:
    return round(value * _STEPS) / _STEPS
