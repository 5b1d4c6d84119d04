/** What the start page does ahead for the games on it, so that opening one is quick: their pages, and their rules in the engine. */
import type { EnginePort } from "../../core/engine-port";
import { loadGameScreen, loadGameUi, type GameEntry } from "../../games/registry";

/** How long to wait where the browser does not say when it is idle. */
const PAUSE_MS = 200;

/** Resolves when the browser has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, PAUSE_MS);
  });
}

/** Whether the person asked the browser to save data. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** Loads a game's page; returns whether that was possible. Opening the game tries again and says what is wrong. */
async function loaded(game: GameEntry): Promise<boolean> {
  try {
    await ("load" in game ? loadGameUi(game.rulesetId) : loadGameScreen(game));
    return true;
  } catch {
    return false;
  }
}

/** Loads the pages of the games, one whenever the browser is idle, unless the person asked it to save data. Stops at the first failure. */
export async function loadPages(games: readonly GameEntry[], signal: AbortSignal): Promise<void> {
  if (savesData()) return;
  for (const game of games) {
    await idle();
    if (signal.aborted || !(await loaded(game))) return;
  }
}

/** Has the engine import the rules of the games, one at a time; none of their coaches, which take memory. */
export class RulesAhead {
  readonly #port: EnginePort;
  #waiting: GameEntry[];

  constructor(port: EnginePort, games: readonly GameEntry[]) {
    this.#port = port;
    this.#waiting = [...games];
  }

  /** Runs until all are imported, or the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await idle();
    for (let game = this.#waiting.shift(); game !== undefined && !signal.aborted; game = this.#waiting.shift()) {
      await this.#port.prepare(game.rulesetId, { screenOnly: true, signal });
      await idle();
    }
  }

  /** Puts a game first: a person is about to open it. */
  favour(game: GameEntry): void {
    void loaded(game);
    if (!this.#waiting.includes(game)) return;
    this.#waiting = [game, ...this.#waiting.filter((other) => other !== game)];
  }
}
