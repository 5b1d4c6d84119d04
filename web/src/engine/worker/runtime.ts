/** What the host needs of a Python interpreter. Pyodide is one; the tests have another. */
import type { Files } from "../loading/download";
import type { ArtifactFile, BootConfig, BootProgress, QuickFunction, RuntimeInfo } from "../wire/protocol";

export type BridgeFunction = QuickFunction | "list_games" | "start_job" | "step" | "extend" | "stop";

export interface Runtime {
  readonly info: Omit<RuntimeInfo, "stageMs">;
  /**
   * Calls a function of the bridge, which answers every fault with an error text.
   *
   * @throws only when the interpreter itself is broken
   */
  call(name: BridgeFunction, ...args: (string | number)[]): string;
  /** Gives bytes to the bridge, which checks and registers them. */
  loadArtifact(rulesetId: string, name: string, bytes: Uint8Array): string;
  /** Fetches an artifact's file and checks it. Rejects with an `EngineError`. */
  fetchArtifact(file: ArtifactFile, onBytes: (loaded: number) => void): Promise<Uint8Array>;
  /** Bytes of memory that the interpreter holds; it never shrinks. */
  memoryBytes(): number;
}

/**
 * Starts an interpreter, telling how far it is. Rejects with an `EngineError`.
 *
 * @param files those that are here already; each that is fetched is put there, also by a start that fails
 */
export type BootRuntime = (config: BootConfig, report: (progress: BootProgress) => void, files: Files) => Promise<Runtime>;
