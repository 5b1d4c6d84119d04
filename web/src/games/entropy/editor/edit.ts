/** Edits of a position. Nothing is validated here: the engine reports errors and fills in derived fields. */
import { colorsOf, sizeOf } from "../cells";
import { CHAOS } from "../types";
import type { Cell, Color, EntropyState } from "../types";

export const SIZES = [7, 5] as const;
export type Size = (typeof SIZES)[number];

/** A changed state, without the derived fields and events of the old one. */
function changed(state: EntropyState, patch: Partial<EntropyState>): EntropyState {
  const { game_over: _over, returns: _returns, warnings: _warnings, last_events: _events, turn: _turn, ...rest } = state;
  const { bag: _bag, score: _score, lines: _lines, expected: _expected, ...kept } = rest;
  return { ...kept, ...patch };
}

export function setCell(state: EntropyState, index: number, token: Cell): EntropyState {
  return changed(state, { board: state.board.map((old, at) => (at === index ? token : old)) });
}

export function clearBoard(state: EntropyState): EntropyState {
  return changed(state, { board: state.board.map(() => "") });
}

/** The tokens of a colour left in the bag: neither on the board nor drawn. */
export function leftOf(state: EntropyState, color: Color): number {
  const out = [...state.board, state.token ?? "", state.next_token ?? ""];
  return sizeOf(state) - out.filter((token) => token === color).length;
}

/** The first colour with tokens left, as a default. */
function someLeft(state: EntropyState): Color {
  return colorsOf(sizeOf(state)).find((color) => leftOf(state, color) > 0) ?? "R";
}

/** Sets the player to move. Chaos gets a drawn token, Order has none. */
export function setTurn(state: EntropyState, player: number): EntropyState {
  const token = player === CHAOS ? (state.token ?? someLeft(state)) : null;
  return changed(state, { active_player_id: player, token });
}

export function setToken(state: EntropyState, token: Color): EntropyState {
  return changed(state, { token });
}

export function setNext(state: EntropyState, token: Color | null): EntropyState {
  return changed(state, { next_token: token });
}

/** Sets whether the next token is known. */
export function setNextKnown(state: EntropyState, known: boolean): EntropyState {
  return changed(state, { next_token_known: known, next_token: known ? (state.next_token ?? someLeft(state)) : null });
}

/** Resizes the board. A smaller one keeps its upper left part, without colours it does not have. */
export function setSize(state: EntropyState, size: Size): EntropyState {
  const before = sizeOf(state);
  const colors = colorsOf(size);
  const fits = (token: Cell | null | undefined): token is Color => token != null && token !== "" && colors.includes(token);
  const board = Array.from({ length: size * size }, (_, at): Cell => {
    const row = Math.floor(at / size);
    const column = at % size;
    const token = row < before && column < before ? state.board[row * before + column] : "";
    return fits(token) ? token : "";
  });
  const resized = changed(state, { size, board, token: null, next_token: null });
  const token = state.token == null ? null : fits(state.token) ? state.token : someLeft(resized);
  const next = state.next_token == null ? null : fits(state.next_token) ? state.next_token : someLeft(resized);
  return { ...resized, token, next_token: next };
}
