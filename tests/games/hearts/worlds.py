"""Other worlds of an information set of Hearts: states that look the same to a player. The conformance tests ask for them."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from tests.bridge.asking import raw

State = dict[str, Any]
SWAPS = 40
STEPS = {"left": 1, "across": 2, "right": 3, "hold": 0}


def alike(state: State, player: int, seed: int) -> State:
    """A whole state of Hearts in which the others hold other cards, and passed others: swaps that the rules allow."""
    rng = random.Random(seed)
    others = [seat for seat in range(4) if seat != player]
    world = copy.deepcopy(state) | {"seed": rng.randrange(2**53)}
    for _ in range(SWAPS):
        one, other = rng.sample(others, 2)
        if not world["hands"][one] or not world["hands"][other]:
            continue
        changed = copy.deepcopy(world)
        a, b = rng.choice(world["hands"][one]), rng.choice(world["hands"][other])
        changed["hands"][one].remove(a)
        changed["hands"][other].remove(b)
        changed["hands"][one].append(b)
        changed["hands"][other].append(a)
        _pass_anew(changed, player, rng)
        seen = raw("observe", changed, player)
        if "error" not in json.loads(seen):
            assert seen == raw("observe", state, player)
            world = changed
    return world


def _pass_anew(world: State, player: int, rng: random.Random) -> None:
    """Draws what the others passed to each other, from what they held afterwards."""
    held = [list(hand) for hand in world["hands"]]
    for trick in world["trick_history"]:
        for place, card in enumerate(trick["cards"]):
            held[(trick["leader"] + place) % 4].append(card)
    for place, card in enumerate(world["trick"]):
        held[(world["leader"] + place) % 4].append(card)
    step = STEPS[world["pass_direction"]]
    for seat in range(4):
        to = (seat + step) % 4
        if world["passed"][seat] and seat != player:
            if world["phase"] == "pass":
                world["passed"][seat] = rng.sample(held[seat], 3)
            elif to != player:
                world["passed"][seat] = world["received"][to] = rng.sample(held[to], 3)
