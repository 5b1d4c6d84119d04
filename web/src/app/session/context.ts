/** The context of a game on screen. */
import type { GameInfo } from "../../core/engine-port";
import type { Decision } from "../../core/session";
import type { Settings } from "../../core/settings";
import type { GameUi } from "../../games/types";
import type { EngineStore } from "./engine.svelte";

/** The services and settings that all modes of a game share. */
export interface GameContext {
  engine: EngineStore;
  info: GameInfo;
  ui: GameUi;
  settings: Settings;
  /** Announces a sentence to screen readers. */
  announce: (sentence: string) => void;
  /** Hears of every grade on a table. */
  graded?: (decision: Decision) => void;
}
