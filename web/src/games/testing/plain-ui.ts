/** A game with only what every game must have, for tests: moves as JSON text, and an empty board. */
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
