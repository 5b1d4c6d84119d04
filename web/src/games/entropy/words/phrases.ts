/** Moves, events and results of Entropy in words, and labels of cells for screen readers. */
import { plain, tenths } from "../../../core/format";
import { counted } from "../../../core/words";
import { pointsText } from "../../shared/words/points";
import { nameDoes } from "../../shared/words/players";
import { YOU } from "../../types";
import type { ScoreBand } from "../../types";
import { cellIndex, colorName, sizeOf } from "../cells";
import { CHAOS, ORDER } from "../types";
import type { Cell, Color, EntropyAction, EntropyEvent, EntropyState } from "../types";

function nameAt(state: EntropyState | null, cell: string): string {
  const token = state === null ? "" : state.board[cellIndex(cell, sizeOf(state))];
  return token === undefined || token === "" ? "" : `${colorName(token)} `;
}

/** "Slide Red a1-b1", "Pass", "Place Red on c4": cells as the coach's sentences and the short notation write them. */
export function actionText(action: EntropyAction, state: EntropyState): string {
  if (action === "pass") return "Pass";
  if ("from" in action) return `Slide ${nameAt(state, action.from)}${action.from}-${action.to}`;
  const token = state?.token ?? null;
  return token === null ? `Place on ${action.cell}` : `Place ${colorName(token)} on ${action.cell}`;
}

/** A move in short: "R a1-b1", "pass", "R c4"; without the state, the token is left out. */
export function actionShort(action: EntropyAction, state: EntropyState | null = null): string {
  if (action === "pass") return "pass";
  const slides = "from" in action;
  const token = state === null ? "" : slides ? state.board[cellIndex(action.from, sizeOf(state))] : state.token;
  const move = slides ? `${action.from}-${action.to}` : action.cell;
  return token === undefined || token === null || token === "" ? move : `${token} ${move}`;
}

/** Whether two actions are the same move. */
export function sameAction(a: EntropyAction, b: EntropyAction): boolean {
  return actionShort(a) === actionShort(b);
}

/** A change with its sign: "+3", "−2". */
export function changeText(change: number): string {
  return change > 0 ? `+${tenths(change)}` : tenths(change);
}

/**
 * A value as Order's final score; Chaos's values are negated, so both sides read the same score. The search takes all replies to
 * be the best ones that it sees, so games end a little higher: by as much as the chart of expected scores says.
 */
export function worthText(ev: number, state: EntropyState): string {
  const score = state.active_player_id === CHAOS ? -ev : ev;
  return `final score ${plain(score)} with best play`;
}

/** How the three figures of a final score differ; where the next token is shown, that was not measured. */
export function forecastNote(state: EntropyState): string | null {
  if ((state.next_token ?? null) !== null) return null;
  return "Expected: both sides play like the coach. Par: only your side does. “With best play” is lower: neither misses a reply.";
}

function nameOf(names: readonly string[], player: number): string {
  return names[player] ?? (player === ORDER ? "Order" : "Chaos");
}

function does(names: readonly string[], player: number, verb: string): string {
  return nameDoes(nameOf(names, player), verb);
}

/** The sentences of a state's `last_events`, in order, starting with the move. */
export function eventsText(state: EntropyState, names: readonly string[] = []): string[] {
  return (state.last_events ?? []).map((event) => eventText(event, names));
}

/** One event as one sentence. */
export function eventText(event: EntropyEvent, names: readonly string[] = []): string {
  switch (event.type) {
    case "place":
      return `${does(names, event.player_id, "place")} ${colorName(event.token)} on ${event.cell}.`;
    case "slide":
      return `${does(names, event.player_id, "slide")} ${colorName(event.token)} ${event.from}-${event.to}.`;
    case "pass":
      return `${does(names, event.player_id, "pass")}.`;
    case "score":
      return `The score ${event.change < 0 ? "falls" : "rises"} by ${Math.abs(event.change)} to ${pointsText(event.score)}.`;
    case "draw":
      return `${does(names, event.player_id, "draw")} ${colorName(event.token)}.`;
    case "game_over":
      return `The board is full: Order scores ${pointsText(event.score)}.`;
  }
}

/** The result of a finished game: "You scored 87 points as Order.", "You held Order to 87 points." */
export function resultText(state: EntropyState, names: readonly string[] = []): string {
  const score = state.returns?.[ORDER] ?? state.score ?? 0;
  if (nameOf(names, CHAOS) === YOU) return `You held Order to ${pointsText(score)}.`;
  const order = nameOf(names, ORDER);
  return order === "Order" ? `Order scored ${pointsText(score)}.` : `${order} scored ${pointsText(score)} as Order.`;
}

/** "c4, Red" or "c4, empty". */
export function cellLabel(name: string, token: Cell): string {
  return `${name}, ${token === "" ? "empty" : colorName(token)}`;
}

/** Announced when a token is picked up: "Red on a1 picked up: 5 cells to slide to." */
export function chosenText(token: Color, cell: string, targets: number): string {
  return `${colorName(token)} on ${cell} picked up: ${counted(targets, "cell")} to slide to.`;
}

/** Announced when a token cannot be picked up. */
export function stuckText(token: Color, cell: string): string {
  return `${colorName(token)} on ${cell} has nowhere to slide.`;
}

/** Ratings of Order's final score on the large board, for human play. */
const BANDS: readonly ScoreBand[] = [
  { score: 50, name: "a fair score" },
  { score: 75, name: "a good score" },
  { score: 100, name: "a strong score" },
  { score: 120, name: "an outstanding score" },
];

/** The ratings of a player's final score; only Order on the large board has any. */
export function bands(state: EntropyState, player: number): readonly ScoreBand[] {
  return player === ORDER && sizeOf(state) === 7 ? BANDS : [];
}

/** The value of an option in the form for a new game: "7 × 7" for the board size. */
export function optionText(key: string, value: string | number): string | null {
  return key === "size" ? `${value} × ${value}` : null;
}
