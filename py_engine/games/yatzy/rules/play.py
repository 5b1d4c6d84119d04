"""Single moves of Yatzy: new games, legal actions, moves with their events. Each is a batch of one."""

from __future__ import annotations

from itertools import product

import numpy as np
from pydantic import JsonValue

from py_engine.core.chance import Domain, drawn
from py_engine.core.contract import MAX_INT, ContractError, StateWarning
from py_engine.core.legality import refusal, require_chance_left, require_ending, require_playable
from py_engine.core.numerics import U8, Array
from py_engine.core.text import listed
from py_engine.games.yatzy.rules.batch import KEEPS, Batch, Stepped, dice_points, legal_mask, new_batch, step, totals
from py_engine.games.yatzy.rules.events import Ended, Event, Turn
from py_engine.games.yatzy.rules.state import (
    RULESET_ID,
    Options,
    Player,
    YatzyAction,
    YatzyState,
    action_data,
    is_awaited,
    number_of,
    rules_of,
    to_batch,
)
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    CATEGORY_NAMES,
    DICE,
    FACES,
    FULL,
)

__all__ = ["apply_action", "complete", "illegal", "legal_actions", "new_game", "throw", "undecidable"]

NOTHING_THROWN = np.zeros((1, DICE), dtype=U8)


def throw(seed: int, chance_counter: int) -> Array:
    """(5,) uint8: the faces of a throw, a pure function of the seed and the number of throws before it."""
    return np.array(drawn(Domain.CHANCE, seed, chance_counter).small(1, FACES + 1, DICE), dtype=U8)


def new_game(seed: int, players: int, options: Options) -> YatzyState:
    """A new game, with the first throw of player 1 on the table unless real dice are used."""
    start = YatzyState(
        ruleset_id=RULESET_ID,
        active_player_id=0,
        seed=seed,
        options=options,
        players=[Player()] * players,
        dice=[None] * DICE if options.real_dice else [1] * DICE,
        rolls_left=3 if options.real_dice else 2,
    )
    draws = _draws(start)
    return _following(start, new_batch(players, draws, rules_of(start)), [_turn_event(0, 0)], np.ones(DICE, dtype=bool))


def _draws(state: YatzyState) -> Array:
    """(1, 5) uint8: the faces of the next throw; zeros with real dice."""
    if state.options.real_dice:
        return NOTHING_THROWN
    require_chance_left(state)
    return throw(state.seed or 0, state.chance_counter)[None]


def _following(state: YatzyState, batch: Batch, events: list[Event], thrown: Array) -> YatzyState:
    """The state after a move.

    Args:
        state: The state before the move, but with the scores after it.
        batch: The position after the move, a batch of one.
        events: The events so far.
        thrown: (5,) bool: the dice thrown after the move.
    """
    dice = [int(die) or None for die in batch.dice[0]]
    player = int(batch.turn[0])
    left = int(batch.rolls_left[0])
    drawn = bool(thrown.any()) and not state.options.real_dice
    if drawn:
        fell: Event = {
            "type": "throw",
            "player_id": player,
            "dice": dice,
            "thrown": thrown.tolist(),
            "rolls_left": left,
        }
        events = [*events, fell]
    after = state.model_copy(
        update={
            "active_player_id": player,
            "chance_counter": state.chance_counter + drawn,
            "dice": dice,
            # Dice to be entered are a throw that has not been made yet.
            "rolls_left": left + (None in dice),
            "game_over": None,
        }
    )
    done = complete(after)
    if done.game_over:
        events = [*events, _final_event(done)]
    return done.model_copy(update={"last_events": events})


def _turn_event(player: int, filled: int) -> Turn:
    return {"type": "turn", "player_id": player, "turn": filled + 1}


def _final_event(state: YatzyState) -> Ended:
    best = max(value or 0.0 for value in state.returns)
    winners = [player for player, value in enumerate(state.returns) if value == best]
    alone = len(state.players) == 1
    winner = winners[0] if len(winners) == 1 and not alone else None
    return {"type": "game_over", "returns": state.returns, "winner": winner, "shared": winner is None and not alone}


def complete(state: YatzyState) -> YatzyState:
    """Fills in all derived fields of a state, and its warnings.

    Raises:
        ContractError: INVALID_STATE if the state's ``game_over`` is wrong.
    """
    batch = to_batch([state])
    over = bool((batch.closed == FULL).all())
    require_ending(state, over=over, why="every category is filled" if over else "there are categories to fill")
    total = totals(batch)[:, 0].tolist()
    upper = batch.upper[:, 0].tolist()
    players = [
        Player.model_construct(
            scores={name: player.scores[name] for name in CATEGORIES if name in player.scores},
            upper=upper[index],
            bonus=BONUS if upper[index] >= BONUS_AT else 0,
            total=total[index],
        )
        for index, player in enumerate(state.players)
    ]
    points = {}
    if not is_awaited(state):
        scored, filled = dice_points(batch)[:, 0].tolist(), players[state.active_player_id].scores
        points = {name: scored[i] for i, name in enumerate(CATEGORIES) if name not in filled}
    return state.model_copy(
        update={
            "players": players,
            "points": points,
            "game_over": over,
            "returns": [float(t) if over else None for t in total],
            "warnings": _warnings(state),
        }
    )


