/**
 * Draws a game's first screens once, outside the document, while nobody waits: the first drawing of a screen takes more than
 * twice as long as the next one, because the browser has yet to compile its code. The engine starts a game as well.
 */
import { flushSync, mount, unmount } from "svelte";
import { idle } from "../../core/idle";
import { startSession, type GameState } from "../../core/session";
import { loadSettings } from "../../core/settings";
import type { GameUi } from "../../games/types";
import type { EngineStore } from "../session/engine.svelte";
import { Table } from "../session/table.svelte";
import Rehearsal from "./Rehearsal.svelte";

function draw(table: Table): void {
  const drawn = mount(Rehearsal, { target: document.createElement("div"), props: { table } });
  try {
    flushSync();
  } finally {
    void unmount(drawn);
  }
}

/** Draws the form for a new game, and then the board with its first position. Nothing depends on it, so it never rejects. */
export async function rehearse(ui: GameUi, engine: EngineStore, signal: AbortSignal): Promise<void> {
  const info = engine.info(ui.rulesetId);
  if (info === undefined) return;
  try {
    const state = await engine.port.newGame<GameState>(ui.rulesetId, 0, {}, { signal });
    const settings = { ...loadSettings(), animations: false };
    const table = new Table({ engine, info, ui, settings, announce: () => undefined });
    const drawn = (): void => draw(table);
    const dealt = (): void => table.set(startSession(state));
    for (const step of [drawn, dealt, drawn]) {
      await idle();
      if (signal.aborted) return;
      step();
    }
  } catch (error) {
    // Opening the game tries again and says what is wrong.
    if (!signal.aborted) console.info(`${info.name} could not be drawn ahead:`, error);
  }
}
