"""Hypothesis strategies: positions reached by play, made-up positions, and broken data."""

from __future__ import annotations

import copy
import functools
import random
from typing import Any

from hypothesis import strategies as st

from tests.games.azul import oracle
from tests.games.azul.oracle import COLORS, State
from tests.games.entropy import by_hand as entropy_by_hand
from tests.games.yatzy import oracle as yatzy_oracle

FLOOR_RATES = (0.0, 0.1, 0.5, 1.0)
MAX_MOVES = 260
"""Moves after which an unfinished game is cut off."""


@functools.cache
def game(seed: int, floor_rate: float) -> tuple[State, ...]:
    """The positions of one game."""
    positions = oracle.play_randomly(random.Random(seed), floor_rate)
    return tuple(state for state, _ in zip(positions, range(MAX_MOVES), strict=False))


def reachable_state(seed: int, floor_rate: float, place: float) -> State:
    """A position before the end of a game; ``place`` 0..1 is how far into the game."""
    going = [state for state in game(seed, floor_rate) if not state["game_over"]]
    return copy.deepcopy(going[int(place * (len(going) - 1))])


def reachable() -> st.SearchStrategy[State]:
    """Positions reached by legal play."""
    return st.builds(reachable_state, st.integers(0, 300), st.sampled_from(FLOOR_RATES), st.floats(0, 1))


def late(most: int, seeds: int = 300) -> st.SearchStrategy[State]:
    """Positions reached by legal play with few tiles left on the table."""

    def pick(seed: int, floor_rate: float, place: float) -> State | None:
        fitting = [s for s in game(seed, floor_rate) if 0 < oracle.tiles_on_table(s) <= most]
        return copy.deepcopy(fitting[int(place * (len(fitting) - 1))]) if fitting else None

    found = st.builds(pick, st.integers(0, seeds), st.sampled_from((0.0, 0.1)), st.floats(0, 1))
    return found.filter(lambda state: state is not None).map(lambda state: state or {})


def _pile(rng: random.Random, most: int) -> dict[str, int]:
    drawn = [rng.choice(COLORS) for _ in range(rng.randint(0, most))]
    return {color: drawn.count(color) for color in COLORS if color in drawn}


def _line(rng: random.Random, row: int, wall: list[bool]) -> State:
    free = [color for color in COLORS if not wall[oracle.column_of(color, row)]]
    count = rng.randint(0, row + 1) if free else 0
    return {"capacity": row + 1, "color": rng.choice(free) if count else None, "count_filled": count}


def _board(rng: random.Random, token: bool) -> State:
    density = rng.random()
    wall = [[rng.random() < density for _ in range(5)] for _ in range(5)]
    floor = [rng.choice(COLORS) for _ in range(rng.randint(0, 7))]
    return {
        "score": rng.randint(0, 120),
        "pattern_lines": [_line(rng, row, wall[row]) for row in range(5)],
        "wall": wall,
        "floor_line": {"tiles": floor, "has_first_player_token": token},
    }


def made_up_state(seed: int) -> State:
    """A well-formed position that play cannot reach: tile counts do not add up, rows may be complete, the token lost."""
    rng = random.Random(seed)
    token = rng.randrange(4)
    state: State = {
        "ruleset_id": "azul_v1_2p",
        "active_player_id": rng.randrange(2),
        "round_number": rng.randint(1, 9),
        "bag": _pile(rng, 30),
        "lid": _pile(rng, 30) if rng.random() < 0.7 else {},
        "factories": [_pile(rng, 4) if rng.random() < 0.5 else {} for _ in range(5)],
        "center": {"tiles": _pile(rng, 12), "has_first_player_token": token == 2},
        "players": [_board(rng, token == 0), _board(rng, token == 1)],
        "game_over": False,
    }
    if not oracle.tiles_on_table(state):
        state["center"]["tiles"] = {rng.choice(COLORS): rng.randint(1, 20)}
    return state


def made_up() -> st.SearchStrategy[State]:
    """Positions that a user might paste in."""
    return st.integers(0, 100_000).map(made_up_state)


def states() -> st.SearchStrategy[State]:
    """Positions with legal moves."""
    return st.one_of(reachable(), made_up())


