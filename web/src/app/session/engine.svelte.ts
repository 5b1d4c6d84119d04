/** The engine as reactive state: its status, its games, and notices about it. */
import { GAMES, type GameEntry } from "../../games/registry";
import type { EnginePort, EngineStatus, GameInfo } from "../../core/engine-port";
import { sentenceOf } from "../../core/errors";
import { ENGINE } from "../words/site/engine";

/** The text for a long wait, and the label of its button, which calls `retry`. */
export interface WaitText {
  sentence: string;
  button: string;
}

/** The notice of a finished restart disappears after this time. */
const RESTARTED_MS = 20_000;

export class EngineStore {
  status = $state.raw<EngineStatus>({ phase: "loading", stage: "Checking files", loadedBytes: 0, totalBytes: 0 });
  /** The games that the engine knows; empty until it is ready. */
  games = $state.raw<GameInfo[]>([]);
  /** Shown when a dead worker is replaced, or a table has to be computed. */
  notice = $state<string | null>(null);
  readonly port: EnginePort;
  readonly #onFirstReady: () => void;
  readonly #onBack = new Set<() => void>();
  /** True while the engine is lost. */
  #away = false;
  #restarts = 0;
  /** Why a table is being computed, or null. */
  #solving: "missing" | "damaged" | null = null;

  /** @param onFirstReady called once, when the engine is first ready */
  constructor(port: EnginePort, onFirstReady: () => void = () => undefined) {
    this.port = port;
    this.#onFirstReady = onFirstReady;
    port.status.subscribe((status) => this.#follow(status));
  }

  get ready(): boolean {
    return this.status.phase === "ready" && this.games.length > 0;
  }

  /** The games to choose from: all registered ones until the engine is ready, then those it knows. */
  get playable(): GameEntry[] {
    return GAMES.filter((entry) => this.games.length === 0 || this.info(entry.rulesetId) !== undefined);
  }

  info(rulesetId: string): GameInfo | undefined {
    return this.games.find((game) => game.rulesetId === rulesetId);
  }

  /** Whether the engine is unavailable at the moment. */
  get away(): boolean {
    return this.status.phase !== "ready" || this.status.restarting;
  }

  /** Resolves when the engine is ready. */
  whenReady(): Promise<void> {
    return new Promise((resolve) => {
      let unsubscribe = (): void => undefined;
      let ready = false;
      unsubscribe = this.port.status.subscribe((status) => {
        if (ready || status.phase !== "ready" || status.restarting) return;
        ready = true;
        // The callback may run synchronously, before `unsubscribe` is assigned.
        queueMicrotask(() => unsubscribe());
        resolve();
      });
    });
  }

  /** Why the engine takes long to start, or null. */
  get wait(): WaitText | null {
    const { status } = this;
    if (status.phase === "error") return null;
    if (status.phase === "ready" && status.pauseSeconds !== undefined) {
      return { sentence: ENGINE.paused(status.pauseSeconds), button: ENGINE.startNow };
    }
    return status.slow === true ? { sentence: ENGINE.slow, button: ENGINE.startAgain } : null;
  }

  /** Restarts the engine. */
  retry(): void {
    this.port.retry();
  }

  /** Registers a callback for when a lost engine is back, to repeat requests that were given up. */
  onBack(run: () => void): void {
    this.#onBack.add(run);
  }

  dismissNotice(): void {
    this.notice = null;
  }

  #sayRestarted(restarts: number): void {
    this.notice = ENGINE.restarted;
    this.#restarts = restarts;
    setTimeout(() => {
      if (this.#restarts === restarts && this.notice === ENGINE.restarted) this.notice = null;
    }, RESTARTED_MS);
  }

  /** Dismisses the notice of a restart; notices about tables stay. */
  dismissRestart(): void {
    if (this.notice === ENGINE.restarted || this.notice === ENGINE.restartNotice) this.notice = null;
  }

  #follow(status: EngineStatus): void {
    this.status = status;
    if (status.phase === "error" || (status.phase === "ready" && status.restarting)) this.#away = true;
    // A notice does not apply to an engine that has failed.
    if (status.phase === "error") this.notice = null;
    if (status.phase !== "ready") return;
    if (status.restarting) this.notice = ENGINE.restartNotice;
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

  /** Shows one notice while a table is being computed. */
  #followTable(why: "missing" | "damaged" | null): void {
    if (why === this.#solving) return;
    const before = this.#solving;
    this.#solving = why;
    if (why !== null) this.notice = ENGINE.computing[why];
    else if (before !== null && this.notice === ENGINE.computing[before]) this.notice = null;
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
