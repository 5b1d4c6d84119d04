"""Plays many games of Entropy in lockstep, for players that choose for a whole batch.

The games are identical to those played one at a time: the same tokens, and the same random bits at each move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U8, U32, Array
from py_engine.games.entropy.knowledge.boards import LineWorth, line_worths, placements, slide_gains
from py_engine.games.entropy.policies.heuristic import Weights, heuristic
from py_engine.games.entropy.policies.policy import Policy, choose
from py_engine.games.entropy.rules.batch import (
    BAG_COLUMNS,
    CHAOS,
    Batch,
    new_batch,
    pass_number,
    scores,
    step,
    unplaced,
)
from py_engine.games.entropy.rules.expected import expected_lines, match_chances
from py_engine.games.entropy.rules.play import draw
from py_engine.games.entropy.rules.slides import Slides, slides_of
from py_engine.games.entropy.search.heuristic_evaluator import HeuristicOptions
from py_engine.games.entropy.search.value_evaluator import GRAIN
from py_engine.lab.core.matches import Params
from py_engine.lab.core.moves import evaluator_seed
from py_engine.lab.core.spread import report

__all__ = ["Chooser", "by_weights", "can_play", "chooser", "lockstep", "play", "random_bits", "token_orders"]

Chooser = Callable[[Batch, Array], Array]
"""A player: a batch and (B,) uint32 random bits -> (B,) action numbers."""

HEURISTIC = "heuristic"
_BUDGETS = {"time_budget_ms", "max_work", "rollouts_per_action", "shortlist_size", "rollout_config"}
"""Params without effect on these players, apart from ``max_work``: they value every move once."""
_ALL_MOVES = 200
"""More moves than any position has: an empty cell can be entered from four sides, a token can reach twelve cells."""


def can_play(params: Params) -> bool:
    """Whether the player with these params can choose for a whole batch."""
    name, options = params.get("evaluator"), params.get("evaluator_options", {})
    if not set(params) <= {"evaluator", "evaluator_options", *_BUDGETS}:
        return False
    if name == HEURISTIC:
        heuristic_options = HeuristicOptions(**options)
        evaluated = min(heuristic_options.max_moves, params.get("max_work") or _ALL_MOVES)
        return evaluated >= _ALL_MOVES and not heuristic_options.early_stop
    return name in _CHOOSERS and not options


def chooser(params: Params) -> Chooser:
    """The player with params accepted by ``can_play``."""
    name = params["evaluator"]
    if name == HEURISTIC:
        return by_weights(HeuristicOptions(**params.get("evaluator_options", {})).weights())
    return _CHOOSERS[name]


def by_weights(weights: Weights) -> Chooser:
    """The player of the evaluator ``heuristic`` with these weights: the first of its best moves, passing last."""

    def choose(batch: Batch, _bits: Array) -> Array:
        values = heuristic(batch.size, weights).action_values(batch)
        passing = values[:, -1].copy()
        values[:, -1] = -np.inf
        best = values.argmax(axis=1)
        chosen: Array = np.where(values.max(axis=1) >= passing, best, pass_number(batch.size))
        return chosen

    return choose


def _pass(batch: Batch, _bits: Array) -> Array:
    """A player of Order that always passes."""
    return np.full(batch.count, pass_number(batch.size), dtype=np.intp)


def _value(batch: Batch, _bits: Array) -> Array:
    """The player of the evaluator ``value``: the first move with the best V, passing last.

    V is rounded to multiples of 1/``GRAIN`` point, as the evaluator does, so that ties are the same ones.
    """
    g = batch.geometry
    worth = _grains(batch)
    if batch.turn[0] == CHAOS:
        placed = placements(batch.codes, batch.occupied, batch.token, g)
        values = np.full((batch.count, g.cells), -np.inf)
        after = line_worths(placed.codes, lambda codes, board: worth(codes, placed.board.take(board)))
        values[placed.board, placed.cell] = -after.sum(axis=1)
        return values.argmax(axis=1)
    slides = slides_of(batch.codes, batch.occupied, g)
    return _first_best(batch, slides, slide_gains(slides, line_worths(batch.codes, worth), worth))


def _first_best(batch: Batch, slides: Slides, gains: Array) -> Array:
    """(B,) action numbers: each board's first slide with the largest gain, in ``slides_of`` order; passing if all lose."""
    chosen = np.full(batch.count, pass_number(batch.size), dtype=np.intp)
    best = np.full(batch.count, -np.inf)
    np.maximum.at(best, slides.board, gains)
    found = np.flatnonzero((gains == best[slides.board]) & (gains >= 0))[::-1]
    # Reversed, because the last assignment to an index wins.
    chosen[slides.board[found]] = batch.geometry.cells + slides.slide[found]
    return chosen


