"""Playing Hearts one move at a time, through batches of one: new games, legal actions, moves and their events."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import JsonValue

from py_engine.core.chance import Domain, drawn
from py_engine.core.contract import ContractError
from py_engine.core.legality import refusal, require_chance_left, require_playable
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules import checks
from py_engine.games.hearts.rules.batch import (
    HEART_COUNT,
    QUEEN,
    TAKEN,
    after_moon,
    first_leader,
    legal_cards,
    points_of,
    step,
)
from py_engine.games.hearts.rules.cards import CARDS, NUMBERS, SEATS, WORDS, Card, cards_of, mask_of, names_of
from py_engine.games.hearts.rules.fields import DIRECTIONS, Direction, Held, Options, Trick
from py_engine.games.hearts.rules.state import (
    RULESET_ID,
    HeartsAction,
    HeartsState,
    observer_of,
    pass_actions,
    pass_moves,
    sorted_cards,
    to_batch,
)

__all__ = ["apply_action", "complete", "deal", "illegal", "legal_actions", "legal_moves", "new_game", "observe"]

StateEvent = dict[str, JsonValue]
DEALT = 13
"""Number of cards dealt to each player."""
SHOT = 13 + QUEEN
"""Code of what a player who shoots the moon has taken: all hearts and the queen."""


def deal(seed: int, number: int) -> Array:
    """(4,) uint64: the hands of a deal by seat, a pure function of the game's seed and the hand's number (from 1)."""
    order = np.array(drawn(Domain.CHANCE, seed, number).permuted(CARDS), dtype=U64)
    return np.left_shift(U64(1), order).reshape(SEATS, DEALT).sum(axis=1, dtype=U64)


def new_game(seed: int, options: Options) -> HeartsState:
    """The state after the first deal of a game."""
    empty = HeartsState.model_construct(
        ruleset_id=RULESET_ID,
        active_player_id=0,
        seed=seed,
        chance_counter=0,
        options=options,
        pass_direction=DIRECTIONS[-1],
        hands=[],
        scores=[0] * SEATS,
    )
    return _dealt(empty, [])


def _dealt(before: HeartsState, events: list[StateEvent]) -> HeartsState:
    """The state after the next deal."""
    number = before.chance_counter + 1
    direction: Direction = DIRECTIONS[(DIRECTIONS.index(before.pass_direction) + 1) % len(DIRECTIONS)]
    hands = deal(before.seed or 0, number)
    leader = int(first_leader(hands[:, None])[0]) if direction == "hold" else None
    return before.model_copy(
        update={
            "active_player_id": leader or 0,
            "chance_counter": number,
            "game_over": False,
            "returns": [None] * SEATS,
            "last_events": [*events, {"type": "deal", "pass_direction": direction, "hand": number}],
            "warnings": [],
            "phase": "pass" if leader is None else "play",
            "pass_direction": direction,
            "hands": [names_of(hand) for hand in hands.tolist()],
            "passed": [[] for _ in range(SEATS)],
            "received": [[] for _ in range(SEATS)],
            "leader": leader,
            "trick": [],
            "trick_history": [],
            "hearts_broken": False,
            "points": [0] * SEATS,
        }
    )


def complete(state: HeartsState) -> HeartsState:
    """The state with all derived fields filled in."""
    phase = checks.phase_of(state)
    over = phase == "done"
    known = [isinstance(hand, list) for hand in state.hands]
    update: dict[str, Any] = {
        "seed": state.seed if all(known) else None,
        "phase": phase,
        "hands": [_shown(held, known[seat]) for seat, held in enumerate(state.hands)],
        "passed": [_shown(held, known[seat]) for seat, held in enumerate(state.passed)],
        "received": [_shown(held, known[seat]) for seat, held in enumerate(state.received)],
        "leader": state.lead if phase == "play" else None,
        "game_over": over,
        "returns": [float(-score) for score in state.scores] if over else [None] * SEATS,
        "warnings": [],
    }
    given = state.model_fields_set
    if not {"points", "hearts_broken"} <= given or any(
        not {"winner", "points"} <= trick.model_fields_set for trick in state.trick_history
    ):
        return _with_record(state.model_copy(update=update))
    return state.model_copy(update=update)


def _shown(held: Held, known: bool) -> Held:
    """The sorted cards if they are known, else their number."""
    return sorted_cards(held) if known and isinstance(held, list) else checks.count_of(held)


def _with_record(state: HeartsState) -> HeartsState:
    """The state with the fields that follow from its tricks."""
    found = state.record()
    history = [
        Trick(leader=trick.leader, cards=trick.cards, winner=winner, points=points)
        for trick, winner, points in zip(state.trick_history, found.winners, found.points, strict=True)
    ]
    update = {
        "trick_history": history,
        "points": checks.points_taken(found),
        "hearts_broken": checks.broken(state),
    }
    return state.model_copy(update=update)


def observe(state: HeartsState, player: int) -> HeartsState:
    """The state as a player may see it: without the seed, and with only the number of the others' cards."""

    def seen(four: list[Held]) -> list[Held]:
        return [held if seat == player else checks.count_of(held) for seat, held in enumerate(four)]

    return state.model_copy(
        update={
            "seed": None,
            "hands": seen(state.hands),
            "passed": seen(state.passed),
            "received": seen(state.received),
            "last_events": [_seen_event(event, player) for event in state.last_events],
        }
    )


