"""The expected final score of a position.

Positions between Order's move and Chaos's placement are valued by a shallow search over the next token, Chaos's worst cell
for Order and Order's best reply.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array, descending
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import CHAOS, unplaced
from py_engine.games.entropy.rules.state import EntropyState, to_batch
from py_engine.games.entropy.rules.tables import geometry, score_table
from py_engine.games.entropy.search.afterstates import Boards, after_moves, bags_after
from py_engine.games.entropy.search.expectimax.deeper import Deeper, Widths
from py_engine.games.entropy.search.expectimax.lookahead import Lookahead, Prospects, Stage, prospects

__all__ = ["score_before_draw", "score_of_state", "score_with_token", "scores_by_next_token"]


WIDTHS = Widths(4, 3)
"""Cells and replies that are followed by the deeper search."""
ORDER_MOVES = 4
"""Moves of Order that are searched, selected by the values of their lines."""


def score_of_state(state: EntropyState) -> float:
    """The expected final score of a state; on Order's turn, after the best of the moves selected by their lines."""
    if state.game_over:
        return float(state.score)
    batch = to_batch([state])
    if state.active_player_id == CHAOS:
        here = batch.codes[0], int(batch.occupied[0])
        return score_with_token(*here, unplaced(batch)[0], int(batch.token[0]), batch.size)
    _, after = after_moves(batch)
    tokens = int(np.bitwise_count(batch.occupied[0]))
    which = np.zeros(after.codes.size, dtype=np.intp)
    points = line_values(batch.size).worth(after.codes.ravel(), tokens, unplaced(batch), which)
    best = after.take(descending(points.reshape(after.codes.shape).sum(axis=1))[:ORDER_MOVES])
    ahead = _prospects(batch.bag[0], int(batch.next_token[0]))
    return float(_scores_of_boards(best, ahead, batch.size).max())


def score_before_draw(codes: Array, occupied: int, bag: Array, size: int) -> float:
    """The expected final score of a board before a draw: the mean over the draws.

    Args:
        codes: (lines,) int32.
        occupied: Filled cells as bits.
        bag: (8,) tokens left by colour; none on a full board.
        size: The size of the board.
    """
    if not bag.any():
        return float(score_table(size).take(codes).sum(dtype=np.int32))
    return float(_scores_of_boards(_one(codes, occupied), _prospects(bag, 0), size)[0])


def score_with_token(codes: Array, occupied: int, bag: Array, token: int, size: int) -> float:
    """The expected final score of a board on which Chaos must place a token.

    Args:
        codes: (lines,) int32.
        occupied: Filled cells as bits.
        bag: (8,) tokens left by colour, without this one but with a known next token.
        token: Its colour, from 1 on.
        size: The size of the board.
    """
    before = bag.copy()
    before[token] += 1
    # The bag before the draw, as in ``score_before_draw``: the mean over the draws is the score before them.
    ahead = _prospects(bag, token)._replace(bags=before[None])
    return float(_scores_of_boards(_one(codes, occupied), ahead, size)[0])


def scores_by_next_token(codes: Array, occupied: int, bag: Array, token: int, size: int) -> Array:
    """(8,) float64: expected final scores of a board on which Chaos must place a token, by the token shown after it.

    Searches two plies deeper than the other functions, because the next token has no effect before that.

    Args:
        codes: (lines,) int32.
        occupied: Filled cells as bits.
        bag: (8,) tokens left by colour, without this one but with the next; at least one.
        token: Its colour, from 1 on.
        size: The size of the board.

    Returns:
        The scores, 0 for colours not in the bag.
    """
    lookahead = Lookahead(geometry(size), line_values(size))
    board, colors = _one(codes, occupied), np.flatnonzero(bag)
    tokens = int(np.bitwise_count(board.occupied[0]))
    first = Stage(_prospects(bag, token), lookahead.leaves(tokens + 1, bag, 1))
    second = Stage(prospects(bags_after(bag, colors), colors), lookahead.leaves(tokens + 2, bag, 2))
    deeper = Deeper(lookahead, first, second)
    values = np.zeros(len(bag), dtype=np.float64)
    values[colors] = deeper.all_values(board, WIDTHS, ahead=True)[:, 0]
    return values


def _scores_of_boards(boards: Boards, ahead: Prospects, size: int) -> Array:
    """(B,) float64: expected final scores of boards with equally many tokens, before a draw."""
    lookahead = Lookahead(geometry(size), line_values(size))
    tokens = int(np.bitwise_count(boards.occupied[0]))
    which = np.zeros(len(boards.occupied), dtype=np.intp)
    return lookahead.after_draw(boards, which, Stage(ahead, lookahead.leaves(tokens + 1, ahead.bags[0], 1)))


def _prospects(bag: Array, token: int) -> Prospects:
    """The prospects of the next draw; a token other than 0 is already drawn."""
    return prospects(bag[None], np.array([token], dtype=np.intp) if token else None)


def _one(codes: Array, occupied: int) -> Boards:
    return Boards(codes[None], np.array([occupied], dtype=U64))
