/** Entropy's user interface, as registered with the app. */
import type { GameUi } from "../types";
import "./entropy.css";
import Board from "./board/Board.svelte";
import Draw from "./editor/Draw.svelte";
import Editor from "./editor/Editor.svelte";
import { sketch } from "./sketch";
import { FILTERS, FILTERS_NOTE } from "./words/filters";
import { HELP } from "./words/help";
import { lineEnd } from "./words/line-end";
import type { EntropyAction, EntropyState } from "./types";
import { actionShort, actionText, bands, eventsText, forecastNote, optionText, resultText, sameAction, worthText } from "./words/phrases";
import { pointsText } from "../shared/words/points";

export const entropyUi: GameUi<EntropyState, EntropyAction> = {
  rulesetId: "entropy_v1",
  board: { component: Board, oneView: true, sketch },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText, worthText, optionText },
  sameAction,
  practice: { filters: FILTERS, note: FILTERS_NOTE },
  help: HELP,
  analysis: { lineEnd },
  chance: { given: Draw, name: "tokens" },
  finalScore: { shared: true, bands, note: forecastNote },
};

export default entropyUi;
