/** A small game and its fake engine, for tests only: players take turns adding 1 to 3 to a pile; whoever reaches 10 wins. */
import type { EnginePort, EngineStatus, GameInfo } from "../engine-port";
import { Signal } from "../signal";
import type { EvaluationResult, GameState, Snapshot } from "../../engine/types";

export const RULESET = "pile_v1_2p";

export interface PileState extends GameState {
  pile: number;
}

export const INFO = {
  rulesetId: RULESET,
  name: "Pile",
  slug: "pile",
  summary: "Add to the pile.",
  players: 2,
  minPlayers: 2,
  unit: "points",
  capabilities: ["play", "practise", "review", "grade", "scenario"],
  levels: [{ id: "one", name: "One", description: "Adds one.", strength: "Weak.", params: { evaluator: "one" }, pars: {} }],
  presets: [
    { id: "fast", name: "Fast", params: { timeBudgetMs: 250 } },
    { id: "max", name: "Maximum", params: { timeBudgetMs: 1500 } },
  ],
  options: {},
  evaluators: [],
  decisions: [],
  roles: [],
  queries: [{ name: "account", description: "", argsSchema: {} }],
  grades: [
    { code: "EXCELLENT", label: "Excellent", maxLoss: 0.25 },
    { code: "GOOD", label: "Good", maxLoss: 1 },
    { code: "OKAY", label: "Okay", maxLoss: 2.5 },
    { code: "MISS", label: "Miss", maxLoss: null },
  ],
} as unknown as GameInfo;

export function pileState(pile = 0, player = 0, seed = 1): PileState {
  const over = pile >= 10;
  return {
    state_version: 1,
    ruleset_id: RULESET,
    active_player_id: player,
    seed,
    chance_counter: Math.floor(pile / 5),
    game_over: over,
    returns: over ? [player === 1 ? 1 : 0, player === 0 ? 1 : 0] : [null, null],
    last_events: [],
    warnings: [],
    pile,
  };
}

/** An evaluation in which adding 3 is best and each one fewer costs `step`. */
export function evaluation(action: { add: number } | null, step = 2, extra: Partial<EvaluationResult> = {}): EvaluationResult {
  const candidates = [3, 2, 1].map((add) => ({ action: { add }, ev: (add - 3) * step, rollouts: 5, stderr: 0.2, compared: true }));
  const delta = action === null ? null : (action.add - 3) * step;
  const band = INFO.grades.find(({ maxLoss }) => delta === null || maxLoss === null || -delta <= maxLoss);
  return {
    bestAction: { add: 3 },
    bestActionEv: 0,
    userAction: action,
    userActionEv: delta,
    deltaEv: delta,
    deltaStderr: delta === null ? null : 0.1,
    metadata: {
      elapsedMs: 5,
      rolloutsRun: 15,
      candidatesEvaluated: 3,
      totalLegalActions: 3,
      seed: 1,
      completedWithinBudget: true,
      evaluator: "fake",
      endedBy: "work",
      engine: "fake",
    },
    candidates,
    grade: delta === null ? null : (band?.code ?? null),
    tooClose: false,
    confidence: 0.9,
    feedback: [],
    verdict: null,
    decided: null,
    winLoss: null,
    worse: null,
    ...extra,
  } as EvaluationResult;
}

export type FakeTask = Promise<EvaluationResult> & {
  thinkLonger: (params: { timeBudgetMs?: number }, options?: FakeOptions) => FakeTask;
  grade: (action: unknown, options: FakeOptions) => FakeTask;
  release: () => void;
};

interface Added {
  add: number;
}

/** An engine that answers in the next macrotask, unless it is held. */
export class FakeEngine<S extends GameState = PileState, A = Added> {
  readonly asked: string[] = [];
  /** The rulesets passed to `prepare`, and those of which only the first screen was wanted. */
  readonly prepared: string[] = [];
  readonly screensPrepared: string[] = [];
  /** While set, evaluations wait for this promise. */
  held: Promise<void> | null = null;
  /** While set, gradings wait for this promise. */
  heldGrades: Promise<void> | null = null;
  /** Whether evaluations show an unfinished result before they wait. */
  showsUnfinished = false;
  /** The options of the gradings asked for. */
  readonly gradings: FakeOptions[] = [];
  /** Whoever makes the pile reach 5 or 10 moves again. */
  again = false;
  failNext: Error | null = null;
  /** The engine's reason in a grading that an evaluation goes on as. */
  said: EvaluationResult["feedback"][number] = { category: "best", text: "Three is the most.", delta: 0 };
  readonly status = new Signal<EngineStatus>({ phase: "ready", restarting: false, restarts: 0, info: {} as never, preparing: null });

  say(status: EngineStatus): void {
    this.status.set(status);
  }

  retry(): void {
    this.asked.push("retry");
  }

  async listGames(): Promise<GameInfo[]> {
    return [INFO];
  }

  async prepare(ruleset: string, { screenOnly = false }: { screenOnly?: boolean } = {}): Promise<void> {
    (screenOnly ? this.screensPrepared : this.prepared).push(ruleset);
  }

