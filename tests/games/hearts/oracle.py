"""A reference implementation of the rules of Hearts, written from the published rules, one card at a time.

States and actions are JSON data as the engine writes them. Deals come from the engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.bridge.asking import ask

State = dict[str, Any]
Action = dict[str, Any]

RULESET = "hearts_v1"
RANKS = "23456789TJQKA"
SUITS = "CDSH"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
TO = {"left": 1, "across": 2, "right": 3}
NEXT = {"left": "right", "right": "across", "across": "hold", "hold": "left"}
OPTIONS: tuple[State, ...] = (
    {},
    {"queen_breaks_hearts": False},
    {"jack_of_diamonds": True},
    {"moon_subtracts": True},
    {"first_lead_any_club": True},
    {"points_to_end": 1},
    {
        "queen_breaks_hearts": False,
        "jack_of_diamonds": True,
        "moon_subtracts": True,
        "first_lead_any_club": True,
        "points_to_end": 40,
    },
)


def in_order(cards: list[str]) -> list[str]:
    """The cards sorted by suit and rank."""
    return sorted(cards, key=DECK.index)


def is_point(card: str) -> bool:
    return card == "QS" or card.endswith("H")


def worth(cards: list[str], options: State) -> int:
    """The points of some cards."""
    points = sum(1 for card in cards if card.endswith("H"))
    points += 13 * ("QS" in cards)
    return points - 10 * ("JD" in cards and options["jack_of_diamonds"])


def breaks(card: str, options: State) -> bool:
    return card.endswith("H") or (card == "QS" and options["queen_breaks_hearts"])


def winner(leader: int, cards: list[str]) -> int:
    """The winner of a trick: the player of the highest card in the suit led."""
    best = 0
    for place in range(1, 4):
        if cards[place][1] == cards[best][1] and RANKS.index(cards[place][0]) > RANKS.index(cards[best][0]):
            best = place
    return (leader + best) % 4


def legal_cards(hand: list[str], trick: list[str], *, first: bool, broken: bool, any_club: bool) -> list[str]:
    """The legal cards of a hand."""
    return [
        card for card in in_order(hand) if not why_not(card, hand, trick, first=first, broken=broken, any_club=any_club)
    ]


def why_not(card: str, hand: list[str], trick: list[str], *, first: bool, broken: bool, any_club: bool) -> str | None:
    """The code of the rule that forbids a card in hand; None if it is legal."""
    if not trick:
        if first:
            opens = card.endswith("C") if any_club else card == "2C"
            return None if opens else "MUST_LEAD_TWO_OF_CLUBS"
        other = any(not held.endswith("H") for held in hand)
        return "HEARTS_NOT_BROKEN" if card.endswith("H") and other and not broken else None
    if card[1] == trick[0][1]:
        return None
    if any(held[1] == trick[0][1] for held in hand):
        return "MUST_FOLLOW_SUIT"
    harmless = any(not is_point(held) for held in hand)
    return "POINTS_ON_FIRST_TRICK" if first and is_point(card) and harmless else None


def forbidden(state: State, card: str) -> str | None:
    """The code of the reason why the player to move may not play a card; None if it is legal."""
    hand = state["hands"][state["active_player_id"]]
    if card not in hand:
        return "NOT_IN_HAND"
    first, any_club = not state["trick_history"], state["options"]["first_lead_any_club"]
    return why_not(card, hand, state["trick"], first=first, broken=state["hearts_broken"], any_club=any_club)


def legal(state: State) -> list[Action]:
    """The legal actions, in the engine's order."""
    if state["game_over"]:
        return []
    hand = in_order(state["hands"][state["active_player_id"]])
    if state["phase"] == "pass":
        return [{"pass": list(three)} for three in combinations(hand, 3)]
    return [{"play": card} for card in hand if forbidden(state, card) is None]


def after_moon(points: list[int], taken: list[list[str]], options: State) -> list[int]:
    """The points of a finished hand."""
    for seat, cards in enumerate(taken):
        if sum(map(is_point, cards)) == 14:
            if options["moon_subtracts"]:
                return [p - 52 * (other == seat) for other, p in enumerate(points)]
            return [p - 26 if other == seat else p + 26 for other, p in enumerate(points)]
    return points