def _warnings(state: YatzyState) -> list[StateWarning]:
    """The warning if the players' numbers of filled categories do not fit whose turn it is."""
    filled, mover = [len(player.scores) for player in state.players], state.active_player_id
    if len(filled) == 1 or set(filled) == {len(CATEGORIES)}:
        return []
    if filled == [filled[mover] + (player < mover) for player in range(len(filled))]:
        return []
    have = [f"player {player + 1} {'has filled ' * (player == 0)}{count}" for player, count in enumerate(filled)]
    text = f"The turns do not add up: {listed(have)} categories, and player {mover + 1} is to move."
    return [StateWarning(code="TURN_ORDER", text=text)]


def legal_actions(state: YatzyState) -> list[dict[str, JsonValue]]:
    """The legal actions of the player to move as JSON data: keeps by number, then categories in order.

    Where dice are awaited, these are all the possible throws.
    """
    if state.game_over:
        return []
    if is_awaited(state):
        faces = [range(1, FACES + 1) if die is None else (die,) for die in state.dice]
        return [{"enter": list(dice)} for dice in product(*faces)]
    return [action_data(number) for number in np.flatnonzero(legal_mask(to_batch([state]))[0]).tolist()]


def apply_action(state: YatzyState, action: YatzyAction) -> YatzyState:
    """The state after a move, with all derived fields.

    Raises:
        ContractError: ACTION_FAILED if the move is illegal, NO_LEGAL_ACTIONS if the game is over.
    """
    require_playable(state, action, illegal)
    if action.enter is not None:
        return _entered(state, action.enter)
    batch = to_batch([state])
    number = number_of(action)
    draws = _draws(state) if _throws(state, action) else NOTHING_THROWN
    stepped = step(batch, np.array([number], dtype=np.int32), draws)
    if number < KEEPS:
        kept: Event = {"type": "keep", "player_id": state.active_player_id, "keep": action.keep, "dice": state.dice}
        return _following(state, batch, [kept], stepped.thrown[0])
    return _scored(state, batch, stepped, number - KEEPS)


def _throws(state: YatzyState, action: YatzyAction) -> bool:
    """Whether dice are thrown after a move: not if all are kept, nor after the last category of the game."""
    if action.keep is not None:
        return not all(action.keep)
    filled = sum(len(player.scores) for player in state.players)  # same bits: whole numbers
    return filled + 1 < len(CATEGORIES) * len(state.players)


def _entered(state: YatzyState, dice: list[int]) -> YatzyState:
    """The state after dice are entered."""
    batch = to_batch([state])
    batch.dice = np.array([dice], dtype=U8)
    player = state.active_player_id
    # A throw by hand is a chance event like the engine's, and is counted.
    state = state.model_copy(update={"chance_counter": min(state.chance_counter + 1, MAX_INT)})
    event: Event = {"type": "enter", "player_id": player, "dice": dice, "rolls_left": int(batch.rolls_left[0])}
    return _following(state, batch, [event], np.zeros(DICE, dtype=bool))


def _scored(state: YatzyState, batch: Batch, stepped: Stepped, category: int) -> YatzyState:
    """The state after a category is filled."""
    player = state.active_player_id
    name, points = CATEGORIES[category], int(stepped.points[0])
    card = Player.model_construct(scores={**state.players[player].scores, name: points})
    players = [card if i == player else other for i, other in enumerate(state.players)]
    events: list[Event] = [{"type": "score", "player_id": player, "category": name, "points": points}]
    if stepped.bonus[0]:
        events.append({"type": "bonus", "player_id": player, "points": BONUS})
    following = int(batch.turn[0])
    filled = len(players[following].scores)
    if filled < len(CATEGORIES):
        events.append(_turn_event(following, filled))
    return _following(state.model_copy(update={"players": players}), batch, events, stepped.thrown[0])


def undecidable(state: YatzyState) -> ContractError | None:
    """The error for a position with no decision, because dice are awaited; else None."""
    text = "There is nothing to decide yet: dice are still to be entered."
    return ContractError("UNSUPPORTED", text) if is_awaited(state) else None


def illegal(state: YatzyState, action: YatzyAction) -> ContractError | None:
    """Why a well-formed move is illegal here; None if it is legal. The game must not be over."""
    if action.enter is not None:
        return _cannot_enter(state, action.enter)
    if is_awaited(state):
        return refusal("Enter the dice first.", "DICE_MISSING")
    if action.keep is not None and state.rolls_left == 0:
        return refusal("There is no throw left: score a category.", "NO_THROWS_LEFT")
    if action.score is not None and action.score in state.players[state.active_player_id].scores:
        name = CATEGORY_NAMES[CATEGORIES.index(action.score)]
        return refusal(f"{name} is already filled.", "CATEGORY_FILLED")
    return None


def _cannot_enter(state: YatzyState, dice: list[int]) -> ContractError | None:
    if not is_awaited(state):
        return refusal("There are no dice to enter.", "NOT_ENTERING")
    for place, (die, entered) in enumerate(zip(state.dice, dice, strict=True)):
        if die not in (None, entered):
            return refusal(f"Die {place + 1} was kept and shows {die}, not {entered}.", "KEPT_DIE_CHANGED")
    return None
