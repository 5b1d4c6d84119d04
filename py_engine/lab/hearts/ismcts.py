"""An external opponent: OpenSpiel's information set Monte Carlo tree search, which uses its own implementation of the rules.

P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012. To OpenSpiel, a pass is
one of 13 x 12 x 11 sequences of moves, among which random playouts cannot discriminate, so the player passes by this
project's greedy policy. It uses its own random numbers, so its hands are not reproducible.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from py_engine.core.numerics import U64
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.rules.cards import NUMBERS, RANKS, SEATS, SUIT_BITS, SUITS, cards_of, names_of
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, mask_of_hand
from py_engine.lab.core.errors import LabError

__all__ = ["ISMCTS", "SIMULATIONS", "choose", "require", "to_spiel"]

ISMCTS = "ismcts"
SIMULATIONS = 1000
MISSING = "The player ismcts needs OpenSpiel, which is not installed; install the extra py_engine[lab]."
_EXPLORATION = 26.0
"""The UCT constant, about the range of the returns."""
_NO_LIMIT = -1
_SUIT_ORDER = "CDHS"
"""OpenSpiel's card numbers are rank x 4 + suit, with suits in this order."""
_DIRECTIONS = {"hold": 0, "left": 1, "across": 2, "right": 3}
"""OpenSpiel's numbers of the pass directions."""


def require() -> Any:
    """Returns OpenSpiel's module.

    Raises:
        LabError: if OpenSpiel is not installed.
    """
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        raise LabError(MISSING) from None


def choose(state: HeartsState, simulations: int) -> HeartsAction:
    """The action of the player to move.

    Args:
        state: A whole state; OpenSpiel's search uses only what the player knows.
        simulations: Number of simulations per card.
    """
    seat = state.active_player_id
    if state.phase == "pass":
        hand = np.array([mask_of_hand(state.hands[seat])], dtype=U64)
        return HeartsAction.model_validate({"pass": names_of(int(pass_cards(hand, default_pass_tables())[0]))})
    spiel = require()
    bot = spiel.ISMCTSBot(
        0,
        spiel.RandomRolloutEvaluator(1, 0),
        _EXPLORATION,
        simulations,
        _NO_LIMIT,
        spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    return HeartsAction.model_validate({"play": _name(bot.step(to_spiel(state)))})


def to_spiel(state: HeartsState) -> Any:
    """OpenSpiel's state of a hand in play, reached by replaying the deal, the passes and the plays."""
    spiel = require()
    position = spiel.load_game("hearts").new_initial_state()
    position.apply_action(_DIRECTIONS[state.pass_direction])
    dealt, passed = _as_dealt(state), [mask_of_hand(held) for held in state.passed]
    # OpenSpiel deals one card at a time from seat 0 on; the order of a seat's cards does not matter.
    orders = [list(cards_of(hand)) for hand in dealt]
    for number in range(52):
        position.apply_action(_spiel_card(orders[number % SEATS][number // SEATS]))
    for mask in passed:
        for card in cards_of(mask):
            position.apply_action(_spiel_card(card))
    for name in _played(state):
        position.apply_action(_spiel_card(NUMBERS[name]))
    return position


def _as_dealt(state: HeartsState) -> list[int]:
    """Masks of the hands by seat, before passing."""
    hands = [mask_of_hand(held) for held in state.hands]
    tricks = [(trick.leader, trick.cards) for trick in state.trick_history]
    for leader, cards in [*tricks, (state.leader or 0, state.trick)]:
        for place, name in enumerate(cards):
            hands[(leader + place) % SEATS] |= 1 << NUMBERS[name]
    for seat in range(SEATS):
        hands[seat] ^= mask_of_hand(state.received[seat]) ^ mask_of_hand(state.passed[seat])
    return hands


def _played(state: HeartsState) -> list[str]:
    return [*(name for trick in state.trick_history for name in trick.cards), *state.trick]


def _spiel_card(number: int) -> int:
    suit, rank = divmod(number, SUIT_BITS)
    return 4 * rank + _SUIT_ORDER.index(SUITS[suit])


def _name(card: int) -> str:
    return RANKS[card // 4] + _SUIT_ORDER[card % 4]
