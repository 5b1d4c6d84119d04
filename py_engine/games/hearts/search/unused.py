"""Notes on options that were given but have no effect on a decision.

Options that cannot have an effect on any decision are refused (see ``options``). Whether the others have one depends on the
decision, and a player keeps its options for a whole game, so these are named in a note instead.
"""

from __future__ import annotations

from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.options import PimcOptions, SampledOptions, SearchOptions

__all__ = ["unused_in_a_pass", "unused_options"]

BETA = "The option beta is not used here: near the end of a game, values are chances to win."
PARANOID = "The option paranoid_threshold is not used here: with depth 1, it applies only when endings are solved."
WORLDS = "The option worlds is not used for passing, which follows a rule of thumb."
DEPTH = "The option depth is not used for passing."


def unused_in_a_pass(request: HeartsRequest, options: PimcOptions) -> tuple[str, ...]:
    """Notes on the options of plain PIMC, which passes by a rule of thumb."""
    return (WORLDS,) if request.state.phase == "pass" and "worlds" in options.model_fields_set else ()


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
