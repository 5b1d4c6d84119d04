/** The engine's API: methods that return promises of plain values. */
import type { Readable } from "../../core/signal";
import { ArtifactKeeper } from "../loading/artifacts";
import { LruCache } from "./cache";
import { toCamel, toSnake } from "../wire/camel";
import { EngineError, isErrorObject } from "../errors";
import { MemoryWatch } from "./memory";
import { canonicalPolicy, contractParams } from "./params";
import type { JobKind, Lane, QuickFunction, RuntimeInfo, StartMessage } from "../wire/protocol";
import { RequestBook } from "./requests";
import type { ArtifactShelf } from "../loading/shelf";
import { solveElsewhere } from "./solve";
import type { EngineStatus } from "../status";
import type { SupervisorOptions } from "./supervisor";
import { stateText, toText } from "../wire/text";
import type {
  CallOptions,
  EvaluateOptions,
  EvaluationResult,
  EvaluationTask,
  EvaluatorParams,
  GameInfo,
  GameState,
  JobOptions,
  PrepareOptions,
  QueryOptions,
  ScenarioParams,
  Snapshot,
  StateInput,
} from "../types";

/** The input of an evaluation; without a user action it only looks for the best move. */
interface Question {
  state: StateInput;
  playerId: number;
  userAction: unknown;
  params: Partial<EvaluatorParams>;
}

/** A finished evaluation: its id, by which it can be extended, and its JSON text. */
interface Answered {
  id: number;
  text: string;
}

/** A task that knows the id under which the worker keeps its evaluation. */
interface KeptTask extends EvaluationTask {
  keptId(): number;
}

/** A finished evaluation that another one continues. */
interface Earlier {
  task: KeptTask;
  /** Whether it goes on as the grading of a move, rather than with larger budgets. */
  grades: boolean;
}

const CACHED_ANSWERS = 64;
/** Longer inputs are not cached, to save memory; in characters. */
const MAX_CACHED_LENGTH = 100_000;

/** Finds the ruleset id in the JSON text of a state. */
const RULESET = /"ruleset_id":\s*"(\w+)"/;

/** Parses an answer; throws if it is an error. */
function parseAnswer(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isErrorObject(value)) throw EngineError.from(value);
  return value;
}

function progressOf(snapshot: string): number {
  return (JSON.parse(snapshot) as { progress: number }).progress;
}

/** A finished snapshot without the fields `done` and `progress`. */
function withoutProgress<T>(snapshot: unknown): T {
  const result = { ...(snapshot as Snapshot<object>) } as Record<string, unknown>;
  delete result.done;
  delete result.progress;
  return result as T;
}

/** Arguments of a query in the spelling of the bridge. */
function writtenArgs(args: object): Record<string, unknown> {
  const { params, ...rest } = args as { params?: Partial<EvaluatorParams> };
  const written = toSnake(rest) as Record<string, unknown>;
  if (params !== undefined) written.params = contractParams(params);
  return written;
}

function actionText(action: unknown, maxBytes?: number): string {
  return toText(action ?? null, "The action", "INVALID_ACTION", maxBytes);
}

function laneOf(question: Question, options: EvaluateOptions): Lane {
  if (options.urgent === true) return "move";
  if (options.background === true) return "background";
  return question.userAction === null || options.hint === true ? "evaluation" : "grade";
}

export interface ClientOptions extends SupervisorOptions {
  /** The store of tables between visits. */
  shelf: ArtifactShelf;
}

export class EngineClient {
  readonly #requests: RequestBook;
  /** Aborted by `dispose`, to end the workers that compute tables. */
  readonly #end = new AbortController();
  readonly #answers = new LruCache<Answered>(CACHED_ANSWERS);
  readonly #memory: MemoryWatch;
  /** Games that the worker has worked on. */
  readonly #games = new Set<string>();
  #lastId = 0;

