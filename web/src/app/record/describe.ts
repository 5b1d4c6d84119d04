/** Summaries of games that were saved without one. */
import type { About } from "../../store";
import { recordOf } from "./autosave";

/**
 * What a saved game's record says about it. Who won, and which decisions were the person's, only the engine knows: that
 * comes when the game is opened.
 *
 * @returns null for a damaged game
 */
export function describeGame(text: string): About | null {
  try {
    const record = recordOf({ text });
    const over = record.counted?.over === true;
    return {
      begun: record.begun ?? null,
      moves: record.cursor,
      opponents: [],
      daily: record.setup?.daily ?? null,
      over,
      outcome: null,
      result: "",
      graded: 0,
      lost: 0,
      worst: null,
      unit: "",
    };
  } catch {
    return null;
  }
}
