/** Texts of Entropy's board: the hand, the bag, scores of lines, refusals. */
import { counted } from "../../../core/words";
import { plain } from "../../../core/format";
import { pointsText } from "../../shared/words/points";
import { colorName, lineName, sizeOf } from "../cells";
import { CHAOS } from "../types";
import type { Cell, Color, EntropyState } from "../types";

export const BOARD = {
  label: "Entropy board",
  cells: "Cells, row by row",
  pass: "Pass",
  shown: "Shown",
  then: "then",
  points: "points",
  left: "left,",
} as const;

/** What the percentages of the bag are about; a known next token is no longer in the bag. */
export function bagText(total: number, next: Color | null): string {
  if (total === 0) return "The bag is empty";
  return `${total} in the bag, ${next === null ? "chance to come next" : `chance to come after ${colorName(next)}`}`;
}

/** The prompt beside the hand: the drawn token, or what Order may do. */
export function handText(state: EntropyState, interactive: boolean): string {
  if (state.game_over === true) return "The board is full";
  if (state.active_player_id === CHAOS) {
    if (interactive) return `Place ${state.token == null ? "a token" : colorName(state.token)}`;
    return `${state.token == null ? "A token" : colorName(state.token)} is drawn`;
  }
  return interactive ? "Slide a token" : "Order slides";
}

/** The number of cells a picked-up token can slide to: "3 cells from b2". */
export function placesText(cell: string, count: number): string {
  return `${counted(count, "cell")} from ${cell}`;
}

/** "17 of 49 filled". */
export function filledText(filled: number, cells: number): string {
  return `${filled} of ${cells} filled`;
}

/** "Score: 12 points", for screen readers. */
export function scoreLabel(score: number): string {
  return `Score: ${pointsText(score)}`;
}

/** "8 points, 11.2 on average without slides": if Chaos placed at random. */
export function worthOfLine(state: EntropyState, line: number): string {
  const expected = state.expected?.[line];
  const now = pointsText(state.lines?.[line]?.score ?? 0);
  return expected === undefined || state.game_over === true ? now : `${now}, ${plain(expected)} on average without slides`;
}

/** "Row c: 6 points, 7.0 on average without slides. R G R: 3. G G: 2." */
export function lineLabel(state: EntropyState, line: number, palindromes: readonly { tokens: readonly Color[]; points: number }[]): string {
  const listed = palindromes.map(({ tokens, points }) => ` ${tokens.join(" ")}: ${points}.`);
  return `${lineName(line, sizeOf(state))}: ${worthOfLine(state, line)}.${listed.join("")}`;
}

/** "Red cannot go on b2." */
export function cannotPlaceText(token: Cell, cell: string): string {
  return `${tokenName(token)} cannot go on ${cell}.`;
}

/** "Blue cannot slide from c3 to c5." */
export function cannotSlideText(token: Cell, from: string, to: string): string {
  return `${tokenName(token)} cannot slide from ${from} to ${to}.`;
}

function tokenName(token: Cell): string {
  return token === "" ? "The token" : colorName(token);
}
