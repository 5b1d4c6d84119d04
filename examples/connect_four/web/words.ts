/** Connect Four in words. */
import type { GameHelp } from "../../../web/src/games/types";
import { YOU } from "../../../web/src/games/types";
import { cellsOf, type Action, type State } from "./types";

export const DISCS = ["empty", "red", "yellow"];

export const HELP: GameHelp = {
  howTo: [
    "Drop a disc into a column. It falls onto the discs below it.",
    "Whoever first has four discs in a line wins: horizontally, vertically or diagonally. A full board is a draw.",
  ],
  shortcuts: [{ keys: "1 – 7", does: "Drop a disc into a column" }],
};

export const BOARD_LABEL = "Connect Four board";
export const PRACTICE_NOTE = "One move is clearly better than all others.";

export const actionText = ({ column }: Action): string => `column ${column + 1}`;
export const actionShort = ({ column }: Action): string => String(column + 1);
export const fullText = (column: number): string => `Column ${column + 1} is full.`;

/** What a screen reader says of a column: "Column 3: red, yellow", from the bottom up. */
export function columnLabel(state: State, column: number): string {
  const discs = cellsOf(column).map((cell) => state.board[cell] ?? 0);
  const held = discs.reverse().filter((disc) => disc > 0);
  return `Column ${column + 1}: ${held.map((disc) => DISCS[disc]).join(", ") || "empty"}`;
}

/** What a screen reader says of a cell in the editor: "Column 3, row 1: red". Row 1 is at the bottom; `fromTop` counts from 0. */
export function cellLabel(column: number, fromTop: number, disc: number): string {
  return `Column ${column + 1}, row ${6 - fromTop}: ${DISCS[disc]}`;
}

/** What happened last, in sentences: "You drop a disc into column 4." */
export function eventsText(state: State, names: readonly string[]): string[] {
  return (state.last_events ?? []).map(({ player_id: player, column }) => {
    const name = names[player] ?? `Player ${player + 1}`;
    return `${name} ${name === YOU ? "drop" : "drops"} a disc into column ${column + 1}.`;
  });
}

/** Who won a game that is over. */
export function resultText(state: State, names: readonly string[]): string {
  const winner = (state.returns ?? []).indexOf(1);
  if (winner < 0) return "The board is full: a draw.";
  return names[1 - winner] === YOU ? "You lost." : `${names[winner] ?? `Player ${winner + 1}`} won.`;
}
