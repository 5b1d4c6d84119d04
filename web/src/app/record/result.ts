/** The result of a finished game, for lists. */
import type { GameState } from "../../core/session";
import type { GameUi } from "../../games/types";

/** A sentence without its full stop: the last event, such as "You win, 52 to 30", or the score that all share. */
export function resultOf({ words, finalScore }: Pick<GameUi, "words" | "finalScore">, end: GameState, names: readonly string[]): string {
  if (finalScore?.shared === true) return words.unitText(end.returns?.[0] ?? 0);
  const sentence = words.eventsText(end, names).at(-1) ?? words.resultText(end, names);
  return sentence.replace(/\.$/, "");
}
