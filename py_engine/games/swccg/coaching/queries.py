"""The questions that SWCCG answers beside the bridge's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from py_engine.core.contract import Model, SafeInt
from py_engine.core.game import Query
from py_engine.core.one_shot import OneShotJob
from py_engine.games.swccg.coaching.review import Review, ReviewArgs
from py_engine.games.swccg.knowledge.reader.loading import LoadCardsArgs, LoadReplay, LoadReplayArgs, load_cards
from py_engine.games.swccg.knowledge.reader.replays import REPLAYS
from py_engine.games.swccg.knowledge.reader.single import ParseDecisionArgs, parse_decision
from py_engine.games.swccg.policies.weights import (
    LIMIT,
    PROFILES,
    Profile,
    WeightGroup,
    default_weights,
    weight_groups,
    weight_table,
)
from py_engine.games.swccg.rules.convert import state_of
from py_engine.games.swccg.rules.records import StateRecord
from py_engine.games.swccg.rules.state import Name

__all__ = ["QUERIES"]


class DecisionStateArgs(Model):
    """Which decision of which replay."""

    replay_id: Name
    index: SafeInt


class WeightsArgs(Model):
    """Nothing needs to be said."""


@dataclass(frozen=True, slots=True)
class WeightRow:
    """A weight, and how far it may be changed."""

    name: str
    group: str
    label: str
    value: float
    minimum: float
    maximum: float
    document: float | None
    """Its value in the profile that holds just the source document's factors; None where that has no such factor."""


@dataclass(frozen=True, slots=True)
class WeightTable:
    """All weights and their groups."""

    id: str
    """Of the default weights."""
    profiles: Sequence[Profile]
    groups: Sequence[WeightGroup]
    weights: Sequence[WeightRow]


def decision_state(args: DecisionStateArgs) -> StateRecord:
    """The state at a decision.

    Raises:
        ContractError: NOT_FOUND.
    """
    replay = REPLAYS.get(args.replay_id)
    asked = replay.at(args.index)
    return state_of(asked.with_facts(), replay.id, args.index)


def weights() -> WeightTable:
    """The weights, their groups and their values in both profiles."""
    rows = [
        WeightRow(each.name, each.group, each.label, each.value, -LIMIT, LIMIT, each.document)
        for each in weight_table().values()
    ]
    return WeightTable(default_weights().id, PROFILES, weight_groups(), rows)


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
