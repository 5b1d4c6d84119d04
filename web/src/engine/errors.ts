/** The error type of the engine, and its codes. */
import type { ErrorAnswer } from "./types.gen";

/** Error codes of the Python bridge. */
export type BridgeErrorCode = ErrorAnswer["code"];

/** Error codes of this side of the bridge. */
export type ClientErrorCode =
  /** A file of the runtime is missing, or the network failed. */
  | "RUNTIME_MISSING"
  /** A file of the runtime differs from what was built: wrong size, hash, first bytes or content. */
  | "RUNTIME_CORRUPT"
  /** The server sends a file of the runtime with the wrong content type. */
  | "RUNTIME_TYPE"
  /** A file of this page's version is no longer on the server: a newer version was published. */
  | "NEW_VERSION"
  /** The runtime is there but did not start. */
  | "BOOT_FAILED"
  /** The start made no progress for too long. */
  | "BOOT_STALLED"
  /** A table that the answer needs could neither be loaded nor computed. */
  | "ARTIFACT_FAILED"
  /** The worker died, also when the request was repeated on a new one. */
  | "ENGINE_LOST"
  /** A newer evaluation replaced this one. */
  | "SUPERSEDED"
  /** The caller's signal aborted it. */
  | "CANCELLED"
  /** The engine was disposed of. */
  | "DISPOSED";

export type EngineErrorCode = BridgeErrorCode | ClientErrorCode;

/** An error as it crosses the worker boundary, in the bridge's form. */
export interface ErrorObject {
  error: string;
  code: EngineErrorCode;
  context?: Record<string, unknown>;
}

/** A failed request: one clear sentence, a code, and machine-readable details. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly context: Record<string, unknown>;

  constructor(code: EngineErrorCode, message: string, context: Record<string, unknown> = {}) {
    super(message);
    // By platform convention a cancelled request has this name.
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

/** The error of an evaluation that a newer one replaced. */
export function superseded(): EngineError {
  return new EngineError("SUPERSEDED", "A newer evaluation replaced this one.");
}

/** Whether an answer of the bridge is an error. No state, action or result has both fields. */
export function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === "object" && value !== null && "error" in value && "code" in value && typeof value.code === "string";
}

/** The message of a thrown value. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
