/** What the start page does ahead for the games on it, so that opening one is quick: their pages, their rules, and their first screens. */
import { idle } from "../../core/idle";
import type { EngineStore } from "../session/engine.svelte";
import { rehearse } from "./rehearse";
import { loadGameScreen, loadGameUi, type GameEntry } from "../../games/registry";

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

/** Loads the pages of the games, one whenever the browser is idle, unless it is to save data. Stops at the first failure. */
export async function loadPages(games: readonly GameEntry[], signal: AbortSignal): Promise<void> {
  if (savesData()) return;
  for (const game of games) {
    await idle();
    if (signal.aborted || !(await loaded(game))) return;
  }
}

/**
 * Has the engine import the rules of the games, one at a time, and rehearses their first screens; none of their coaches,
 * which take memory.
 */
export class GamesAhead {
  readonly #engine: EngineStore;
  #waiting: GameEntry[];

  constructor(engine: EngineStore, games: readonly GameEntry[]) {
    this.#engine = engine;
    this.#waiting = [...games];
  }

  /** Runs until all are done, or the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await idle();
    // While the page draws the screens of one game, the engine imports the next.
    let drawn = Promise.resolve();
    for (let game = this.#waiting.shift(); game !== undefined && !signal.aborted; game = this.#waiting.shift()) {
      const next = game;
      await this.#engine.port.prepare(next.rulesetId, { screenOnly: true, signal });
      drawn = drawn.then(() => this.#rehearse(next, signal));
      await idle();
    }
    await drawn;
  }

  async #rehearse(game: GameEntry, signal: AbortSignal): Promise<void> {
    if (signal.aborted || savesData() || !("load" in game)) return;
    const ui = await loadGameUi(game.rulesetId).catch(() => null);
    if (ui !== null) await rehearse(ui, this.#engine, signal);
  }

  /** Puts a game first: a person is about to open it. */
  favour(game: GameEntry): void {
    void loaded(game);
    if (!this.#waiting.includes(game)) return;
    this.#waiting = [game, ...this.#waiting.filter((other) => other !== game)];
  }
}
