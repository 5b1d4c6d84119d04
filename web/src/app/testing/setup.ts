/** What tests of the modes share: a context over the small game, and a shelf in memory. */
import type { GameUi, StatisticsTotals } from "../../games/types";
import type { Shelf } from "../record/autosave";
import type { NewGameChoice, Side } from "../new-game/choice";
import type { OptionValue } from "../new-game/options";
import { EngineStore } from "../session/engine.svelte";
import { DEFAULT_SETTINGS, type Settings } from "../../core/settings";
import type { GameContext } from "../session/context";
import { DICE_INFO, FakeDice, type DiceState } from "../../core/testing/fake-dice";
import { FakeTug, TUG_INFO, type TugState } from "../../core/testing/fake-tug";
import { FakeTricks, TRICKS_INFO, type TricksAction, type TricksState } from "../../core/testing/fake-tricks";
import { asPort, FakeEngine, INFO, RULESET } from "../../core/testing/fake-engine";

export const UI = {
  rulesetId: RULESET,
  actionText: (action: { add: number }) => `add ${action.add}`,
  actionShort: (action: { add: number }) => `+${action.add}`,
  sameAction: (a: { add: number }, b: { add: number }) => a.add === b.add,
  eventsText: () => [],
  resultText: (state: { active_player_id: number }, names: string[]) => `${names[1 - state.active_player_id]} won.`,
  filters: [
    { kind: "choice", path: "size", id: "size", label: "Size", options: [{ value: 4, label: "Four" }] },
    { kind: "number", path: "wanted.least", id: "least", label: "At least", min: 1, step: 1 },
  ],
  filtersNote: "In stones.",
  unitText: (value: number) => `${value} points`,
  help: { shortcuts: [], howTo: [] },
} as unknown as GameUi;

export function context(settings: Partial<Settings> = {}): { fake: FakeEngine; said: string[]; context: GameContext } {
  const fake = new FakeEngine();
  const said: string[] = [];
  return {
    fake,
    said,
    context: {
      engine: new EngineStore(asPort(fake)),
      info: INFO,
      ui: UI,
      settings: { ...DEFAULT_SETTINGS, animations: false, ...settings },
      announce: (sentence) => said.push(sentence),
    },
  };
}

export const DICE_UI = {
  ...UI,
  rulesetId: DICE_INFO.rulesetId,
  actionText: (action: object) => JSON.stringify(action),
  actionShort: (action: object) => JSON.stringify(action),
  sameAction: (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b),
  resultText: (_state: object, names: string[]) => `${names.join(" and ")} played.`,
  entersChance: (state: DiceState) => state.game_over !== true && state.die === null,
  // With one turn played the spread takes long.
  outlook: ({ sheets }: DiceState, player: number) => {
    const sheet = sheets[player] ?? [];
    return { args: { sum: sheet.reduce((sum, die) => sum + die, 0), turns: sheet.length }, heavy: sheet.length === 1 };
  },
} as unknown as GameUi;

/** The same over the dice game. */
export function diceContext(settings: Partial<Settings> = {}): { fake: FakeDice; said: string[]; context: GameContext } {
  const fake = new FakeDice();
  const { said, context: pile } = context(settings);
  return { fake, said, context: { ...pile, engine: new EngineStore(asPort(fake)), info: DICE_INFO, ui: DICE_UI } };
}

export const TUG_UI = {
  ...DICE_UI,
  rulesetId: TUG_INFO.rulesetId,
  eventsText: (state: TugState) => (state.game_over === true ? [`The score is ${state.score}.`] : []),
  resultText: (state: TugState, names: string[]) => `${names[0]} made ${state.score}.`,
  entersChance: undefined,
  outlook: undefined,
  sharedScore: true,
  oneView: true,
  chanceName: "weights",
  optionText: (key: string, value: number) => (key === "size" ? `${value} moves` : null),
  bands: (_state: TugState, player: number) => (player === 0 ? [{ score: 2, name: "fair" }, { score: 9, name: "strong" }] : []),
} as unknown as GameUi;

/** The same over the game of two roles. */
export function tugContext(settings: Partial<Settings> = {}): { fake: FakeTug; said: string[]; context: GameContext } {
  const fake = new FakeTug();
  const { said, context: pile } = context(settings);
  return { fake, said, context: { ...pile, engine: new EngineStore(asPort(fake)), info: TUG_INFO, ui: TUG_UI } };
}

export const TRICKS_UI = {
  ...DICE_UI,
  rulesetId: TRICKS_INFO.rulesetId,
  eventsText: ({ last_events }: TricksState, names: string[]) =>
    last_events.map((event) => (event["type"] === "hand_over" ? `The hand is over: ${names.join(", ")}.` : "a card")),
  resultText: (_state: object, names: string[]) => `${names[0]} played to the end.`,
  entersChance: undefined,
  outlook: undefined,
  seatName: (player: number, perspective: number) => ["here", "left", "across", "right"][(player - perspective + 4) % 4] ?? "",
  publicText: (action: TricksAction) => ("give" in action ? "hands a card on" : null),
  viewerOf: ({ hands }: TricksState) => (hands.every(Array.isArray) ? null : hands.findIndex(Array.isArray)),
  partOf: ({ chance_counter }: TricksState) => chance_counter,
  partName: "hand",
  statistics: {
    counts: ({ last_events }: TricksState, player: number) => {
      const ended = last_events.find(({ type }) => type === "hand_over") as { points: number[] } | undefined;
      return ended === undefined ? {} : { hands: 1, points: ended.points[player] ?? 0 };
    },
    lines: ({ games, gradedParts, loss, count }: StatisticsTotals) => [
      { label: "Hands", value: String(count("hands")) },
      { label: "Points", value: String(count("points")) },
      { label: "Games", value: String(games) },
      { label: "Loss", value: `${loss} in ${gradedParts}` },
    ],
  },
} as unknown as GameUi;

/** The same over the game of four and hidden cards. */
export function tricksContext(settings: Partial<Settings> = {}): { fake: FakeTricks; said: string[]; context: GameContext } {
  const fake = new FakeTricks();
  const { said, context: pile } = context(settings);
  return { fake, said, context: { ...pile, engine: new EngineStore(asPort(fake)), info: TRICKS_INFO, ui: TRICKS_UI } };
}

/** A choice in the form of a new game. */
export function against(company: string, side: Side = "first", options: Record<string, OptionValue> = {}): NewGameChoice {
  return { company, side, options };
}

/** A shelf that forgets when the test ends. */
export function memoryShelf(): Shelf & { kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    del: async (key) => void kept.delete(key),
  };
}

/** Lets everything that is under way come to rest. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
