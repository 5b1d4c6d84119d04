/** What the page and the worker say to each other. JSON text stays text until it reaches the one who reads it. */
import type { ErrorObject } from "../errors";

/** The stages of a start, in their order; each is shown as it is written here. */
export const BOOT_STAGES = ["Checking files", "Downloading the engine", "Starting Python", "Loading numpy", "Loading the coach"] as const;

export type BootStage = (typeof BOOT_STAGES)[number];

/** A file that did not come: it is asked for again, or has been given up while the others still come. */
export interface Trouble {
  file: string;
  over: boolean;
}

export interface BootProgress {
  stage: BootStage;
  loadedBytes: number;
  totalBytes: number;
  /** Left out while every file comes as it should. */
  trouble?: Trouble;
}

/** Where the bytes of a game's table are on the site, and what they must be. */
export interface ArtifactFile {
  rulesetId: string;
  name: string;
  url: string;
  bytes: number;
  sha256: string;
}

export interface BootConfig {
  /** Absolute address of the folder that holds `manifest.json`, with a slash at its end. */
  runtimeUrl: string;
  /** Folder of the runtime that the page was built with; empty where that is not known. */
  runtimePath: string;
  /** Files that an earlier start fetched and checked, by their absolute address. */
  files: [url: string, bytes: Uint8Array<ArrayBuffer>][];
  /** Name of the lock that the worker holds as long as it lives. */
  lifeline: string;
}

export interface RuntimeInfo {
  version: string;
  wheel: string;
  downloadBytes: number;
  /** Absolute address of the folder with the runtime's files; it carries their hash. */
  folderUrl: string;
  /** Tables that the site has ready; each is fetched when something needs it. */
  artifacts: ArtifactFile[];
  /** Milliseconds since the worker began to start, at the end of each stage. */
  stageMs: Partial<Record<BootStage, number>>;
}

/** Functions that answer at once, between the slices of a running job. */
export type QuickFunction = "new_game" | "list_legal_actions" | "apply_action" | "observe" | "describe_state";

export type JobKind = "evaluation" | "query" | "scenario" | "preparation";

/** Which queue a job stands in: see jobs.ts. */
export type Lane = "move" | "grade" | "evaluation" | "background";

export interface StartMessage {
  type: "start";
  id: number;
  kind: JobKind;
  lane: Lane;
  args: string;
  /** Evaluation lane: end what runs and waits there, instead of waiting. */
  replace: boolean;
  /** Go on with the kept evaluation `of`; if it is gone, start anew from `args`. */
  extend: { of: number; params: string } | null;
}

/** Gives the engine a table: a file that the worker fetches and checks, or bytes that the page has. */
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
  /** With it go the files that were fetched and are good. */
  | { type: "bootFailed"; error: ErrorObject; files: BootConfig["files"] }
  /** The end of a call, a load or a job: JSON text of the answer, which may be an error. */
  | { type: "answer"; id: number; text: string }
  | { type: "snapshot"; id: number; text: string }
  | { type: "cancelled"; id: number }
  /** The interpreter is broken: this worker will answer nothing more. */
  | { type: "fatal"; reason: string };
