"""The careful one-ply player: its points follow the rules, its parts add up, and it beats greedy."""

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

PARAMS: dict[str, Any] = {"evaluator_seed": 0, "evaluator": "heuristic", "shortlist_size": 0}


def evaluated(state: State) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask("evaluate_best_move", state, state["active_player_id"], PARAMS)["candidates"]
    return found


def parts(candidate: dict[str, Any]) -> dict[str, float]:
    return {reason["code"]: reason["value"] for reason in candidate["reasons"]}


def part(state: State, action: Action, code: str) -> float:
    (found,) = (each for each in evaluated(state) if each["action"] == action)
    return parts(found).get(code, 0.0)


def points_now(state: State, player: int) -> int:
    """A player's points if the round ended here: tiling minus the floor, with a score too high to be clamped."""
    own = state["players"][player] | {"score": 500}
    return int(oracle.tile_board(own)[0]["score"]) - 500


@given(strategies.states())
@settings(max_examples=40)
def test_heuristic_points_follow_the_rules_and_parts_add_up(state: State) -> None:
    player = state["active_player_id"]
    before = points_now(state, player)
    candidates = evaluated(state)
    assert sorted(str(c["action"]) for c in candidates) == sorted(map(str, oracle.legal_moves(state)))
    for candidate in candidates:
        found = parts(candidate)
        assert set(found) <= {code for code, _ in PARTS}
        assert candidate["ev"] == sum(found.values())
        gained = points_now(oracle.draft(state, candidate["action"]), player) - before
        assert found.get("tiling", 0) + found.get("floor", 0) == gained


@given(strategies.reachable())
@settings(max_examples=25)
def test_heuristic_breaks_ties_by_order(state: State) -> None:
    values = {str(c["action"]): c["ev"] for c in evaluated(state)}
    chosen = ask("evaluate_best_move", state, state["active_player_id"], PARAMS)["best_action"]
    best = max(values.values())
    assert chosen == next(action for action in oracle.legal_moves(state) if values[str(action)] == best)


def test_heuristic_denies_the_opponents_best_take() -> None:
    column = [(row, 1) for row in range(4)]
    wanted = board(lines={4: ("Red", 4)}, wall=column)  # one Red completes the fifth row's line and its column
    state = position(board(), wanted, factories=[{"Red": 1}, {"Blue": 1}])
    assert part(state, move(0, "Red", 0), "denial") > 0
    assert part(state, move(1, "Blue", 0), "denial") == 0
    # Two equally good sets cannot both be taken.
    both = position(board(), wanted, factories=[{"Red": 1}, {"Red": 1}])
    assert part(both, move(0, "Red", 0), "denial") == 0


def test_heuristic_prefers_lines_that_can_be_filled() -> None:
    scarce = position(factories=[{"Red": 1}, {"Blue": 3}])
    enough = position(factories=[{"Red": 1}, {"Red": 3}])
    first = move(0, "Red", 1)
    assert 0 < part(scarce, first, "line") < part(enough, first, "line")
    last_round = scarce | {"round_number": 5}
    assert part(last_round, first, "line") == 0


def test_heuristic_counts_the_tokens_cost_and_benefit() -> None:
    state = position(factories=[{"Red": 1}], center={"Blue": 1}, token=True)
    taken = move(None, "Blue", 0)
    assert part(state, taken, "floor") == -1
    assert part(state, taken, "token") > 0
    assert part(state, move(0, "Red", 0), "token") == 0


def test_heuristic_progress_grows_with_a_fuller_column() -> None:
    last = move(0, "White", 0)  # column 4
    gains = []
    for tiles in range(5):
        wall = [(row, 4) for row in range(1, tiles + 1)]
        gains.append(part(position(board(wall=wall)), last, "progress"))
    assert gains == sorted(set(gains))


def test_heuristic_beats_the_greedy_policy() -> None:
    standing = Standing(named("heuristic"), named("greedy"))
    for seed, seat, task in standing.tasks(range(3)):
        standing.add(seed, seat, play_game(task))
    assert standing.share().mean == 100