def moved(before: State, action: Action) -> tuple[State, list[State]]:
    """The changed fields and the events of a move; of a new deal, only what follows from the rules."""
    player = before["active_player_id"]
    if "pass" not in action:
        return _played(before, action["play"])
    three = in_order(action["pass"])
    passed = [three if seat == player else list(held) for seat, held in enumerate(before["passed"])]
    events: list[State] = [{"type": "pass", "player_id": player, "cards": three}]
    if player < 3:
        return {"passed": passed, "active_player_id": player + 1}, events
    step = TO[before["pass_direction"]]
    received = [passed[(seat - step) % 4] for seat in range(4)]
    hands = [
        in_order([card for card in hand if card not in passed[seat]] + received[seat])
        for seat, hand in enumerate(before["hands"])
    ]
    first = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    events.append({"type": "exchange", "pass_direction": before["pass_direction"]})
    changes = {"passed": passed, "received": received, "hands": hands, "phase": "play"}
    return changes | {"leader": first, "active_player_id": first}, events


def _played(before: State, card: str) -> tuple[State, list[State]]:
    player, options, leader = before["active_player_id"], before["options"], before["leader"]
    hands = [[held for held in hand if held != card] for hand in before["hands"]]
    trick = [*before["trick"], card]
    broken = before["hearts_broken"] or breaks(card, options)
    events: list[State] = [{"type": "play", "player_id": player, "card": card}]
    if broken and not before["hearts_broken"]:
        events.append({"type": "hearts_broken", "player_id": player})
    changes = {"hands": hands, "trick": trick, "hearts_broken": broken, "active_player_id": (player + 1) % 4}
    if len(trick) < 4:
        return changes, events
    taker, points = winner(leader, trick), worth(trick, options)
    row = {"leader": leader, "cards": trick, "winner": taker, "points": points}
    events.append({"type": "trick", "player_id": taker, "leader": leader, "cards": trick, "points": points})
    history = [*before["trick_history"], row]
    sums = [p + points * (seat == taker) for seat, p in enumerate(before["points"])]
    changes |= {"trick": [], "trick_history": history, "points": sums, "leader": taker, "active_player_id": taker}
    if len(history) < 13:
        return changes, events
    return _hand_over(before, changes, events)


def _hand_over(before: State, changes: State, events: list[State]) -> tuple[State, list[State]]:
    taken: list[list[str]] = [[], [], [], []]
    for row in changes["trick_history"]:
        taken[row["winner"]] += row["cards"]
    points = after_moon(changes["points"], taken, before["options"])
    for seat, cards in enumerate(taken):
        if sum(map(is_point, cards)) == 14:
            events.append({"type": "moon", "player_id": seat})
    scores = [score + p for score, p in zip(before["scores"], points, strict=True)]
    events.append({"type": "hand_over", "points": points, "scores": scores})
    changes |= {"scores": scores}
    if max(scores) >= before["options"]["points_to_end"]:
        returns = [float(-score) for score in scores]
        best = [seat for seat in range(4) if scores[seat] == min(scores)]
        events.append({"type": "game_over", "returns": returns, "scores": scores, "winners": best})
        return changes | {"game_over": True, "returns": returns, "phase": "done", "leader": None}, events
    direction, hand = NEXT[before["pass_direction"]], before["chance_counter"] + 1
    events.append({"type": "deal", "pass_direction": direction, "hand": hand})
    empty: State = {"trick": [], "trick_history": [], "points": [0] * 4, "hearts_broken": False, "chance_counter": hand}
    empty |= {"pass_direction": direction, "passed": [[]] * 4, "received": [[]] * 4, "leader": None}
    if direction == "hold":
        return {"scores": scores, **empty, "phase": "play"}, events
    return {"scores": scores, **empty, "phase": "pass", "active_player_id": 0}, events


def play(seed: int, options: State, most: int = 10_000) -> Iterator[tuple[State, Action, State]]:
    """(state, action, next state) of a game with random moves, played over the bridge."""
    chooser = random.Random(seed)
    state = ask("new_game", RULESET, seed, options)
    for _ in range(most):
        if state["game_over"]:
            return
        action = chooser.choice(legal(state))
        after = ask("apply_action", state, action)
        yield state, action, after
        state = after
