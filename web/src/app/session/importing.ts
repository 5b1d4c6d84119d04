/** When the engine imports a game that is being opened. */
import { idle } from "../../core/idle";
import type { EnginePort } from "../../core/engine-port";

/** The coach waits so long for the first screen, which it would delay: it is not needed before the first move. */
const SCREEN_MS = 500;

/** Has the engine import what a game's first screen needs, and then, once that is drawn, the coach. Never rejects. */
export async function importGame(port: EnginePort, rulesetId: string): Promise<void> {
  await port.prepare(rulesetId, { screenOnly: true });
  await new Promise((done) => setTimeout(done, SCREEN_MS));
  await idle();
  await port.prepare(rulesetId);
}
