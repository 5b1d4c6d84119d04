/** The status of the engine as one value. */
import type { EngineErrorCode } from "./errors";
import type { BootProgress, RuntimeInfo } from "./wire/protocol";

/** A table being loaded or computed. */
export interface Preparing {
  /** The name of the game that needs it. */
  name: string;
  what: "loading" | "solving";
  /** From 0 to 1; null while it is unknown. */
  progress: number | null;
  /** Why it is solved here: the site's file could not be fetched or is damaged. Null while it is loaded. */
  why: "missing" | "damaged" | null;
}

export type EngineStatus =
  /** `slow` when Python takes long to start although all files are here; `retry` starts again. */
  | ({ phase: "loading"; slow?: boolean } & BootProgress)
  | ReadyStatus
  | { phase: "error"; code: EngineErrorCode; message: string; context: Record<string, unknown> };

/** The engine has started; it may be restarting. */
export interface ReadyStatus {
  phase: "ready";
  /** True while a dead worker is being replaced; requests wait. */
  restarting: boolean;
  /** Number of workers that died. */
  restarts: number;
  /** Number of healthy workers that were replaced to free memory. */
  swaps?: number;
  info: RuntimeInfo;
  preparing: Preparing | null;
  /** True when a restart takes long; `retry` starts again. */
  slow?: boolean;
  /** After several deaths in a row: the pause in seconds before the next start, unless `retry` is called. */
  pauseSeconds?: number;
}
