"""Reference implementation of Azul for two, in plain Python from the printed rules: the oracle of the tests.

Positions and moves are the bridge's JSON data. It shares nothing with the engine, and nothing in it is fast.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

State = dict[str, Any]
Action = dict[str, Any]

COLORS = ("Blue", "Yellow", "Red", "Black", "White")
SLOT_COSTS = (1, 1, 2, 2, 2, 3, 3)
CENTER = "Center"
FLOOR = "Floor"


def column_of(color: str, row: int) -> int:
    """The column of a colour in a wall row: the printed wall shifts every row by one place."""
    return (COLORS.index(color) + row) % 5


def pile_of(state: State, source: Any) -> dict[str, int]:
    pile: dict[str, int] = state["center"]["tiles"] if source == CENTER else state["factories"][source["Factory"]]
    return pile


def sources() -> list[Any]:
    return [*({"Factory": i} for i in range(5)), CENTER]


def accepts(player: State, row: int, color: str) -> bool:
    """Whether a pattern line may take tiles of a colour."""
    line = player["pattern_lines"][row]
    if line["count_filled"] == row + 1 or player["wall"][row][column_of(color, row)]:
        return False
    return line["count_filled"] == 0 or line["color"] == color


def legal_moves(state: State) -> list[Action]:
    """The legal moves by source, colour and destination, in the bridge's order."""
    player = state["players"][state["active_player_id"]]
    moves = []
    for source in sources():
        for color in COLORS:
            if pile_of(state, source).get(color, 0):
                rows: list[Any] = [{"PatternLine": row} for row in range(5) if accepts(player, row, color)]
                moves += [{"source": source, "color": color, "destination": d} for d in (*rows, FLOOR)]
    return moves


def tiles_on_table(state: State) -> int:
    return sum(sum(pile_of(state, source).values()) for source in sources())


def draft(state: State, action: Action) -> State:
    """The position after a move, before the round is resolved. ``state`` is not changed."""
    after = dict(state)
    source, color, destination = action["source"], action["color"], action["destination"]
    pile = dict(pile_of(state, source))
    count = pile.pop(color)
    center = dict(state["center"])
    mover = state["active_player_id"]
    player = dict(state["players"][mover])
    floor = dict(player["floor_line"])
    if source == CENTER:
        center["tiles"] = pile
        if center["has_first_player_token"]:
            center["has_first_player_token"] = False
            floor["has_first_player_token"] = True
    else:
        after["factories"] = [{} if i == source["Factory"] else f for i, f in enumerate(state["factories"])]
        center["tiles"] = dict(Counter(center["tiles"]) + Counter(pile))
    if destination != FLOOR:
        row = destination["PatternLine"]
        line = dict(player["pattern_lines"][row])
        placed = min(count, row + 1 - line["count_filled"])
        line |= {"color": color, "count_filled": line["count_filled"] + placed}
        player["pattern_lines"] = [line if r == row else old for r, old in enumerate(player["pattern_lines"])]
        count -= placed
    free = max(0, 7 - len(floor["tiles"]) - floor["has_first_player_token"])
    floor["tiles"] = floor["tiles"] + [color] * min(free, count)
    if count > free:
        after["lid"] = dict(Counter(state["lid"]) + Counter({color: count - free}))
    player["floor_line"] = floor
    after["center"] = center
    after["players"] = [player if p == mover else other for p, other in enumerate(state["players"])]
    after["active_player_id"] = 1 - mover
    return after


def run_length(cells: list[bool], place: int) -> int:
    """The length of the run of set cells through ``place``."""
    low = high = place
    while low > 0 and cells[low - 1]:
        low -= 1
    while high < 4 and cells[high + 1]:
        high += 1
    return high - low + 1


def adjacency(wall: list[list[bool]], row: int, column: int) -> int:
    """The points of the tile just placed there."""
    horizontal = run_length(wall[row], column)
    vertical = run_length([wall[r][column] for r in range(5)], row)
    points = (horizontal if horizontal > 1 else 0) + (vertical if vertical > 1 else 0)
    return points or 1


