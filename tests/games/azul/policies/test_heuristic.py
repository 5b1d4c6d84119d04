"""The careful one-move player: its points are those of the rules, its parts add up, and it beats greedy."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from py_engine.games.azul.policies.heuristic import PARTS
from py_engine.lab.azul.match import Standing, play_game
from py_engine.lab.azul.players import named
from tests.bridge import strategies
from tests.bridge.asking import ask
from tests.games.azul import oracle
from tests.games.azul.oracle import Action, State
from tests.games.azul.positions import board, move, position

ASKED: dict[str, Any] = {"evaluator_seed": 0, "evaluator": "heuristic", "shortlist_size": 0}


def looked(state: State) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask("evaluate_best_move", state, state["active_player_id"], ASKED)["candidates"]
    return found


def parts(candidate: dict[str, Any]) -> dict[str, float]:
    return {reason["code"]: reason["value"] for reason in candidate["reasons"]}


def part(state: State, action: Action, code: str) -> float:
    (found,) = (each for each in looked(state) if each["action"] == action)
    return parts(found).get(code, 0.0)


def points_now(state: State, player: int) -> int:
    """What the round brings a player if it ends here: tiles laid, less the floor; no score is low enough to clamp."""
    own = state["players"][player] | {"score": 500}
    return int(oracle.tile_board(own)[0]["score"]) - 500


@given(strategies.states())
@settings(max_examples=40)
def test_points_and_penalties_are_those_of_the_rules_and_parts_add_up(state: State) -> None:
    player = state["active_player_id"]
    before = points_now(state, player)
    candidates = looked(state)
    assert sorted(str(c["action"]) for c in candidates) == sorted(map(str, oracle.legal_moves(state)))
    for candidate in candidates:
        found = parts(candidate)
        assert set(found) <= {code for code, _ in PARTS}
        assert candidate["ev"] == sum(found.values())
        gained = points_now(oracle.draft(state, candidate["action"]), player) - before
        assert found.get("tiling", 0) + found.get("floor", 0) == gained


@given(strategies.reachable())
@settings(max_examples=25)
def test_of_equal_moves_the_first_is_chosen(state: State) -> None:
    values = {str(c["action"]): c["ev"] for c in looked(state)}
    chosen = ask("evaluate_best_move", state, state["active_player_id"], ASKED)["best_action"]
    best = max(values.values())
    assert chosen == next(action for action in oracle.legal_moves(state) if values[str(action)] == best)


def test_what_the_opponent_wants_most_is_worth_taking() -> None:
    column = [(row, 1) for row in range(4)]
    wanted = board(lines={4: ("Red", 4)}, wall=column)  # one Red completes the fifth row's line and its column
    state = position(board(), wanted, factories=[{"Red": 1}, {"Blue": 1}])
    assert part(state, move(0, "Red", 0), "denial") > 0
    assert part(state, move(1, "Blue", 0), "denial") == 0
    # Two sets that serve as well cannot both be taken.
    both = position(board(), wanted, factories=[{"Red": 1}, {"Red": 1}])
    assert part(both, move(0, "Red", 0), "denial") == 0


def test_lines_that_can_still_be_filled_are_worth_more() -> None:
    scarce = position(factories=[{"Red": 1}, {"Blue": 3}])
    enough = position(factories=[{"Red": 1}, {"Red": 3}])
    first = move(0, "Red", 1)
    assert 0 < part(scarce, first, "line") < part(enough, first, "line")
    last_round = scarce | {"round_number": 5}
    assert part(last_round, first, "line") == 0


def test_the_token_costs_its_place_on_the_floor_and_starts_the_next_round() -> None:
    state = position(factories=[{"Red": 1}], center={"Blue": 1}, token=True)
    taken = move(None, "Blue", 0)
    assert part(state, taken, "floor") == -1
    assert part(state, taken, "token") > 0
    assert part(state, move(0, "Red", 0), "token") == 0


def test_a_column_is_worth_more_the_fuller_it_is() -> None:
    last = move(0, "White", 0)  # column 4
    gains = []
    for tiles in range(5):
        wall = [(row, 4) for row in range(1, tiles + 1)]
        gains.append(part(position(board(wall=wall)), last, "progress"))
    assert gains == sorted(set(gains))


def test_it_beats_the_greedy_policy() -> None:
    standing = Standing(named("heuristic"), named("greedy"))
    for seed, seat, task in standing.tasks(range(3)):
        standing.add(seed, seat, play_game(task))
    assert standing.share().mean == 100
