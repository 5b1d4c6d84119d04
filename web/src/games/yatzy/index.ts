/** Yatzy's user interface, as registered with the app. */
import type { GameUi, Outlook } from "../types";
import "./yatzy.css";
import Board from "./board/Board.svelte";
import { cardArgs, CATEGORIES, openCategories } from "./card";
import { isAwaited, sameAction } from "./dice";
import Editor from "./editor/Editor.svelte";
import { sketch } from "./sketch";
import { FILTERS, FILTERS_NOTE } from "./words/filters";
import { HELP } from "./words/help";
import type { YatzyAction, YatzyState } from "./types";
import { actionShort, actionText, eventsText, resultText } from "./words/phrases";
import { finalText } from "./words/values";
import { pointsText } from "../shared/words/points";

/** Open rows up to which the score distribution is quick to compute; that of an empty card is stored. */
const LIGHT = 9;

/** Whether the position waits for real dice to be entered. */
export function awaitsEntry(state: YatzyState): boolean {
  return state.game_over !== true && isAwaited(state.dice);
}

/** The query for the distribution of a player's final score, as at the start of the turn. */
export function outlook(state: YatzyState, player: number): Outlook | null {
  const card = state.players[player];
  if (card === undefined || state.game_over === true) return null;
  const open = openCategories(card).length;
  return { args: cardArgs(card, state.options), heavy: open > LIGHT && open < CATEGORIES.length };
}

export const yatzyUi: GameUi<YatzyState, YatzyAction> = {
  rulesetId: "yatzy_v1",
  board: { component: Board, oneView: true, sketch },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText, worthText: finalText },
  sameAction,
  practice: { filters: FILTERS, note: FILTERS_NOTE },
  help: HELP,
  chance: { awaitsEntry },
  finalScore: { outlook },
};

export default yatzyUi;