def _seen_event(event: StateEvent, player: int) -> StateEvent:
    """The event as a player may see it: of the others' passes, only the number of cards."""
    cards = event.get("cards")
    if event.get("type") != "pass" or event.get("player_id") == player or not isinstance(cards, list):
        return event
    return event | {"cards": len(cards)}


def _own_hand(state: HeartsState) -> list[Card]:
    """The cards of the player to move.

    Raises:
        ContractError: INVALID_STATE if the state does not show them.
    """
    hand = state.hands[state.active_player_id]
    if isinstance(hand, list):
        return hand
    seat = observer_of(state)
    whose = "This state shows nobody's cards" if seat is None else f"This is what player {seat} sees"
    text = f"{whose}: it hides the cards of player {state.active_player_id}, whose turn it is."
    raise ContractError("INVALID_STATE", text)


def legal_actions(state: HeartsState) -> list[dict[str, JsonValue]]:
    """The legal actions of the player to move as JSON data, in the order of the cards.

    Raises:
        ContractError: INVALID_STATE if the state is another player's view.
    """
    if state.game_over:
        return []
    hand = _own_hand(state)
    if state.phase == "pass":
        return pass_actions(hand)
    return [{"play": card} for card in names_of(int(legal_cards(to_batch(state))[0]))]


def legal_moves(state: HeartsState) -> list[int]:
    """The legal moves as masks of the card to play or the three to pass; the game must not be over.

    Raises:
        ContractError: INVALID_STATE if the state is another player's view.
    """
    hand = _own_hand(state)
    if state.phase == "pass":
        return pass_moves(hand)
    return [1 << card for card in cards_of(int(legal_cards(to_batch(state))[0]))]


def illegal(state: HeartsState, action: HeartsAction) -> ContractError | None:
    """The error for a well-formed move that is illegal here; None if it is legal. The game must not be over."""
    hand = _own_hand(state)
    passing = action.passed is not None
    if passing != (state.phase == "pass"):
        text = "The cards have already been passed: play one card." if passing else "Three cards must be passed first."
        return refusal(text, "WRONG_PHASE")
    for card in action.passed or (action.play,):
        if card not in hand:
            return refusal(f"Player {state.active_player_id} does not hold {card}.", "NOT_IN_HAND")
    if action.play is None or int(legal_cards(to_batch(state))[0]) >> NUMBERS[action.play] & 1:
        return None
    return _cannot_play(state, action.play)


def _cannot_play(state: HeartsState, card: Card) -> ContractError:
    """The error for a card in hand that the rules have found illegal."""
    first = not state.trick_history
    if state.trick:
        led = state.trick[0][1]
        if any(held[1] == led for held in _own_hand(state)):
            return refusal(f"{WORDS[led].capitalize()} were led, and the hand can follow suit.", "MUST_FOLLOW_SUIT")
        text = f"{card} may not be played to the first trick: the hand has cards without points."
        return refusal(text, "POINTS_ON_FIRST_TRICK")
    if first:
        what = "a club" if state.options.first_lead_any_club else "2C"
        return refusal(f"The first trick begins with {what}.", "MUST_LEAD_TWO_OF_CLUBS")
    text = "Hearts may not be led before they are broken, unless the hand has nothing else."
    return refusal(text, "HEARTS_NOT_BROKEN")