  constructor(options: ClientOptions) {
    const keeper = new ArtifactKeeper({
      info: () => this.#info(),
      gameName: (rulesetId) => this.#gameName(rulesetId),
      load: (message, onProgress) =>
        this.#requests.ask({ ...message, id: ++this.#lastId }, { onSnapshot: (text) => onProgress(progressOf(text)) }),
      solve: (question, onProgress) => solveElsewhere(options, question, onProgress, this.#end.signal),
      shelf: options.shelf,
      signal: this.#end.signal,
      show: (preparing) => this.#requests.showPreparing(preparing),
    });
    this.#requests = new RequestBook(options, (wanted) => keeper.bring(wanted));
    this.#memory = new MemoryWatch({
      usable: () => this.#requests.usable,
      idle: () => this.#requests.idle,
      asked: () => this.#lastId,
      games: () => this.#games.size,
      bytes: () => this.memory(),
      swap: () => {
        this.#games.clear();
        this.#requests.swap();
      },
    });
  }

  /** The status. Requests wait while the engine loads; after an error they are rejected until `retry`. */
  get status(): Readable<EngineStatus> {
    return this.#requests.status;
  }

  /** Restarts after an error, or when a start takes long. */
  retry(): void {
    this.#requests.retry();
  }

  /** Ends the worker for good; outstanding requests are rejected. */
  dispose(): void {
    this.#end.abort(new EngineError("DISPOSED", "The engine has been shut down."));
    this.#memory.end();
    this.#requests.dispose();
  }

  /** For tests: ends the worker as a crash would, which only costs time. */
  debugKillWorker(): void {
    this.#requests.kill();
  }

  /** Size of the interpreter's memory in bytes. */
  async memory(): Promise<number> {
    const text = await this.#requests.ask({ type: "memory", id: ++this.#lastId });
    return (parseAnswer(text) as { bytes: number }).bytes;
  }

  /** The games with their levels, presets, evaluators, queries and grades. */
  async listGames(): Promise<GameInfo[]> {
    return toCamel(parseAnswer(await this.#requests.games())) as GameInfo[];
  }

  /**
   * Imports a game in the background, so that its next request is quick. Need not be awaited and never rejects: without
   * it the game is imported by its first request.
   */
  async prepare(rulesetId: string, { screenOnly = false, signal }: PrepareOptions = {}): Promise<void> {
    const args = JSON.stringify({ ruleset_id: rulesetId, ...(screenOnly ? { screen_only: true } : {}) });
    const options = signal === undefined ? {} : { signal };
    await this.#job("preparation", "background", args, options, () => ({})).catch(() => undefined);
  }

  /** The first state of a game. The keys of `options` follow the game's schema. */
  async newGame<S extends object = GameState>(rulesetId: string, seed: number, options: object = {}, call: CallOptions = {}): Promise<S> {
    return this.#quick("new_game", [rulesetId, seed, toText(options, "The options", "INVALID_PARAMS", call.maxBytes)], call);
  }

  /** The legal actions of a player in a fixed order; empty when the game is over. */
  async listLegalActions<A = unknown>(state: StateInput, playerId: number, call: CallOptions = {}): Promise<A[]> {
    return this.#quick("list_legal_actions", [stateText(state, call.maxBytes), playerId], call);
  }

  /** The state after an action of the player to move; `last_events` has its events. */
  async applyAction<S extends object = GameState>(state: S | string, action: unknown, call: CallOptions = {}): Promise<S> {
    return this.#quick("apply_action", [stateText(state, call.maxBytes), actionText(action)], call);
  }

  /** The state as seen by a player. */
  async observe<S extends object = GameState>(state: S | string, playerId: number, call: CallOptions = {}): Promise<S> {
    return this.#quick("observe", [stateText(state, call.maxBytes), playerId], call);
  }

  /** A short description of a position. */
  async describeState(state: StateInput, call: CallOptions = {}): Promise<string> {
    return this.#quick("describe_state", [stateText(state, call.maxBytes)], call);
  }

  /**
   * Looks for the best move. One evaluation runs and one waits. A newer one replaces the waiting one, which is rejected
   * with `SUPERSEDED`; with `replace` also the running one.
   */
  evaluateBestMove(state: StateInput, playerId: number, params: EvaluatorParams, options: EvaluateOptions = {}): EvaluationTask {
    return this.#evaluate({ state, playerId, userAction: null, params }, options, null);
  }

  /** Compares a move with the best one. Gradings precede evaluations, in order, and are never superseded. */
  gradeUserAction(
    state: StateInput,
    playerId: number,
    userAction: unknown,
    params: EvaluatorParams,
    options: EvaluateOptions = {},
  ): EvaluationTask {
    // Null would mean the best move; an empty action is rejected by the engine.
    return this.#evaluate({ state, playerId, userAction: userAction ?? {}, params }, options, null);
  }

  /** A position worth practising. */
  async generateScenario<S extends object = GameState>(params: ScenarioParams, options: JobOptions<S> = {}): Promise<S> {
    const { policyMix, ...rest } = params;
    const args = toSnake(rest) as Record<string, unknown>;
    if (policyMix !== undefined) args.policy_mix = canonicalPolicy(policyMix);
    const text = toText(args, "The params", "INVALID_PARAMS", options.maxBytes);
    this.#worksOn(params.rulesetId);
    return withoutProgress(await this.#job("scenario", "background", text, options, (snapshot) => snapshot));
  }

  /** A query of a game. Positions and actions cross unchanged; all other fields are in `camelCase`. */
  async query<T extends object = Record<string, unknown>>(
    rulesetId: string,
    name: string,
    args: object = {},
    options: QueryOptions<T> = {},
  ): Promise<T> {
    const verbatim = options.verbatim === true;
    this.#worksOn(rulesetId);
    const question = { ruleset_id: rulesetId, name, args: verbatim ? args : writtenArgs(args) };
    const text = toText(question, "The question", "INVALID_STATE", options.maxBytes);
    const convert = verbatim ? (snapshot: unknown) => snapshot : toCamel;
    return withoutProgress(await this.#job("query", "background", text, options, convert));
  }

  #worksOn(game: string | undefined): void {
    if (game !== undefined) this.#games.add(game);
  }

  #info(): RuntimeInfo {
    const status = this.status.current;
    if (status.phase === "ready") return status.info;
    throw new EngineError("ENGINE_LOST", "The engine stopped while it was waiting for a table.");
  }

  async #gameName(rulesetId: string): Promise<string> {
    return (await this.listGames()).find((game) => game.rulesetId === rulesetId)?.name ?? rulesetId;
  }

  async #quick<T>(name: QuickFunction, args: (string | number)[], call: CallOptions): Promise<T> {
    const text = await this.#requests.ask({ type: "call", id: ++this.#lastId, name, args }, { signal: call.signal });
    return parseAnswer(text) as T;
  }

  /** Runs a job other than an evaluation; every snapshot passes through `convert`. */
  async #job<T>(kind: JobKind, lane: Lane, args: string, options: JobOptions<T>, convert: (value: unknown) => unknown): Promise<unknown> {
    const message: StartMessage = { type: "start", id: ++this.#lastId, kind, lane, args, replace: false, extend: null };
    const show = (text: string): unknown => {
      const snapshot = convert(parseAnswer(text));
      options.onProgress?.(snapshot as Snapshot<T>);
      return snapshot;
    };
    return show(await this.#requests.ask(message, { signal: options.signal, onSnapshot: show }));
  }

  #evaluate(question: Question, options: EvaluateOptions, earlier: Earlier | null): EvaluationTask {
    const kept = { id: ++this.#lastId };
    const result = this.#answer(question, options, kept, earlier);
    const task: KeptTask = Object.assign(result, {
      keptId: () => kept.id,
      thinkLonger: (params: Partial<EvaluatorParams>, more: EvaluateOptions = {}) =>
        this.#evaluate({ ...question, params: { ...question.params, ...params } }, more, { task, grades: false }),
      // What was found with such params alone may be less than what the evaluation goes on from.
      grade: (userAction: unknown, more: EvaluateOptions = {}, params?: Partial<EvaluatorParams>) =>
        this.#evaluate(
          { ...question, params: { ...question.params, ...params }, userAction: userAction ?? {} },
          { cache: params === undefined, ...more },
          { task, grades: true },
        ),
      release: () => this.#requests.notify({ type: "release", id: kept.id }),
    });
    return task;
  }

  /** @param kept gets the id of the cached evaluation instead, if the answer is cached */
  async #answer(question: Question, options: EvaluateOptions, kept: { id: number }, earlier: Earlier | null): Promise<EvaluationResult> {
    const { signal, maxBytes, replace = false, cache = true, onProgress } = options;
    const params = toText(contractParams(question.params), "The params", "INVALID_PARAMS");
    const action = question.userAction === null ? "null" : actionText(question.userAction, maxBytes);
    const player = JSON.stringify(question.playerId ?? null);
    const state = stateText(question.state, maxBytes);
    this.#worksOn(RULESET.exec(state)?.[1]);
    const args = `{"state":${state},"player_id":${player},"params":${params},"user_action":${action}}`;
    const show = (text: string): EvaluationResult => {
      const snapshot = toCamel(parseAnswer(text));
      onProgress?.(snapshot as Snapshot<EvaluationResult>);
      return withoutProgress(snapshot);
    };
    const known = cache && earlier?.grades !== false ? this.#answers.get(args) : undefined;
    if (known !== undefined) {
      kept.id = known.id;
      return show(known.text);
    }
    // If the earlier evaluation failed, there is nothing to continue and this one starts from scratch.
    if (earlier !== null) await earlier.task.catch(() => undefined);
    const lane = laneOf(question, options);
    const of = earlier?.task.keptId();
    const extend = of === undefined ? null : earlier?.grades === true ? { of, action } : { of, params };
    const message: StartMessage = { type: "start", id: kept.id, kind: "evaluation", lane, args, replace, extend };
    const text = await this.#requests.ask(message, { signal, onSnapshot: show });
    const shown = show(text);
    if (args.length <= MAX_CACHED_LENGTH) this.#answers.set(args, { id: kept.id, text });
    return shown;
  }
}
