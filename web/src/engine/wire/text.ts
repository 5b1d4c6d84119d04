/** JSON text for the engine, limited in size. */
import { EngineError, type EngineErrorCode } from "../errors";

const MB = 1024 * 1024;
const DEFAULT_BYTES = 2 * MB;
const MAX_BYTES = 16 * MB;

function byteLength(text: string, limit: number): number {
  // A UTF-16 code unit takes at most three bytes, so most texts need no counting.
  return text.length * 3 <= limit || text.length > limit ? text.length : new TextEncoder().encode(text).length;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

/**
 * JSON text of a value.
 *
 * @param what the subject of an error sentence: "The position"
 * @throws an `EngineError` with `code` if the value is too large or cannot be serialised
 */
export function toText(value: unknown, what: string, code: EngineErrorCode, maxBytes = DEFAULT_BYTES): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text === undefined) throw new EngineError(code, `${what} cannot be written as JSON.`);
  checkSize(text, what, code, maxBytes);
  return text;
}

/** JSON text of a position, given as a value or as pasted text. */
export function stateText(state: unknown, maxBytes = DEFAULT_BYTES): string {
  if (typeof state !== "string") return toText(state, "The position", "INVALID_STATE", maxBytes);
  checkSize(state, "The position", "INVALID_STATE", maxBytes);
  try {
    JSON.parse(state);
  } catch {
    throw new EngineError("INVALID_JSON", "The position is not JSON.");
  }
  return state;
}

function checkSize(text: string, what: string, code: EngineErrorCode, maxBytes: number): void {
  const limit = Math.min(maxBytes, MAX_BYTES);
  const bytes = byteLength(text, limit);
  if (bytes <= limit) return;
  throw new EngineError(code, `${what} is too large: ${inMegabytes(bytes)}; the limit is ${inMegabytes(limit)}.`, {
    bytes,
    limit,
  });
}
