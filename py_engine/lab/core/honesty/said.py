"""What a coach says about many moves with little work: whether the hint is best when it is played, and what is wrong with cards.

A game takes part with a ``Source`` of frozen positions and two jobs of its own, so that finished results are kept apart by the
version of its checker as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.game import Game
from py_engine.core.results import Result
from py_engine.lab.core.evaluations import ended
from py_engine.lab.core.honesty.faults import common_faults
from py_engine.lab.core.honesty.frozen import Frozen
from py_engine.lab.core.honesty.runner_up import without_runner_up
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["SETS", "Card", "Hint", "SaidTask", "Source", "Spoken", "card_of", "frozen_source", "hint_of", "tasks"]

SETS = ("test", "tuning")
"""Sets of frozen positions, in the order in which they are used."""
SEED = 1
"""The coach's seed."""
ORDER_SEED = 19
"""Draws the moves that are graded besides the one that was made."""


class SaidTask(TypedDict):
    """A frozen position, and a move to grade there."""

    set: str
    place: list[int]
    other: int
    """0 for the move that was made, k for the k-th of the other legal moves in an order drawn for the position."""
    work: int
    engine: str
    """The version of the engine that is asked."""


class Hint(TypedDict):
    """A hint, and what is said about it when it is played."""

    position: str
    hint: JsonValue
    best: JsonValue
    """The best move according to the grade."""
    verdict: str


class Card(TypedDict):
    """The card of a graded move."""

    position: str
    verdict: str
    texts: list[str]
    faults: list[str]
    turned: list[str]
    """What the card says otherwise with three times the work; empty where a game does not look for that."""


class Source(NamedTuple):
    """The frozen positions of a game, and how its cards are made and checked."""

    game: Game[Any, Any]
    folder: str
    """The game's folder, for the version of its engine."""
    drawn: Callable[[str, int], Sequence[Sequence[int]]]
    """The first positions of a set, in their order."""
    decision: Callable[[str, Sequence[int]], tuple[Any, JsonValue]]
    """A position and the move that was made there."""
    params: Mapping[str, Any]
    """The coach's params, without clock, work and seed."""
    faults: Callable[[Result], list[str]]
    """What is wrong with a card, beside what is wrong in any game."""
    turned: Callable[[Sequence[str], Sequence[str]], list[str]] | None = None
    """What two cards of the same move say opposite things about."""


class Spoken(NamedTuple):
    """What a game contributes to the commands ``hints`` and ``cards``."""

    name: str
    help: str
    source: Source
    hint: Callable[[SaidTask], Hint]
    card: Callable[[SaidTask], Card]
    work: int
    """The usual work of an evaluation."""


def tasks(source: Source, count: int, work: int) -> list[SaidTask]:
    """As many positions as there are with the moves that were made; then the same positions with other moves."""
    places = [(name, place) for name in SETS for place in source.drawn(name, count)][:count]
    version = engine_of(source.folder)
    return [
        {
            "set": places[number % len(places)][0],
            "place": list(places[number % len(places)][1]),
            "other": number // len(places),
            "work": work,
            "engine": version,
        }
        for number in range(count)
    ]


def frozen_source(
    frozen: Frozen[Any, Any], folder: str, params: Mapping[str, Any], faults: Callable[[Result], list[str]]
) -> Source:
    """The source whose positions are those of frozen games; ``Source`` says what the arguments are."""

    def decision(name: str, place: Sequence[int]) -> tuple[Any, JsonValue]:
        found = frozen.decision(name, place)
        return found.state, found.action

    return Source(frozen.game, folder, frozen.drawn, decision, params, faults)


def hint_of(source: Source, task: SaidTask) -> Hint:
    """Asks for a hint and grades it.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of(source.folder))
    state, _ = source.decision(task["set"], task["place"])
    hint = _result(source, state, None, task["work"]).best_action
    found = _result(source, state, hint, task["work"])
    return {"position": _name(task), "hint": hint, "best": found.best_action, "verdict": str(found.verdict)}


def card_of(source: Source, task: SaidTask) -> Card:
    """Makes and checks the card of a move.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of(source.folder))
    state, made = source.decision(task["set"], task["place"])
    move = _other(source, state, made, task)
    found = _result(source, state, move, task["work"])
    texts = [item.text for item in found.feedback]
    turned: list[str] = []
    if source.turned is not None:
        longer = _result(source, state, move, 3 * task["work"])
        # With more work another move may be the runner-up.
        cards = ([item.text for item in without_runner_up(each.feedback)] for each in (found, longer))
        turned = source.turned(*cards)
    return {
        "position": _name(task),
        "verdict": str(found.verdict),
        "texts": texts,
        "faults": [*common_faults(found), *source.faults(found)],
        "turned": turned,
    }


def _name(task: SaidTask) -> str:
    """How reports name the position and the move of a task."""
    game, move = task["place"]
    return f"{task['set']} {game}.{move}, move {task['other']}"


def _other(source: Source, state: Any, made: JsonValue, task: SaidTask) -> JsonValue:
    """The move to grade: the one that was made, or one of the other legal moves; see ``SaidTask.other``."""
    others = [each for each in source.game.rules.legal_actions(state) if each != made]
    if not task["other"] or not others:
        return made
    order = np.random.default_rng([ORDER_SEED, SETS.index(task["set"]), *task["place"]]).permutation(len(others))
    return others[int(order[(task["other"] - 1) % len(others)])]


def _result(source: Source, state: Any, action: JsonValue, work: int) -> Result:
    """The coach's explained result, limited by work and not by the clock; it grades the action unless that is None."""
    move = None if action is None else source.game.action.model_validate(action)
    params = {**source.params, "evaluator_seed": SEED, "time_budget_ms": 600_000, "max_work": work}
    return ended(source.game.evaluation(state, state.active_player_id, EvaluatorParams.model_validate(params), move))
