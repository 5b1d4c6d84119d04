/** The engine as the screens see it: its state, and its games. */
import { GAMES, type GameEntry } from "../games/registry";
import { sentenceOf, type EnginePort, type EngineStatus, type GameInfo } from "../core/engine-port";

/** A row of the game picker. */
export type PickerRow = Pick<GameEntry, "slug" | "rulesetId" | "name" | "summary">;

const RESTARTING = "The engine stopped and is starting again. Your game is safe.";
const RESTARTED = "The engine had stopped and was started again. Your game is as it was.";

export class EngineStore {
  status = $state.raw<EngineStatus>({ phase: "loading", stage: "Checking files", loadedBytes: 0, totalBytes: 0 });
  /** The games that the engine knows; empty until it is ready. */
  games = $state.raw<GameInfo[]>([]);
  /** Said when a worker that had died is replaced. */
  notice = $state<string | null>(null);
  /** Called once, when the engine is ready for the first time. */
  onFirstReady: () => void = () => undefined;
  readonly port: EnginePort;
  #restarts = 0;

  constructor(port: EnginePort) {
    this.port = port;
    port.status.subscribe((status) => this.#follow(status));
  }

  get ready(): boolean {
    return this.status.phase === "ready" && this.games.length > 0;
  }

  /** The games that can be chosen: those with a board that the engine knows too, or may turn out to know. */
  get playable(): PickerRow[] {
    if (this.games.length === 0) return [...GAMES];
    return GAMES.flatMap((entry) => {
      const info = this.info(entry.rulesetId);
      return info === undefined ? [] : [{ ...entry, name: info.name, summary: info.summary }];
    });
  }

  info(rulesetId: string): GameInfo | undefined {
    return this.games.find((game) => game.rulesetId === rulesetId);
  }

  retry(): void {
    this.port.retry();
  }

  dismissNotice(): void {
    this.notice = null;
  }

  #follow(status: EngineStatus): void {
    this.status = status;
    if (status.phase !== "ready") return;
    if (status.restarting) this.notice = RESTARTING;
    else if (status.restarts > this.#restarts) {
      this.notice = RESTARTED;
      this.#restarts = status.restarts;
    }
    if (this.games.length === 0) void this.#loadGames();
  }

  async #loadGames(): Promise<void> {
    try {
      this.games = await this.port.listGames();
      this.onFirstReady();
    } catch (error) {
      this.status = { phase: "error", code: "BOOT_FAILED", message: sentenceOf(error), context: {} };
    }
  }
}
