/** The one error that callers of the engine see. */
import type { ErrorAnswer } from "./types.gen";

/** Codes that the Python bridge answers with. */
export type BridgeErrorCode = ErrorAnswer["code"];

/** Codes that arise on this side of the bridge. */
export type ClientErrorCode =
  /** A file of the runtime is not there, or the network failed. */
  | "RUNTIME_MISSING"
  /** A file of the runtime is not what was built: wrong size, hash, first bytes or content. */
  | "RUNTIME_CORRUPT"
  /** The server names the wrong content type for a file of the runtime. */
  | "RUNTIME_TYPE"
  /** A file of this page's version is no longer on the server: a newer version was published. */
  | "NEW_VERSION"
  /** The runtime is there but did not start. */
  | "BOOT_FAILED"
  /** The start made no progress for too long. */
  | "BOOT_STALLED"
  /** A table that the answer needs could neither be loaded nor computed. */
  | "ARTIFACT_FAILED"
  /** The worker died, and doing this again on a new one did not help. */
  | "ENGINE_LOST"
  /** A newer evaluation took this one's place. */
  | "SUPERSEDED"
  /** The caller's own signal ended it. */
  | "CANCELLED"
  /** The engine was disposed of. */
  | "DISPOSED";

export type EngineErrorCode = BridgeErrorCode | ClientErrorCode;

/** An error as it crosses the worker boundary: the form that the bridge uses too. */
export interface ErrorObject {
  error: string;
  code: EngineErrorCode;
  context?: Record<string, unknown>;
}

/** A request that failed: one clear sentence, a code, and details for a program. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly context: Record<string, unknown>;

  constructor(code: EngineErrorCode, message: string, context: Record<string, unknown> = {}) {
    super(message);
    // Code that only knows the platform's habit recognises a cancelled request by this name.
    this.name = code === "CANCELLED" ? "AbortError" : "EngineError";
    this.code = code;
    this.context = context;
  }

  static from(answer: ErrorObject): EngineError {
    return new EngineError(answer.code, answer.error, answer.context ?? {});
  }

  toObject(): ErrorObject {
    return { error: this.message, code: this.code, context: this.context };
  }
}

/** Why an evaluation ends that a newer one ousted. */
export function superseded(): EngineError {
  return new EngineError("SUPERSEDED", "A newer evaluation took the place of this one.");
}

/** Whether an answer of the bridge is an error. No state, action or result has both fields. */
export function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === "object" && value !== null && "error" in value && "code" in value && typeof value.code === "string";
}

/** The sentence of anything that was thrown. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