def apply_action(state: HeartsState, action: HeartsAction) -> HeartsState:
    """The state after a move, with all derived fields and the events of the move.

    Raises:
        ContractError: ACTION_FAILED if the move is illegal, NO_LEGAL_ACTIONS if the game is over.
    """
    require_playable(state, action, illegal)
    if action.play is not None:
        return _after_play(state, action.play)
    return _after_pass(state, sorted_cards(action.passed or []))


def _after_pass(state: HeartsState, cards: list[Card]) -> HeartsState:
    """The state after a player passes; after the last player's pass, the cards are exchanged and the play begins."""
    player = state.active_player_id
    passed: list[Any] = [cards if seat == player else held for seat, held in enumerate(state.passed)]
    events: list[StateEvent] = [{"type": "pass", "player_id": player, "cards": [*cards]}]
    if player < SEATS - 1:
        return state.model_copy(update={"passed": passed, "active_player_id": player + 1, "last_events": events})
    received = [passed[(seat - state.shift) % SEATS] for seat in range(SEATS)]
    given, got = [mask_of(held) for held in passed], [mask_of(held) for held in received]
    hands = [mask_of(_listed(hand)) for hand in state.hands]
    after = [hand & ~gave | came for hand, gave, came in zip(hands, given, got, strict=True)]
    leader = int(first_leader(np.array(after, dtype=U64)[:, None])[0])
    return state.model_copy(
        update={
            "passed": passed,
            "received": received,
            "hands": [names_of(hand) for hand in after],
            "phase": "play",
            "leader": leader,
            "active_player_id": leader,
            "last_events": [*events, {"type": "exchange", "pass_direction": state.pass_direction}],
        }
    )


def _listed(held: Held) -> list[Card]:
    """The cards; none if only their number is known."""
    return held if isinstance(held, list) else []


def _after_play(state: HeartsState, card: Card) -> HeartsState:
    """The state after a card is played; a completed trick is taken, and a completed hand is scored."""
    player = state.active_player_id
    batch = to_batch(state)
    step(batch, np.array([NUMBERS[card]], dtype=U64))
    events: list[StateEvent] = [{"type": "play", "player_id": player, "card": card}]
    breaks = not state.hearts_broken and bool(state.rules.breakers >> NUMBERS[card] & 1)
    if breaks:
        events.append({"type": "hearts_broken", "player_id": player})
    hands = [[c for c in _listed(hand) if c != card] for hand in state.hands]
    update: dict[str, Any] = {
        "hands": hands,
        "hearts_broken": state.hearts_broken or breaks,
        "active_player_id": int(batch.seat[0]),
        "last_events": events,
    }
    if batch.on_table:
        return state.model_copy(update=update | {"trick": [*state.trick, card]})
    winner, points = int(batch.leader[0]), int(points_of(batch.taken.sum(axis=0, dtype=TAKEN))[0])
    trick = Trick(leader=state.lead, cards=[*state.trick, card], winner=winner, points=points)
    about: StateEvent = {"leader": trick.leader, "cards": [*trick.cards], "points": points}
    events.append({"type": "trick", "player_id": winner, **about})
    update |= {
        "trick": [],
        "trick_history": [*state.trick_history, trick],
        "leader": winner,
        "points": [p + points * (seat == winner) for seat, p in enumerate(state.points)],
    }
    after = state.model_copy(update=update)
    return after if hands[winner] else _after_hand(after, events)


def _after_hand(state: HeartsState, events: list[StateEvent]) -> HeartsState:
    """Scores a finished hand, and deals the next one unless the game is over."""
    taken = np.array(state.record().taken, dtype=TAKEN)[:, None]
    points = after_moon(taken, state.rules)[:, 0].tolist()
    scores = [score + p for score, p in zip(state.scores, points, strict=True)]
    shooters = (taken[:, 0] & (HEART_COUNT | QUEEN)) == SHOT
    events += [{"type": "moon", "player_id": seat} for seat in np.flatnonzero(shooters).tolist()]
    events.append({"type": "hand_over", "points": points, "scores": scores})
    after = state.model_copy(update={"scores": scores})
    if max(scores) < state.options.points_to_end:
        require_chance_left(state)
        return _dealt(after, events)
    returns = [float(-score) for score in scores]
    winners = [seat for seat, score in enumerate(scores) if score == min(scores)]
    events.append({"type": "game_over", "returns": [*returns], "scores": [*scores], "winners": [*winners]})
    ended = {"phase": "done", "leader": None, "game_over": True, "returns": returns, "last_events": events}
    return after.model_copy(update=ended)
