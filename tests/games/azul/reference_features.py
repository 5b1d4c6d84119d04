"""A plain reference implementation of Azul's features and networks, on JSON states."""

from __future__ import annotations

import copy
import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.layout import Layout
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


def clear_table(batch: Batch) -> None:
    """Takes the tiles on the table out of the game: they are not in the lid either."""
    batch.totals -= batch.tiles.view(np.uint8).reshape(6, batch.size, 8)[:, :, :5].sum(axis=0, dtype=np.int32).T
    batch.tiles[:] = 0


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


def supply_of(resolved: State) -> dict[str, int]:
    """Half tiles of each colour that the next refill brings on average, rounded down for the bag and for the lid, at most 13."""
    bag, lid = resolved["bag"], resolved["lid"]
    from_bag = min(20, sum(bag.values()))
    from_lid = min(20 - from_bag, sum(lid.values()))
    found = {}
    for color in COLORS:
        halves = 0
        for pile, drawn in ((bag, from_bag), (lid, from_lid)):
            if drawn:
                halves += math.floor(Fraction(2 * drawn * pile.get(color, 0), sum(pile.values())))
        found[color] = min(13, halves)
    return found


def _started(name: str, player: State, supply: dict[str, int]) -> Slots:
    """What each line lacks, with the other tiles of its column and its colour, and with its tile's points and the supply."""
    wall = player["wall"]
    found: Slots = []
    for row, line in enumerate(player["pattern_lines"]):
        if not line["count_filled"]:
            found += [(f"{name}_started_column", 160 * row), (f"{name}_started_color", 160 * row)]
            found.append((f"{name}_started_supply", 0))
            continue
        color, lack = line["color"], row + 1 - line["count_filled"]
        column = oracle.column_of(color, row)
        in_column = bits([wall[other][column] for other in range(5)])
        of_color = bits([wall[other][oracle.column_of(color, other)] for other in range(5)])
        tiled = [list(cells) for cells in wall]
        tiled[row][column] = True
        points = oracle.adjacency(tiled, row, column)
        found.append((f"{name}_started_column", 160 * row + 32 * lack + in_column))
        found.append((f"{name}_started_color", 160 * row + 32 * lack + of_color))
        found.append((f"{name}_started_supply", 154 * lack + 14 * points + supply[color]))
    return found


def _needs(player: State) -> dict[str, int]:
    """What the started lines of each colour lack together, at most 5."""
    needs = dict.fromkeys(COLORS, 0)
    for row, line in enumerate(player["pattern_lines"]):
        if line["count_filled"]:
            needs[line["color"]] = min(5, needs[line["color"]] + row + 1 - line["count_filled"])
    return needs


def end_features_of(resolved: State) -> tuple[Slots, int]:
    """Features of a position between two rounds in the starter's view, and the score difference."""
    starter = resolved["active_player_id"]
    own, other = resolved["players"][starter], resolved["players"][1 - starter]
    supply = supply_of(resolved)
    found = _board("own", own) + _board("other", other) + _counts("bag", resolved["bag"], 20)
    found += _started("own", own, supply) + _started("other", other, supply)
    mine, theirs = _needs(own), _needs(other)
    found += [("contest", (6 * mine[color] + theirs[color]) * 14 + supply[color]) for color in COLORS]
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
        if feature < len(network.embedding):
            hidden = hidden + network.embedding[feature]
        value += float(network.linear[kind, feature])
    return value + float((np.maximum(hidden, 0) * network.output[kind].astype(np.float64)).sum())
