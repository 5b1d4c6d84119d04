/** A small game with two roles and one score, for tests only: Lower adds the drawn number or drops it, Raise lifts or passes. */
import type { GameInfo } from "../engine-port";
import type { EvaluationResult, GameState } from "../../engine/types";
import { evaluation, FakeEngine, INFO, type FakeOptions, type FakeTask } from "./fake-engine";

export interface TugState extends GameState {
  size: number;
  /** The number of moves made. */
  made: number;
  score: number;
  /** The number that Lower has drawn; null while Raise is to move. */
  drawn: number | null;
  /** Derived from the rest; missing in a position made elsewhere. */
  high?: boolean;
}

export type TugAction = { put: boolean } | { lift: number } | "pass";

export const TUG_INFO = {
  ...INFO,
  rulesetId: "tug_v1",
  name: "Tug",
  roles: ["Raise", "Lower"],
  options: {
    properties: {
      size: { enum: [4, 2], default: 4, title: "Size", type: "integer" },
      open: { type: "boolean", default: false, title: "Open" },
    },
  },
  levels: INFO.levels.map((level) => ({ ...level, pars: { "4": [6.4, 1], "2": [3, 0] } })),
  queries: ["account", "forecast"].map((name) => ({ name, description: "", argsSchema: {} })),
  decisions: [
    { code: "raise", name: "Lifts" },
    { code: "lower", name: "Draws" },
  ],
} as unknown as GameInfo;

/** The drawn number, which depends on the seed and the counter alone, not on the moves. */
function draw(seed: number, counter: number): number {
  return 1 + ((seed + counter) % 3);
}

export function tugState(seed = 5, size = 4): TugState {
  return finished({
    state_version: 1,
    ruleset_id: "tug_v1",
    active_player_id: 1,
    seed,
    chance_counter: 1,
    game_over: false,
    returns: [null, null],
    last_events: [],
    warnings: [],
    size,
    made: 0,
    score: 0,
    drawn: draw(seed, 0),
  });
}

function finished(state: TugState): TugState {
  const over = state.made >= state.size;
  return { ...state, high: state.score > 3, game_over: over, returns: over ? [state.score, -state.score] : [null, null] };
}

function moved(state: TugState, action: TugAction): TugState {
  const made = state.made + 1;
  const seed = state.seed ?? 0;
  if (state.active_player_id === 1) {
    if (typeof action === "string" || !("put" in action)) throw new Error("Lower puts or drops.");
    return finished({ ...state, made, active_player_id: 0, drawn: null, score: state.score + (action.put ? (state.drawn ?? 0) : 0) });
  }
  if (typeof action !== "string" && !("lift" in action)) throw new Error("Raise lifts or passes.");
  const score = state.score + (action === "pass" ? 0 : action.lift);
  const more = made < state.size;
  const drawn = more ? draw(seed, state.chance_counter) : null;
  return finished({ ...state, made, active_player_id: 1, score, drawn, chance_counter: state.chance_counter + (more ? 1 : 0) });
}

/** Lifting and dropping are best; the other move costs 1.5 points. */
export function tugEvaluation(state: TugState, action: TugAction | null): EvaluationResult {
  const actions: TugAction[] = state.active_player_id === 1 ? [{ put: false }, { put: true }] : [{ lift: 1 }, "pass"];
  const best = actions[0] as TugAction;
  const right = action === null || JSON.stringify(action) === JSON.stringify(best);
  const whole = evaluation(null);
  return {
    ...whole,
    bestAction: best,
    bestActionEv: state.score,
    candidates: actions.map((each, index) => ({ action: each, ev: state.score - 1.5 * index, rollouts: 9, stderr: 0.1 })),
    metadata: { ...whole.metadata, decision: state.active_player_id === 1 ? "lower" : "raise" },
    ...(action !== null && { deltaEv: right ? 0 : -1.5, deltaStderr: 0.1, grade: right ? "EXCELLENT" : "OKAY" }),
  } as EvaluationResult;
}

export class FakeTug extends FakeEngine<TugState, TugAction> {
  /** The arguments of the "account" queries, in order. */
  readonly accounts: { actions: unknown[]; opening?: boolean }[] = [];
  /** While set, the query "forecast" fails. */
  forecastFails = false;

  override async listGames(): Promise<GameInfo[]> {
    return [TUG_INFO];
  }

  override async newGame(_ruleset: string, seed: number, options: { size?: number }): Promise<TugState> {
    this.asked.push(`new ${seed} ${JSON.stringify(options)}`);
    return tugState(seed, options.size);
  }

  override async listLegalActions(state: TugState): Promise<TugAction[]> {
    if (state.game_over === true) return [];
    return state.active_player_id === 1 ? [{ put: false }, { put: true }] : [{ lift: 1 }, "pass"];
  }

  override async observe(state: TugState): Promise<TugState> {
    return { ...finished(state), seed: null };
  }

  override async applyAction(state: TugState, action: TugAction): Promise<TugState> {
    return moved(state, action);
  }

  override evaluateBestMove(state: TugState, player: number, _params: object, options: FakeOptions): FakeTask {
    this.asked.push(`evaluate ${player}`);
    return this.task(() => tugEvaluation(state, null), options);
  }

  override gradeUserAction(state: TugState, player: number, action: TugAction, _params: object, options: FakeOptions): FakeTask {
    this.asked.push(`grade ${player} ${JSON.stringify(action)}`);
    return this.task(
      () => tugEvaluation(state, action),
      options,
      true,
      (other) => tugEvaluation(state, other as TugAction),
    );
  }

  override async generateScenario(params: { seed: number }): Promise<TugState> {
    return moved(tugState(params.seed), { put: false });
  }

  /** Luck is the drawn number minus 2, for Raise; the forecast of a position is one score. */
  override async query(_ruleset: string, name: string, args: object): Promise<object> {
    this.asked.push(name);
    const { states } = args as { states: TugState[] };
    if (name === "forecast") {
      if (this.forecastFails) throw new Error("Not now.");
      return { expected: states.map(({ score, made, size }) => [score + (size - made)]) };
    }
    this.accounts.push(args as { actions: unknown[] });
    const { opening } = args as { opening?: boolean };
    const [first, next] = states;
    const luckOf = (state: TugState | undefined): number => (state?.drawn == null ? 0 : state.drawn - 2);
    const luck = (opening === true ? luckOf(first) : 0) + (next?.chance_counter === first?.chance_counter ? 0 : luckOf(next));
    return { luck: [luck, -luck] };
  }
}
