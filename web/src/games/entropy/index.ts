/** Entropy's user interface, as registered with the app. */
import type { GameUi } from "../types";
import "./entropy.css";
import Board from "./board/Board.svelte";
import Draw from "./editor/Draw.svelte";
import Editor from "./editor/Editor.svelte";
import { FILTERS, FILTERS_NOTE } from "./words/filters";
import { HELP } from "./words/help";
import type { EntropyAction, EntropyState } from "./types";
import { actionShort, actionText, bands, eventsText, optionText, resultText, sameAction, worthText } from "./words/phrases";
import { pointsText } from "../shared/words/points";

export const entropyUi: GameUi<EntropyState, EntropyAction> = {
  rulesetId: "entropy_v1",
  board: { component: Board, oneView: true },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText, worthText, optionText },
  sameAction,
  practice: { filters: FILTERS, note: FILTERS_NOTE },
  help: HELP,
  chance: { given: Draw, name: "tokens" },
  finalScore: { shared: true, bands },
};

export default entropyUi;