def _grains(batch: Batch) -> LineWorth:
    """V of lines in units of 1/``GRAIN`` point, by line code and board."""
    chances = match_chances(unplaced(batch))
    return lambda codes, board: np.rint(expected_lines(codes, chances, batch.size, board) * GRAIN)


def _policy(name: Policy) -> Chooser:
    """The player of a policy by its name."""
    return lambda batch, bits: choose(batch, bits, name)


_CHOOSERS: Mapping[str, Chooser] = {
    "pass": _pass,
    "value": _value,
    "random": _policy("random"),
    "greedy": _policy("greedy"),
    "greedy2": _policy("greedy2"),
    "ev2": _policy("ev2"),
}


def play(options: dict[str, Any], players: list[Params], seeds: list[int]) -> list[list[float]]:
    """The returns of the games with these seeds, between Order and Chaos."""
    order, chaos = (chooser(params) for params in players)
    tokens = token_orders(seeds, options.get("size", 7))
    points = lockstep(
        tokens, order, chaos, lambda move: random_bits(seeds, move), options.get("next_token_known", False)
    )
    return [[float(each), float(-each)] for each in points.tolist()]


def token_orders(seeds: Sequence[int], size: int) -> Array:
    """(B, cells) uint8: the tokens of games in draw order."""
    tokens = np.zeros((len(seeds), size * size), dtype=U8)
    for game, seed in enumerate(seeds):
        bag = np.zeros(BAG_COLUMNS, dtype=np.int16)
        bag[1 : size + 1] = size
        for turn in range(size * size):
            tokens[game, turn] = draw(seed, turn, bag)
            bag[tokens[game, turn]] -= 1
    return tokens


def random_bits(seeds: Sequence[int], move: int) -> Array:
    """(B,) uint32: the random bits of a move, the same that an evaluator gets."""
    bits = np.zeros(len(seeds), dtype=U32)
    for game, seed in enumerate(seeds):
        bits[game] = seeded(Domain.POLICY, evaluator_seed(seed, move)).integers(0, 2**32, size=1, dtype=U32)[0]
    return bits


def lockstep(
    tokens: Array, order: Chooser, chaos: Chooser, bits: Callable[[int], Array], next_known: bool = False
) -> Array:
    """(B,) int32: the final scores of games.

    Args:
        tokens: (B, cells) uint8, see ``token_orders``.
        order: The player of Order.
        chaos: The player of Chaos.
        bits: The (B,) uint32 random bits of a move; moves are numbered from 0.
        next_known: Whether the next token is known.
    """
    count, cells = tokens.shape
    size = {49: 7, 25: 5}[cells]
    batch = new_batch(size, tokens[:, 0], tokens[:, 1] if next_known else None)
    drawn = 1 + next_known  # Tokens drawn from each bag so far.
    nothing = np.zeros(count, dtype=U8)
    for move in range(2 * cells - 1):
        if batch.turn[0] == CHAOS:
            step(batch, chaos(batch, bits(move)), nothing)
            continue
        action = order(batch, bits(move))
        step(batch, action, tokens[:, drawn] if drawn < cells else nothing)
        drawn += 1
        report(move / (2 * cells))
    return scores(batch)
