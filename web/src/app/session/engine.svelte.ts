/** The engine as the screens see it: its state, and its games. */
import type { Preparing, Trouble } from "../../engine";
import { GAMES, type GameEntry } from "../../games/registry";
import type { EnginePort, EngineStatus, GameInfo } from "../../core/engine-port";
import { sentenceOf } from "../../core/errors";

/** What is said of a wait that takes long, and what its button says, which calls `retry`. */
export interface WaitText {
  sentence: string;
  button: string;
}

/** What the header says of a file that did not come. */
export function troubleText({ file, over }: Trouble): string {
  return over ? `${file} could not be fetched; the other files are still coming` : `Trying again to fetch ${file}`;
}

/** What the header says of a table on its way. */
export interface PreparingText {
  shown: string;
  /** Where there is little room. */
  short: string;
  /** Without its figure, for a screen reader. */
  spoken: string;
}

export function preparingText({ name, what, progress }: Preparing): PreparingText {
  const figure = progress === null ? "" : `: ${Math.floor(progress * 100)}%`;
  const words = what === "loading" ? `Loading the table for ${name}` : `The table for ${name} is being computed`;
  return { shown: what === "loading" ? words : words + figure, short: `Table${figure || " …"}`, spoken: `${words}.` };
}

const RESTARTING = "The engine stopped and is starting again. Your game stays on the table.";
const SLOW = "Starting Python takes longer than usual on this device.";
const SOLVING = {
  missing: "The ready-made table could not be fetched, so it is computed here; that takes about half a minute.",
  damaged: "The shipped table was damaged, so it is computed here; that takes about half a minute.",
};
const RESTARTED = "The engine had stopped and was started again. Your game goes on.";
/** What is over needs no answer. */
const RESTARTED_MS = 20_000;

export class EngineStore {
  status = $state.raw<EngineStatus>({ phase: "loading", stage: "Checking files", loadedBytes: 0, totalBytes: 0 });
  /** The games that the engine knows; empty until it is ready. */
  games = $state.raw<GameInfo[]>([]);
  /** Said when a worker that had died is replaced, or a table has to be computed. */
  notice = $state<string | null>(null);
  readonly port: EnginePort;
  readonly #onFirstReady: () => void;
  readonly #onBack = new Set<() => void>();
  /** There was an engine, and then none for a while. */
  #away = false;
  #restarts = 0;
  /** Why a table is being computed, if one is. */
  #solving: "missing" | "damaged" | null = null;

  /** @param onFirstReady called once, when the engine is ready for the first time */
  constructor(port: EnginePort, onFirstReady: () => void = () => undefined) {
    this.port = port;
    this.#onFirstReady = onFirstReady;
    port.status.subscribe((status) => this.#follow(status));
  }

  get ready(): boolean {
    return this.status.phase === "ready" && this.games.length > 0;
  }

  /** The games that can be chosen: those with a board that the engine knows too, or may turn out to know. */
  get playable(): GameEntry[] {
    return GAMES.filter((entry) => this.games.length === 0 || this.info(entry.rulesetId) !== undefined);
  }

  info(rulesetId: string): GameInfo | undefined {
    return this.games.find((game) => game.rulesetId === rulesetId);
  }

  /** Whether there is no engine just now. */
  get away(): boolean {
    return this.status.phase !== "ready" || this.status.restarting;
  }

  /** Resolves when the engine can be asked. */
  whenReady(): Promise<void> {
    return new Promise((resolve) => {
      let unsubscribe = (): void => undefined;
      let ready = false;
      unsubscribe = this.port.status.subscribe((status) => {
        if (ready || status.phase !== "ready" || status.restarting) return;
        ready = true;
        // It may be called at once, before there is something to end.
        queueMicrotask(() => unsubscribe());
        resolve();
      });
    });
  }

  /** Why it takes long until there is an engine, or null; what can be done about it is to start again. */
  get wait(): WaitText | null {
    const { status } = this;
    if (status.phase === "error") return null;
    if (status.phase === "ready" && status.pauseSeconds !== undefined) {
      const sentence = `The engine stopped several times in a row. It starts again in ${status.pauseSeconds} seconds. Your game stays on the table.`;
      return { sentence, button: "Start now" };
    }
    return status.slow === true ? { sentence: SLOW, button: "Start again" } : null;
  }

  /** Starts the engine again. */
  retry(): void {
    this.port.retry();
  }

  /** Calls a function each time that there is an engine again after one was lost: what it gave up can be asked anew. */
  onBack(run: () => void): void {
    this.#onBack.add(run);
  }

  dismissNotice(): void {
    this.notice = null;
  }

  #sayRestarted(restarts: number): void {
    this.notice = RESTARTED;
    this.#restarts = restarts;
    setTimeout(() => {
      if (this.#restarts === restarts && this.notice === RESTARTED) this.notice = null;
    }, RESTARTED_MS);
  }

  /** Takes away what was said of a restart; what is said of tables stays. */
  dismissRestart(): void {
    if (this.notice === RESTARTED || this.notice === RESTARTING) this.notice = null;
  }

  #follow(status: EngineStatus): void {
    this.status = status;
    if (status.phase === "error" || (status.phase === "ready" && status.restarting)) this.#away = true;
    // What was said was of an engine that goes on.
    if (status.phase === "error") this.notice = null;
    if (status.phase !== "ready") return;
    if (status.restarting) this.notice = RESTARTING;
    else if (status.restarts > this.#restarts) {
      this.#sayRestarted(status.restarts);
    }
    this.#followTable(status.preparing?.why ?? null);
    if (this.games.length === 0) void this.#loadGames();
    if (this.#away && !status.restarting) {
      this.#away = false;
      for (const run of this.#onBack) run();
    }
  }

  /** A table that has to be computed is said once, for as long as it takes. */
  #followTable(why: "missing" | "damaged" | null): void {
    if (why === this.#solving) return;
    const over = this.#solving;
    this.#solving = why;
    if (why !== null) this.notice = SOLVING[why];
    else if (over !== null && this.notice === SOLVING[over]) this.notice = null;
  }

  async #loadGames(): Promise<void> {
    try {
      this.games = await this.port.listGames();
      this.#onFirstReady();
    } catch (error) {
      this.#follow({ phase: "error", code: "BOOT_FAILED", message: sentenceOf(error), context: {} });
    }
  }
}
