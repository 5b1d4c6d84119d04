/** Connect Four's entry in the list of games: board, editor and words. */
import type { GameUi } from "../../../web/src/games/types";
import { pointsText } from "../../../web/src/games/shared/words/points";
import Board from "./Board.svelte";
import Editor from "./Editor.svelte";
import type { Action, State } from "./types";
import { actionShort, actionText, eventsText, HELP, PRACTICE_NOTE, resultText } from "./words";

const connectFour: GameUi<State, Action> = {
  rulesetId: "connect_four_v1",
  board: { component: Board, oneView: true },
  editor: Editor,
  words: { actionText, actionShort, eventsText, resultText, unitText: pointsText },
  sameAction: (a, b) => a.column === b.column,
  practice: { filters: [], note: PRACTICE_NOTE },
  help: HELP,
};

export default connectFour;
