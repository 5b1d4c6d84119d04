/** Shared set-up of the modes' tests: contexts over the small games, and a store in memory. */
import { PLAIN_UI } from "../../games/testing/plain-ui";
import type { GameUi } from "../../games/types";
import type { NewGameChoice, Side } from "../new-game/choice";
import type { OptionValue } from "../new-game/options";
import { EngineStore } from "../session/engine.svelte";
import { DEFAULT_SETTINGS, type Settings } from "../../core/settings";
import type { GameContext } from "../session/context";
import { DICE_INFO, FakeDice, type DiceAction, type DiceState } from "../../core/testing/fake-dice";
import { FakeTug, TUG_INFO, type TugAction, type TugState } from "../../core/testing/fake-tug";
import { FakeTricks, TRICKS_INFO, type TricksAction, type TricksState } from "../../core/testing/fake-tricks";
import { asPort, FakeEngine, INFO, RULESET, type PileState } from "../../core/testing/fake-engine";

import { allWritten } from "../../store/testing/memory";

export { memoryStore } from "../../store/testing/memory";

export const UI: GameUi<PileState, { add: number }> = {
  ...PLAIN_UI,
  rulesetId: RULESET,
  words: {
    ...PLAIN_UI.words,
    actionText: (action) => `add ${action.add}`,
    actionShort: (action) => `+${action.add}`,
    resultText: (state, names) => `${names[1 - state.active_player_id]} won.`,
  },
  practice: {
    filters: [
      { kind: "choice", path: "size", id: "size", label: "Size", options: [{ value: 4, label: "Four" }] },
      { kind: "number", path: "wanted.least", id: "least", label: "At least", min: 1, step: 1 },
    ],
    note: "In stones.",
  },
};

/** A context over the pile game, with its fake engine and what was announced. */
export function context(settings: Partial<Settings> = {}): { fake: FakeEngine; announced: string[]; context: GameContext } {
  const fake = new FakeEngine();
  const announced: string[] = [];
  return {
    fake,
    announced,
    context: {
      engine: new EngineStore(asPort(fake)),
      info: INFO,
      ui: UI,
      settings: { ...DEFAULT_SETTINGS, animations: false, ...settings },
      announce: (sentence) => announced.push(sentence),
    },
  };
}

export const DICE_UI: GameUi<DiceState, DiceAction> = {
  ...PLAIN_UI,
  rulesetId: DICE_INFO.rulesetId,
  chance: { awaitsEntry: (state) => state.game_over !== true && state.die === null },
  finalScore: {
    // With one turn played the spread is expensive.
    outlook: ({ sheets }, player) => {
      const sheet = sheets[player] ?? [];
      return { args: { sum: sheet.reduce((sum, die) => sum + die, 0), turns: sheet.length }, heavy: sheet.length === 1 };
    },
  },
};

/** A context over the dice game. */
export function diceContext(settings: Partial<Settings> = {}): { fake: FakeDice; announced: string[]; context: GameContext } {
  const fake = new FakeDice();
  const { announced, context: pile } = context(settings);
  return { fake, announced, context: { ...pile, engine: new EngineStore(asPort(fake)), info: DICE_INFO, ui: DICE_UI } };
}

export const TUG_UI: GameUi<TugState, TugAction> = {
  ...PLAIN_UI,
  rulesetId: TUG_INFO.rulesetId,
  board: { ...PLAIN_UI.board, oneView: true },
  words: {
    ...PLAIN_UI.words,
    eventsText: (state) => (state.game_over === true ? [`The score is ${state.score}.`] : []),
    resultText: (state, names) => `${names[0]} made ${state.score}.`,
    optionText: (key, value) => (key === "size" ? `${value} moves` : null),
  },
  chance: { name: "weights" },
  finalScore: {
    shared: true,
    bands: (_state, player) =>
      player === 0
        ? [
            { score: 2, name: "fair" },
            { score: 9, name: "strong" },
          ]
        : [],
  },
};

/** A context over the game of two roles. */
export function tugContext(settings: Partial<Settings> = {}): { fake: FakeTug; announced: string[]; context: GameContext } {
  const fake = new FakeTug();
  const { announced, context: pile } = context(settings);
  return { fake, announced, context: { ...pile, engine: new EngineStore(asPort(fake)), info: TUG_INFO, ui: TUG_UI } };
}

export const TRICKS_UI: GameUi<TricksState, TricksAction> = {
  ...PLAIN_UI,
  rulesetId: TRICKS_INFO.rulesetId,
  words: {
    ...PLAIN_UI.words,
    eventsText: ({ last_events }, names) =>
      last_events.map((event) => (event["type"] === "hand_over" ? `The hand is over: ${names.join(", ")}.` : "a card")),
    resultText: (_state, names) => `${names[0]} played to the end.`,
    seatName: (player, perspective) => ["here", "left", "across", "right"][(player - perspective + 4) % 4] ?? "",
  },
  parts: { name: "hand", of: ({ chance_counter }) => chance_counter },
  hidden: {
    publicText: (action) => ("give" in action ? "hands a card on" : null),
    viewerOf: ({ hands }) => (hands.every(Array.isArray) ? null : hands.findIndex(Array.isArray)),
  },
  statistics: {
    counts: ({ last_events }, player) => {
      const ended = last_events.find(({ type }) => type === "hand_over") as { points: number[] } | undefined;
      return ended === undefined ? {} : { hands: 1, points: ended.points[player] ?? 0 };
    },
    lines: ({ games, gradedParts, loss, count }) => [
      { label: "Hands", value: String(count("hands")) },
      { label: "Points", value: String(count("points")) },
      { label: "Games", value: String(games) },
      { label: "Loss", value: `${loss} in ${gradedParts}` },
    ],
  },
};

/** A context over the game for four with hidden cards. */
export function tricksContext(settings: Partial<Settings> = {}): { fake: FakeTricks; announced: string[]; context: GameContext } {
  const fake = new FakeTricks();
  const { announced, context: pile } = context(settings);
  return { fake, announced, context: { ...pile, engine: new EngineStore(asPort(fake)), info: TRICKS_INFO, ui: TRICKS_UI } };
}

/** A choice in the new-game form. */
export function against(opponent: string, side: Side = "first", options: Record<string, OptionValue> = {}): NewGameChoice {
  return { opponent, side, options };
}

/** Resolves when all pending work has finished. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  await allWritten();
}

/** Gradings wait until the function that it returns is called. */
export function holdGrades(fake: FakeEngine): () => void {
  let release = (): void => undefined;
  fake.heldGrades = new Promise((resolve) => (release = resolve));
  return () => {
    fake.heldGrades = null;
    release();
  };
}
