"""Rules that implementations often get wrong, each as an example with numbers computed by hand."""

from __future__ import annotations

import pytest

from tests.bridge.asking import ask, refused
from tests.games.azul.oracle import COLORS, State
from tests.games.azul.positions import board, move, position

LAST = move(0, "White", 4)
"""Takes the last tile of the round, a White one, to the fifth line, where it has no other effect."""
ROW = tuple((0, column) for column in range(5))


def end_round(first: State, second: State | None = None) -> State:
    after: State = ask("apply_action", position(first, second), LAST)
    return after


def score_after(first: State) -> int:
    score: int = end_round(first)["players"][0]["score"]
    return score


def test_a_new_game_has_five_full_factories_and_the_token_in_the_centre() -> None:
    state = ask("new_game", "azul_v1_2p", 5, {"first_player": 1})
    assert state["active_player_id"] == 1
    assert [sum(pile.values()) for pile in state["factories"]] == [4, 4, 4, 4, 4]
    assert state["center"] == {"tiles": {}, "has_first_player_token": True}
    assert sum(state["bag"].values()) == 80
    assert state["lid"] == {}
    assert (state["round_number"], state["chance_counter"]) == (1, 1)


@pytest.mark.parametrize(
    ("row", "color", "column"), [(0, "Blue", 0), (0, "White", 4), (1, "Blue", 1), (1, "White", 0), (3, "Red", 0)]
)
def test_the_wall_is_printed_in_diagonals(row: int, color: str, column: int) -> None:
    after = end_round(board(lines={row: (color, row + 1)}, wall=[(row, (column + 2) % 5)]))
    wall = [[False] * 5 for _ in range(5)]
    wall[row][column] = wall[row][(column + 2) % 5] = True
    assert after["players"][0]["wall"] == wall
    assert after["players"][0]["pattern_lines"][row] == {"capacity": row + 1, "color": None, "count_filled": 0}
    assert after["lid"].get(color, 0) == row  # all but one of the line's tiles


