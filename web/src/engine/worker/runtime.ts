/** The interface of a Python interpreter, implemented by Pyodide and by a fake in tests. */
import type { Files } from "../loading/download";
import type { ArtifactFile, BootConfig, BootProgress, QuickFunction, RuntimeInfo } from "../wire/protocol";

export type BridgeFunction = QuickFunction | "list_games" | "start_job" | "step" | "extend" | "grade" | "stop";

export interface Runtime {
  readonly info: Omit<RuntimeInfo, "stageMs">;
  /**
   * Calls a function of the bridge, which answers all errors as JSON text.
   *
   * @throws only when the interpreter itself is broken
   */
  call(name: BridgeFunction, ...args: (string | number)[]): string;
  /** Passes a table to the bridge, which checks and registers it. */
  loadArtifact(rulesetId: string, name: string, bytes: Uint8Array): string;
  /** Fetches an artifact's file and checks it. Rejects with an `EngineError`. */
  fetchArtifact(file: ArtifactFile, onBytes: (loaded: number) => void): Promise<Uint8Array>;
  /** Size of the interpreter's memory in bytes; it never shrinks. */
  memoryBytes(): number;
}

/**
 * Starts an interpreter and reports the progress. Rejects with an `EngineError`.
 *
 * @param files the files already fetched; new ones are added, even by a start that fails
 */
export type BootRuntime = (config: BootConfig, report: (progress: BootProgress) => void, files: Files) => Promise<Runtime>;
