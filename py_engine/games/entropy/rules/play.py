"""Single moves of Entropy: new games, legal actions, moves with their events. Each is a batch of one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import JsonValue

from py_engine.core.chance import Domain, drawn
from py_engine.core.contract import ContractError
from py_engine.core.legality import refusal, require_chance_left, require_ending, require_playable
from py_engine.core.numerics import U8, Array
from py_engine.core.validation import shorten
from py_engine.games.entropy.rules.batch import CHAOS, ORDER, Batch, draws, legal_mask, new_batch, step, unplaced
from py_engine.games.entropy.rules.events import Drawn, Event, Passed, Placed, Slid
from py_engine.games.entropy.rules.expected import expected_lines, match_chances
from py_engine.games.entropy.rules.state import (
    CELLS,
    RULESET_ID,
    TURNS,
    EntropyAction,
    EntropyState,
    Line,
    Options,
    action_data,
    board_of,
    cell_number,
    counted_bag,
    number_of,
    to_batch,
)
from py_engine.games.entropy.rules.tables import COLORS, Color, cell_name, geometry, line_names, palindromes

__all__ = ["apply_action", "complete", "draw", "illegal", "legal_actions", "new_game"]


def draw(seed: int, chance_counter: int, bag: Array) -> int:
    """The colour (from 1) of the next token, a pure function of the seed, the number of draws so far and the bag.

    Args:
        seed: The game's seed.
        chance_counter: Number of tokens drawn so far.
        bag: (8,) tokens left by colour (index 0 is unused); at least one.
    """
    ends = bag.cumsum(dtype=np.int64)
    place = drawn(Domain.CHANCE, seed, chance_counter).below(int(ends[-1]))
    return int((ends <= place).sum(dtype=np.int64))


def new_game(seed: int, options: Options) -> EntropyState:
    """An empty board and the first token, or the first two if the next one is shown."""
    size = options.size
    bag = np.array([0] + [size] * size + [0] * (7 - size), dtype=np.int16)
    colors: list[int] = []
    for counter in range(1 + options.next_token_known):
        colors.append(draw(seed, counter, bag))
        bag[colors[-1]] -= 1
    tokens = np.array(colors, dtype=U8)
    batch = new_batch(size, tokens[:1], tokens[1:] if options.next_token_known else None)
    start = EntropyState.model_construct(
        ruleset_id=RULESET_ID,
        active_player_id=CHAOS,
        seed=seed,
        size=size,
        next_token_known=options.next_token_known,
        board=[],
    )
    return _following(start, batch, [_draw_event(color) for color in colors], len(colors))


def _draw_event(color: int) -> Drawn:
    return {"type": "draw", "player_id": CHAOS, "token": COLORS[color - 1]}


def _following(before: EntropyState, batch: Batch, events: Sequence[Event], draw_count: int) -> EntropyState:
    """The state after a move; ``batch`` is the position after it, ``draw_count`` the number of tokens drawn."""
    after = complete(
        before.model_copy(
            update={
                "board": board_of(batch, 0),
                "active_player_id": int(batch.turn[0]),
                "token": _color(batch.token),
                "next_token": _color(batch.next_token),
                "chance_counter": before.chance_counter + draw_count,
                "game_over": None,
            }
        )
    )
    if after.game_over:
        events = [*events, {"type": "game_over", "returns": after.returns, "score": after.score}]
    return after.model_copy(update={"last_events": events})


def _color(column: Array) -> Color | None:
    """The colour in a (1,) column of a batch; None for no token."""
    number = int(column[0])
    return COLORS[number - 1] if number else None


def complete(state: EntropyState) -> EntropyState:
    """Fills in all derived fields of a state.

    Raises:
        ContractError: INVALID_STATE if the state's ``game_over`` is wrong.
    """
    over = state.is_full
    require_ending(state, over=over, why="the board is full" if over else "there are empty cells")
    lines = _lines(state)
    score = sum(line.score for line in lines)  # same bits: whole numbers
    batch = to_batch([state])
    return state.model_copy(
        update={
            "next_token_known": state.shows_next,
            "turn": TURNS[state.active_player_id],
            "score": score,
            "bag": counted_bag(state),
            "lines": lines,
            "expected": expected_lines(batch.codes[0], match_chances(unplaced(batch)), state.size).tolist(),
            "game_over": over,
            "returns": [float(score), float(-score)] if over else [None, None],
            "warnings": [],
        }
    )


def _lines(state: EntropyState) -> list[Line]:
    """The rows and columns with their palindromes ([first, last, points], cells from 0) and scores."""
    numbers = [CELLS.index(color) for color in state.board]
    found = []
    names = line_names(state.size)
    for name, cells in zip(names, geometry(state.size).line_cells.tolist(), strict=True):
        there = [[first, last, last - first + 1] for first, last in palindromes([numbers[cell] for cell in cells])]
        points = sum(part[2] for part in there)  # same bits: whole numbers
        found.append(Line.model_construct(code=name.code, score=points, palindromes=there))
    return found


def legal_actions(state: EntropyState) -> list[JsonValue]:
    """The legal actions of the player to move as JSON data: cells in order; slides by start and end, then passing."""
    numbers = np.flatnonzero(legal_mask(to_batch([state]))[0]).tolist() if not state.game_over else []
    return [action_data(number, state.size) for number in numbers]


def apply_action(state: EntropyState, action: EntropyAction) -> EntropyState:
    """The state after a move, with all derived fields.

    Raises:
        ContractError: ACTION_FAILED if the move is illegal, NO_LEGAL_ACTIONS if the game is over.
    """
    require_playable(state, action, illegal)
    batch = to_batch([state])
    drawing = bool(draws(batch)[0])
    if drawing:
        require_chance_left(state)
    color = draw(state.seed or 0, state.chance_counter, batch.bag[0]) if drawing else 0
    number = number_of(action, state.size)
    step(batch, np.array([number], dtype=np.intp), np.array([color], dtype=U8))
    after = _following(state, batch, [], drawing)
    events: list[Event] = [_move_event(state, action)]
    if after.score != state.score:
        events.append({"type": "score", "change": after.score - state.score, "score": after.score})
    if drawing:
        events.append(_draw_event(color))
    return after.model_copy(update={"last_events": [*events, *after.last_events]})


def _move_event(state: EntropyState, action: EntropyAction) -> Placed | Slid | Passed:
    if action.cell is not None:
        return {"type": "place", "player_id": CHAOS, "cell": action.cell, "token": state.token}
    if action.origin is None:
        return {"type": "pass", "player_id": ORDER}
    token = state.board[cell_number(action.origin, state.size) or 0]
    return {"type": "slide", "player_id": ORDER, "from": action.origin, "to": action.to, "token": token}


def illegal(state: EntropyState, action: EntropyAction) -> ContractError | None:
    """Why a well-formed move is illegal here; None if it is legal. The game must not be over."""
    placing = action.cell is not None
    if placing != (state.active_player_id == CHAOS):
        text = "Order slides a token or passes; only Chaos places." if placing else "Chaos must place the token."
        return refusal(text, "WRONG_SIDE")
    for name in (action.cell, action.origin, action.to):
        if name is not None and cell_number(name, state.size) is None:
            last = cell_name(state.size * state.size - 1, state.size)
            return refusal(f"The board has no cell {shorten(name)!r}; its cells are a1 to {last}.", "OFF_BOARD")
    if action.cell is not None:
        if state.board[cell_number(action.cell, state.size) or 0]:
            return refusal(f"There is already a token on {action.cell}.", "NOT_EMPTY")
    elif action.origin is not None and action.to is not None:
        return _cannot_slide(state, action.origin, action.to)
    return None


def _cannot_slide(state: EntropyState, origin: str, to: str) -> ContractError | None:
    """Why a token cannot slide between two cells of the board; None if it can."""
    start, end = cell_number(origin, state.size) or 0, cell_number(to, state.size) or 0
    if not state.board[start]:
        return refusal(f"There is no token on {origin}.", "EMPTY_CELL")
    along_row, along_column = start // state.size == end // state.size, start % state.size == end % state.size
    if along_row == along_column:
        return refusal(f"A token slides along its row or column, not from {origin} to {to}.", "NOT_A_LINE")
    stride = (1 if along_row else state.size) * (1 if end > start else -1)
    for cell in range(start + stride, end + stride, stride):
        if state.board[cell]:
            name = cell_name(cell, state.size)
            return refusal(f"The way from {origin} to {to} is blocked by the token on {name}.", "BLOCKED")
    return None
