/** A small dice game for tests only: in each of two turns a player throws a die and may throw it again once. */
import type { GameInfo } from "../engine-port";
import type { EvaluationResult, GameState } from "../../engine/types";
import { evaluation, FakeEngine, INFO, type FakeOptions, type FakeTask } from "./fake-engine";

export interface DiceState extends GameState {
  /** Null while the throw has to be entered. */
  die: number | null;
  /** How many rethrows are left. */
  left: number;
  sheets: number[][];
  real: boolean;
}

export type DiceAction = { take: true } | { again: true } | { enter: number };

const TURNS = 2;

const flag = (title: string): object => ({ type: "boolean", default: false, title });

export const DICE_INFO = {
  ...INFO,
  rulesetId: "dice_v1",
  name: "Dice",
  minPlayers: 1,
  options: {
    properties: {
      real_dice: flag("Real Dice"),
      high_only: { ...flag("Only high dice count"), description: "Four and more." },
      players: { type: "integer" },
      first_player: { type: "integer" },
    },
  },
  queries: ["account", "forecast", "density"].map((name) => ({ name, description: "", argsSchema: {} })),
  decisions: [
    { code: "first", name: "First throw" },
    { code: "last", name: "Last throw" },
  ],
} as unknown as GameInfo;

/** The throw by the chance counter: 1, 4, 1, 4 and so on. */
function throwAt(counter: number): number {
  return counter % 2 === 0 ? 1 : 4;
}

export function diceState(players = 1, real = false): DiceState {
  return {
    state_version: 1,
    ruleset_id: "dice_v1",
    active_player_id: 0,
    seed: 1,
    chance_counter: real ? 0 : 1,
    game_over: false,
    returns: new Array<null>(players).fill(null),
    last_events: [],
    warnings: [],
    die: real ? null : throwAt(0),
    left: 1,
    sheets: Array.from({ length: players }, () => []),
    real,
  };
}

function thrown(state: DiceState): DiceState {
  if (state.real) return { ...state, die: null };
  return { ...state, die: throwAt(state.chance_counter), chance_counter: state.chance_counter + 1 };
}

function moved(state: DiceState, action: DiceAction): DiceState {
  if ("enter" in action) return { ...state, die: action.enter, chance_counter: state.chance_counter + 1 };
  if ("again" in action) return thrown({ ...state, left: state.left - 1 });
  const sheets = state.sheets.map((sheet, player) => (player === state.active_player_id ? [...sheet, state.die ?? 0] : sheet));
  const next = { ...state, sheets, active_player_id: (state.active_player_id + 1) % sheets.length, left: 1 };
  if (sheets.some(({ length }) => length < TURNS)) return thrown(next);
  return { ...next, game_over: true, returns: sheets.map((sheet) => sheet.reduce((sum, die) => sum + die, 0)) };
}

/** An exact evaluation: taking a high die or rethrowing a low one is best; the other move costs 0.37 points. */
export function diceEvaluation(state: DiceState, action: DiceAction | null): EvaluationResult {
  const take = (state.die ?? 0) >= 4 || state.left === 0;
  const best: DiceAction = take ? { take: true } : { again: true };
  const other: DiceAction = take ? { again: true } : { take: true };
  const right = action === null || JSON.stringify(action) === JSON.stringify(best);
  const candidates = [best, other].map((each, index) => ({ action: each, ev: 5 - 0.37 * index, stderr: 0, rollouts: 0, bound: null }));
  const whole = evaluation(null);
  return {
    ...whole,
    bestAction: best,
    bestActionEv: 5,
    candidates: candidates as unknown as EvaluationResult["candidates"],
    metadata: { ...whole.metadata, solved: true, decision: state.left > 0 ? "first" : "last" },
    ...(action !== null && { deltaEv: right ? 0 : -0.37, deltaStderr: 0, confidence: 1, grade: right ? "EXCELLENT" : "GOOD" }),
  };
}

export class FakeDice extends FakeEngine<DiceState, DiceAction> {
  readonly densities: unknown[] = [];

  override async listGames(): Promise<GameInfo[]> {
    return [DICE_INFO];
  }

  override async newGame(_ruleset: string, _seed: number, options: { players?: number; real_dice?: boolean }): Promise<DiceState> {
    this.asked.push(`new ${JSON.stringify(options)}`);
    return diceState(options.players, options.real_dice);
  }

  override async listLegalActions(state: DiceState): Promise<DiceAction[]> {
    if (state.game_over === true) return [];
    if (state.die === null) return [1, 2, 3, 4, 5, 6].map((enter) => ({ enter }));
    return state.left > 0 ? [{ take: true }, { again: true }] : [{ take: true }];
  }

  override async applyAction(state: DiceState, action: DiceAction): Promise<DiceState> {
    return moved(state, action);
  }

  override evaluateBestMove(state: DiceState, player: number, _params: object, options: FakeOptions): FakeTask {
    this.asked.push(`evaluate ${player}`);
    return this.task(() => this.#known(state, null), options);
  }

  override gradeUserAction(state: DiceState, player: number, action: DiceAction, _params: object, options: FakeOptions): FakeTask {
    this.asked.push(`grade ${player}${options.background === true ? " behind" : ""}`);
    return this.task(() => this.#known(state, action), options, true);
  }

  /** Luck is the throw minus 3.5, the opening included; expected are the points so far plus 5 a turn. */
  override async query(_ruleset: string, name: string, args: object, options: FakeOptions = {}): Promise<object> {
    this.asked.push(name);
    if (name === "density") return this.#density(args, options);
    const { states, opening } = args as { states: DiceState[]; opening?: boolean };
    if (name === "forecast") return { expected: states.map(({ sheets }) => sheets.map(expected)) };
    const luck = new Array<number>(states[0]?.sheets.length ?? 1).fill(0);
    const gain = ({ active_player_id: who, die }: DiceState): void => {
      luck[who] = (luck[who] ?? 0) + (die ?? 3.5) - 3.5;
    };
    if (opening === true && states[0] !== undefined) gain(states[0]);
    if (states[1] !== undefined && states[1].game_over !== true) gain(states[1]);
    return { luck };
  }

  async #density(args: object, { signal }: FakeOptions): Promise<object> {
    await this.held;
    if (signal?.aborted === true) throw Object.assign(new Error("Cancelled."), { name: "AbortError" });
    this.densities.push(args);
    const { sum } = args as { sum: number };
    return { percentiles: { p10: sum + 2, p50: sum + 5, p90: sum + 9 } };
  }

  #known(state: DiceState, action: DiceAction | null): EvaluationResult {
    if (state.die === null) throw new Error("There is nothing to decide while a die is to be entered.");
    return diceEvaluation(state, action);
  }
}

function expected(sheet: readonly number[]): number {
  return sheet.reduce((sum, die) => sum + die, 0) + 5 * (TURNS - sheet.length);
}
