/** What Hearts gives the screens. */
import type { GameUi } from "../types";
import "./hearts.css";
import Board from "./board/Board.svelte";
import Editor from "./editor/Editor.svelte";
import { eventsText } from "./words/events";
import { FILTERS, FILTERS_NOTE } from "./words/filters";
import { HELP } from "./words/help";
import { seatName } from "./seats";
import { STATISTICS } from "./words/statistics";
import type { HeartsAction, HeartsState } from "./types";
import { handNumber, viewerOf } from "./view";
import { actionShort, actionText, optionText, publicText, resultText, sameAction } from "./words/words";
import { pointsText } from "../shared/points";

export const heartsUi: GameUi<HeartsState, HeartsAction> = {
  rulesetId: "hearts_v1",
  board: Board,
  editor: Editor,
  actionText,
  actionShort,
  sameAction,
  eventsText,
  resultText,
  unitText: pointsText,
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