@pytest.mark.parametrize(("tiles", "cost"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_tiles_on_the_floor_cost_the_printed_penalties(tiles: int, cost: int) -> None:
    assert score_after(board(score=50, floor=["Red"] * tiles)) == 50 - cost


@pytest.mark.parametrize(("tiles", "cost"), list(enumerate([1, 2, 4, 6, 8, 11, 14, 14])))
def test_the_token_fills_a_floor_slot_and_costs_nothing_on_a_full_floor(tiles: int, cost: int) -> None:
    after = end_round(board(score=50, floor=["Red"] * tiles, token=True))
    assert after["players"][0]["score"] == 50 - cost
    assert after["active_player_id"] == 0
    assert after["center"]["has_first_player_token"]


@pytest.mark.parametrize(
    ("wall", "points"),
    [
        ([], 1),
        ([(1, 1)], 1),  # diagonal neighbours do not count
        ([(2, 1)], 2),
        ([(2, 1), (2, 3)], 3),
        ([(2, 0), (2, 1), (2, 3), (2, 4), (1, 2)], 7),  # a full row: 5 across and 2 down; the bonus is separate
        ([(1, 2)], 2),
        ([(0, 2), (1, 2), (3, 2), (4, 2)], 5),
        ([(2, 1), (1, 2)], 4),
        ([(2, 1), (2, 3), (1, 2), (3, 2), (4, 2)], 7),
        ([(2, 0), (2, 3), (0, 2)], 2),  # runs stop at gaps
    ],
)
def test_adjacency_of_a_tile_in_the_middle_of_the_wall(wall: list[tuple[int, int]], points: int) -> None:
    after = end_round(board(lines={2: ("Blue", 3)}, wall=wall))  # Blue of row 2 is in column 2
    tile = next(event for event in after["last_events"] if event["type"] == "tile")
    assert (tile["row"], tile["column"], tile["color"], tile["points"]) == (2, 2, "Blue", points)


def test_upper_tiles_of_the_same_tiling_count_for_lower_ones() -> None:
    # Blue in row 0 and White in row 1 both go to column 0: 1 alone, then a column of 2.
    assert score_after(board(lines={0: ("Blue", 1), 1: ("White", 2)})) == 3
    # Rows 0, 1, 2 in column 0, then row 3 beside (3, 1): 1 + 2 + 3 + (4 down and 2 across).
    lines = {0: ("Blue", 1), 1: ("White", 2), 2: ("Black", 3), 3: ("Red", 4)}
    assert score_after(board(lines=lines, wall=[(3, 1)])) == 12


def test_lower_tiles_do_not_count_for_upper_ones() -> None:
    # Row 1 is tiled before row 2: 1 and then 2, not 2 and 2.
    after = end_round(board(lines={1: ("Blue", 2), 2: ("White", 3)}))
    assert [e["points"] for e in after["last_events"] if e["type"] == "tile"] == [1, 2]


@pytest.mark.parametrize(
    ("score", "tiles", "expected"),
    [(0, 7, 0), (5, 7, 0), (13, 7, 0), (14, 7, 1), (0, 1, 0), (1, 2, 0), (1, 1, 1)],
)
def test_the_score_is_clamped_once_after_tiling_and_penalties(score: int, tiles: int, expected: int) -> None:
    # One tile scores 1; clamping before adding it would leave 1 where 0 is right.
    assert score_after(board(score=score, lines={0: ("Blue", 1)}, floor=["Red"] * tiles)) == expected


def test_a_complete_row_ends_the_game_with_its_bonus() -> None:
    after = end_round(board(score=10, lines={0: ("White", 1)}, wall=ROW[:4]), board(score=3))
    assert after["game_over"]
    assert [player["score"] for player in after["players"]] == [10 + 5 + 2, 3]
    assert after["returns"] == [14.0, -14.0]
    assert after["round_number"] == 3
    assert all(pile == {} for pile in after["factories"])
    assert ask("list_legal_actions", after, 0) == []
    assert ask("list_legal_actions", after, 1) == []


def test_columns_and_colours_score_at_the_end_only_and_for_both() -> None:
    column = [(row, 2) for row in range(5)]
    blue = [(row, row) for row in range(5)]
    unfinished = end_round(board(wall=column), board(wall=blue))
    assert not unfinished["game_over"]
    assert [player["score"] for player in unfinished["players"]] == [0, 0]
    # Player 0 ends the game with row 0 (across 5, and 5 down its last tile's column, which is column 2).
    first = board(wall=[*column[1:], (0, 0), (0, 1), (0, 3), (0, 4)], lines={0: ("Red", 1)})
    after = end_round(first, board(wall=blue))
    assert [player["score"] for player in after["players"]] == [5 + 5 + 2 + 7, 10]
    bonuses = [
        (e["player_id"], e["kind"], e["index"], e["points"]) for e in after["last_events"] if e["type"] == "bonus"
    ]
    assert bonuses == [(0, "row", 0, 2), (0, "column", 2, 7), (1, "color", 0, 10)]


def test_every_complete_row_counts_and_the_bonus_follows_the_clamp() -> None:
    rows = [(r, c) for r in range(2) for c in range(5)]
    after = end_round(board(wall=rows, floor=["Red"] * 7), board())
    assert after["players"][0]["score"] == 0 + 2 * 2


@pytest.mark.parametrize(("scores", "winner"), [((5, 4), 0), ((5, 6), 0), ((5, 8), 1)])
def test_the_winner_has_more_points_after_bonuses(scores: tuple[int, int], winner: int) -> None:
    after = end_round(board(score=scores[0], wall=ROW), board(score=scores[1]))  # player 0's row is worth 2
    assert after["last_events"][-1]["winner"] == winner


def test_ties_break_by_complete_rows_else_are_shared() -> None:
    by_rows = end_round(board(score=6, wall=ROW), board(score=8))["last_events"][-1]
    assert (by_rows["returns"], by_rows["winner"], by_rows["shared"]) == ([0.0, 0.0], 0, False)
    reversed_ = end_round(board(score=8), board(score=6, wall=ROW))["last_events"][-1]
    assert (reversed_["winner"], reversed_["shared"]) == (1, False)
    shared = end_round(board(score=6, wall=ROW), board(score=6, wall=ROW))["last_events"][-1]
    assert (shared["winner"], shared["shared"]) == (None, True)


def test_the_token_fills_its_slot_before_the_excess_of_the_same_take() -> None:
    state = position(board(floor=["Red"] * 5), factories=[{"Blue": 2}], center={"Yellow": 3, "Black": 1}, token=True)
    after = ask("apply_action", state, move(None, "Yellow", 0))
    floor = after["players"][0]["floor_line"]
    assert floor == {"tiles": ["Red"] * 5 + ["Yellow"], "has_first_player_token": True}
    assert after["lid"] == {"Yellow": 1}
    assert after["players"][0]["pattern_lines"][0]["count_filled"] == 1
    assert after["center"] == {"tiles": {"Black": 1}, "has_first_player_token": False}
    draft = after["last_events"][0]
    assert (draft["placed"], draft["to_floor"], draft["to_lid"], draft["took_token"]) == (1, 1, 1, True)


def test_the_first_to_take_from_the_centre_starts_even_with_a_full_floor() -> None:
    state = position(board(score=20, floor=["Red"] * 7), factories=(), center={"Yellow": 2}, token=True)
    after = ask("apply_action", state, move(None, "Yellow", 1))
    assert after["players"][0]["score"] == 20 + 1 - 14
    assert after["active_player_id"] == 0
    assert after["lid"] == {"Red": 7, "Yellow": 1}


def test_the_second_to_take_from_the_centre_gets_no_token() -> None:
    state = position(second=board(token=True), factories=[{"Red": 1}], center={"Yellow": 2})
    after = ask("apply_action", state, move(None, "Yellow", 1))
    assert not after["players"][0]["floor_line"]["has_first_player_token"]
    assert after["players"][1]["floor_line"]["has_first_player_token"]


def test_a_token_alone_cannot_be_taken() -> None:
    state = position(factories=[{"Blue": 1}], token=True)
    actions = ask("list_legal_actions", state, 0)
    assert all(action["source"] == {"Factory": 0} for action in actions)
    refused("ACTION_FAILED", "apply_action", state, move(None, "Blue", None))


@pytest.mark.parametrize("player", [0, 1])
def test_the_turn_passes_on_if_nobody_took_the_token(player: int) -> None:
    state = position(factories=[{"Blue": 4}], token=True, player=player)
    after = ask("apply_action", state, move(0, "Blue", 3))
    assert after["round_number"] == 4
    assert after["active_player_id"] == 1 - player
    assert after["center"]["has_first_player_token"]


@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("player", [0, 1])
def test_the_holder_of_the_token_starts_even_twice_in_a_row(holder: int, player: int) -> None:
    boards = [board(token=holder == 0), board(token=holder == 1)]
    after = ask("apply_action", position(*boards, player=player), LAST)
    assert after["active_player_id"] == holder


def test_a_whole_round_of_monochrome_factories_never_uses_the_centre() -> None:
    state = position(factories=[{color: 4} for color in COLORS], token=True)
    for factory, color in enumerate(COLORS):
        assert state["active_player_id"] == factory % 2
        state = ask("apply_action", state, move(factory, color, 3 if factory < 2 else None))
    assert state["round_number"] == 4
    assert state["active_player_id"] == 1
    assert state["center"]["has_first_player_token"]
    # Player 0 took Blue, Red and White: a line of four, then eight tiles of which seven fit on the floor.
    assert [player["score"] for player in state["players"]] == [0, 0]
    assert [player["wall"][3][3 + player_id] for player_id, player in enumerate(state["players"])] == [True, True]


def test_the_rest_of_a_factory_goes_to_the_centre() -> None:
    state = position(factories=[{"Blue": 2, "Red": 1, "White": 1}], center={"Red": 3}, token=True)
    after = ask("apply_action", state, move(0, "Blue", 1))
    assert after["factories"][0] == {}
    assert after["center"] == {"tiles": {"Red": 4, "White": 1}, "has_first_player_token": True}


def test_illegal_lines_are_refused_with_their_reason() -> None:
    player = board(lines={1: ("Red", 1), 2: ("Blue", 3)}, wall=[(0, 0)])
    state = position(player, factories=[{"Blue": 1, "Red": 1}], center={"White": 1})
    reasons = {
        (0, "Blue", 0): "WALL_CONFLICT",
        (0, "Blue", 1): "COLOR_MISMATCH",
        (0, "Blue", 2): "PATTERN_LINE_COMPLETE",
        (0, "Yellow", 3): "SOURCE_EMPTY",
        (1, "Blue", None): "SOURCE_EMPTY",
    }
    for action, reason in reasons.items():
        assert refused("ACTION_FAILED", "apply_action", state, move(*action))["context"]["reason"] == reason
    legal = ask("list_legal_actions", state, 0)
    assert [a["destination"] for a in legal if a["color"] == "Blue"] == [
        {"PatternLine": 3},
        {"PatternLine": 4},
        "Floor",
    ]
    assert [a["destination"] for a in legal if a["color"] == "Red"][:2] == [{"PatternLine": 0}, {"PatternLine": 1}]


def test_the_floor_is_always_legal_and_the_order_is_fixed() -> None:
    state = position(factories=[{}, {"Blue": 1}], center={"White": 1}, token=True)
    rows = [0, 1, 2, 3, 4, None]
    wanted = [move(1, "Blue", row) for row in rows] + [move(None, "White", row) for row in rows]
    assert ask("list_legal_actions", state, 0) == wanted


def test_the_lid_is_poured_only_when_the_bag_is_empty() -> None:
    lid = {"Red": 9}
    exact = ask("apply_action", position(bag={"Blue": 20}, lid=lid), LAST)
    assert (exact["bag"], exact["lid"]) == ({}, {"Red": 9})
    assert exact["factories"] == [{"Blue": 4}] * 5
    assert not exact["last_events"][-1]["lid_returned"]
    short = ask("apply_action", position(bag={"Blue": 7}, lid={"Red": 20}), LAST)
    assert short["factories"] == [{"Blue": 4}, {"Blue": 3, "Red": 1}, {"Red": 4}, {"Red": 4}, {"Red": 4}]
    assert (short["bag"], short["lid"]) == ({"Red": 7}, {})
    assert short["last_events"][-1]["lid_returned"]
    empty = ask("apply_action", position(bag={}, lid={"Red": 20}), LAST)
    assert empty["factories"] == [{"Red": 4}] * 5


def test_factories_stay_short_when_bag_and_lid_run_out() -> None:
    after = ask("apply_action", position(bag={"Blue": 5}, lid={"Blue": 5}), LAST)
    assert after["factories"] == [{"Blue": 4}, {"Blue": 4}, {"Blue": 2}, {}, {}]
    assert (after["bag"], after["lid"], after["game_over"]) == ({}, {}, False)
    assert after["last_events"][-1] == {"type": "refill", "round_number": 4, "tiles": 10, "lid_returned": True}


def test_tiles_freed_by_the_tiling_are_poured_back() -> None:
    first = board(lines={4: ("Red", 5)}, floor=["Black", "Black"])
    after = ask("apply_action", position(first, bag={}, lid={}), move(0, "White", None))
    # Four of the Red line, two Black of the floor and the White one.
    assert sum(map(sum, (pile.values() for pile in after["factories"]))) == 7
    assert after["lid"] == {}


def test_a_game_without_tiles_to_deal_ends_with_the_bonuses() -> None:
    column = [(row, 2) for row in range(5)]
    state = position(board(score=4, wall=column), bag={}, lid={})
    after = ask("apply_action", state, LAST)
    assert after["game_over"]
    assert after["round_number"] == 3
    assert after["players"][0]["score"] == 4 + 7
    assert after["last_events"][-1]["winner"] == 0


def test_refills_depend_on_seed_and_counter_only() -> None:
    base = position() | {"seed": 9, "chance_counter": 4}
    again = ask("apply_action", base, LAST)
    assert again == ask("apply_action", base, LAST)
    assert again["chance_counter"] == 5
    other = ask("apply_action", base | {"seed": 10}, LAST)
    later = ask("apply_action", base | {"chance_counter": 5}, LAST)
    assert len({str(state["factories"]) for state in (again, other, later)}) == 3
    with_scores = position(board(score=7), board(score=9)) | {"seed": 9, "chance_counter": 4}
    assert ask("apply_action", with_scores, LAST)["factories"] == again["factories"]


@pytest.mark.parametrize(("field", "value"), [("round_number", 1000), ("chance_counter", 2**53 - 1), ("score", 1000)])
def test_a_number_at_its_limit_is_refused(field: str, value: int) -> None:
    first = board(score=value if field == "score" else 0, lines={0: ("Blue", 1)})
    state = position(first)
    if field != "score":
        state[field] = value
    assert ask("list_legal_actions", state, 0)
    refused("INVALID_STATE", "apply_action", state, LAST)
