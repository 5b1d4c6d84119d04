"""Timings of parts of Hearts that the bridge does not expose, run natively or in a browser's Python."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import Array
from py_engine.core.request import Request
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import Rules, first_leader, start
from py_engine.games.hearts.rules.cards import DECK, NUMBERS, cards_of
from py_engine.games.hearts.rules.play import complete
from py_engine.games.hearts.rules.state import HeartsRequest, HeartsState
from py_engine.games.hearts.search.endgame.worlds import SolvedWorlds
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.information_set import InformationSet

__all__ = ["measure"]

DEALS = 1600
WORLDS = 2000
TIMES = 15
SOLVED = 8
"""Number of worlds solved per endgame."""


def measure(work: str) -> str:
    """Runs all measurements and returns the figures by name, as JSON.

    Args:
        work: JSON with positions: a list of ``decisions``, ``draws`` by name, and a list of ``endgames``.
    """
    given = json.loads(work)
    read: Callable[[Any], HeartsState] = lambda data: complete(HeartsState.model_validate(data))  # noqa: E731 -- short
    states = [read(data) for data in given["decisions"]]
    known = [facts_of(state, state.active_player_id) for state in states]
    beliefs = [Beliefs(facts) for facts in known]
    figures = {
        f"{DEALS:,} playouts": statistics.median(_playouts(TIMES)),
        "facts and beliefs": _mean_us(lambda: [Beliefs(facts_of(s, s.active_player_id)) for s in states], len(states)),
        "marginals": _mean_us(lambda: [each.marginals() for each in beliefs], len(states)),
    }
    for name, data in given["draws"].items():
        state = read(data)
        figures[f"draw of {WORLDS:,}, {name}"] = _draw(facts_of(state, state.active_player_id))
    spent = [ms for data in given["endgames"] for ms in _solving(read(data))]
    figures["endgame of 4, a world"] = statistics.median(spent)
    figures["endgame of 4, a world, p95"] = statistics.quantiles(spent, n=20, method="inclusive")[-1]
    return json.dumps(figures)


def _spent(work: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    begin = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begin)


def _mean_us(work: Callable[[], object], parts: int) -> float:
    """Microseconds per part of a call that handles several; the median over runs, because a browser's clock is coarse."""
    return 1000 * statistics.median(_spent(work) for _ in range(TIMES)) / parts


def _deals() -> Array:
    """(4, DEALS) uint64: hands by seat."""
    bits = np.left_shift(np.uint64(1), np.array(list(cards_of(int(DECK))), dtype=np.uint64))
    shuffled = np.random.default_rng(1).permuted(np.broadcast_to(bits, (DEALS, len(NUMBERS))), axis=1)
    hands: Array = shuffled.reshape(DEALS, 4, -1).sum(axis=2, dtype=np.uint64).T
    return np.ascontiguousarray(hands)


def _playouts(times: int) -> Iterable[float]:
    """Milliseconds to play out all deals from the first card, for each of several runs."""
    hands, tables = _deals(), default_play_tables()
    for _ in range(times):
        batch = start(hands, first_leader(hands), Rules())
        begin = time.perf_counter()
        finished(play_out(batch, tables))
        yield 1000 * (time.perf_counter() - begin)


def _draw(facts: Facts) -> float:
    """Milliseconds to sample worlds as the search does."""
    beliefs, generator = Beliefs(facts, HARD), np.random.default_rng(1)
    return statistics.median(_spent(lambda: draw(beliefs, generator, WORLDS)) for _ in range(TIMES))


def _solving(state: HeartsState) -> Iterable[float]:
    """Milliseconds to solve each of several worlds of an endgame."""
    request: HeartsRequest = Request(state, state.active_player_id, EvaluatorParams(evaluator_seed=1))
    known = InformationSet(request, SearchOptions())
    hands = known.worlds("explore", 0, SOLVED)
    cards = [move.bit_length() - 1 for move in known.legal]
    solved = SolvedWorlds(known.facts, known.objective, cards, "maxn")
    for world in range(SOLVED):
        yield _spent(lambda world=world: solved.solve(hands[:, world]))  # type: ignore[misc] # a default binds the world
