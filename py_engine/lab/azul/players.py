"""The players of Azul's table: named opponents of fixed strength, and what limits their moves."""

from __future__ import annotations

from collections.abc import Mapping
from string import hexdigits

from py_engine.games.azul.rules.state import RULESET_ID
from py_engine.lab.azul.earlier import commit_of
from py_engine.lab.core.matches import Params, Player, player

__all__ = ["BASELINES", "LONG", "PLAYERS", "named"]

LONG = 600_000
"""A time budget that ends no move, in milliseconds."""


def _document(rollouts: int) -> Params:
    """The source document's evaluator: rollouts to the end of the round for each of the 20 moves of its shortlist."""
    return {
        "evaluator": "rollout",
        "rollouts_per_action": rollouts,
        "shortlist_size": 20,
        "evaluator_options": {"horizon": "round"},
    }


PLAYERS: Mapping[str, Params] = {
    "document10": _document(10),
    "document60": _document(60),
    "search": {"evaluator": "search", "rollouts_per_action": 1_000_000},
    "alpha_beta3": {"evaluator": "alpha_beta", "evaluator_options": {"depth": 3}},
}
"""Players with params of their own; ``search`` is the coach's search without its work limit."""
BASELINES = ("greedy", "heuristic", "document10", "document60", "alpha_beta3")
"""The usual opponents of stronger players."""


def named(text: str, max_work: int | None = None) -> Player:
    """A player by name: one of ``PLAYERS``, or anything that ``matches.player`` understands.

    With ``@COMMIT`` behind the name, an earlier version of the engine plays with these params.

    Only a search is limited by work or time, by its own ``max_work`` before the common one. Other players take the time
    they need, unless their params set a time budget.

    Args:
        text: The name.
        max_work: Work limit for every search without one of its own.

    Raises:
        LabError: there is no such player.
    """
    before, at, commit = text.rpartition("@")
    if at and all(each in hexdigits for each in commit):
        return _earlier(text, named(before, max_work), commit)
    name, params = Player(text, PLAYERS[text].copy()) if text in PLAYERS else player(RULESET_ID, text)
    if params.get("evaluator") != "search":
        return Player(name, {"time_budget_ms": LONG} | params)
    if max_work is not None:
        params = {"max_work": max_work} | params
    if "max_work" in params:
        params = params | {"time_budget_ms": LONG}
    return Player(name, params)


def _earlier(text: str, same: Player, commit: str) -> Player:
    return Player(text, {"time_budget_ms": LONG} | same.params | {"outside": commit_of(commit)})
