/** Yatzy's user interface, as registered with the app. */
import type { GameUi, Outlook, RemarkQuery } from "../types";
import "./yatzy.css";
import Board from "./board/Board.svelte";
import { cardArgs, CATEGORIES, openCategories } from "./card";
import { isAwaited, sameAction } from "./dice";
import Editor from "./editor/Editor.svelte";
import { throwArgs } from "./sensitivity";
import { sketch } from "./sketch";
import { remarkText } from "./words/remark";
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
  return { args: { ...cardArgs(card, state.options) }, heavy: open > LIGHT && open < CATEGORIES.length };
}

/** Open rows up to which it takes a second or two, once for a game, to solve what players of other styles would do. */
const SOLVED = 9;
const REMARKED = [-0.05, -0.02, 0.02, 0.05];

/** The query for what other players would choose, where a decision is for points and quickly answered. */
export function remarkQuery(state: YatzyState, objective: string | null): RemarkQuery | null {
  const card = state.players[state.active_player_id];
  if (card === undefined || objective === "win" || state.game_over === true || isAwaited(state.dice)) return null;
  const open = openCategories(card).length;
  if (open === 0 || open > SOLVED) return null;
  const dice = state.dice.filter((die) => die !== null);
  return { name: "sensitivity", args: { ...throwArgs(cardArgs(card, state.options), dice, state.rolls_left, REMARKED) } };
}

export const yatzyUi: GameUi<YatzyState, YatzyAction> = {
  rulesetId: "yatzy_v1",
  board: { component: Board, oneView: true, sketch },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText, worthText: finalText },
  sameAction,
  practice: { filters: FILTERS, note: FILTERS_NOTE },
  help: HELP,
  analysis: { lines: 11 },
  chance: { awaitsEntry },
  finalScore: { outlook },
  remark: { query: remarkQuery, text: remarkText },
};

export default yatzyUi;
