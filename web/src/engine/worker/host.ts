/** The worker's side: starts the runtime, answers calls and runs jobs. Independent of Pyodide. */
import { EngineError, isErrorObject, sentenceOf } from "../errors";
import { JobLoop, type JobLoopOptions } from "./jobs";
import {
  type ArtifactFile,
  BOOT_STAGES,
  type BootConfig,
  type BootProgress,
  type BootStage,
  type FromWorker,
  type LoadMessage,
  type ToWorker,
} from "../wire/protocol";
import type { BootRuntime, Runtime } from "./runtime";

export type HostOptions = Partial<JobLoopOptions> & Pick<JobLoopOptions, "yieldTask">;

/** Posts a message to the page, with objects to transfer. */
export type Post = (message: FromWorker, transfer?: Transferable[]) => void;

/** The interval of progress messages during a download: the page takes silence for death. */
const FETCHING_MS = 250;
const DEFAULTS = { sliceMs: 30, snapshotMs: 100, now: () => performance.now() };

export class EngineHost {
  readonly #boot: BootRuntime;
  readonly #post: Post;
  readonly #options: JobLoopOptions;
  #progress: BootProgress = { stage: BOOT_STAGES[0], loadedBytes: 0, totalBytes: 0 };
  #stageMs: Partial<Record<BootStage, number>> = {};
  #ready: { runtime: Runtime; jobs: JobLoop } | null = null;
  #dead = false;

  constructor(boot: BootRuntime, post: Post, options: HostOptions) {
    this.#boot = boot;
    this.#post = post;
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Handles a message from the page, which sends requests only after "ready". */
  receive(message: ToWorker): void {
    if (message.type === "boot") void this.#start(message.config);
    else if (this.#ready !== null && !this.#dead) {
      try {
        this.#answer(message, this.#ready);
      } catch (thrown) {
        this.#fatal(thrown);
      }
    }
  }

  #answer(message: Exclude<ToWorker, { type: "boot" }>, { runtime, jobs }: { runtime: Runtime; jobs: JobLoop }): void {
    switch (message.type) {
      case "call":
        this.#post({ type: "answer", id: message.id, text: runtime.call(message.name, ...message.args) });
        break;
      case "memory":
        this.#post({ type: "answer", id: message.id, text: JSON.stringify({ bytes: runtime.memoryBytes() }) });
        break;
      case "load":
        void this.#load(message, runtime);
        break;
      case "start":
        jobs.start(message);
        break;
      case "cancel":
        jobs.cancel(message.id);
        break;
      case "release":
        jobs.release(message.id);
        break;
    }
  }

  async #load({ id, rulesetId, name, source }: LoadMessage, runtime: Runtime): Promise<void> {
    try {
      const bytes = "url" in source ? await this.#fetch(id, source, runtime) : source;
      this.#post({ type: "answer", id, text: runtime.loadArtifact(rulesetId, name, bytes) });
    } catch (thrown) {
      if (thrown instanceof EngineError) this.#post({ type: "answer", id, text: JSON.stringify(thrown.toObject()) });
      else this.#fatal(thrown);
    }
  }

  async #fetch(id: number, file: ArtifactFile, runtime: Runtime): Promise<Uint8Array> {
    let loaded = 0;
    const report = () => {
      const text = JSON.stringify({ done: false, progress: loaded / file.bytes });
      this.#post({ type: "snapshot", id, text });
    };
    const timer = setInterval(report, FETCHING_MS);
    try {
      return await runtime.fetchArtifact(file, (bytes) => (loaded = bytes));
    } finally {
      clearInterval(timer);
    }
  }

  async #start(config: BootConfig): Promise<void> {
    const began = this.#options.now();
    const report = (progress: BootProgress) => this.#report(progress, this.#options.now() - began);
    const files = new Map(config.files);
    try {
      this.#post({ type: "progress", ...this.#progress });
      const runtime = await this.#boot(config, report, files);
      const games = this.#open(runtime);
      this.#stageMs[this.#progress.stage] = Math.round(this.#options.now() - began);
      const jobs = new JobLoop(runtime, this.#post, (thrown) => this.#fatal(thrown), this.#options);
      this.#ready = { runtime, jobs };
      this.#post({ type: "ready", games, info: { ...runtime.info, stageMs: this.#stageMs } });
    } catch (thrown) {
      const error =
        thrown instanceof EngineError
          ? thrown
          : new EngineError("BOOT_FAILED", "The engine could not be started.", { reason: sentenceOf(thrown) });
      const good = [...files];
      this.#post(
        { type: "bootFailed", error: error.toObject(), files: good },
        good.map(([, bytes]) => bytes.buffer),
      );
    }
  }

  /** Reports progress; earlier stages are ignored. */
  #report(progress: BootProgress, elapsedMs: number): void {
    const [now, next] = [this.#progress.stage, progress.stage].map((stage) => BOOT_STAGES.indexOf(stage));
    if (next! < now!) return;
    if (next! > now!) this.#stageMs[this.#progress.stage] = Math.round(elapsedMs);
    this.#progress = progress;
    this.#post({ type: "progress", ...progress });
  }

  /** Requests the list of games, which also proves that the bridge works. */
  #open(runtime: Runtime): string {
    const games = runtime.call("list_games");
    const answer: unknown = JSON.parse(games);
    if (isErrorObject(answer)) throw EngineError.from(answer);
    return games;
  }

  #fatal(thrown: unknown): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#post({ type: "fatal", reason: sentenceOf(thrown) });
  }
}
