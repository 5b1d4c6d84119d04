"""Final results of Azul positions, by playing them out many times to the end of the game.

The rest of a round involves no chance and is played by a search. Later rounds are played by the highest learnt value of a
move, all games in lockstep; game k of two compared positions uses the same refills (common random numbers).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U32, Array
from py_engine.games.azul.game import GAME
from py_engine.games.azul.knowledge.afterstates import Afterstates
from py_engine.games.azul.knowledge.valuers import LearntValues, highest_valued
from py_engine.games.azul.rules.batch import Batch, concatenated, split_action, step, tiles_left
from py_engine.games.azul.rules.play import apply_action
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.rules.state import AzulAction, AzulState, number_of, to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.core.evaluations import evaluated

__all__ = ["CLOCKLESS", "final_differences", "round_ended"]

CLOCKLESS = {"evaluator": "search", "evaluator_seed": 0, "time_budget_ms": 600_000, "rollouts_per_action": 1_000_000}
"""Params of a search limited by its work only."""
MAX_ROUNDS = 9
CAREFUL_FROM, FEW = 5, 5
"""From this round on, usually the last, this many moves of each position are valued by the best replies to them: one-ply
play gives away bonuses at the end of the game."""


def round_ended(state: AzulState, action: AzulAction, work: int) -> Batch:
    """The drafted-out position after a move, with a search for every other move of the round by either side.

    Args:
        state: The position before the move.
        action: The move.
        work: Work limit of each search.

    Returns:
        A batch of one position.
    """
    batch = to_batch([state])
    while True:
        step(batch, *split_action(np.array([number_of(action)], dtype=INDEX)))
        if not tiles_left(batch)[0]:
            return batch
        state = apply_action(state, action)
        found = evaluated(GAME, state, CLOCKLESS | {"max_work": work})
        action = AzulAction.model_validate(found.best_action)


def final_differences(drafted: Sequence[Batch], games: int, seed: Sequence[int], together: int = 2) -> Array:
    """Plays drafted-out positions of the same round to the end of the game; each pair shares its refills.

    Args:
        drafted: L batches of one position, in pairs.
        games: Number of games per position, G.
        seed: Determines the refills.
        together: Number of positions in a row that share their refills: with 1, those of calls with the same seed.

    Returns:
        (L, G) float64: final score of player 0 minus player 1's. A game that has not ended after nine rounds counts with
        its current scores.
    """
    random = seeded(Domain.EVALUATION, *seed)
    whole = concatenated(list(drafted))
    final = np.zeros(len(drafted) * games, dtype=np.float64)
    lanes = np.arange(len(final), dtype=INDEX)
    batch = whole.take(lanes // games)
    for number in range(int(whole.round_number[0]), MAX_ROUNDS + 1):
        end = finish_round(batch)
        difference = (end.scores[0] - end.scores[1]).astype(np.float64)
        final[lanes] = np.where(batch.front == 0, difference, -difference)
        on = np.flatnonzero(~end.over)
        if not len(on) or number == MAX_ROUNDS:
            break
        batch, lanes = next_round(batch, end).take(on), lanes[on]
        bits = random.integers(0, 2**32, size=(DRAWS, len(drafted) // together * games), dtype=U32)
        deal(batch, bits[:, lanes // (together * games) * games + lanes % games])
        _draft(batch)
    return final.reshape(len(drafted), games)


def _draft(batch: Batch) -> None:
    """Plays the drafting of a round in place, by learnt values."""
    valuer = LearntValues(batch)
    careful = int(batch.round_number[0]) >= CAREFUL_FROM
    while len(playing := np.flatnonzero(tiles_left(batch))):
        here = batch.take(playing)
        found = valuer.moves(here)
        actions = np.zeros(batch.size, dtype=INDEX)
        actions[playing] = highest_valued(_replied(here, found, valuer) if careful else found)
        step(batch, *split_action(actions))


def _replied(batch: Batch, found: Afterstates, valuer: LearntValues) -> Afterstates:
    """The highest-valued few moves of each position, revalued by the best replies to them."""
    order = np.lexsort((-found.values, found.parents))
    rank = np.arange(len(order), dtype=INDEX) - np.searchsorted(found.parents, found.parents)
    kept = order[rank < FEW]
    few = Afterstates(*(part.take(kept) for part in found))
    on = np.flatnonzero(~few.ends)
    if len(on):
        after = batch.take(few.parents.take(on))
        step(after, *split_action(few.actions.take(on)))
        replies = valuer.moves(after)
        starts = np.searchsorted(replies.parents, np.arange(after.size, dtype=INDEX))
        few.values[on] = -np.maximum.reduceat(replies.values, starts)
    return few
