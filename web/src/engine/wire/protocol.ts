/** The messages between page and worker. JSON text is passed on as text and parsed only where it is used. */
import type { ErrorObject } from "../errors";

/** The stages of a start in order, shown on screen in these words. */
export const BOOT_STAGES = ["Checking files", "Downloading the engine", "Starting Python", "Loading numpy", "Loading the coach"] as const;

export type BootStage = (typeof BOOT_STAGES)[number];

/** A failed download: being retried, or given up (`over`) while the others continue. */
export interface Trouble {
  file: string;
  over: boolean;
}

export interface BootProgress {
  stage: BootStage;
  loadedBytes: number;
  totalBytes: number;
  /** Absent while all downloads go well. */
  trouble?: Trouble;
}

/** The file of a game's table on the site, with its size and hash. */
export interface ArtifactFile {
  rulesetId: string;
  name: string;
  url: string;
  bytes: number;
  sha256: string;
}

export interface BootConfig {
  /** Absolute URL of the folder of `manifest.json`, with a trailing slash. */
  runtimeUrl: string;
  /** Folder of the runtime that the page was built with; empty where it is not known. */
  runtimePath: string;
  /** Files that an earlier start fetched and checked, by absolute URL. */
  files: [url: string, bytes: Uint8Array<ArrayBuffer>][];
  /** Name of the lock that the worker holds for its lifetime. */
  lifeline: string;
}

export interface RuntimeInfo {
  version: string;
  wheel: string;
  downloadBytes: number;
  /** Absolute URL of the folder of the runtime's files, whose name contains their hash. */
  folderUrl: string;
  /** Tables on the site, each fetched on demand. */
  artifacts: ArtifactFile[];
  /** The end of each stage in milliseconds since the worker began to start. */
  stageMs: Partial<Record<BootStage, number>>;
}

/** Functions that answer at once, between the slices of a running job. */
export type QuickFunction = "new_game" | "list_legal_actions" | "apply_action" | "observe" | "describe_state";

export type JobKind = "evaluation" | "query" | "scenario" | "preparation";

/** The queue of a job: see jobs.ts. */
export type Lane = "move" | "grade" | "evaluation" | "background";

/** How a stored evaluation goes on: with the JSON text of larger budgets, or of the move that it grades. */
export type Continuation = { of: number; params: string } | { of: number; action: string };

export interface StartMessage {
  type: "start";
  id: number;
  kind: JobKind;
  lane: Lane;
  args: string;
  /** Evaluation lane: stop the running and the waiting job instead of queueing. */
  replace: boolean;
  /** Continue the stored evaluation `of`, with larger budgets or as the grading of a move; if it is gone, start from `args`. */
  extend: Continuation | null;
}

/** Loads a table into the engine: a file that the worker fetches and checks, or bytes from the page. */
export interface LoadMessage {
  type: "load";
  id: number;
  rulesetId: string;
  name: string;
  source: ArtifactFile | Uint8Array<ArrayBuffer>;
}

export type ToWorker =
  | { type: "boot"; config: BootConfig }
  | { type: "call"; id: number; name: QuickFunction; args: (string | number)[] }
  | { type: "memory"; id: number }
  | LoadMessage
  | StartMessage
  | { type: "cancel"; id: number }
  | { type: "release"; id: number };

export type FromWorker =
  | ({ type: "progress" } & BootProgress)
  | { type: "ready"; games: string; info: RuntimeInfo }
  /** `files` are those that were fetched and are valid. */
  | { type: "bootFailed"; error: ErrorObject; files: BootConfig["files"] }
  /** The end of a call, a load or a job, with the JSON text of the answer, which may be an error. */
  | { type: "answer"; id: number; text: string }
  | { type: "snapshot"; id: number; text: string }
  | { type: "cancelled"; id: number }
  /** The interpreter is broken: no more answers from this worker. */
  | { type: "fatal"; reason: string };