YATZY_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"players": 1},
    {"five_of_a_kind_is_full_house": True},
    {"players": 1, "four_of_a_kind_is_two_pairs": True},
    {"real_dice": True},
    {"players": 5},
    {"players": 1, "real_dice": True, "five_of_a_kind_is_full_house": True, "four_of_a_kind_is_two_pairs": True},
)


@functools.cache
def yatzy_game(seed: int, options: int) -> tuple[State, ...]:
    """The positions of one game of Yatzy, including the final one."""
    moves = list(yatzy_oracle.play(seed, YATZY_OPTIONS[options]))
    return (*(before for before, _, _ in moves), moves[-1][2])


def yatzy_reachable() -> st.SearchStrategy[State]:
    """Positions of Yatzy reached by play, with legal moves."""

    def pick(seed: int, options: int, place: float) -> State:
        going = yatzy_game(seed, options)[:-1]
        return copy.deepcopy(going[int(place * (len(going) - 1))])

    return st.builds(pick, st.integers(0, 8), st.integers(0, len(YATZY_OPTIONS) - 1), st.floats(0, 1))


def yatzy_made_up_state(seed: int) -> State:
    """A well-formed position of Yatzy that play cannot reach: the players' numbers of turns are inconsistent."""
    rng = random.Random(seed)
    options = {name: rng.random() < 0.5 for name in (*yatzy_oracle.HOUSE_RULES, "real_dice")}
    five, four = (options[name] for name in yatzy_oracle.HOUSE_RULES)
    cards = []
    for _ in range(rng.randint(1, 6)):
        filled = rng.sample(yatzy_oracle.CATEGORIES, rng.randint(0, 14))
        thrown = {name: [rng.randint(1, 6) for _ in range(5)] for name in filled}
        cards.append({name: yatzy_oracle.score(name, dice, five=five, four=four) for name, dice in thrown.items()})
    dice: list[int | None] = [rng.randint(1, 6) for _ in range(5)]
    left = rng.randint(0, 2)
    if options["real_dice"] and left and rng.random() < 0.5:
        dice = [die if rng.random() < 0.5 else None for die in dice]
    return yatzy_oracle.position(*cards, dice=dice, rolls_left=left, player=rng.randrange(len(cards)), **options)


def yatzy_made_up() -> st.SearchStrategy[State]:
    """Positions of Yatzy that a user might paste in, with legal moves."""
    return st.integers(0, 100_000).map(yatzy_made_up_state)


def yatzy_states() -> st.SearchStrategy[State]:
    """Positions of Yatzy with legal moves."""
    return st.one_of(yatzy_reachable(), yatzy_made_up())


def entropy_made_up() -> st.SearchStrategy[State]:
    """Positions of Entropy that a user might paste in, with legal moves."""
    return st.integers(0, 100_000).map(entropy_by_hand.made_up)


def choices() -> st.SearchStrategy[int]:
    """A number that selects a legal move, modulo their count."""
    return st.integers(0, 179)


def json_values() -> st.SearchStrategy[Any]:
    """JSON values, and some that are not quite JSON."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([2**53 - 1, 2**53, 2**63, 10**40, -1, 0, 1.0, 1e308, "", "<script>alert(1)</script>", "Blue"]),
        st.floats(allow_nan=True),
        st.text(max_size=8),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
        max_leaves=6,
    )


def paths(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside JSON data."""
    found = [here] if here else []
    inside: Any = ()
    if isinstance(data, dict):
        inside = data.items()
    elif isinstance(data, list):
        inside = enumerate(data)
    for key, value in inside:
        found += paths(value, (*here, key))
    return found


@st.composite
def mutated(draw: st.DrawFn, data: Any) -> Any:
    """JSON data with one to three values replaced, dropped, copied or added."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        where = paths(data)
        if not where:
            return draw(json_values())
        *way, last = draw(st.sampled_from(where))
        parent = data
        for key in way:
            parent = parent[key]
        how = draw(st.sampled_from(["replace", "replace", "drop", "add", "copy"]))
        if how == "replace":
            parent[last] = draw(json_values())
        elif how == "drop":
            del parent[last]
        elif isinstance(parent, dict):
            parent[draw(st.text(max_size=5))] = draw(json_values()) if how == "add" else copy.deepcopy(parent[last])
        else:
            parent.append(draw(json_values()) if how == "add" else copy.deepcopy(parent[last]))
    return data
