"""A reference implementation of Yatzy's rules, one position at a time, as an oracle for the engine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.bridge.asking import ask

State = dict[str, Any]
Action = dict[str, Any]

RULESET = "yatzy_v1"
UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = [
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
    "yatzy",
]
CATEGORIES = [*UPPER, *LOWER]
ALIKE = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}
HOUSE_RULES = ("five_of_a_kind_is_full_house", "four_of_a_kind_is_two_pairs")


def score(category: str, dice: list[int], *, five: bool = False, four: bool = False) -> int:
    """The points of dice; ``five``: five of a kind is a full house, ``four``: four of a kind is two pairs."""
    counts = Counter(dice)
    if category in UPPER:
        face = UPPER.index(category) + 1
        return face * counts[face]
    if category in ALIKE:
        faces = [face for face in counts if counts[face] >= ALIKE[category]]
        return ALIKE[category] * max(faces, default=0)
    pairs = sorted((face for face in counts if counts[face] >= 2), reverse=True)
    scored = {
        "two_pairs": 2 * sum(pairs[:2]) if len(pairs) >= 2 else 0,
        "small_straight": 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        "large_straight": 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        "full_house": sum(dice) if sorted(counts.values()) == [2, 3] or (five and len(counts) == 1) else 0,
        "chance": sum(dice),
        "yatzy": 50 if len(counts) == 1 else 0,
    }
    if category == "two_pairs" and four and max(counts.values()) >= 4:
        return 4 * counts.most_common(1)[0][0]
    return scored[category]


def total(scores: dict[str, int]) -> int:
    """All points of a card."""
    upper = sum(points for category, points in scores.items() if category in UPPER)
    return sum(scores.values()) + (50 if upper >= 63 else 0)


def house(state: State) -> dict[str, bool]:
    """The house rules of a state, as ``score`` takes them."""
    return {"five": state["options"][HOUSE_RULES[0]], "four": state["options"][HOUSE_RULES[1]]}


def legal(state: State) -> list[Action]:
    """The legal actions when no dice are awaited."""
    if state["game_over"]:
        return []
    keeps: list[Action] = []
    if state["rolls_left"]:
        keeps = [{"keep": [bool(n >> i & 1) for i in range(5)]} for n in range(32)]
    filled = state["players"][state["active_player_id"]]["scores"]
    return keeps + [{"score": category} for category in CATEGORIES if category not in filled]


def position(
    *cards: dict[str, int],
    dice: Sequence[int | None] | None = None,
    rolls_left: int = 2,
    player: int = 0,
    **options: bool,
) -> State:
    """A hand-made position without derived fields."""
    return {
        "ruleset_id": RULESET,
        "active_player_id": player,
        "players": [{"scores": dict(card)} for card in cards or ({},)],
        "dice": list(dice or [1, 2, 3, 4, 6]),
        "rolls_left": rolls_left,
        "options": options,
    }


def full_card(without: tuple[str, ...] = (), points: int = 0) -> dict[str, int]:
    """A card with points in Chance only, open in the categories ``without``."""
    card = dict.fromkeys(CATEGORIES, 0) | {"chance": points or 5}
    return {category: value for category, value in card.items() if category not in without}


def play(seed: int, options: dict[str, Any], keep_rate: float = 0.6) -> Iterator[tuple[State, Action, State]]:
    """(state, action, next state) of a game of random moves, mostly keeps while throws are left."""
    rng = random.Random(seed)
    state = ask("new_game", RULESET, seed, options)
    while not state["game_over"]:
        if None in state["dice"]:
            action: Action = {"enter": [die or rng.randint(1, 6) for die in state["dice"]]}
        else:
            actions = ask("list_legal_actions", state, state["active_player_id"])
            keeps = [move for move in actions if "keep" in move]
            action = rng.choice(keeps if keeps and rng.random() < keep_rate else actions)
        after = ask("apply_action", state, action)
        yield state, action, after
        state = after
