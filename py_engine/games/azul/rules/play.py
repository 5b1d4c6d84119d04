"""Playing Azul one move at a time, by batches of one: new games, legal actions, moves and their events."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from pydantic import JsonValue, ValidationError

from py_engine.core.chance import Domain, drawn
from py_engine.core.contract import ContractError, StateWarning
from py_engine.core.legality import at_limit, refusal, require_ending, require_playable
from py_engine.core.numerics import U8, U32, U64, Array
from py_engine.games.azul.rules.batch import (
    Batch,
    Side,
    empty_lines,
    legal_mask,
    split_action,
    step,
    targets_of,
    tiles_left,
)
from py_engine.games.azul.rules.events import DraftEvent, Event, GameOverEvent, RefillEvent, bonus_events, tiling_events
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, game_end, lid_of, next_round
from py_engine.games.azul.rules.state import (
    COLORS,
    TILES_PER_COLOR,
    AzulAction,
    AzulState,
    BatchFields,
    action_data,
    count_tiles,
    draft_phase,
    from_batch,
    number_of,
    to_batch,
)
from py_engine.games.azul.rules.tables import CENTER, FLOOR, INDEX, SOURCES, wall_column
from py_engine.games.azul.rules.tables import COLORS as COLOR_COUNT

__all__ = ["apply_action", "complete", "illegal", "legal_actions", "listed_actions", "new_game", "refill_bits"]


def refill_bits(seed: int, chance_counter: int) -> Array:
    """(20,) uint32: the random bits of a refill, a pure function of the seed and the number of refills before it."""
    return np.array(drawn(Domain.CHANCE, seed, chance_counter).words(DRAWS), dtype=U32)


def new_game(seed: int, first_player: int) -> AzulState:
    """A new game dealt from ``seed``, ``first_player`` to move."""
    batch = _bare_table(1, first_player)
    return _dealt(batch, seed, 0, [])


def _bare_table(size: int, first_player: int) -> Batch:
    """Positions with full bags and empty boards, before the deal."""
    sides = []
    for _ in range(2):
        lines = empty_lines(size)
        zeros = np.zeros(size, dtype=INDEX)
        sides.append(
            Side(
                lines,
                targets_of(lines),
                zeros,
                np.zeros(size, dtype=U32),
                np.zeros(size, dtype=U8),
                np.zeros(size, dtype=np.int32),
            )
        )
    front = np.full(size, first_player, dtype=U8)
    bag = np.full((COLOR_COUNT, size), TILES_PER_COLOR, dtype=np.int32)
    return Batch(
        np.zeros((SOURCES, size), dtype=U64),
        np.ones(size, dtype=U8),
        (sides[0], sides[1]),
        front,
        front.copy(),
        np.ones(size, dtype=np.int32),
        bag.copy(),
        bag,
    )


def _dealt(batch: Batch, seed: int, chance_counter: int, events: list[Event]) -> AzulState:
    """The state after dealing the factories of a bare table (batch of one)."""
    returned = bool(deal(batch, refill_bits(seed, chance_counter)[:, None])[0])
    dealt = int(tiles_left(batch)[0])
    fields = from_batch(batch, 0)
    refill: RefillEvent = {
        "type": "refill",
        "round_number": fields["round_number"],
        "tiles": dealt,
        "lid_returned": returned,
    }
    chance = {"seed": seed, "chance_counter": chance_counter + 1}
    return _going_on({**fields, **chance, "last_events": [*events, refill]})


def _going_on(fields: Mapping[str, object]) -> AzulState:
    """The state with these fields and tiles left to draft."""
    return _checked({**fields, "game_over": False, "returns": [None, None]})


def _checked(fields: Mapping[str, object]) -> AzulState:
    """The validated state. Validation fails only if a score, round or counter has outgrown its limit."""
    try:
        return AzulState.model_validate(fields)
    except ValidationError:
        raise at_limit("one of its numbers") from None


def _over(fields: BatchFields, chance: Mapping[str, object], events: list[Event]) -> AzulState:
    """The final state: returns, the winner (ties broken by completed rows, else shared)."""
    scores = [player["score"] for player in fields["players"]]
    rows = [sum(all(row) for row in player["wall"]) for player in fields["players"]]
    standing = [(scores[p], rows[p]) for p in range(2)]
    winner = None if standing[0] == standing[1] else int(standing[1] > standing[0])
    returns = [float(scores[0] - scores[1]), float(scores[1] - scores[0])]
    final: GameOverEvent = {"type": "game_over", "returns": returns, "winner": winner, "shared": winner is None}
    return _checked({**fields, **chance, "game_over": True, "returns": returns, "last_events": [*events, final]})


def _chance(state: AzulState) -> Mapping[str, object]:
    """Fields of a state that a move without a refill does not change."""
    return {"seed": state.seed, "chance_counter": state.chance_counter, "scenario_seed": state.scenario_seed}


def complete(state: AzulState) -> AzulState:
    """The state with derived fields filled in, which a state made elsewhere may lack, and with warnings about oddities."""
    on_table = sum(sum(pile.values()) for pile in (*state.factories, state.center.tiles))  # same bits: whole numbers
    over = on_table == 0
    require_ending(state, over=over, why="there is nothing to take" if over else "there are tiles to take")
    scores = [player.score for player in state.players]
    returns = [float(scores[0] - scores[1]), float(scores[1] - scores[0])] if over else [None, None]
    return state.model_copy(
        update={
            "game_over": over,
            "returns": returns,
            "draft_phase_progress": draft_phase(on_table),
            "warnings": _warnings(state, over),
        }
    )


def _warnings(state: AzulState, over: bool) -> list[StateWarning]:
    warnings = []
    wrong = [f"{count_tiles(state, c)} {c}" for c in COLORS if count_tiles(state, c) != TILES_PER_COLOR]
    if wrong:
        text = f"The tiles do not add up: there should be {TILES_PER_COLOR} of each colour, and there are "
        warnings.append(StateWarning(code="TILE_COUNT", text=text + ", ".join(wrong) + "."))
    tokens = [state.center.has_first_player_token, *(p.floor_line.has_first_player_token for p in state.players)]
    if not over and not any(tokens):
        text = "The first-player token is missing; at the end of the round the turn simply passes on."
        warnings.append(StateWarning(code="NO_TOKEN", text=text))
    if over and not any(all(row) for player in state.players for row in player.wall) and (state.bag or state.lid):
        text = "The table is empty although no row is complete and tiles are left: this counts as the end of the game."
        warnings.append(StateWarning(code="BARE_TABLE", text=text))
    if not over and any(all(row) for player in state.players for row in player.wall):
        text = "A wall row is already complete, so the game should have ended; it ends after this round."
        warnings.append(StateWarning(code="ROW_COMPLETE", text=text))
    return warnings


def legal_actions(state: AzulState) -> list[int]:
    """Numbers of the legal actions of the player to move, ascending; empty when the game is over."""
    return [int(n) for n in np.flatnonzero(legal_mask(to_batch([state]))[0])]


def listed_actions(state: AzulState) -> list[JsonValue]:
    """The legal actions as JSON data, by source (factories, then centre), colour and destination (lines, then floor)."""
    return [action_data(number) for number in legal_actions(state)]


def apply_action(state: AzulState, action: AzulAction) -> AzulState:
    """The state after a move, including the end of the round and the next deal where they follow.

    Raises:
        ContractError: ACTION_FAILED when the move is illegal here, NO_LEGAL_ACTIONS when the game is over.
    """
    require_playable(state, action, illegal)
    batch = to_batch([state])
    number = number_of(action)
    source, color, destination = split_action(np.array([number], dtype=INDEX))
    had_token = bool(batch.center_token[0])
    # Free slots of the floor line; the first-player token takes one of them before the tiles do.
    space = 7 - int(batch.sides[0].floor[0]) - int(batch.sides[0].token[0])
    taken, overflow = (int(n[0]) for n in step(batch, source, color, destination))
    took_token = had_token and action.source == "Center"
    to_floor = min(overflow, max(0, space - took_token))
    said = action.model_dump()
    draft: DraftEvent = {
        "type": "draft",
        "player_id": state.active_player_id,
        "source": said["source"],
        "color": action.color,
        "destination": said["destination"],
        "count": taken,
        "placed": taken - overflow,
        "to_floor": to_floor,
        "to_lid": overflow - to_floor,
        "took_token": took_token,
    }
    if int(tiles_left(batch)[0]):
        return _going_on({**from_batch(batch, 0), **_chance(state), "last_events": [draft]})
    return _after_round(state, batch, [draft])


def _after_round(state: AzulState, batch: Batch, events: list[Event]) -> AzulState:
    """The state after the tiling of a drafted-out batch of one: the next round, or the end."""
    end = finish_round(batch)
    order = [int(batch.front[0]), 1 - int(batch.front[0])]
    for player in range(2):
        events += tiling_events(player, batch.sides[order.index(player)], end.tilings[order.index(player)])
    following = next_round(batch, end)
    if not end.over[0] and not following.bag.any() and not lid_of(following).any():
        end = game_end(end)  # no tiles left to deal
        following = next_round(batch, end)
    if not end.over[0]:
        return _dealt(following, state.seed or 0, state.chance_counter, events).model_copy(
            update={"scenario_seed": state.scenario_seed}
        )
    for player in range(2):
        events += bonus_events(player, end, order.index(player))
    following.round_number -= 1
    return _over(from_batch(following, 0), _chance(state), events)


def illegal(state: AzulState, action: AzulAction) -> ContractError | None:
    """Why a well-formed move is illegal here, or None if it is legal. The game must not be over."""
    return None if legal_mask(to_batch([state]))[0, number_of(action)] else _reason(state, action)


def _reason(state: AzulState, action: AzulAction) -> ContractError:
    """Why a move that the rules have found illegal is so."""
    number = number_of(action)
    source, color, destination = (int(n) for n in split_action(np.array(number, dtype=INDEX)))
    pile = state.center.tiles if source == CENTER else state.factories[source]
    where = "The centre" if source == CENTER else f"Factory {source + 1}"
    if not sum(pile.values()):  # same bits: whole numbers
        return refusal(f"{where} is empty.", "SOURCE_EMPTY")
    if not pile.get(action.color):
        return refusal(f"{where} has no {action.color} tiles.", "SOURCE_EMPTY")
    line = state.players[state.active_player_id].pattern_lines[destination] if destination != FLOOR else None
    wall = state.players[state.active_player_id].wall
    name = f"Line {destination + 1}"
    if line is not None and wall[destination][wall_column(color, destination)]:
        text = f"{name} cannot take {action.color}: that row of the wall already has it."
        return refusal(text, "WALL_CONFLICT")
    if line is not None and line.count_filled == line.capacity:
        return refusal(f"{name} is already complete.", "PATTERN_LINE_COMPLETE")
    if line is not None and line.color not in (None, action.color):
        text = f"{name} holds {line.color} and takes no other colour."
        return refusal(text, "COLOR_MISMATCH")
    return refusal("That move is not legal here.", "INVALID_DESTINATION")
