"""Notes on options and budgets that were given but have no effect on a decision.

Options that cannot have an effect on any decision are refused (see ``options``). Whether the others have one depends on the
decision, and a player keeps its options for a whole game, so these are named in a note instead.
"""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.search.options import SampledOptions, SearchOptions

__all__ = ["unused_budgets", "unused_options"]

ROLLOUTS = "The budget rollouts_per_action is not used in Hearts; the option worlds limits the sample deals."
BETA = "The option beta is not used here: near the end of a game, values are chances to win."
PARANOID = "The option paranoid_threshold is not used here: with depth 1, it applies only when endings are solved."
DEPTH = "The option depth is not used for passing."


def unused_budgets(params: EvaluatorParams) -> tuple[str, ...]:
    """Notes on the budgets of a request."""
    usual = EvaluatorParams.model_fields["rollouts_per_action"].default
    return (ROLLOUTS,) if params.rollouts_per_action != usual else ()


def unused_options(options: SampledOptions, facts: Facts, objective: Objective) -> tuple[str, ...]:
    """Notes on the options of a search."""
    notes = []
    if options.beta and objective.goal == "win":
        notes.append(BETA)
    if isinstance(options, SearchOptions):
        passing = facts.phase == "pass"
        solvable = bool(facts.history) and max(facts.counts) <= options.endgame_cards
        if "paranoid_threshold" in options.model_fields_set and not solvable and (passing or options.depth == 1):
            notes.append(PARANOID)
        if passing and options.depth > 1:
            notes.append(DEPTH)
    return tuple(notes)
