"""A plain reference implementation of Azul's features and networks, on JSON states."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.features import Layout
from py_engine.games.azul.knowledge.network import Network
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.state import AzulState, to_batch
from tests.bridge import strategies
from tests.games.azul import oracle
from tests.games.azul.oracle import COLORS, State

Slots = list[tuple[str, int]]
"""Block and index within it, for every feature of a position."""
DEALT = sorted((c for c in itertools.product(range(5), repeat=5) if sum(c) <= 4), key=lambda counts: counts[::-1])
"""The multisets that a factory may hold."""
NO_TILES: State = {"factories": [{}, {}, {}, {}, {}]}


def read(*positions: State) -> Batch:
    """The positions as a batch."""
    models = [complete(AzulState.model_validate(state)) for state in positions]
    return to_batch(models).without_floor_order()


def pasted(seed: int) -> State:
    """An unusual made-up position: full floors and boards, large piles, a late round."""
    rng = random.Random(seed)
    state = strategies.made_up_state(seed)
    state["round_number"] = rng.choice((1, 2, 6, 7, 300))
    state["bag"] = {color: rng.randint(0, 25) for color in COLORS}
    if rng.random() < 0.5:
        state["center"]["tiles"] = {rng.choice(COLORS): rng.randint(1, 50)}
    for player in state["players"]:
        kind = rng.random()
        if kind < 0.3:
            player["floor_line"]["tiles"] = [rng.choice(COLORS) for _ in range(7)]
        if kind > 0.7:
            player["wall"] = [[True] * 5 for _ in range(5)]
            player["pattern_lines"] = [{"capacity": r + 1, "color": None, "count_filled": 0} for r in range(5)]
    return state


def positions() -> st.SearchStrategy[State]:
    """Positions from games, and unusual ones that someone might paste in."""
    return st.one_of(strategies.states(), st.integers(0, 100_000).map(pasted))


def mirrored(state: State) -> State:
    """The same position with the players' seats swapped."""
    players = copy.deepcopy(state["players"])[::-1]
    return state | {"active_player_id": 1 - state["active_player_id"], "players": players}


def bits(cells: list[Any]) -> int:
    return sum(1 << place for place, cell in enumerate(cells) if cell)


def _board(name: str, player: State) -> Slots:
    wall = oracle.tile_board(player)[0]["wall"]
    found: Slots = []
    for row, line in enumerate(player["pattern_lines"]):
        cells, count = player["wall"][row], line["count_filled"]
        found.append((f"{name}_wall", 32 * row + bits(cells)))
        run = code = 0
        if count:
            color = COLORS.index(line["color"])
            code = 1 + 5 * color + count - 1
            column = (color + row) % 5
            run = oracle.run_length([cell or c == column for c, cell in enumerate(cells)], column)
        found += [(f"{name}_line", 26 * row + code), (f"{name}_reach", 36 * row + 6 * (row + 1 - count) + run)]
    for i, color_name in enumerate(COLORS):
        found.append((f"{name}_column", 32 * i + bits([wall[row][i] for row in range(5)])))
        of_color = [wall[row][oracle.column_of(color_name, row)] for row in range(5)]
        found.append((f"{name}_color", 32 * i + bits(of_color)))
    return found


def _counts(name: str, pile: dict[str, int], most: int) -> Slots:
    return [(name, (most + 1) * i + min(most, pile.get(color, 0))) for i, color in enumerate(COLORS)]


def draft_features_of(state: State) -> tuple[Slots, int]:
    """Features of a position within a round, and the score difference if the round ended there."""
    mover = state["active_player_id"]
    own, other = state["players"][mover], state["players"][1 - mover]
    found = _board("own", own) + _board("other", other)
    for name, player in (("own", own), ("other", other)):
        floor = player["floor_line"]
        found.append((f"{name}_floor", len(floor["tiles"]) + floor["has_first_player_token"]))
    token = 1 if own["floor_line"]["has_first_player_token"] else 2
    found.append(("token", 0 if state["center"]["has_first_player_token"] else token))
    found += _counts("bag", state["bag"], 20)
    for pile in state["factories"]:
        found.append(("factory", DEALT.index(tuple(pile.get(color, 0) for color in COLORS))))
    piles = [oracle.pile_of(state, source) for source in oracle.sources()]
    found += _counts("center", state["center"]["tiles"], 15)
    found += _counts("available", {color: sum(pile.get(color, 0) for pile in piles) for color in COLORS}, 20)
    found.append(("sets", min(25, sum(n > 0 for pile in piles for n in pile.values()))))
    return found, oracle.tile_board(own)[0]["score"] - oracle.tile_board(other)[0]["score"]


def end_features_of(resolved: State) -> tuple[Slots, int]:
    """Features of a position between two rounds in the starter's view, and the score difference."""
    starter = resolved["active_player_id"]
    own, other = resolved["players"][starter], resolved["players"][1 - starter]
    found = _board("own", own) + _board("other", other) + _counts("bag", resolved["bag"], 20)
    return found, own["score"] - other["score"]


def numbers(layout: Layout, slots: Slots) -> list[int]:
    """Feature numbers, ascending."""
    return sorted(layout.start(name) + place for name, place in slots)


def valued(network: Network, slots: Slots, base: int, kind: int) -> float:
    """A network's value, computed in float64, where all its sums are exact."""
    at = numbers(network.layout, slots)
    hidden = network.hidden_bias[kind].astype(np.float64)
    value = base + float(network.bias[kind])
    for feature in at:
        hidden = hidden + network.embedding[feature]
        value += float(network.linear[kind, feature])
    return value + float((np.maximum(hidden, 0) * network.output[kind].astype(np.float64)).sum())
