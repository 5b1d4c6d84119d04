"""SWCCG's own queries: replays, single decisions, the card database, and the weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from py_engine.core.contract import Model, SafeInt
from py_engine.core.game import Query
from py_engine.core.one_shot import OneShotJob
from py_engine.games.swccg.coaching.outlook import OutlookArgs, outlook
from py_engine.games.swccg.coaching.review import Review, ReviewArgs
from py_engine.games.swccg.knowledge.reader.loading import LoadCardsArgs, LoadReplay, LoadReplayArgs, load_cards
from py_engine.games.swccg.knowledge.reader.replays import REPLAYS
from py_engine.games.swccg.knowledge.reader.single import ParseDecisionArgs, parse_decision
from py_engine.games.swccg.policies.card_rules.reading import MAX_TEXT, rules_of, rules_text
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
    """A decision of a loaded replay."""

    replay_id: Name
    index: SafeInt


class WeightsArgs(Model):
    """The query takes no arguments."""


@dataclass(frozen=True, slots=True)
class WeightRow:
    """A weight with its limits."""

    name: str
    group: str
    label: str
    value: float
    minimum: float
    maximum: float
    document: float | None
    """Its value in the profile ``document``; None if that profile lacks the factor."""


@dataclass(frozen=True, slots=True)
class WeightTable:
    """All weights and their groups."""

    id: str
    """SHA-256 of the default weights."""
    profiles: Sequence[Profile]
    groups: Sequence[WeightGroup]
    weights: Sequence[WeightRow]


class CardRulesArgs(Model):
    """A user's own card rules to check; the shipped ones without any."""

    rules: Annotated[str, Field(max_length=MAX_TEXT)] | None = None


@dataclass(frozen=True, slots=True)
class RulesFound:
    """Card rules that were read without a mistake."""

    id: str
    """SHA-256 of the text."""
    count: int
    text: str
    """All of them as TOML, which can be changed and given to ``review`` and the coach as ``rules``."""


def card_rules(args: CardRulesArgs) -> RulesFound:
    """The shipped card rules to read and to change, or a user's own ones, checked.

    Raises:
        ContractError: INVALID_PARAMS, with a sentence on the first mistake.
    """
    rules = rules_of(args.rules)
    return RulesFound(rules.id, rules.count, rules_text() if args.rules is None else args.rules)


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
    "load_replay": Query("Reads a GEMP replay: its decisions and inferred answers.", LoadReplayArgs, LoadReplay),
    "decision_state": Query(
        "The state at a decision of a replay.",
        DecisionStateArgs,
        lambda args: OneShotJob(lambda: decision_state(args)),
    ),
    "review": Query("Scores every decision with a choice, with the given weights.", ReviewArgs, Review),
    "parse_decision": Query(
        "The state of a single decision, from its XML.",
        ParseDecisionArgs,
        lambda args: OneShotJob(lambda: parse_decision(args)),
    ),
    "outlook": Query(
        "Force drains, battle odds and the next destiny at a state.",
        OutlookArgs,
        lambda args: OneShotJob(lambda: outlook(args)),
    ),
    "load_cards": Query("Loads the card database.", LoadCardsArgs, lambda args: OneShotJob(lambda: load_cards(args))),
    "card_rules": Query(
        "The rules on single cards, shipped or one's own.",
        CardRulesArgs,
        lambda args: OneShotJob(lambda: card_rules(args)),
    ),
    "weights": Query("The evaluators' weights.", WeightsArgs, lambda _: OneShotJob(weights)),
}
