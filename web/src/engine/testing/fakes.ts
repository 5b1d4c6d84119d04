/** Fakes: an interpreter without Python, a shelf in memory, and a worker without a thread. */
import type { Bytes } from "../loading/file";
import { EngineError } from "../errors";
import { EngineHost } from "../worker/host";
import type { ArtifactFile, FromWorker, RuntimeInfo, ToWorker } from "../wire/protocol";
import type { BootRuntime, BridgeFunction, Runtime } from "../worker/runtime";
import type { ArtifactShelf } from "../loading/shelf";
import type { WorkerLike } from "../client/supervisor";

export const SLICE_MS = 30;

const FOLDER = "http://x/runtime/v0/";

/** The site's table and its bytes; a valid table begins with a one. */
export const TABLE_FILE: ArtifactFile = {
  rulesetId: "toy",
  name: "table",
  url: `${FOLDER}toy.table.bin`,
  bytes: 3,
  sha256: "00",
};
export const TABLE = new Uint8Array([1, 2, 3]);

export const INFO: Omit<RuntimeInfo, "stageMs"> = {
  version: "0",
  wheel: "toy.whl",
  downloadBytes: 100,
  folderUrl: FOLDER,
  artifacts: [TABLE_FILE],
};

interface ToyJob {
  kind: string;
  solves: boolean;
  args: { params?: { evaluator_seed?: number; max_work?: number }; user_action?: unknown; slices?: number };
  steps: number;
  slices: number;
}

interface ToyQuestion extends Record<string, unknown> {
  name?: string;
  args?: { slices?: number };
  slices?: number;
}

const LACKING = {
  error: "The table of Toy has not been loaded.",
  code: "NOT_FOUND",
  context: {
    artifact: { ruleset_id: "toy", name: "table" },
    solve: { name: "solve", args: { five_of_a_kind_is_full_house: true } },
  },
};

/**
 * A bridge with toy games. An evaluation takes `max_work` slices (default 3) and has a result from the second on; a
 * query, a scenario or a preparation takes `slices` (default 1). The query "solve" computes the table.
 */
export class FakeRuntime implements Runtime {
  info = INFO;
  readonly calls: [BridgeFunction, ...(string | number)[]][] = [];
  readonly artifacts: [string, string, number][] = [];
  /** What fails for lack of the table: nothing, the start of a job, its last step, or `describe_state`. */
  needs: "nothing" | "start" | "end" | "call" = "nothing";
  /** Whether the table is still missing after it was loaded. */
  stubborn = false;
  /** The outcome of the query that computes the table, and its number of slices. */
  solution: { bytes: Bytes; slices: number } | { error: string } = { bytes: TABLE, slices: 10 };
  /** The outcome of fetching the table's file, and its duration. */
  file: { bytes: Bytes; ms: number } | EngineError = { bytes: TABLE, ms: 20 };
  fetches = 0;
  /** Functions that break the interpreter. */
  readonly broken = new Set<BridgeFunction>();
  readonly jobs = new Map<number, ToyJob>();
  #lastHandle = 0;

  names(): BridgeFunction[] {
    return this.calls.map(([name]) => name);
  }

  call(name: BridgeFunction, ...args: (string | number)[]): string {
    this.calls.push([name, ...args]);
    if (this.broken.has(name)) throw new Error("memory access out of bounds");
    return JSON.stringify(this.#answer(name, args));
  }

  loadArtifact(rulesetId: string, name: string, bytes: Uint8Array): string {
    if (bytes[0] !== 1) return JSON.stringify({ error: "Not a table.", code: "INVALID_ARTIFACT", context: {} });
    this.artifacts.push([rulesetId, name, bytes.length]);
    return "{}";
  }

  async fetchArtifact(_: ArtifactFile, onBytes: (loaded: number) => void): Promise<Uint8Array> {
    this.fetches += 1;
    if (this.file instanceof EngineError) throw this.file;
    onBytes(1);
    const { bytes, ms } = this.file;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return bytes;
  }

  memoryBytes(): number {
    return 1234;
  }

  #answer(name: BridgeFunction, args: (string | number)[]): unknown {
    switch (name) {
      case "list_games":
        return [{ ruleset_id: "toy", name: "Toy", levels: [{ id: "one", params: { time_budget_ms: 5 } }] }];
      case "list_legal_actions":
        return [{ go_to: args[1] }];
      case "apply_action":
        return { ...(JSON.parse(String(args[0])) as object), moved_by: JSON.parse(String(args[1])) as unknown };
      case "start_job":
        return this.#start(String(args[0]), String(args[1]));
      case "extend":
        return this.#extend(Number(args[0]), String(args[1]));
      case "grade":
        return this.#grade(Number(args[0]), String(args[1]));
      case "step":
        return this.#step(Number(args[0]));
      case "stop":
        return this.jobs.delete(Number(args[0])) ? {} : this.#unknown();
      case "describe_state":
        return this.#lacks("call") ? LACKING : "A pile of toys.";
      default:
        return { echo: args };
    }
  }

