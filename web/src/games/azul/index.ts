/** Azul's entry in the list of games: its board, editor and words. */
import type { GameUi } from "../types";
import "./azul.css";
import Board from "./board/Board.svelte";
import Deal from "./editor/Deal.svelte";
import Editor from "./editor/Editor.svelte";
import { sketch } from "./sketch";
import { FILTERS, FILTERS_NOTE } from "./words/filters";
import { HELP } from "./words/help";
import { lineEnd } from "./words/line-end";
import type { AzulAction, AzulState } from "./types";
import { destKey, sourceKey } from "./layout";
import { actionShort, actionText, eventsText, resultText, winnersOf } from "./words/phrases";
import { pointsText } from "../shared/words/points";

/** Whether two actions are the same move. */
export function sameAction(a: AzulAction, b: AzulAction): boolean {
  return a.color === b.color && sourceKey(a.source) === sourceKey(b.source) && destKey(a.destination) === destKey(b.destination);
}

export const azulUi: GameUi<AzulState, AzulAction> = {
  rulesetId: "azul_v1_2p",
  board: { component: Board, sketch },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText },
  sameAction,
  chance: { given: Deal },
  practice: { filters: FILTERS, note: FILTERS_NOTE },
  help: HELP,
  analysis: { lineEnd, reasonKinds: 8 },
  finalScore: { winners: winnersOf },
};

export default azulUi;
