/** The surroundings of a game on screen. */
import type { GameInfo } from "../../core/engine-port";
import type { Settings } from "../../core/settings";
import type { GameUi } from "../../games/types";
import type { EngineStore } from "./engine.svelte";

/** What every mode of a game shares. */
export interface GameContext {
  engine: EngineStore;
  info: GameInfo;
  ui: GameUi;
  settings: Settings;
  /** Says something to screen readers. */
  announce: (sentence: string) => void;
}
