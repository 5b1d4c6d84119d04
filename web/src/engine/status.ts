/** Where the engine is, in one value. */
import type { EngineErrorCode } from "./errors";
import type { BootProgress, RuntimeInfo } from "./wire/protocol";

/** A table on its way to the engine. */
export interface Preparing {
  /** The name of the game that needs it. */
  name: string;
  what: "loading" | "solving";
  /** From 0 to 1; null while nothing can be told. */
  progress: number | null;
  /** Why it is solved here: the site's file could not be had, or is not what was built. Null while it is loaded. */
  why: "missing" | "damaged" | null;
}

export type EngineStatus =
  /** `slow` when Python takes long to start, though everything is here: `retry` starts again. */
  | ({ phase: "loading"; slow?: boolean } & BootProgress)
  | ReadyStatus
  | { phase: "error"; code: EngineErrorCode; message: string; context: Record<string, unknown> };

/** There is an engine. */
export interface ReadyStatus {
  phase: "ready";
  /** While a worker that died is being replaced: requests made meanwhile wait. */
  restarting: boolean;
  /** Workers that died. */
  restarts: number;
  /** Workers that were replaced though they were well, to give memory back. */
  swaps?: number;
  info: RuntimeInfo;
  preparing: Preparing | null;
  /** Restarting: it takes long; `retry` starts again. */
  slow?: boolean;
  /** Restarting: several workers died one after the other, and the next one starts so long after the last death, or at `retry`. */
  pauseSeconds?: number;
}
