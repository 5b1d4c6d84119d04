/** The engine as the screens see it: its state, its games, and one queue for everything that takes long. */
import { GAMES } from "../games/registry";
import type { EnginePort, EngineStatus, GameInfo } from "./engine-port";
import { WorkQueue } from "./work";

/** What goes first when several things want the engine. */
export const PRIORITY = { grade: 1, opponent: 2, scenario: 2, luck: 3, review: 5 } as const;

export class EngineStore {
  status = $state.raw<EngineStatus>({ phase: "loading", stage: "Starting" });
  /** The games that the engine knows; empty until it is ready. */
  games = $state.raw<GameInfo[]>([]);
  /** Said when a worker that had died was replaced. */
  notice = $state<string | null>(null);
  readonly work = new WorkQueue();
  readonly port: EnginePort;
  #wasReady = false;
  #waiting: (() => void)[] = [];

  constructor(port: EnginePort) {
    this.port = port;
    port.status.subscribe((status) => this.#follow(status));
  }

  get ready(): boolean {
    return this.status.phase === "ready" && this.games.length > 0;
  }

  /** The games that can be played here: those with a board that the engine knows too, or might know. */
  get playable(): { slug: string; rulesetId: string; name: string; summary: string }[] {
    if (this.games.length === 0) return [...GAMES];
    return GAMES.flatMap((entry) => {
      const info = this.info(entry.rulesetId);
      return info === undefined ? [] : [{ ...entry, name: info.name, summary: info.summary }];
    });
  }

  info(rulesetId: string): GameInfo | undefined {
    return this.games.find((game) => game.rulesetId === rulesetId);
  }

  /** Resolves when the engine can be asked. */
  whenReady(): Promise<void> {
    return this.ready ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  retry(): void {
    this.port.retry();
  }

  #follow(status: EngineStatus): void {
    if (status.phase === "loading" && this.#wasReady) {
      this.notice = "The engine stopped and is starting again. Your game is safe.";
    }
    this.status = status;
    if (status.phase === "ready") {
      this.#wasReady = true;
      void this.#loadGames();
    }
  }

  async #loadGames(): Promise<void> {
    try {
      if (this.games.length === 0) this.games = await this.port.listGames();
      for (const resolve of this.#waiting.splice(0)) resolve();
    } catch (error) {
      this.status = { phase: "error", message: sentenceOf(error) };
    }
  }
}

/** One sentence for a person about something that failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.message !== "") return error.message;
  return "Something went wrong in the engine.";
}