def floor_cost(floor: State) -> int:
    return sum(SLOT_COSTS[: len(floor["tiles"]) + floor["has_first_player_token"]])


def tile_board(player: State) -> tuple[State, Counter[str]]:
    """The board after tiling and penalties, and the tiles that go to the lid."""
    wall = [list(row) for row in player["wall"]]
    lines = []
    lid: Counter[str] = Counter(player["floor_line"]["tiles"])
    score = player["score"]
    for row, line in enumerate(player["pattern_lines"]):
        if line["count_filled"] < row + 1:
            lines.append(line)
            continue
        column = column_of(line["color"], row)
        wall[row][column] = True
        score += adjacency(wall, row, column)
        lid[line["color"]] += row
        lines.append({"capacity": row + 1, "color": None, "count_filled": 0})
    score = max(0, score - floor_cost(player["floor_line"]))
    empty = {"tiles": [], "has_first_player_token": False}
    return {"score": score, "pattern_lines": lines, "wall": wall, "floor_line": empty}, +lid


def full_rows(player: State) -> int:
    return sum(all(row) for row in player["wall"])


def bonus(player: State) -> int:
    wall = player["wall"]
    columns = sum(all(wall[r][c] for r in range(5)) for c in range(5))
    colors = sum(all(wall[r][column_of(color, r)] for r in range(5)) for color in COLORS)
    return 2 * full_rows(player) + 7 * columns + 10 * colors


def resolve(state: State) -> State:
    """The position after the tiling of a bare table, before any refill; with bonuses when a row is complete."""
    tokens = [player["floor_line"]["has_first_player_token"] for player in state["players"]]
    boards = [tile_board(player) for player in state["players"]]
    lid: Counter[str] = Counter(state["lid"])
    for _, tiles in boards:
        lid += tiles
    after = state | {"lid": dict(lid), "players": [player for player, _ in boards]}
    after["center"] = {"tiles": {}, "has_first_player_token": True}
    if any(tokens):
        after["active_player_id"] = tokens.index(True)
    if any(full_rows(player) for player in after["players"]):
        return end_of_game(after)
    return after | {"round_number": state["round_number"] + 1}


def end_of_game(state: State) -> State:
    players = [player | {"score": player["score"] + bonus(player)} for player in state["players"]]
    return state | {"players": players, "game_over": True}


def winner(state: State) -> int | None:
    """The winner by points, then by complete rows; None for a tie."""
    first, second = ((player["score"], full_rows(player)) for player in state["players"])
    return None if first == second else int(second > first)


def refill(state: State, factories: list[dict[str, int]]) -> State:
    """The position after dealing these tiles from the bag, and from the lid only once the bag is empty."""
    dealt = sum((Counter(pile) for pile in factories), Counter[str]())
    bag: Counter[str] = Counter(state["bag"])
    lid: Counter[str] = Counter(state["lid"])
    size = min(20, bag.total() + lid.total())
    assert [sum(pile.values()) for pile in factories] == [min(4, max(0, size - 4 * i)) for i in range(5)]
    if dealt.total() > bag.total():
        assert bag <= dealt
        bag, lid = bag + lid, Counter[str]()
    assert dealt <= bag
    return state | {"factories": factories, "bag": dict(bag - dealt), "lid": dict(+lid)}


def deal(state: State, rng: random.Random) -> list[dict[str, int]]:
    """Factories drawn at random."""
    bag: list[str] = list(Counter(state["bag"]).elements())
    lid: list[str] = list(Counter(state["lid"]).elements())
    drawn: list[str] = []
    while len(drawn) < 20 and (bag or lid):
        if not bag:
            bag, lid = lid, []
        drawn.append(bag.pop(rng.randrange(len(bag))))
    return [dict(Counter(drawn[4 * i : 4 * i + 4])) for i in range(5)]


