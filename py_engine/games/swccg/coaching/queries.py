"""The questions that SWCCG answers beside the bridge's own."""

from __future__ import annotations

from typing import Any

from py_engine.core.contract import Model, SafeInt
from py_engine.core.game import Query
from py_engine.core.one_shot import OneShotJob
from py_engine.games.swccg.coaching.review import Review, ReviewArgs
from py_engine.games.swccg.knowledge.reader.loading import LoadCardsArgs, LoadReplay, LoadReplayArgs, load_cards
from py_engine.games.swccg.knowledge.reader.replays import REPLAYS
from py_engine.games.swccg.knowledge.reader.single import ParseDecisionArgs, parse_decision
from py_engine.games.swccg.policies.weights import LIMIT, PROFILES, default_weights, weight_groups, weight_table
from py_engine.games.swccg.rules.convert import state_json
from py_engine.games.swccg.rules.state import Name

__all__ = ["QUERIES"]


class DecisionStateArgs(Model):
    """Which decision of which replay."""

    replay_id: Name
    index: SafeInt


class WeightsArgs(Model):
    """Nothing needs to be said."""


def decision_state(args: DecisionStateArgs) -> dict[str, Any]:
    """The state at a decision.

    Raises:
        ContractError: NOT_FOUND.
    """
    replay = REPLAYS.get(args.replay_id)
    asked = replay.at(args.index)
    return state_json(asked.with_facts(), replay.id, args.index)


def weights() -> dict[str, Any]:
    """The weights, their groups and their values in both profiles."""
    return {
        "id": default_weights().id,
        "profiles": list(PROFILES),
        "groups": weight_groups(),
        "weights": [
            {
                "name": weight.name,
                "group": weight.group,
                "label": weight.label,
                "value": weight.value,
                "minimum": -LIMIT,
                "maximum": LIMIT,
                "document": weight.document,
            }
            for weight in weight_table().values()
        ],
    }


QUERIES = {
    "load_replay": Query("Reads a GEMP replay: its decisions, and the answers inferred.", LoadReplayArgs, LoadReplay),
    "decision_state": Query(
        "The state at a decision of a replay.",
        DecisionStateArgs,
        lambda args: OneShotJob(lambda: decision_state(args)),
    ),
    "review": Query("Every decision with a choice, scored with the weights given.", ReviewArgs, Review),
    "parse_decision": Query(
        "The state of one decision's XML alone.",
        ParseDecisionArgs,
        lambda args: OneShotJob(lambda: parse_decision(args)),
    ),
    "load_cards": Query("Takes the card database.", LoadCardsArgs, lambda args: OneShotJob(lambda: load_cards(args))),
    "weights": Query("The weights of the evaluators.", WeightsArgs, lambda _: OneShotJob(weights)),
}