  #lacks(where: FakeRuntime["needs"]): boolean {
    return this.needs === where && (this.artifacts.length === 0 || this.stubborn);
  }

  #unknown(): unknown {
    return { error: "There is no such job.", code: "NOT_FOUND", context: {} };
  }

  #start(kind: string, text: string): unknown {
    const args = JSON.parse(text) as ToyJob["args"] & ToyQuestion;
    if (kind === "evaluation" && args.params?.evaluator_seed === undefined) {
      return { error: "A seed is needed.", code: "INVALID_PARAMS", context: { field: "evaluator_seed" } };
    }
    const solves = kind === "query" && args.name === "solve";
    if (!solves && this.#lacks("start")) return LACKING;
    const slices = kind === "evaluation" ? (args.params?.max_work ?? 3) : (args.args?.slices ?? args.slices ?? 1);
    this.jobs.set(++this.#lastHandle, { kind, solves, args, steps: 0, slices });
    return { handle: this.#lastHandle };
  }

  #extend(handle: number, params: string): unknown {
    const job = this.jobs.get(handle);
    if (job === undefined) return this.#unknown();
    const { max_work, evaluator } = JSON.parse(params) as { max_work?: number; evaluator?: string };
    if (evaluator !== undefined) return { error: "Only the budgets can change.", code: "INVALID_PARAMS", context: {} };
    job.slices = max_work ?? job.slices;
    return { handle };
  }

  #grade(handle: number, action: string): unknown {
    const job = this.jobs.get(handle);
    if (job === undefined) return this.#unknown();
    job.args = { ...job.args, user_action: JSON.parse(action) as unknown };
    return { handle };
  }

  #step(handle: number): unknown {
    const job = this.jobs.get(handle);
    if (job === undefined) return this.#unknown();
    job.steps += 1;
    if (job.solves) return this.#solve(job);
    const done = job.steps >= job.slices;
    const snapshot = { done, progress: job.steps / job.slices };
    if (done && this.#lacks("end")) return { ...LACKING, ...snapshot };
    if (job.kind === "preparation") return snapshot;
    if (job.kind === "query") return { ...snapshot, some_sum: job.steps };
    if (job.kind === "scenario") return done ? { ...snapshot, ruleset_id: "toy", round_number: 2 } : snapshot;
    if (job.steps < 2 && !done) return snapshot;
    const user = job.args.user_action ?? null;
    return {
      ...snapshot,
      best_action: { go_to: 1 },
      best_action_ev: job.args.params?.evaluator_seed,
      delta_ev: user === null ? null : -1,
      metadata: { rollouts_run: job.steps },
      candidates: [{ action: { go_to: 1 }, features: { tiles_acquired: 2 } }],
    };
  }

  #solve(job: ToyJob): unknown {
    if ("error" in this.solution) return { error: this.solution.error, code: "INTERNAL", context: {} };
    const { bytes, slices } = this.solution;
    const snapshot = { done: job.steps >= slices, progress: job.steps / slices };
    return snapshot.done ? { ...snapshot, name: "table", artifact: btoa(String.fromCharCode(...bytes)) } : snapshot;
  }
}

/** A shelf in memory. */
export class FakeShelf implements ArtifactShelf {
  readonly kept = new Map<string, Bytes>();
  readonly files: string[] = [];

  get(url: string): Promise<Bytes | null> {
    return Promise.resolve(this.kept.get(url) ?? null);
  }

  put(url: string, bytes: Bytes): Promise<void> {
    this.kept.set(url, bytes);
    return Promise.resolve();
  }

  drop(url: string): Promise<void> {
    this.kept.delete(url);
    return Promise.resolve();
  }

  keepFile(url: string): Promise<void> {
    this.files.push(url);
    return Promise.resolve();
  }
}

/** A worker in this thread: messages are copied and delivered later, a slice takes `SLICE_MS` of fake time. */
export class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  onmessageerror: WorkerLike["onmessageerror"] = null;
  terminated = false;
  /** A deaf worker neither receives nor sends messages. */
  deaf = false;
  readonly received: ToWorker[] = [];
  readonly #host: EngineHost;

  constructor(boot: BootRuntime) {
    const yieldTask = () => new Promise<void>((resolve) => setTimeout(resolve, SLICE_MS));
    this.#host = new EngineHost(boot, (message, transfer) => this.say(message, transfer), { yieldTask, now: () => Date.now() });
  }

  postMessage(message: ToWorker, transfer: Transferable[] = []): void {
    // Transferred objects are detached from the sender.
    const taken = structuredClone(message, { transfer });
    this.received.push(structuredClone(taken));
    setTimeout(() => {
      if (!this.deaf && !this.terminated) this.#host.receive(taken);
    }, 0);
  }

  say(message: FromWorker, transfer: Transferable[] = []): void {
    const data = structuredClone(message, { transfer });
    setTimeout(() => {
      if (!this.deaf) this.onmessage?.({ data } as MessageEvent<FromWorker>);
    }, 0);
  }

  crash(): void {
    this.deaf = true;
    this.onerror?.({ message: "out of memory" } as ErrorEvent);
  }

  terminate(): void {
    // Messages in flight still arrive after a real worker ends: `deaf` is not set.
    this.terminated = true;
  }
}
