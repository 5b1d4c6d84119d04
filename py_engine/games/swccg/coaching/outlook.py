"""What the board of a state promises: Force drains, battle odds at every location, and the seat's next destiny."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from py_engine.core.contract import Model
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.destiny import Distribution, draws, hidden_pool
from py_engine.games.swccg.policies.evaluators.battle.evaluator import armies
from py_engine.games.swccg.policies.evaluators.battle.ground import Camp, Ground, Grounds
from py_engine.games.swccg.policies.evaluators.battle.odds import Army, odds
from py_engine.games.swccg.policies.opponent import known_of
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
    """The printed ability of its known cards; None if no card is known."""
    forfeit: float
    destiny: Destiny
    assumed: int
    """Number of unknown cards, each counted with ``ASSUMED_ABILITY`` and ``ASSUMED_FORFEIT``."""


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
            no card of either side is known.
        unknown: Whether there are no odds because no card of either side is known.
    """

    index: int
    drain: int | None
    their_drain: int | None
    battle: BattleOutlook | None
    unknown: bool


@dataclass(frozen=True, slots=True)
class OpponentOutlook:
    """What is known of the opponent, from the cards it has shown.

    Attributes:
        types: Type of card -> number of cards shown, most first.
        unknown: Number of shown cards without facts.
        destiny: Distribution of its next destiny draw, estimated.
        force: Force that it will have in its next turn; None if unknown, as are the next two.
        hand: Number of cards in its hand.
        power: The power that it can be expected to deploy.
    """

    types: Mapping[str, int]
    unknown: int
    destiny: Destiny
    force: float | None
    hand: int | None
    power: float | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of a board.

    ``destiny`` is the seat's next draw; None if its piles are unknown, or no card in them: it would be that of any deck.
    ``opponent`` is None if no card that it has shown is known.
    """

    locations: Sequence[LocationOutlook]
    destiny: Destiny | None
    opponent: OpponentOutlook | None


def outlook(args: OutlookArgs) -> Outlook:
    """The outlook of a state."""
    position = position_of(args.state)
    context = DecisionContext(position, (), Strategy("even", (), {}), {})
    pool = hidden_pool(context.board, position.facts)
    destiny = _destiny(draws(pool, 1)) if pool is not None and pool.valued and pool.live else None
    return Outlook([_location(context, ground) for ground in Grounds(context).all()], destiny, _opponent(context))


def _opponent(context: DecisionContext) -> OpponentOutlook | None:
    known = known_of(context)
    if not known.types:
        return None
    threat = known.threat
    return OpponentOutlook(
        types=known.types,
        unknown=known.unknown,
        destiny=_destiny(known.destiny),
        force=None if threat is None else _rounded(threat.force),
        hand=None if threat is None else threat.cards,
        power=None if threat is None else _rounded(threat.power),
    )


def _location(context: DecisionContext, ground: Ground) -> LocationOutlook:
    mine, theirs = ground.mine, ground.theirs
    battle = context.board.battle
    quiet = battle is None or battle.location != ground.index
    contested = quiet and mine.is_present and theirs.is_present
    known = mine.ability is not None or theirs.ability is not None
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
    return Fighter(army.power, camp.ability, army.forfeit, _destiny(army.destiny), camp.assumed)


def _destiny(found: Distribution) -> Destiny:
    totals, chances = [each for each, _ in found.totals], [_rounded(chance) for _, chance in found.totals]
    return Destiny(found.draws, _rounded(found.mean), totals, chances)


def _rounded(value: float) -> float:
    return round(value * _STEPS) / _STEPS