  async newGame(_ruleset: string, seed: number, _options: object): Promise<S> {
    return pileState(0, 0, seed) as GameState as S;
  }

  async listLegalActions(state: S): Promise<A[]> {
    const { pile } = state;
    if (typeof pile !== "number") throw new Error("Invalid state: pile is missing.");
    return (pile >= 10 ? [] : [1, 2, 3].map((add) => ({ add }))) as A[];
  }

  async observe(state: S): Promise<S> {
    await this.listLegalActions(state);
    const warnings = Number(state["pile"]) > 12 ? [{ code: "TOO_HIGH", text: "No game gets to a pile like this." }] : [];
    return { ...state, warnings };
  }

  async describeState(state: S): Promise<string> {
    await this.listLegalActions(state);
    return `A pile of ${String(state["pile"])}.`;
  }

  async applyAction(state: S, action: A): Promise<S> {
    return this.#added(state as GameState as PileState, action as Partial<Added>) as GameState as S;
  }

  #added(state: PileState, action: Partial<Added>): PileState {
    if (![1, 2, 3].includes(action.add ?? 0)) throw new Error("That move is not legal here.");
    const pile = state.pile + (action.add ?? 0);
    const stays = this.again && pileState(pile).chance_counter !== state.chance_counter;
    return pileState(pile, stays ? state.active_player_id : 1 - state.active_player_id, state.seed ?? 0);
  }

  evaluateBestMove(_state: S, _player: number, params: { evaluator?: string }, options: FakeOptions): FakeTask {
    this.asked.push("evaluate");
    return this.task(() => (params.evaluator === "one" ? { ...evaluation(null), bestAction: { add: 1 } } : evaluation(null)), options);
  }

  gradeUserAction(_state: S, _player: number, given: A, _params: object, options: FakeOptions): FakeTask {
    const action = given as unknown as Added;
    this.asked.push(`grade ${action.add}${options.background === true ? " behind" : ""}`);
    return this.task(() => evaluation(action), options, true);
  }

  async generateScenario(params: { seed: number }): Promise<S> {
    this.asked.push("scenario");
    return pileState(4, 1, params.seed) as GameState as S;
  }

  /** Each chance event gives the first player 1.5 points at the second's cost; the opening gives nothing. */
  async query(_ruleset: string, name: string, args: object, _options?: FakeOptions): Promise<object> {
    const { states, opening } = args as { states: GameState[]; opening?: boolean };
    this.asked.push(`${name}${opening === true ? " opening" : ""}`);
    const [before, after] = states;
    return { luck: before?.chance_counter === after?.chance_counter ? [0, 0] : [1.5, -1.5] };
  }

  async memory(): Promise<number> {
    return 1_000_000;
  }

  /** @param gradeOf the grade of another move of the same position, where that is none of a pile */
  protected task(
    result: () => EvaluationResult,
    options: FakeOptions,
    grading = false,
    gradeOf: ((action: unknown) => EvaluationResult) | null = null,
  ): FakeTask {
    const { signal, onProgress } = options;
    if (grading) this.gradings.push(options);
    const run = async (): Promise<EvaluationResult> => {
      const { metadata, ...rest } = result();
      if (this.showsUnfinished) onProgress?.({ ...rest, metadata: { ...metadata, endedBy: null }, done: false, progress: 0.4 });
      if (grading) await this.heldGrades;
      await (this.held ?? new Promise((resolve) => setTimeout(resolve, 0)));
      if (signal?.aborted === true) throw Object.assign(new Error("Cancelled."), { name: "AbortError" });
      if (this.failNext !== null) {
        const error = this.failNext;
        this.failNext = null;
        throw error;
      }
      onProgress?.({ ...result(), done: true, progress: 1 });
      return result();
    };
    const longer = (params: { timeBudgetMs?: number }, options: FakeOptions = {}): FakeTask => {
      this.asked.push(`longer ${params.timeBudgetMs}`);
      const later = (): EvaluationResult => {
        const before = result();
        return { ...before, metadata: { ...before.metadata, elapsedMs: params.timeBudgetMs ?? before.metadata.elapsedMs } };
      };
      return this.task(later, options, false, gradeOf);
    };
    const graded = (given: unknown, options: FakeOptions): FakeTask => {
      const { add = 0 } = given as Partial<Added>;
      this.asked.push(`grade ${add || JSON.stringify(given)}, going on`);
      const { bestAction, candidates } = result();
      const found = gradeOf?.(given) ?? evaluation({ add }, 2, { bestAction, candidates });
      return this.task(() => ({ ...found, userAction: given, feedback: [this.said] }), options, true, gradeOf);
    };
    return Object.assign(run(), { thinkLonger: longer, grade: graded, release: () => undefined });
  }
}

export interface FakeOptions {
  signal?: AbortSignal | undefined;
  background?: boolean;
  hint?: boolean;
  onProgress?: ((snapshot: Snapshot<EvaluationResult>) => void) | undefined;
}

/** The fake engine as the type that the screens expect. */
export function asPort(engine: unknown): EnginePort {
  return engine as EnginePort;
}
