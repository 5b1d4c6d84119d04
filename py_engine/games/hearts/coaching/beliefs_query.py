"""What a player can know of the others' cards: cards out, voids, who may hold the queen, and how open it still is."""

from __future__ import annotations

from typing import Any

from py_engine.core.contract import ContractError, JsonObject, Model, SafeInt
from py_engine.core.evaluation import Job
from py_engine.core.numerics import Array
from py_engine.core.one_shot import OneShotJob
from py_engine.core.states import checked_states
from py_engine.games.hearts.knowledge.beliefs import Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.rules.cards import NUMBERS, SEATS, SUIT_MASKS, SUITS, cards_of, names_of
from py_engine.games.hearts.rules.fields import RULESET_ID
from py_engine.games.hearts.rules.play import complete
from py_engine.games.hearts.rules.state import HeartsState

__all__ = ["BeliefsArgs", "beliefs", "bits_of"]

_TERMS = 11
_LN_2 = 0.6931471805599453


class BeliefsArgs(Model):
    """A position, whole or as the player sees it, and whose knowledge is asked for."""

    state: JsonObject
    player_id: SafeInt


def beliefs(args: BeliefsArgs) -> Job[Any]:
    """Where the unseen cards may be, by what the player knows.

    Raises:
        ContractError: INVALID_STATE, also for another player's view; INVALID_PLAYER.
    """
    (state,) = checked_states(
        [args.state], 0, game="Hearts", ruleset_id=RULESET_ID, model=HeartsState, complete=complete
    )
    if args.player_id not in range(SEATS):
        raise ContractError("INVALID_PLAYER", f"There is no player {args.player_id}; there are {SEATS}.")
    return OneShotJob(lambda: _told(facts_of(state, args.player_id)))


def _told(facts: Facts) -> dict[str, Any]:
    chances = Beliefs(facts).marginals()
    unseen = names_of(facts.unseen)
    held = {name: chances[:, NUMBERS[name]].tolist() for name in unseen}
    return {
        "player_id": facts.seat,
        "unseen": unseen,
        "counts": list(facts.counts),
        "voids": [[suit for suit, void in zip(SUITS, row, strict=True) if void] for row in facts.voids],
        "out": {suit: (facts.unseen & mask).bit_count() for suit, mask in zip(SUITS, SUIT_MASKS, strict=True)},
        "probabilities": held,
        "queen": held.get("QS"),
        "entropy": {
            suit: _entropy(chances[:, list(cards_of(facts.unseen & mask))])
            for suit, mask in zip(SUITS, SUIT_MASKS, strict=True)
        },
    }


def _entropy(chances: Array) -> float:
    """In bits: how open it is where cards are, of the probabilities (4, n) of the seats that may hold them."""
    bits = 0.0
    for chance in chances.ravel().tolist():
        if chance > 0:
            bits += chance * bits_of(chance)
    return bits


def bits_of(chance: float) -> float:
    """-log2 of a probability above 0, by halves and a series: the same bits everywhere.

    ln m = 2 (t + t^3 / 3 + t^5 / 5 ...) with t = (m - 1) / (m + 1), here for m from 1 to 2: off by less than 1e-11.
    """
    halves = 0
    while chance < 1.0:
        chance += chance
        halves += 1
    t = (chance - 1.0) / (chance + 1.0)
    square = t * t
    series = 0.0
    for n in range(_TERMS, -1, -1):
        series = series * square + 1.0 / (2 * n + 1)
    return halves - 2.0 * t * series / _LN_2