def start(rng: random.Random) -> State:
    player = {
        "score": 0,
        "pattern_lines": [{"capacity": r + 1, "color": None, "count_filled": 0} for r in range(5)],
        "wall": [[False] * 5 for _ in range(5)],
        "floor_line": {"tiles": [], "has_first_player_token": False},
    }
    state: State = {
        "ruleset_id": "azul_v1_2p",
        "active_player_id": rng.randrange(2),
        "round_number": 1,
        "bag": dict.fromkeys(COLORS, 20),
        "lid": {},
        "center": {"tiles": {}, "has_first_player_token": True},
        "players": [player, player],
        "game_over": False,
    }
    return refill(state, deal(state, rng))


def play(state: State, action: Action, deal_factories: Callable[[State], list[dict[str, int]]]) -> State:
    """A move with everything that follows from it; ``deal_factories`` chooses the refill."""
    after = draft(state, action)
    if tiles_on_table(after):
        return after
    after = resolve(after)
    if after["game_over"]:
        return after
    if not (sum(after["bag"].values()) + sum(after["lid"].values())):
        return end_of_game(after | {"round_number": state["round_number"]})
    return refill(after, deal_factories(after))


def play_randomly(rng: random.Random, floor_rate: float) -> Iterator[State]:
    """The positions of a random game; moves to the floor are considered only at the given rate."""
    state = start(rng)
    yield state
    while not state["game_over"]:
        moves = legal_moves(state)
        lines = [move for move in moves if move["destination"] != FLOOR]
        state = play(state, rng.choice(moves if rng.random() < floor_rate else lines or moves), lambda s: deal(s, rng))
        yield state


def tile_counts(state: State) -> Counter[str]:
    """All tiles of the game, by colour."""
    counts: Counter[str] = Counter(state["bag"]) + Counter(state["lid"])
    for source in sources():
        counts += Counter(pile_of(state, source))
    for player in state["players"]:
        counts += Counter(player["floor_line"]["tiles"])
        for row in range(5):
            line = player["pattern_lines"][row]
            if line["count_filled"]:
                counts[line["color"]] += line["count_filled"]
            counts.update(color for color in COLORS if player["wall"][row][column_of(color, row)])
    return counts


def round_difference(state: State, player: int) -> int:
    """The player's score minus the opponent's after a drafted-out round is resolved."""
    scores = [board["score"] for board in resolve(state)["players"]]
    return int(scores[player] - scores[1 - player])


def minimax(state: State, player: int, low: float = -1e9, high: float = 1e9) -> float:
    """Alpha-beta over the rest of the round, with ``round_difference`` at the leaves."""
    if not tiles_on_table(state):
        return round_difference(state, player)
    ours = state["active_player_id"] == player
    best = -1e9 if ours else 1e9
    for move in legal_moves(state):
        value = minimax(draft(state, move), player, low, high)
        if ours:
            best, low = max(best, value), max(low, value)
        else:
            best, high = min(best, value), min(high, value)
        if low >= high:
            break
    return best


def static_score(state: State, action: Action) -> float:
    """The shortlist's score of a move."""
    player = state["players"][state["active_player_id"]]
    count, score = pile_of(state, action["source"])[action["color"]], 0.0
    if action["destination"] != FLOOR:
        row = action["destination"]["PatternLine"]
        score += 100 + 5 * row
        if player["pattern_lines"][row]["count_filled"] + count >= row + 1:
            score += 50
    score += 10 * count
    if action["source"] == CENTER:
        score -= 15 if state["center"]["has_first_player_token"] else 0
    else:
        score += 5
    return score + 3 * sum(accepts(player, row, action["color"]) for row in range(5))


def greedy_score(state: State, action: Action) -> float:
    """The greedy policy's score of a move."""
    score = 10 * pile_of(state, action["source"])[action["color"]]
    if action["destination"] != FLOOR:
        line = state["players"][state["active_player_id"]]["pattern_lines"][action["destination"]["PatternLine"]]
        score += 100 + 5 * (line["capacity"] - line["count_filled"]) + 15 * (line["color"] == action["color"])
    return score
