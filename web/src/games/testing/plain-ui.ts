/** A game that brings no more than every game must, for tests: its moves read as JSON, its board shows nothing. */
import type { GameUi } from "../types";

export const PLAIN_UI = {
  rulesetId: "plain_v1",
  board: { component: () => ({}) },
  editor: () => ({}),
  words: {
    actionText: (action) => JSON.stringify(action),
    actionShort: (action) => JSON.stringify(action),
    eventsText: () => [],
    resultText: (_state, names) => `${names.join(" and ")} played.`,
    unitText: (value) => `${value} points`,
  },
  sameAction: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  practice: { filters: [], note: "" },
  help: { shortcuts: [], howTo: [] },
} satisfies GameUi;
