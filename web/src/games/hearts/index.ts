/** What Hearts gives the screens. */
import type { GameUi } from "../types";
import "./hearts.css";
import Board from "./Board.svelte";
import Editor from "./Editor.svelte";
import { eventsText } from "./events";
import { FILTERS, FILTERS_NOTE } from "./filters";
import { HELP } from "./help";
import { seatName } from "./seats";
import { STATISTICS } from "./statistics";
import type { HeartsAction, HeartsState } from "./types";
import { handNumber, viewerOf } from "./view";
import { actionShort, actionText, optionText, publicText, resultText, sameAction, unitText } from "./words";

export const heartsUi: GameUi<HeartsState, HeartsAction> = {
  rulesetId: "hearts_v1",
  board: Board,
  editor: Editor,
  actionText,
  actionShort,
  sameAction,
  eventsText,
  resultText,
  unitText,
  chanceName: "cards",
  optionText,
  seatName,
  publicText,
  viewerOf,
  partOf: handNumber,
  partName: "hand",
  statistics: STATISTICS,
  filters: FILTERS,
  filtersNote: FILTERS_NOTE,
  help: HELP,
};

export default heartsUi;
