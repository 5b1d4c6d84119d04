"""The search evaluator: which evaluation a decision calls for."""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, HEART_COUNT, QUEEN
from py_engine.games.hearts.search.card_search import CardSearch
from py_engine.games.hearts.search.endgame.evaluator import NODES_OF_A_PLAYOUT, EnumeratedEndgame, SampledEndgame
from py_engine.games.hearts.search.endgame.solver import Mode
from py_engine.games.hearts.search.endgame.worlds import typical_nodes
from py_engine.games.hearts.search.evaluator import Asked
from py_engine.games.hearts.search.information_set import Question
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.pass_search import PassSearch
from py_engine.games.hearts.search.roots import in_play

__all__ = ["search"]

PROMPT_CARDS = 4
"""Of so many cards a world takes a few milliseconds at most."""
ENDGAME_MS = (900, 5_000)
"""Budgets from which on one card more is solved, and another: a world of theirs keeps all else waiting."""
NODES_OF_A_MS = 300
"""Nodes that the browser solves in a millisecond."""
QUICK = 64
"""Playouts that tell how likely a moon is."""
FEW_WORLDS = 64
"""Sampled worlds that an exact answer should rest on at least."""


def search(asked: Asked, options: SearchOptions) -> Evaluation:
    """The evaluation of a pass or a card."""
    question = Question(asked, facts_of(asked.state, asked.player), options)
    if asked.state.phase == "pass":
        return PassSearch(question, shoot=options.shoot)
    exact = _endgame(question, options)
    if exact is not None:
        return exact
    paranoid = options.depth > 1 and _moon_looms(question, options)
    return CardSearch(question, shoot=options.shoot, depth=options.depth, paranoid=paranoid)


def _endgame(question: Question, options: SearchOptions) -> Evaluation | None:
    """An exact evaluation, where there are few cards and the budget carries it."""
    facts = question.facts
    most = sum(question.asked.params.time_budget_ms >= ms for ms in ENDGAME_MS) + PROMPT_CARDS
    if not facts.history or max(facts.counts) > min(options.endgame_cards, most):
        return None
    number = question.beliefs.number()
    affordable = _nodes(question.asked.params) // typical_nodes(facts)
    if number > options.max_unseen_states or min(number, FEW_WORLDS) > affordable:
        return None
    mode: Mode = "paranoid" if _moon_looms(question, options) else "maxn"
    if number <= min(options.max_enumerated_worlds, affordable):
        worlds = question.beliefs.enumerate_worlds(options.max_enumerated_worlds)
        if worlds is not None:
            return EnumeratedEndgame(question, *worlds, mode)
    return SampledEndgame(question, mode)


def _nodes(params: EvaluatorParams) -> int:
    """How many nodes the budget allows, by the params and not by the clock."""
    nodes = NODES_OF_A_MS * params.time_budget_ms
    return nodes if params.max_work is None else min(nodes, NODES_OF_A_PLAYOUT * params.max_work)


def _moon_looms(question: Question, options: SearchOptions) -> bool:
    """Whether greedy players would let the player shoot the moon often enough for the others to play against that."""
    playing = play_out(in_play(question.facts, question.worlds("quick", 0, QUICK)), default_play_tables())
    taken = finished(playing)
    moons = (taken[question.facts.seat] & (HEART_COUNT | QUEEN)) == HAND + QUEEN
    return float(moons.mean()) >= options.paranoid_threshold
