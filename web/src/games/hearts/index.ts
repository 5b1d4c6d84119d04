/** The user interface that Hearts registers. */
import type { GameUi } from "../types";
import "./hearts.css";
import Board from "./board/Board.svelte";
import Editor from "./editor/Editor.svelte";
import { sketch } from "./sketch";
import Seen from "./editor/Seen.svelte";
import { eventsText } from "./words/events";
import { FILTERS, FILTERS_NOTE } from "./words/filters";
import { HELP } from "./words/help";
import { spoken } from "./cards";
import { seatName } from "./seats";
import { STATISTICS } from "./words/statistics";
import type { HeartsAction, HeartsState } from "./types";
import { handNumber, viewerOf } from "./view";
import { actionShort, actionText, optionText, publicText, resultText, sameAction, worthText } from "./words/phrases";
import { pointsText } from "../shared/words/points";

export const heartsUi: GameUi<HeartsState, HeartsAction> = {
  rulesetId: "hearts_v1",
  board: { component: Board, sketch },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText, worthText, optionText, seatName, spoken },
  sameAction,
  practice: { filters: FILTERS, note: FILTERS_NOTE },
  help: HELP,
  chance: { name: "cards", luckInOwnUnit: true },
  parts: { name: "hand", of: handNumber, scores: ({ scores = [] }) => scores.map((points) => -points) },
  hidden: { publicText, viewerOf, seen: Seen },
  statistics: STATISTICS,
};

export default heartsUi;
