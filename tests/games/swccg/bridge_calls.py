"""A small log of SWCCG, and shorthands for bridge calls about it."""

from __future__ import annotations

from typing import Any

from tests.bridge.asking import ask
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    Numbers,
    Shown,
    arbitrary_cards,
    card_selection,
    choose,
    game_replay,
    hint,
    integer,
    location,
    message,
    multiple_choice,
    numbers,
    participants,
    phase,
    put_in_play,
    turn,
)

RULESET = "swccg_gemp_v1"
Json = dict[str, Any]

START = [
    participants(DARK, DARK, LIGHT),
    put_in_play(1, "-1_2", "TOP_OF_RESERVE_DECK"),
    location(10, "1_287", 0, "Death Star"),
    turn(DARK),
    phase("Deploy", 1),
    numbers(
        Numbers({"FORCE_PILE": 8, "HAND": 2, "RESERVE_DECK": 40}),
        Numbers({"FORCE_PILE": 1, "HAND": 8, "RESERVE_DECK": 45}),
    ),
    put_in_play(12, "1_168", "HAND"),
    put_in_play(13, "1_194", "HAND"),
]
DEPLOY = choose("Choose Deploy action or Pass", [Action("Deploy", 12), Action("Deploy", 13)])
WHERE = card_selection(
    DARK, f"Choose where to deploy {hint('1_168', '•Darth Vader')}, or click 'Done' to cancel", [10], 0, 1
)
NOTHING = choose("Optional responses")
LOG = [
    *START,
    DEPLOY,
    WHERE,
    message(f"{DARK} deploys {hint('1_168', '•Darth Vader')} from hand to {hint('1_287', '•Death Star: War Room')}"),
    NOTHING,
    phase("Draw", 1),
    integer(DARK, "Choose amount of Force to activate", 0, 4, 4),
    multiple_choice(DARK, "Do you want to draw 1 battle destiny?", ["Yes", "No"]),
    arbitrary_cards(DARK, "Choose card to take into hand", [Shown("1_194"), Shown("1_168", selectable=False)], 1, 1),
]


def query(name: str, **args: Any) -> Any:
    return ask("query", RULESET, name, args)


def load(events: list[str] = LOG) -> Json:
    return dict(query("load_replay", xml=game_replay(events)))


def state_at(index: int, events: list[str] = LOG) -> Json:
    return dict(query("decision_state", replay_id=load(events)["replay_id"], index=index))


def evaluated(state: Json, **options: Any) -> Json:
    return dict(ask("evaluate_best_move", state, 0, {"evaluator_seed": 1, "shortlist_size": 0, **options}))


def graded(state: Json, answer: str, **options: Any) -> Json:
    return dict(ask("grade_user_action", state, 0, {"answer": answer}, {"evaluator_seed": 1, **options}))
